// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Continuous collision queries on a small grid of integers, decided exactly.
#pragma once

#include "detect/ccd.h"
#include "test_macros.h"

/// Four points at the start and at the end, coordinates 0..4. Order as in wf_ccd_query.
typedef struct exact_query {
    wf_ccd_kind kind;
    int at[2][4][3];
} exact_query;

typedef struct exact_answer {
    bool hit;
    double time; // of the first contact, rounded up by at most 2^-24
} exact_answer;

exact_answer exact_ccd(const exact_query* query);

/// The degenerate kinds that exact_random makes, beside what comes up by chance.
enum { EXACT_KINDS = 10 };
extern const char* const exact_kind_name[EXACT_KINDS];

exact_query exact_random(test_random* random, wf_ccd_kind kind, int degenerate);
