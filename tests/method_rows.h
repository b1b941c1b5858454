// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Rows of the registry for tests that go through all of a stage, and the usual values of their
// parameters.
#pragma once

#include "weft/weft.h"

#include <string.h>

/// The next row of a stage from `*index` on, which goes past it; null after the last.
static inline const weft_method* next_row(const char* stage, uint32_t* index) {
    const weft_method* row;
    while ((row = weft_method_at(*index)) != NULL) {
        *index += 1;
        if (strcmp(row->stage, stage) == 0) {
            break;
        }
    }
    return row;
}

typedef struct method_values {
    float of[WEFT_METHOD_PARAMETERS];
} method_values;

static inline method_values usual_values(const weft_method* row) {
    method_values values = {{0}};
    for (uint32_t i = 0; i < row->parameter_count; ++i) {
        values.of[i] = row->parameters[i].usual;
    }
    return values;
}
