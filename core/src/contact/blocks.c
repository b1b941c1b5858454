// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A pair that would close although the filter has cut what cloth can give up has prescribed
// particles, a body, or both on its sides. A pinned vertex says whose pin it is and what carries
// it.
#include "contact/blocks.h"

#include "cloth/pins.h"
#include "contact/allowance.h"
#include "contact/contact.h"
#include "contact/gaps.h"
#include "contact/layers.h"
#include "particles/particles.h"

#include <string.h>

/// Of what a pair leaves undone, less than this is rounding, m.
#define UNDONE 1e-6f

/// One side of a block.
typedef struct side {
    uint32_t cloth, vertex, pin, body, part;
} side;

static const side nobody = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};

static uint32_t part_at(const wf_contact* c, uint32_t body_index, uint32_t vertex) {
    const wf_body* body = &c->objects->bodies[body_index];
    for (uint32_t t = 0; body->parts != NULL && t < 3 * body->triangle_count; ++t) {
        if (body->triangles[t] == vertex) {
            return body->parts[t / 3];
        }
    }
    return UINT32_MAX;
}

static side body_side(const wf_contact* c, uint32_t obstacle_vertex) {
    side s = nobody;
    s.body = c->obstacle->body_of[obstacle_vertex];
    s.part = part_at(c, s.body, obstacle_vertex - c->objects->bodies[s.body].first_vertex);
    return s;
}

static void find_pin(const wf_contact* c, side* s) {
    const wf_cloth* cloth = &c->objects->cloths[s->cloth];
    uint32_t particle = cloth->particle[s->vertex];
    for (uint32_t i = 0; i < cloth->pin_count; ++i) {
        const weft_pin* pin = &cloth->pins[i];
        if (pin->kind != WF_PIN_DROPPED && cloth->particle[pin->vertex] == particle) {
            s->pin = i;
            if (pin->kind == WEFT_PIN_BODY) {
                s->body = pin->body;
                s->part = part_at(c, pin->body, pin->element);
            }
            return;
        }
    }
}

/// The pinned one of some particles, or else the first.
static side cloth_side(const wf_contact* c, const uint32_t* particle, uint32_t count) {
    const wf_particles* particles = c->particles;
    uint32_t pick = 0;
    while (pick + 1 < count && !particles->fixed[particle[pick]]) {
        ++pick;
    }
    pick = particles->fixed[particle[pick]] ? pick : 0;
    side s = nobody;
    s.cloth = particles->cloth_of[particle[pick]];
    const wf_cloth* cloth = &c->objects->cloths[s.cloth];
    for (s.vertex = 0; cloth->particle[s.vertex] != particle[pick];) {
        ++s.vertex;
    }
    find_pin(c, &s);
    return s;
}

static void note(const wf_contact* c, side a, side b) {
    wf_blocks* blocks = c->blocks;
    const side both[2] = {a, b};
    weft_block block;
    for (int k = 0; k < 2; ++k) {
        block.cloth[k] = both[k].cloth;
        block.vertex[k] = both[k].vertex;
        block.pin[k] = both[k].pin;
        block.body[k] = both[k].body;
        block.part[k] = both[k].part;
    }
    for (uint32_t i = 0; i < blocks->count; ++i) {
        if (memcmp(&blocks->items[i], &block, sizeof block) == 0) {
            return;
        }
    }
    if (blocks->count < WF_BLOCKS_MOST) {
        blocks->items[blocks->count++] = block;
    }
}

static void note_bodies(const wf_contact* c, const float* displacement) {
    for (size_t i = 0; i < c->pairs.count && c->blocks->count < WF_BLOCKS_MOST; ++i) {
        const wf_plane* plane = &c->pairs.planes[i];
        float least = plane->gap - wf_close_allowance(plane->gap);
        for (uint32_t k = 0; k < plane->upper; ++k) {
            if (wf_height_over_body(plane, displacement, k) < least - UNDONE) {
                note(c, cloth_side(c, &plane->point[k], 1),
                     body_side(c, c->pairs.planes[i].point[plane->upper]));
            }
        }
    }
}

static void note_layers(const wf_contact* c, const float* displacement) {
    const wf_layers* l = c->layers;
    for (size_t i = 0; l != NULL && i < l->pairs.count && c->blocks->count < WF_BLOCKS_MOST; ++i) {
        const wf_plane* p = &l->pairs.planes[i];
        if (p->upper != 0 &&
            wf_gap_between_layers(p, displacement) < p->gap - wf_close_allowance(p->gap) - UNDONE) {
            note(c, cloth_side(c, p->point, p->upper),
                 cloth_side(c, p->point + p->upper, 4 - p->upper));
        }
    }
}

void wf_blocks_note(const wf_contact* c, const float* displacement) {
    note_layers(c, displacement);
    note_bodies(c, displacement);
}

static uint32_t drop_pin(wf_cloth* cloth, uint32_t i) {
    if (cloth->pins[i].kind != WEFT_PIN_BODY) {
        return 0;
    }
    wf_cloth_drop_vertex(cloth, cloth->pins[i].vertex);
    return 1;
}

uint32_t wf_blocks_drop_pins(const wf_blocks* blocks, wf_cloth* cloths) {
    uint32_t dropped = 0;
    for (uint32_t i = 0; i < 2 * blocks->count; ++i) {
        const weft_block* block = &blocks->items[i / 2];
        bool layers = block->cloth[0] != UINT32_MAX && block->cloth[1] != UINT32_MAX;
        if (layers && block->pin[i % 2] != UINT32_MAX) {
            dropped += drop_pin(&cloths[block->cloth[i % 2]], block->pin[i % 2]);
        }
    }
    return dropped;
}
