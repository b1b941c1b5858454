// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// First fit: the lowest colour that no earlier neighbour has. A mesh needs few more colours than
// its densest neighbourhood, and the order makes the result the same everywhere.
#include "mesh/colouring.h"

#include "base/assert.h"

#include <string.h>

static uint32_t first_free(const wf_rows* neighbours, const uint32_t* colour, uint32_t* seen,
                           uint32_t i) {
    for (uint32_t k = neighbours->row[i]; k < neighbours->row[i + 1]; ++k) {
        uint32_t j = neighbours->item[k];
        if (j < i) {
            seen[colour[j]] = i + 1;
        }
    }
    uint32_t c = 0;
    while (seen[c] == i + 1) {
        ++c;
    }
    return c;
}

bool wf_colour_rows(wf_memory* memory, const wf_rows* neighbours, wf_rows* out) {
    WEFT_DEBUG_ASSERT(out != neighbours && neighbours->row != NULL);
    uint32_t count = neighbours->count;
    *out = (wf_rows){0};
    uint32_t* colour = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    uint32_t* seen = WF_ALLOC(memory, uint32_t, (size_t)count + 1);
    bool built = colour != NULL && seen != NULL;
    for (uint32_t i = 0; built && i < count; ++i) {
        colour[i] = first_free(neighbours, colour, seen, i);
        out->count = colour[i] + 1 > out->count ? colour[i] + 1 : out->count;
    }
    built = built && wf_rows_of_labels(memory, colour, count, out);
    wf_free(memory, colour);
    wf_free(memory, seen);
    if (!built) {
        wf_rows_free(memory, out);
    }
    return built;
}
