// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The table of structures: the lab build has all, the plain one the default.
#include "structures/structure.h"

const wf_structure* wf_structure_get(uint32_t kind) {
    switch (kind) {
    case WEFT_STRUCTURE_DOP_TREE:
        return &wf_structure_dop_tree;
#ifdef WEFT_LAB
    case WEFT_STRUCTURE_INCLUSION_FIELD:
        return &wf_structure_inclusion_field;
    case WEFT_STRUCTURE_BRUTE_FORCE:
        return &wf_structure_brute_force;
#endif
    default:
        return NULL;
    }
}
