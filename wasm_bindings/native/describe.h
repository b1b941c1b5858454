// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#pragma once

/// Prints what the core knows by name, as one JSON object: methods with their parameters, events,
/// pins, fabrics, ranges and defaults. scripts/generate_registry.mjs makes tables of it.
void describe(void);
