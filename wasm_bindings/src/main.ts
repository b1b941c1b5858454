// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The entry `weft-cloth`: the module is a file beside this one.
import { setStandardModule } from './module.js';
import { moduleBeside } from './module_beside.js';
import { setWorkerStart } from './weft.js';
import { startWorker } from './worker/start.js';

setStandardModule(moduleBeside);
setWorkerStart(startWorker);

export * from './index.js';
