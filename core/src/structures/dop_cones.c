// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Normal cones as Mezger, Kimmerle, Etzmuss 2003 prune self-collision with them.
//
// 5.1: "For every region a cone is maintained representing a superset of the normal directions. The
// cone can be calculated during the bottom-up hierarchy update by very few arithmetic operations.
// ... In order to detect proximities as well, we replace this intersection criterion by the
// self-proximity criterion for an angle < pi", of the apex. "We divide such a mesh into several
// face groups and build an adjacency matrix for the groups. The curvature heuristic is not applied
// to non-adjacent groups." 6.2: "If the faces belong to the same or to two adjacent groups, only
// non-adjacent faces with a significant angle are tested against each other."
//
// Our reading makes one rule of the two: a pair of faces of the same group, or of two groups that
// share a vertex, is left out when its normals part by less than the self-proximity angle. A region
// whose groups all touch and whose apex angle is less holds only such pairs, so it is left out
// whole, and so are two regions of which that is true together. Every tree, whatever its k, arity
// and split, hence finds the same pairs. A cone holds the normals at both ends of the moves.
//
// This proves nothing: what Provot's view of a region promises needs an outline that does not cross
// itself, and nobody looks at the outline (the paper's figure 5). Certificates that do are in
// detect/fans.h and detect/hoods.h.
#include "structures/dop_cones.h"

#ifdef WEFT_LAB

#include "math/simd.h"

#include <math.h>

/// More than the roundings of a cosine of floats, and of the sums of a whole branch of a tree.
#define COSINE_ROUNDING 1e-6f
#define BRANCH_ROUNDING 1e-4f

/// An angle from 0 to pi.
typedef struct angle {
    float cosine, sine;
} angle;

static angle angle_of(float cosine) {
    float c = fmaxf(fminf(cosine, 1.0f) - COSINE_ROUNDING, -1.0f);
    return (angle){c, sqrtf(fmaxf(0.0f, 1.0f - c * c))};
}

/// pi when it would be more: b is at least what a lacks of it, whose cosine is -a.cosine. The sign
/// of the sum's sine does not tell, since twice pi has none.
static angle add(angle a, angle b) {
    angle sum = {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
    return a.cosine + b.cosine <= 0.0f ? (angle){-1.0f, 0.0f} : sum;
}

static float dot(const float* a, const float* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// By the series of an eighth, doubled three times; the core has no cosine.
static float cosine_of(float degrees) {
    double x = (double)degrees * (3.14159265358979324 / 180.0 / 8.0), x2 = x * x;
    double c = 1.0 - x2 / 2.0 * (1.0 - x2 / 12.0 * (1.0 - x2 / 30.0 * (1.0 - x2 / 56.0)));
    for (int i = 0; i < 3; ++i) {
        c = 2.0 * c * c - 1.0;
    }
    return (float)c;
}

// ---- groups -------------------------------------------------------------------------------------

static bool groups_touch(const wf_dop_cones* c, uint32_t a, uint32_t b) {
    return a == b || wf_rows_has(&c->groups.neighbours, a, b);
}

/// Adds a group to the list of a node; false when it does not touch all that are there, or there is
/// no room.
static bool list_group(wf_dop_cones* c, uint32_t node, uint32_t group) {
    uint32_t* list = c->node_groups + WF_DOP_NODE_GROUPS * (size_t)node;
    uint32_t count = c->group_count[node];
    for (uint32_t i = 0; i < count; ++i) {
        if (list[i] == group) {
            return true;
        }
        if (!groups_touch(c, list[i], group)) {
            return false;
        }
    }
    if (count == WF_DOP_NODE_GROUPS) {
        return false;
    }
    list[count] = group;
    c->group_count[node] += 1;
    return true;
}

static bool list_child(const wf_dop_tree* tree, wf_dop_cones* c, uint32_t node, uint32_t child) {
    if (node >= tree->inner_count) {
        return list_group(c, node, c->groups.group_of[child]);
    }
    bool fits = c->group_count[child] > 0;
    for (uint32_t i = 0; i < c->group_count[child] && fits; ++i) {
        fits = list_group(c, node, c->node_groups[WF_DOP_NODE_GROUPS * (size_t)child + i]);
    }
    return fits;
}

/// Children come after their parents.
static void list_groups(const wf_dop_tree* tree, wf_dop_cones* c) {
    for (uint32_t node = tree->node_count; node-- > 0;) {
        const uint32_t* child = tree->children + (size_t)node * tree->lane_count;
        bool fits = true;
        c->group_count[node] = 0;
        for (uint32_t i = 0; i < tree->lane_count && fits; ++i) {
            fits = child[i] == WF_DOP_NONE || list_child(tree, c, node, child[i]);
        }
        c->group_count[node] = fits ? c->group_count[node] : 0;
    }
}

static bool build_groups(wf_memory* memory, const wf_sweep* sweep, wf_face_groups* groups) {
    wf_topology topology = {0};
    bool built = wf_topology_build(memory, sweep->triangles, sweep->triangle_count,
                                   sweep->vertex_count, &topology) &&
                 wf_face_groups_build(memory, &topology, groups);
    wf_topology_free(memory, &topology);
    return built;
}

wf_dop_cones* wf_dop_cones_create(wf_memory* memory, const wf_dop_tree* tree, const wf_sweep* sweep,
                                  float degrees) {
    wf_dop_cones* c = WF_ALLOC(memory, wf_dop_cones, 1);
    if (c == NULL) {
        return NULL;
    }
    c->cosine = cosine_of(degrees);
    c->triangle_count = sweep->triangle_count;
    c->normals = WF_ALLOC(memory, float, 8 * (size_t)sweep->triangle_count);
    c->cones = WF_ALLOC(memory, float, 4 * (size_t)tree->node_count);
    c->node_groups = WF_ALLOC(memory, uint32_t, WF_DOP_NODE_GROUPS * (size_t)tree->node_count);
    c->group_count = WF_ALLOC(memory, uint8_t, tree->node_count);
    if (memory->failed || !build_groups(memory, sweep, &c->groups)) {
        wf_dop_cones_free(memory, c);
        return NULL;
    }
    list_groups(tree, c);
    return c;
}

void wf_dop_cones_free(wf_memory* memory, wf_dop_cones* cones) {
    if (cones != NULL) {
        wf_face_groups_free(memory, &cones->groups);
        wf_free(memory, cones->normals);
        wf_free(memory, cones->cones);
        wf_free(memory, cones->node_groups);
        wf_free(memory, cones->group_count);
        wf_free(memory, cones);
    }
}

// ---- cones --------------------------------------------------------------------------------------

/// The unit normal, or nothing where the triangle has none.
static void fit_normal(const float* x, const uint32_t* t, float* out) {
    const float *a = x + 4 * (size_t)t[0], *b = x + 4 * (size_t)t[1], *c = x + 4 * (size_t)t[2];
    float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    float length = sqrtf(dot(n, n));
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = length > 0.0f ? n[axis] / length : 0.0f;
    }
}

/// What a cone is made of: normals, or the cones of children.
typedef struct part {
    const float* axis;
    float cosine; // of the half angle about it
} part;

/// About the mean axis, wide enough for every part.
static void fit_cone(const part* parts, uint32_t count, float* out) {
    float axis[3] = {0, 0, 0};
    float least = 1.0f;
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            axis[k] += parts[i].axis[k];
        }
        least = fminf(least, parts[i].cosine);
    }
    float length = sqrtf(dot(axis, axis));
    bool any = length > 1e-3f && least > -1.0f;
    for (int k = 0; k < 3; ++k) {
        out[k] = any ? axis[k] / length : 0.0f;
    }
    out[3] = any ? 1.0f : -1.0f;
    for (uint32_t i = 0; i < count && any; ++i) {
        angle reach = add(angle_of(dot(out, parts[i].axis)), angle_of(parts[i].cosine));
        out[3] = fminf(out[3], reach.cosine);
    }
}

static void fit_node(const wf_dop_tree* tree, wf_dop_cones* c, uint32_t node) {
    const uint32_t* child = tree->children + (size_t)node * tree->lane_count;
    bool leaf = node >= tree->inner_count;
    part parts[16];
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->lane_count; ++i) {
        if (child[i] == WF_DOP_NONE) {
            continue;
        }
        if (leaf) {
            const float* n = c->normals + 8 * (size_t)child[i];
            parts[count++] = (part){n, dot(n, n) > 0.5f ? 1.0f : -1.0f};
            parts[count++] = (part){n + 4, dot(n + 4, n + 4) > 0.5f ? 1.0f : -1.0f};
        } else {
            const float* cone = c->cones + 4 * (size_t)child[i];
            parts[count++] = (part){cone, cone[3]};
        }
    }
    fit_cone(parts, count, c->cones + 4 * (size_t)node);
}

void wf_dop_cones_fit(const wf_dop_tree* tree, const wf_sweep* sweep, wf_dop_cones* cones) {
    for (uint32_t t = 0; t < sweep->triangle_count; ++t) {
        const uint32_t* corner = sweep->triangles + 3 * (size_t)t;
        fit_normal(sweep->x0, corner, cones->normals + 8 * (size_t)t);
        fit_normal(sweep->x1, corner, cones->normals + 8 * (size_t)t + 4);
    }
    for (uint32_t node = tree->node_count; node-- > 0;) {
        fit_node(tree, cones, node);
    }
}

// ---- the rule -----------------------------------------------------------------------------------

static bool all_touch(const wf_dop_cones* c, uint32_t a, uint32_t b) {
    const uint32_t* of_a = c->node_groups + WF_DOP_NODE_GROUPS * (size_t)a;
    const uint32_t* of_b = c->node_groups + WF_DOP_NODE_GROUPS * (size_t)b;
    bool all = true;
    for (uint32_t i = 0; i < c->group_count[a] && all; ++i) {
        for (uint32_t k = 0; k < c->group_count[b] && all; ++k) {
            all = groups_touch(c, of_a[i], of_b[k]);
        }
    }
    return all;
}

bool wf_dop_cones_rest(const wf_dop_cones* c, uint32_t a, uint32_t b) {
    const float *first = c->cones + 4 * (size_t)a, *second = c->cones + 4 * (size_t)b;
    if (c->group_count[a] == 0 || c->group_count[b] == 0 || first[3] <= -1.0f ||
        second[3] <= -1.0f) {
        return false;
    }
    angle apex = add(angle_of(first[3]), angle_of(second[3]));
    apex = a == b ? apex : add(apex, angle_of(dot(first, second)));
    return apex.cosine > c->cosine + BRANCH_ROUNDING && all_touch(c, a, b);
}

bool wf_dop_cones_skip(const wf_dop_cones* c, uint32_t a, uint32_t b) {
    const float *first = c->normals + 8 * (size_t)a, *second = c->normals + 8 * (size_t)b;
    return dot(first, first) > 0.5f && dot(second, second) > 0.5f &&
           dot(first + 4, first + 4) > 0.5f && dot(second + 4, second + 4) > 0.5f &&
           dot(first, second) > c->cosine && dot(first + 4, second + 4) > c->cosine &&
           groups_touch(c, c->groups.group_of[a], c->groups.group_of[b]);
}

void wf_dop_cones_sift(const wf_dop_cones* c, wf_pair_list* list, size_t first) {
    size_t count = first;
    for (size_t i = first; i < list->count; ++i) {
        wf_pair pair = list->found[i];
        list->found[count] = pair;
        count += !wf_dop_cones_skip(c, pair.a, pair.b);
    }
    list->count = count;
}

#endif
