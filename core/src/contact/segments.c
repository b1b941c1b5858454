// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Segments of all bodies in one list of labels, body after body.
#include "contact/segments.h"

#ifdef WEFT_LAB

#include "structures/distance_segments.h"

enum { LAST_LABEL = 254 };

uint32_t wf_contact_label_body(const wf_body* body, uint8_t* labels, uint8_t* segments) {
    if (body->bone_count == 0) {
        return 1; // they are zero
    }
    uint32_t count = wf_segments_of_bones(body->bone_count, segments);
    const wf_segment_map of = {segments, body->bone_count};
    const wf_distance_mesh mesh = {body->rest,           body->triangles,      body->vertex_count,
                                   body->triangle_count, body->triangle_count, true};
    // the bones of a body were checked when it was made: there is no other
    wf_segments_label(&of, &mesh, body->bone_indices, body->bone_weights, labels, NULL);
    return count;
}

/// How many labels there are at most, 0 when memory is out.
static uint32_t label_body(wf_memory* memory, const wf_body* body, uint8_t* labels) {
    uint8_t* segments = WF_ALLOC(memory, uint8_t, body->bone_count + 1);
    uint32_t count = segments != NULL ? wf_contact_label_body(body, labels, segments) : 0;
    wf_free(memory, segments);
    return count;
}

bool wf_contact_tell_segments(wf_contact* c) {
    uint32_t triangles = c->obstacle->triangle_count, first = 0;
    if (c->structure->take_segments == NULL || triangles == 0) {
        return true;
    }
    uint8_t* labels = WF_ALLOC(c->memory, uint8_t, c->obstacle->drawn_count);
    bool done = labels != NULL;
    for (uint32_t k = 0; k < c->objects->body_count && done; ++k) {
        const wf_body* body = &c->objects->bodies[k];
        uint8_t* own = labels + body->first_triangle;
        uint32_t count = body->triangle_count > 0 ? label_body(c->memory, body, own) : 1;
        for (uint32_t t = 0; t < body->triangle_count; ++t) {
            uint32_t label = own[t] + first;
            own[t] = (uint8_t)(label < LAST_LABEL ? label : LAST_LABEL);
        }
        first += count;
        done = count > 0;
    }
    done = done && c->structure->take_segments(c->memory, c->structure_self, labels, triangles);
    wf_free(c->memory, labels);
    return done;
}

#endif
