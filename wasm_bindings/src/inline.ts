// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The entry `weft-cloth/inline`: the module is part of the code, 117 kB of text. For what is to be one file, and for
// hosts that serve no .wasm.
import { Crew } from './crew/crew.js';
import text from './inlined_module.js';
import { compileText } from './module_text.js';
import { setStandardModule } from './module.js';
import { setCrewOpen, setWorkerStart } from './weft.js';
import { startInlinedWorker } from './worker/start.js';

setStandardModule(() => compileText(text), true);
setCrewOpen((ground, count) => Crew.open(ground, count, true));
setWorkerStart(startInlinedWorker);

export * from './index.js';
