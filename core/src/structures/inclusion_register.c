// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vertex-cell registration (ElBadrawy, Hemayed, Fayek 2012, "Initialization phase": "each cell
// should keep track of its registered vertices"). The vertices of a cell ascend through blocks of
// four, each in one line of the cache with its places: who looks for the nearest reads four at once
// and follows no list from vertex to vertex. No order depends on how vertices came there.
#include "structures/inclusion_field.h"

/// Where nobody is: the square of the way there is finite and larger than any other.
#define NOWHERE 1e18f

bool wf_inclusion_alloc_blocks(wf_memory* memory, wf_inclusion* field, uint32_t vertex_count) {
    field->blocks = WF_ALLOC(memory, wf_inclusion_block, vertex_count);
    field->after = WF_ALLOC(memory, uint32_t, vertex_count);
    field->slot = WF_ALLOC(memory, uint32_t, vertex_count);
    field->home = WF_ALLOC(memory, uint32_t, vertex_count);
    return field->blocks != NULL && field->after != NULL && field->slot != NULL &&
           field->home != NULL;
}

/// Every block has a vertex, so there are never more than vertices.
void wf_inclusion_free_blocks(wf_inclusion* field) {
    uint32_t count = field->mesh.vertex_count;
    for (uint32_t b = 0; b < count; ++b) {
        field->after[b] = b + 1 < count ? b + 1 : WF_INCLUSION_NONE;
    }
    field->free_block = 0;
}

static void set_lane(wf_inclusion* field, uint32_t slot, uint32_t vertex) {
    wf_inclusion_block* b = &field->blocks[slot / 4];
    b->vertex[slot % 4] = vertex;
    if (vertex == WF_INCLUSION_NONE) {
        b->x[slot % 4] = b->y[slot % 4] = b->z[slot % 4] = NOWHERE;
    } else {
        field->slot[vertex] = slot;
        wf_inclusion_place_lane(field, vertex);
    }
}

/// A block with nobody in it, at the end of a chain.
static uint32_t take_block(wf_inclusion* field, uint32_t* link) {
    uint32_t b = field->free_block;
    field->free_block = field->after[b];
    field->after[b] = WF_INCLUSION_NONE;
    *link = b;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        set_lane(field, 4 * b + lane, WF_INCLUSION_NONE);
    }
    return b;
}

void wf_inclusion_register(wf_inclusion* field, uint32_t vertex) {
    const int32_t* at = field->place + 4 * (size_t)vertex;
    uint32_t cell = wf_inclusion_index(field, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
    uint32_t* link = &field->head[cell];
    uint32_t carried = vertex; // who is greater goes on one lane
    field->home[vertex] = cell;
    if (vertex >= field->mesh.vertex_count - field->options.cap_vertices) {
        return; // it is not of the skin
    }
    while (carried != WF_INCLUSION_NONE) {
        uint32_t b = *link != WF_INCLUSION_NONE ? *link : take_block(field, link);
        for (uint32_t lane = 0; lane < 4; ++lane) {
            uint32_t there = field->blocks[b].vertex[lane];
            if (there > carried) {
                set_lane(field, 4 * b + lane, carried);
                carried = there;
            }
        }
        link = &field->after[b];
    }
}

/// The last of a chain moves up into the gap, and so on down to it.
void wf_inclusion_take_out(wf_inclusion* field, uint32_t vertex) {
    if (vertex >= field->mesh.vertex_count - field->options.cap_vertices) {
        return;
    }
    uint32_t* link = &field->head[field->home[vertex]];
    uint32_t gap = field->slot[vertex];
    while (*link != gap / 4) {
        link = &field->after[*link];
    }
    for (bool done = false; !done;) {
        uint32_t b = gap / 4, next = field->after[b], lane = gap % 4;
        bool last = lane == 3;
        uint32_t from = last ? next * 4 : gap + 1;
        uint32_t mover = last && next == WF_INCLUSION_NONE
                             ? WF_INCLUSION_NONE
                             : field->blocks[from / 4].vertex[from % 4];
        set_lane(field, gap, mover);
        done = mover == WF_INCLUSION_NONE;
        if (done && lane == 0) {
            *link = WF_INCLUSION_NONE;
            field->after[b] = field->free_block;
            field->free_block = b;
        } else if (last) {
            link = &field->after[b];
        }
        gap = from;
    }
}
