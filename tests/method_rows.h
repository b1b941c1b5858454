// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Rows of the registry for tests that go through all of a stage, and the usual values of their
// parameters.
#pragma once

#include "contact/response.h"
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

#ifdef WEFT_LAB
/// A response that goes with a row: for a narrow phase the one that is built on it, and for `auto`
/// the one that reads its parameters; null for any.
static inline const weft_method* response_with(const weft_method* row) {
    const void* narrow =
        row->functions == &wf_narrow_auto ? &wf_narrow_voxel_trace : row->functions;
    const weft_method* response = NULL;
    uint32_t index = 0;
    while (strcmp(row->stage, "narrow_phase") == 0 &&
           (response = next_row("response", &index)) != NULL) {
        const wf_response* functions = response->functions;
        if (functions->narrow == narrow) {
            return response;
        }
    }
    return NULL;
}
#endif

/// Chooses a row, and a response that goes with it.
static inline weft_status choose_row(weft_world* world, const weft_method* row) {
#ifdef WEFT_LAB
    const weft_method* response = response_with(row);
    if (response != NULL &&
        weft_world_set_method(world, "response", response->name, NULL) != WEFT_OK) {
        return WEFT_ERROR_UNKNOWN_METHOD;
    }
#endif
    return weft_world_set_method(world, row->stage, row->name, NULL);
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
