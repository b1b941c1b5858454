// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What normal cones leave of the search of cloth with itself, and what there is without them.
#include "contact/layers_cones.h"

#ifdef WEFT_LAB

#include "contact/partners.h"
#include "particles/particles.h"
#include "structures/dop_cones.h"

const wf_dop_tree* wf_layers_cone_tree(const wf_contact* c) {
    const wf_layers* l = c->layers;
    const wf_dop_tree* tree = &l->tree;
    if (!l->own_tree) {
        bool any = c->structure->cloth_tree != NULL;
        tree = any ? c->structure->cloth_tree(c->structure_self) : NULL;
    }
    return tree != NULL && tree->cones != NULL ? tree : NULL;
}

bool wf_layers_cone_neighbours(wf_contact* c, const wf_dop_tree* tree) {
    wf_layers* l = c->layers;
    const wf_neighbours* n = &l->neighbours;
    l->candidates.count = l->far;
    for (uint32_t t = 0; t < n->triangle_count; ++t) {
        uint32_t first = n->row[t], end = n->row[t + 1];
        if (!wf_pairs_reserve(c->memory, &l->candidates, l->candidates.count + end - first)) {
            return false;
        }
        for (uint32_t k = first; k < end; ++k) {
            const wf_neighbour* other = &n->item[k];
            if (!other->shares && !wf_dop_cones_skip(tree->cones, t, other->triangle)) {
                l->candidates.a[l->candidates.count] = t;
                l->candidates.b[l->candidates.count++] = other->triangle;
            }
        }
    }
    wf_partners_keep_cloths(c, &l->candidates, l->far);
    return true;
}

bool wf_layers_find_whole(wf_contact* c, const wf_dop_tree* tree) {
    wf_memory* m = c->memory;
    wf_layers* l = c->layers;
    const wf_particles* p = c->particles;
    l->list.count = 0;
    if (!wf_dop_tree_collide_whole(m, tree, &l->stack, &l->list) ||
        !wf_pair_list_sort(m, &l->list, p->triangle_count, p->triangle_count, &l->whole)) {
        return false;
    }
    wf_fans_find(&l->fans, p->x, l->kept_flat);
    wf_hoods_find(&l->hoods, p->x, NULL, WF_FANS_FACING, l->kept_flat, l->kept_hood);
    wf_hoods_known known = {l->kept_flat, l->kept_hood, NULL, NULL};
    bool done = wf_hoods_open_pairs(m, &l->opening, &l->neighbours, p->triangles, &known,
                                    l->corners, &l->whole);
    wf_partners_keep_cloths(c, &l->whole, 0);
    return done;
}

#endif
