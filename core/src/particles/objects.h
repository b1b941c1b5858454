// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the host made, by slot: bodies and cloths. An empty slot has no vertices.
#pragma once

#include "body/body.h"
#include "cloth/cloth.h"

typedef struct wf_objects {
    wf_body* bodies;
    wf_cloth* cloths;
    uint32_t body_count, cloth_count;
    size_t body_capacity, cloth_capacity;
    float friction_scale; // of all friction
} wf_objects;
