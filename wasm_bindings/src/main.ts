// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The entry `weft-cloth`: the module is a file beside this one.
import { Crew } from './crew/crew.js';
import { setStandardLab, setStandardModule, setStandardShared } from './module.js';
import { isFileLost, labBeside, moduleBeside, sharedBeside } from './module_beside.js';
import { setCrewOpen, setWorkerStart } from './weft.js';
import { startWorker } from './worker/start.js';

setStandardModule(moduleBeside);
setStandardLab(labBeside);
setStandardShared(sharedBeside);
setCrewOpen((ground, count) => Crew.open(ground, count, isFileLost()));
setWorkerStart((choice, order, findLab, onEnd) =>
  startWorker(choice, order, findLab, onEnd, isFileLost()),
);

export * from './index.js';
