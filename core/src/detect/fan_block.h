// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Four triangles of the fans and their shapes, a lane each.
#pragma once

#include "detect/fans.h"
#include "math/v3x4.h"

/// The last block repeats its last triangle.
struct wf_fan_block {
    uint32_t corner[3][4];
    uint32_t count;
};

struct wf_fan_shape {
    wf_v3x4 side[3]; // from corner k to the next
    wf_v3x4 normal;  // times twice the area
    wf_f4 size2;     // of the longest side
    wf_f4 sound;     // lanes whose triangle is large and fat enough to be judged in floats
};
