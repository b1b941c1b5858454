// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who may touch whom: two objects touch when the mask of each has a bit of the other's groups.
// Pairs of triangles that may not are taken out right after the search, so that detection, filter,
// audit and repair all do without them.
#pragma once

#include "contact/contact.h"

static inline bool wf_may_touch(const weft_collision* a, const weft_collision* b) {
    return (a->group & b->mask) != 0 && (b->group & a->mask) != 0;
}

/// Whether any two objects, or a cloth and itself, may not touch.
bool wf_partners_limited(const wf_objects* o);

/// Whether any cloth may touch a body, one that is a mesh, or cloth.
bool wf_partners_any_body(const wf_objects* o);
bool wf_partners_any_mesh(const wf_objects* o);
bool wf_partners_any_cloth(const wf_objects* o);

/// Whether any cloth may touch a body.
bool wf_partners_meets_cloth(const wf_objects* objects, uint32_t body);

/// Takes the pairs of cloth and body that may not touch out of the list.
void wf_partners_keep_bodies(const wf_contact* c, wf_pairs* pairs);

/// The same for pairs of cloth and cloth, from `first` on.
void wf_partners_keep_cloths(const wf_contact* c, wf_pairs* pairs, size_t first);
