// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pieces of the step that have rooms of their own.
#pragma once

#include "world/world.h"

/// Strain percentiles, speed and pressure into the report and the system's published arrays.
void wf_measure_cloth(weft_world* world);

/// The largest speed of a particle, m/s.
float wf_measure_speed(const weft_world* world);
