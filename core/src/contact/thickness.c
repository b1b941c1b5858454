// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "contact/thickness.h"

#include <math.h>

static float spacing_of(const wf_particles* p, uint32_t cloth, float none) {
    float area = 0.0f, count = 0.0f;
    for (uint32_t i = 0; i < p->count; ++i) {
        area += p->cloth_of[i] == cloth ? p->area[i] : 0.0f;
        count += p->cloth_of[i] == cloth ? 1.0f : 0.0f;
    }
    return count > 0.0f ? sqrtf(area / count) : none;
}

/// As much of the thickness as the mesh can show.
static float thickness_of(const wf_cloth* cloth) {
    return cloth->fabric.thickness < cloth->spacing ? cloth->fabric.thickness : cloth->spacing;
}

void wf_thickness_measure(wf_contact* c) {
    const wf_particles* p = c->particles;
    c->thickest = 0.0f;
    for (uint32_t k = 0; k < c->objects->cloth_count; ++k) {
        wf_cloth* cloth = &c->objects->cloths[k];
        if (!cloth->asleep) {
            cloth->spacing = spacing_of(p, k, c->radius);
        }
        c->thickest =
            cloth->vertex_count > 0 ? wf_wider(c->thickest, thickness_of(cloth)) : c->thickest;
    }
    for (uint32_t i = 0; i < p->count; ++i) {
        c->half[i] = 0.5f * thickness_of(&c->objects->cloths[p->cloth_of[i]]);
    }
}

float wf_thickness_radius(const wf_contact* c) {
    float radius = c->radius;
    for (uint32_t k = 0; k < c->objects->cloth_count; ++k) {
        radius = c->objects->cloths[k].spacing < radius ? c->objects->cloths[k].spacing : radius;
    }
    return radius;
}
