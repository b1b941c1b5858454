// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth with itself where the tree leaves pairs out by normal cones (structures/dop_cones.h): its
// neighbours are then searched by the same rule, not by fans and hoods, and the audit, which has to
// see what the rule misses, looks at a list of its own.
#pragma once

#include "contact/layers.h"

#ifdef WEFT_LAB

/// The tree that cloth is searched for itself with, where normal cones leave pairs of it out; else
/// null.
const wf_dop_tree* wf_layers_cone_tree(const wf_contact* c);

/// Puts the neighbours that the cones leave behind what the tree found: those that an edge joins.
/// Faces that share a vertex are never looked at. False when memory is out.
bool wf_layers_cone_neighbours(wf_contact* c, const wf_dop_tree* tree);

/// Makes l->whole what the candidates are without cones, in the present pose. False when memory is
/// out.
bool wf_layers_find_whole(wf_contact* c, const wf_dop_tree* tree);

#endif
