// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A template: the rows that the registry gains by a build with these two variables of CMake:
//     -DWEFT_EXTRA_METHODS=/path/to/plane.c -DWEFT_EXTRA_ROWS=/path/to/rows.h
#pragma once

extern const wf_response response_plane;

static const weft_parameter plane[] = {
    {"height", "m", "where the plane lies", 0, -4, 4, false, NULL, 0},
    {"stiffness", "N/m", "of what is below it, per vertex", 100, 0, 1e4f, false, NULL, 0},
};

#define EXTRA_ROWS                                                                                 \
    {"response",        "plane",        "a template of this project", "none", 0,                   \
     PARAMETERS(plane), &response_plane},
