// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The worker that makes offset surfaces. It loads neither three.js nor the simulator.
import { offsetSurface } from './offset_surface.js';
import type { ProxyAnswer, ProxyOrder } from './proxy_build.js';

const say = (answer: ProxyAnswer, transfer: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(answer, transfer);

self.onmessage = ({ data }: MessageEvent<ProxyOrder>) => {
  try {
    const making = offsetSurface(data.positions, data.triangles, data.options);
    let step = making.next();
    for (; !step.done; step = making.next()) {
      say({ progress: step.value });
    }
    const surface = step.value;
    const { positions, triangles, nearest, weights } = surface;
    say({ surface }, [positions.buffer, triangles.buffer, nearest.buffer, weights.buffer]);
  } catch (error) {
    say({ error: String(error) });
  }
};
