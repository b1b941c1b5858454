#!/usr/bin/env node
// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The command `weft`; its sources are in cli/.
import { main } from '../dist/cli/main.js';

process.exitCode = await main(process.argv.slice(2));
