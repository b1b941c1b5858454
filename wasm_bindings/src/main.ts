// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The entry `weft-cloth`: the module is a file beside this one.
import { setStandardLab, setStandardModule } from './module.js';
import { isFileLost, labBeside, moduleBeside } from './module_beside.js';
import { setWorkerStart } from './weft.js';
import { startWorker } from './worker/start.js';

setStandardModule(moduleBeside);
setStandardLab(labBeside);
setWorkerStart((choice, module, findLab) => startWorker(choice, module, findLab, isFileLost()));

export * from './index.js';
