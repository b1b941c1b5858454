// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A template: the response `plane`, which knows no body. A level plane pushes what comes below its
// height; nothing else pushes, and nothing is cut.
#include "contact/response.h"
#include "contact/touching.h"
#include "math/vec.h"
#include "particles/particles.h"

/// Parameters, in the order of the row.
enum { HEIGHT, STIFFNESS };

static bool push(wf_contact* c, float h) {
    (void)h;
    const float* values = c->response_values;
    const wf_particles* particles = c->particles;
    c->touches.count = 0;
    for (uint32_t i = 0; i < particles->count; ++i) {
        const float* x = particles->x + 4 * (size_t)i;
        if (particles->fixed[i] || x[1] > values[HEIGHT]) {
            continue;
        }
        wf_touch* t = wf_touches_next(c->memory, &c->touches);
        if (t == NULL) {
            return false;
        }
        c->touches.count += 1;
        *t = (wf_touch){.kind = WF_TOUCH_OUTSIDE, .a = i, .b = UINT32_MAX, .count = 1};
        t->particle[0] = i;
        t->weight[0] = 1.0f;
        t->n[1] = 1.0f;
        t->offset = values[HEIGHT];
        t->rho = values[STIFFNESS];
        wf_v3_store(t->anchor, wf_v3_load(x));
    }
    return true;
}

const wf_response response_plane = {.push = push};
