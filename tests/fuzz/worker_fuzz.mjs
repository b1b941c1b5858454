// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The fuzz in a worker. One after the other, calls end there as they end here, with the same code, and leave the same
// bits. Many at once, while worlds go, the worker ends or messages are lost, every one of them ends.
import { ApiFuzz, UNSENT } from './api_fuzz.mjs';

// What cannot be sent to a worker may be right here where it is not read; if it was, the bits part later.
const isSame = (here, there) => here === there || there.endsWith(UNSENT);

/** Plays one round here and in a worker; throws where the two part. */
export async function playBeside(parts, weft, remote, seed, calls) {
  const here = new ApiFuzz({ ...parts, weft, seed, crossing: true });
  const there = new ApiFuzz({ ...parts, weft: remote, seed, remote: true });
  // a worker fetches the module with every method by itself, here that is another call
  await Promise.all([weft, remote].map((each) => each.prepare({ solver: 'vbd' })));
  await here.run(calls);
  await there.run(calls);
  const at = here.outcomes.findIndex((each, i) => !isSame(each, there.outcomes[i]));
  if (at >= 0 || here.outcomes.length !== there.outcomes.length) {
    const [one, other] = [here.outcomes[at], there.outcomes[at]];
    throw new Error(
      `seed ${seed}, outcome ${at}: ${one} here, ${other} in the worker (${there.told[at] ?? here.told[at]})`,
    );
  }
  await here.end();
  await there.end();
  return there.counts;
}

/** A worker that loses some of the messages that it gets or says, once `it.loses`. */
function forgetful(dice, it, worker) {
  const { postMessage, on } = worker;
  const isLost = () => it.loses && dice.chance(0.02);
  return Object.assign(worker, {
    postMessage: (...message) => isLost() || postMessage.apply(worker, message),
    on: (event, listener) =>
      on.call(worker, event, (message) => {
        if (event !== 'message' || !isLost()) listener(message);
      }),
  });
}

const LIMIT = 20_000; // ms

async function within(limit, work, name) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name}: it never ended`)), limit);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A burst of calls that nobody waits for, in a worker of its own, and what may happen meanwhile. */
export async function playMany(parts, start, seed) {
  const fuzz = new ApiFuzz({ ...parts, seed, remote: true });
  const { dice } = fuzz;
  let worker;
  const it = { loses: false };
  const happens = dice.of(['nothing', 'disposed', 'terminated', 'lost']);
  fuzz.weft = await start((made) => {
    worker = made;
    return happens === 'lost' ? forgetful(dice, it, made) : made;
  });
  const name = `seed ${seed}, many at once, ${happens}`;
  await within(LIMIT, fuzz.warmUp(20), name);
  it.loses = true; // whoever waits for a call that is lost waits until the worker is disposed
  const calls = fuzz.burst(150);
  if (happens === 'disposed') fuzz.weft.dispose();
  if (happens === 'terminated') void worker.terminate();
  calls.push(...fuzz.burst(50));
  if (happens === 'lost') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    fuzz.weft.dispose();
  }
  await within(LIMIT, Promise.all(calls), name);
  fuzz.weft.dispose();
  await within(LIMIT, Promise.all(fuzz.burst(20)), name);
}
