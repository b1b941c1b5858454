// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Making and carrying the parts of a body (inclusion_parts.h), and whether they can be made.
#include "structures/inclusion_parts.h"

#include "base/report.h"
#include "math/simd.h"
#include "structures/segment_cut.h"

#include <math.h>
#include <string.h>

/// A transform is fitted to so many vertices at most, evenly out of those that a bone alone moves:
/// who has this weight on it. Fewer than the least say too little.
enum { ANCHORS = 32, LEAST_ANCHORS = 8 };
#define ALONE 0.999f
/// A vertex that is this close to its place at rest, m and axis by axis, is rigid with its part.
/// Places up to 4 m off are good to 0.3 um, and their way through a transform adds as much.
#define RIGID 4e-6f
/// Triangles of parts have the cells that they are this close to, m: more than RIGID and rounding.
#define SLACK 1e-5f

// ---- following ----------------------------------------------------------------------------------

/// The middles of joints: places that both sides of a cut take.
static void place_joints(wf_inclusion_parts* p) {
    for (uint32_t j = 0; j < p->joint_count; ++j) {
        double sum[3] = {0.0, 0.0, 0.0};
        uint32_t from = p->joints.row[j], to = p->joints.row[j + 1];
        float* out = p->x + 4 * ((size_t)p->mesh.vertex_count + j);
        for (uint32_t i = from; i < to; ++i) {
            for (size_t k = 0; k < 3; ++k) {
                sum[k] += (double)p->x[4 * (size_t)p->joints.item[i] + k];
            }
        }
        for (int k = 0; k < 3; ++k) {
            out[k] = (float)(sum[k] / (to - from));
        }
        out[3] = 1.0f;
    }
}

/// Where the bone is: the rigid motion from the anchors' places at rest.
static void fit(wf_inclusion_part* part, const float* rest, const float* x) {
    double middle[3] = {0.0, 0.0, 0.0};
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < part->anchor_count; ++i) {
            for (size_t k = 0; k < 3; ++k) {
                double at = (double)rest[4 * (size_t)part->anchors[i] + k];
                middle[k] += pass == 0 ? at / part->anchor_count : 0.0;
                part->anchors_rest[3 * (size_t)i + k] = (float)(at - middle[k]);
            }
        }
    }
    wf_segment_pose pose = wf_rigid_fit(part->anchors, part->anchors_rest, part->anchor_count, x);
    for (int k = 0; k < 3; ++k) {
        part->middle[k] = (float)pose.middle[k];
        part->middle_there[k] = (float)middle[k];
        for (int i = 0; i < 3; ++i) {
            part->row[k][i] = (float)pose.turn[3 * k + i];
        }
    }
}

/// Finds where the vertices are in the part's frame, and its box in the world.
static void find_local(const wf_inclusion_parts* p, wf_inclusion_part* part, const float* rest) {
    wf_f4 lo = wf_f4_splat(INFINITY), hi = wf_f4_splat(-INFINITY), near = wf_f4_splat(RIGID);
    part->moved = 0;
    for (uint32_t v = 0; v < part->vertex_count; ++v) {
        wf_f4 world = wf_f4_load(p->x + 4 * (size_t)part->source[v]);
        wf_f4 local = wf_inclusion_part_local(part, world);
        lo = wf_f4_min(lo, world);
        hi = wf_f4_max(hi, world);
        if (v < part->skin_count) {
            wf_f4 there = wf_f4_load(rest + 4 * (size_t)part->source[v]);
            wf_f4 off = wf_f4_abs(wf_f4_sub(local, there));
            bool rigid = (wf_f4_mask(wf_f4_less_equal(off, near)) & 7) == 7;
            local = rigid ? there : local;
            part->moved += !rigid;
        }
        wf_f4_store(part->local + 4 * (size_t)v, local);
    }
    wf_f4_store(part->lo, lo);
    wf_f4_store(part->hi, hi);
}

/// A cell of the surface has no place that is further off than its diagonal.
static void grow_box(wf_inclusion_part* part) {
    wf_f4 margin = wf_f4_splat((float)(1.75 / part->field.per_cell) + SLACK);
    wf_f4_store(part->lo, wf_f4_sub(wf_f4_load(part->lo), margin));
    wf_f4_store(part->hi, wf_f4_add(wf_f4_load(part->hi), margin));
}

static void take_pose(wf_inclusion_parts* p, const float* x) {
    memcpy(p->x, x, 16 * (size_t)p->mesh.vertex_count);
    place_joints(p);
}

bool wf_inclusion_parts_update(wf_memory* memory, wf_inclusion_parts* p, const float* rest,
                               const float* x) {
    take_pose(p, x);
    for (uint32_t i = 0; i < p->count; ++i) {
        wf_inclusion_part* part = &p->parts[i];
        fit(part, rest, x);
        find_local(p, part, rest);
        if (!wf_inclusion_update(memory, &part->field, part->local)) {
            return false;
        }
        grow_box(part);
    }
    return true;
}

// ---- making -------------------------------------------------------------------------------------

void wf_inclusion_parts_free(wf_memory* memory, wf_inclusion_parts* p) {
    for (uint32_t i = 0; i < p->count; ++i) {
        wf_inclusion_part* part = &p->parts[i];
        wf_inclusion_free(memory, &part->field);
        wf_free(memory, part->triangles);
        wf_free(memory, part->source);
        wf_free(memory, part->anchors);
        wf_free(memory, part->anchors_rest);
        wf_free(memory, part->local);
    }
    wf_free(memory, p->parts);
    wf_free(memory, p->x);
    wf_rows_free(memory, &p->joints);
    wf_rows_free(memory, &p->vertex_triangles);
    *p = (wf_inclusion_parts){.count = 0};
}

/// The bone that has most of the vertices for itself, and how many. `own` is per bone, zeros before
/// and after.
static uint32_t main_bone(const wf_inclusion_skin* skin, const wf_segment_cut* cut, uint32_t label,
                          uint32_t* own, uint32_t* count) {
    uint32_t best = 0;
    *count = 0;
    for (uint32_t v = 0; v < cut->used; ++v) {
        size_t at = 4 * (size_t)cut->source[v];
        own[skin->bones[at]] +=
            skin->weights[at] >= ALONE && skin->segments[skin->bones[at]] == label;
    }
    for (uint32_t b = 0; b < skin->bone_count; ++b) {
        best = own[b] > *count ? b : best;
        *count = own[b] > *count ? own[b] : *count;
        own[b] = 0;
    }
    return best;
}

/// Who shows where the segment is: vertices that its main bone has for itself, or that its bones
/// have together, or all.
typedef enum anchoring { BY_BONE, BY_SEGMENT, BY_ALL } anchoring;

static bool is_anchor(const wf_inclusion_skin* skin, uint32_t vertex, uint32_t label, uint32_t bone,
                      anchoring by) {
    const uint16_t* bones = skin->bones + 4 * (size_t)vertex;
    const float* weights = skin->weights + 4 * (size_t)vertex;
    float own = 0.0f;
    for (int k = 0; k < 4; ++k) {
        bool is_own = by == BY_BONE ? bones[k] == bone : skin->segments[bones[k]] == label;
        own += is_own ? weights[k] : 0.0f;
    }
    return by == BY_ALL || own >= ALONE;
}

static uint32_t count_anchors(const wf_inclusion_skin* skin, const wf_segment_cut* cut,
                              uint32_t label, uint32_t bone, anchoring by) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < cut->used; ++v) {
        count += is_anchor(skin, cut->source[v], label, bone, by);
    }
    return count;
}

static bool choose_anchors(wf_memory* memory, wf_inclusion_part* part,
                           const wf_inclusion_skin* skin, const wf_segment_cut* cut,
                           uint32_t* own) {
    uint32_t count, bone = main_bone(skin, cut, part->label, own, &count), met = 0;
    anchoring by = BY_BONE;
    while (by != BY_ALL && count < LEAST_ANCHORS) {
        by = by == BY_BONE ? BY_SEGMENT : BY_ALL;
        count = count_anchors(skin, cut, part->label, bone, by);
    }
    uint32_t wanted = count < ANCHORS ? count : ANCHORS;
    part->anchors = WF_ALLOC(memory, uint32_t, wanted);
    part->anchors_rest = WF_ALLOC(memory, float, 3 * (size_t)wanted);
    if (part->anchors == NULL || part->anchors_rest == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < cut->used; ++v) {
        uint32_t vertex = cut->source[v];
        if (is_anchor(skin, vertex, part->label, bone, by)) {
            bool turn = (uint64_t)part->anchor_count * count / wanted == met;
            if (turn && part->anchor_count < wanted) {
                part->anchors[part->anchor_count++] = vertex;
            }
            met += 1;
        }
    }
    return true;
}

/// `joint_of` is per vertex of the skin that names a joint: which one.
static bool make_part(wf_memory* memory, wf_inclusion_parts* p, wf_inclusion_part* part,
                      const wf_inclusion_skin* skin, const wf_segment_cut* cut,
                      const uint32_t* joint_of, uint32_t* own) {
    size_t corners = 3 * (size_t)cut->count, vertices = cut->vertex_count;
    part->triangles = WF_ALLOC(memory, uint32_t, corners);
    part->source = WF_ALLOC(memory, uint32_t, vertices);
    part->local = WF_ALLOC(memory, float, 4 * vertices);
    if (part->triangles == NULL || part->source == NULL || part->local == NULL ||
        !choose_anchors(memory, part, skin, cut, own)) {
        return false;
    }
    part->skin_count = cut->used;
    part->vertex_count = cut->vertex_count;
    memcpy(part->triangles, cut->triangles, 4 * corners);
    memcpy(part->source, cut->source, 4 * vertices);
    for (size_t v = cut->used; v < vertices; ++v) {
        part->source[v] = p->mesh.vertex_count + joint_of[cut->source[v]];
    }
    part->skin_triangles = cut->skin;
    part->mesh = (wf_inclusion_mesh){part->triangles, cut->vertex_count, cut->count};
    return true;
}

static bool build_part(wf_memory* memory, wf_inclusion_parts* p, wf_inclusion_part* part,
                       const float* rest, const float* x) {
    fit(part, rest, x);
    find_local(p, part, rest);
    wf_inclusion_options options = p->options;
    options.cap_vertices = part->vertex_count - part->skin_count;
    options.cap_triangles = part->mesh.triangle_count - part->skin_triangles;
    bool done = wf_inclusion_build(memory, &part->field, &part->mesh, part->local, &options);
    if (done) {
        grow_box(part);
    }
    return done;
}

/// What only a build needs.
typedef struct making {
    uint32_t* joints;   // per vertex
    uint32_t* joint_of; // per vertex that names a joint
    uint32_t* own;      // per bone
} making;

/// Numbers the joints, and how many vertices each has after the row before it.
static bool count_joints(wf_memory* memory, wf_inclusion_parts* p, making* m, uint32_t* size) {
    uint32_t count = p->mesh.vertex_count, listed = 0;
    for (uint32_t v = 0; v < count; ++v) {
        size[m->joints[v]] += 1;
    }
    for (uint32_t v = 0; v < count; ++v) {
        m->joint_of[v] = p->joint_count;
        p->joint_count += size[v] > 1;
    }
    p->joints.row = WF_ALLOC(memory, uint32_t, (size_t)p->joint_count + 1);
    p->joints.item = WF_ALLOC(memory, uint32_t, count);
    p->x = WF_ALLOC(memory, float, 4 * ((size_t)count + p->joint_count));
    if (p->joints.row == NULL || p->joints.item == NULL || p->x == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < count; ++v) {
        p->joints.row[m->joint_of[v]] = listed;
        listed += size[v] > 1 ? size[v] : 0;
    }
    p->joints.row[p->joint_count] = listed;
    return true;
}

static bool list_joints(wf_memory* memory, wf_inclusion_parts* p, making* m) {
    uint32_t* size = WF_ALLOC(memory, uint32_t, p->mesh.vertex_count);
    bool done = size != NULL && count_joints(memory, p, m, size);
    for (uint32_t v = 0; v < p->mesh.vertex_count && done; ++v) {
        uint32_t lead = m->joints[v], joint = m->joint_of[lead];
        if (lead == v && size[v] > 1) {
            size[v] = p->joints.row[joint]; // from now on where the next one goes
            p->joints.item[size[v]++] = v;
        } else if (lead != v) {
            p->joints.item[size[lead]++] = v; // the lead is the lowest
        }
    }
    wf_free(memory, size);
    return done;
}

static bool make_parts(wf_memory* memory, wf_inclusion_parts* p, const wf_inclusion_skin* skin,
                       const wf_segment_skin* whole, const making* m) {
    bool done = true;
    for (uint32_t label = 0; label <= UINT8_MAX && done; ++label) {
        wf_segment_cut cut;
        done = wf_segment_cut_out(memory, whole, label, m->joints, &cut);
        if (done && cut.skin > 0) {
            wf_inclusion_part* part = &p->parts[p->count++];
            part->label = label;
            done = make_part(memory, p, part, skin, &cut, m->joint_of, m->own);
        }
        wf_segment_cut_free(memory, &cut);
    }
    return done;
}

static bool make_all(wf_memory* memory, wf_inclusion_parts* p, const wf_inclusion_skin* skin,
                     const float* rest, making* m) {
    const wf_segment_skin whole = {rest, skin->mesh.triangles, skin->labels,
                                   skin->mesh.vertex_count, skin->mesh.triangle_count};
    m->joints = WF_ALLOC(memory, uint32_t, skin->mesh.vertex_count);
    m->joint_of = WF_ALLOC(memory, uint32_t, skin->mesh.vertex_count);
    m->own = WF_ALLOC(memory, uint32_t, skin->bone_count);
    p->parts = WF_ALLOC(memory, wf_inclusion_part, UINT8_MAX + 1);
    return m->joints != NULL && m->joint_of != NULL && m->own != NULL && p->parts != NULL &&
           wf_vertex_triangles(memory, skin->mesh.triangles, skin->mesh.triangle_count,
                               skin->mesh.vertex_count, &p->vertex_triangles) &&
           wf_segment_joints(memory, &whole, m->joints) && list_joints(memory, p, m) &&
           make_parts(memory, p, skin, &whole, m);
}

bool wf_inclusion_parts_build(wf_memory* memory, wf_inclusion_parts* p,
                              const wf_inclusion_skin* skin, const float* rest, const float* x,
                              const wf_inclusion_options* options) {
    making m = {NULL, NULL, NULL};
    p->mesh = skin->mesh;
    p->options = *options;
    p->options.slack = SLACK;
    p->options.windings = true;
    bool done = make_all(memory, p, skin, rest, &m);
    wf_free(memory, m.joints);
    wf_free(memory, m.joint_of);
    wf_free(memory, m.own);
    if (done) {
        take_pose(p, x);
    }
    for (uint32_t i = 0; i < p->count && done; ++i) {
        done = build_part(memory, p, &p->parts[i], rest, x);
    }
    if (!done) {
        wf_inclusion_parts_free(memory, p);
    }
    return done;
}

// ---- what can be made ---------------------------------------------------------------------------

/// The box of a segment at rest.
static void box_of(const wf_inclusion_skin* skin, const float* rest, uint32_t label, double lo[3],
                   double hi[3], uint32_t* triangles) {
    *triangles = 0;
    for (int axis = 0; axis < 3; ++axis) {
        lo[axis] = INFINITY;
        hi[axis] = -INFINITY;
    }
    for (uint32_t i = 0; i < 3 * skin->mesh.triangle_count; ++i) {
        if (skin->labels[i / 3] != label) {
            continue;
        }
        const float* x = rest + 4 * (size_t)skin->mesh.triangles[i];
        *triangles += i % 3 == 0;
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis] = fmin(lo[axis], (double)x[axis]);
            hi[axis] = fmax(hi[axis], (double)x[axis]);
        }
    }
}

weft_status wf_inclusion_parts_check(wf_memory* memory, const wf_inclusion_skin* skin,
                                     const float* rest, const wf_inclusion_options* options,
                                     weft_report* report) {
    weft_status status = wf_inclusion_check_mesh(memory, &skin->mesh, options, report);
    for (uint32_t label = 0; label <= UINT8_MAX && status == WEFT_OK; ++label) {
        double lo[3], hi[3];
        uint32_t triangles;
        box_of(skin, rest, label, lo, hi, &triangles);
        if (triangles == 0) {
            continue;
        }
        // a cut has fewer edges than its part has triangles' sides
        if (triangles > WF_INCLUSION_ALL_SKIN / 3) {
            status = wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, "body", label, WF_NO_OTHER,
                                    "A part of this body has more than %d triangles; take "
                                    "parts=whole.",
                                    WF_INCLUSION_ALL_SKIN / 3);
        } else {
            status = wf_inclusion_check_size(lo, hi, options, report);
        }
    }
    return status;
}
