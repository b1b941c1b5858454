// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Objects are named by value: 16 bits of slot + 1 and 16 bits of generation in one integer, so that
// an id crosses the wasm border as a plain number, zero is null and a stale id is recognised.
#pragma once

#include "weft/base.h"

typedef struct weft_body_id {
    uint32_t id;
} weft_body_id;

typedef struct weft_cloth_id {
    uint32_t id;
} weft_cloth_id;

#define WEFT_NULL_ID 0u
