// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth against cloth inside the contact: what the search, the selection of touches and the filter
// keep for it.
#pragma once

#include "contact/contact.h"
#include "detect/hoods.h"
#include "detect/spread.h"

typedef struct wf_layers {
    uint32_t* same;       // per particle: see wf_joins
    wf_rows joined;       // the same
    uint32_t* edge_faces; // 2 per edge, UINT32_MAX for none
    wf_neighbours neighbours;
    wf_pairs candidates; // pairs of triangles: what the structure found, then open neighbours
    size_t far;          // of the candidates: what the structure found
    wf_self_boxes boxes;
    wf_near_list pairs;
    float radius;      // m, distance at which layers begin to push
    size_t found;      // of the pairs: what the detection found, before the filter added the late
    uint32_t* nearest; // 2 per particle: its nearest pair with a face on either side
    uint8_t* late;     // per particle: scratch of the filter
    uint8_t* near;     // of those: wf_hoods_mark_near
    wf_fans fans;
    wf_hoods hoods;
    uint8_t* flat;      // per particle: no two triangles of its fan are taken to cross
    uint8_t* hood;      // per particle: the same of its hood
    uint8_t* kept_flat; // per particle: scratch of the filter
    uint8_t* kept_hood;
    uint8_t* corners; // per triangle: scratch of the search
    wf_open_work opening;
    float* end;       // 4 per particle: where the last displacement that the filter saw ends
    bool way_known;   // `kept_flat` and `kept_hood` are of the way there
    float* give;      // per particle: share that it takes of a push
    wf_dop_tree tree; // of the cloth, where the structure has none
    wf_dop_stack stack;
    wf_pair_list list;
    bool own_tree;
    wf_spread spread;
    bool is_put_off;    // the sheet lies spread out: nothing was found, and the search waits for a
                        // question
    wf_sweep asked;     // what it was to search then, in the next three
    float *start, *aim; // 4 per particle
    float* room;        // per particle
    bool idle;          // no cloth may touch cloth: nothing is looked for
    wf_audit audit;
#ifdef WEFT_LAB
    bool by_cones;  // normal cones search, and leave pairs out
    wf_pairs whole; // where normal cones search: what the candidates would be without them
#endif
} wf_layers;

/// Makes the buffers; false when memory is out.
bool wf_layers_create(wf_contact* c, const wf_sweep* cloth);
void wf_layers_destroy(wf_contact* c);

/// Finds the pairs of cloth with cloth within the displacement boxes. The structure has been
/// refreshed.
bool wf_layers_detect(wf_contact* c, const wf_sweep* cloth);

/// Whether normal cones search.
bool wf_layers_by_cones(const wf_contact* c);

/// Has the marked triangles' candidates found anew in other boxes, which the structure has taken.
bool wf_layers_follow(wf_contact* c, const wf_sweep* sweep, const uint8_t* marks);

/// Says which fans and hoods answer for themselves in the present pose, and makes the open
/// neighbours of that the end of the candidates. False when memory is out.
bool wf_layers_open_pose(wf_contact* c);

/// The candidates of the present pose, for an audit.
static inline const wf_pairs* wf_layers_to_audit(const wf_layers* layers) {
#ifdef WEFT_LAB
    if (layers->by_cones) {
        return &layers->whole;
    }
#endif
    return &layers->candidates;
}

/// Marks as late the particles round which a displacement bends the cloth more than the search took
/// for granted; true when there are new ones.
bool wf_layers_bend(wf_contact* c, const float* displacement);

/// Adds the pairs that matter because the filter holds the marked particles up.
bool wf_layers_detect_late(wf_contact* c, const uint8_t* late);

/// Pairs of the last detection.
uint32_t wf_layers_pair_count(const wf_contact* c);

/// Gives every particle its share of pushes: cloth that lies on a body gives way least, and layer
/// by layer more, so that pushes travel outwards.
void wf_layers_share(const wf_contact* c);
