// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of cloth with bodies. Each triangle stands for the vertices and edges that it owns, so
// every pair of features is met once; planes of both triangles and boxes cull most of them before
// any distance is computed.
// Representative triangles after Curtis, Tamstorf, Manocha 2008.
#include "detect/proximity.h"

#include "detect/triangle_batch.h"
#include "math/simd.h"
#include "weft/constants.h"

/// Box of one feature over the substep, in a frame that moves evenly: what moves as one does not
/// come nearer, however fast it is.
typedef struct box {
    wf_f4 lo, hi;
} box;

static box body_box(const wf_surface* body, uint32_t i, wf_f4 frame) {
    wf_f4 from = wf_f4_load(body->from + 4 * (size_t)i);
    wf_f4 to = wf_f4_sub(wf_f4_load(body->to + 4 * (size_t)i), frame);
    return (box){wf_f4_min(from, to), wf_f4_max(from, to)};
}

/// A particle ends within its slack of the predicted place.
static box calm_box(const wf_surface* cloth, uint32_t i, wf_f4 frame) {
    wf_f4 from = wf_f4_load(cloth->from + 4 * (size_t)i);
    wf_f4 slack = wf_f4_splat(cloth->slack != NULL ? cloth->slack[i] : 0.0f);
    wf_f4 to = wf_f4_sub(wf_f4_load(cloth->to + 4 * (size_t)i), frame);
    return (box){wf_f4_min(from, wf_f4_sub(to, slack)), wf_f4_max(from, wf_f4_add(to, slack))};
}

static box box_union(box a, box b) {
    return (box){wf_f4_min(a.lo, b.lo), wf_f4_max(a.hi, b.hi)};
}

/// Lanes along which they are apart by more than a reach; `far` is the upper end of either and the
/// reach.
WF_INLINE wf_f4 boxes_apart(box a, wf_f4 a_far, box b, wf_f4 b_far) {
    return wf_f4_or(wf_f4_less(a_far, b.lo), wf_f4_less(b_far, a.lo));
}

/// Boxes of a triangle: corners and the edges opposite to them.
typedef struct triangle_boxes {
    box corner[3];
    box edge[3];
    box all;
} triangle_boxes;

static void join_corners(triangle_boxes* b) {
    for (int k = 0; k < 3; ++k) {
        b->edge[k] = box_union(b->corner[(k + 1) % 3], b->corner[(k + 2) % 3]);
    }
    b->all = box_union(b->edge[0], b->corner[0]);
}

static triangle_boxes body_boxes(const wf_surface* body, const uint32_t* corner, wf_f4 frame) {
    triangle_boxes b;
    for (int k = 0; k < 3; ++k) {
        b.corner[k] = body_box(body, corner[k], frame);
    }
    join_corners(&b);
    return b;
}

/// In the frame of its mean move, which goes to `frame`.
static void find_cloth_boxes(const wf_surface* cloth, const uint32_t* corner, triangle_boxes* b,
                             wf_f4* frame) {
    wf_f4 sum = wf_f4_zero();
    for (int k = 0; k < 3; ++k) {
        size_t i = 4 * (size_t)corner[k];
        sum = wf_f4_add(sum, wf_f4_sub(wf_f4_load(cloth->to + i), wf_f4_load(cloth->from + i)));
    }
    *frame = wf_f4_mul(sum, wf_f4_splat(1.0f / 3.0f));
    for (int k = 0; k < 3; ++k) {
        b->corner[k] = calm_box(cloth, corner[k], *frame);
    }
    join_corners(b);
}

// ---- candidates
// -----------------------------------------------------------------------------------

typedef struct proximity {
    const wf_pairs* candidates;
    const wf_near_search* search;
} proximity;

/// Bits of a candidate, five for each corner k of the cloth's triangle: the corner over the face,
/// corner k of the body beneath, and the edge opposite with the three of the body.
enum { PER_CORNER = 5, OVER = 1, BENEATH = 2, EDGES = 4 };

/// What a triangle of the cloth stands for, with all of a body.
static unsigned bits_of_cloth(unsigned owns) {
    unsigned bits = (unsigned)BENEATH * 0x421;
    for (int k = 0; k < 3; ++k) {
        bits |= (owns >> k & 1) << PER_CORNER * k;
        bits |= (owns >> (3 + k) & 1) * 7u * (unsigned)EDGES << PER_CORNER * k;
    }
    return bits;
}

/// What a triangle of a body stands for, with all of the cloth.
static unsigned bits_of_body(unsigned owns) {
    unsigned beneath = (owns & 1) | (owns & 2) << 4 | (owns & 4) << 8;
    return 0x421u | (unsigned)BENEATH * beneath | (owns >> 3 & 7u) * (unsigned)EDGES * 0x421u;
}

/// A triangle of the cloth and what all its pairs have in common.
typedef struct upper_side {
    triangle_boxes boxes;
    wf_f4 far[7]; // the upper ends of the boxes, corners first, and the reach
    wf_f4 frame;
    wf_triangle_side side;
    unsigned bits;
} upper_side;

static void find_far(const triangle_boxes* b, wf_f4 reach, wf_f4 far[7]) {
    for (int k = 0; k < 3; ++k) {
        far[k] = wf_f4_add(b->corner[k].hi, reach);
        far[3 + k] = wf_f4_add(b->edge[k].hi, reach);
    }
    far[6] = wf_f4_add(b->all.hi, reach);
}

static void find_upper_side(const proximity* p, uint32_t triangle, upper_side* u) {
    const wf_surface* cloth = &p->search->upper;
    u->bits = bits_of_cloth(cloth->owns[triangle]);
    find_cloth_boxes(cloth, cloth->triangles + 3 * (size_t)triangle, &u->boxes, &u->frame);
    find_far(&u->boxes, wf_f4_splat(p->search->reach), u->far);
    wf_triangle_side_find(cloth, triangle, &u->side);
}

/// Bit k is set where none of the first three bits of the k-th four is.
static unsigned find_clear_fours(uint64_t fours) {
    uint64_t any = (fours | fours >> 1 | fours >> 2) & 0x1111111111111111u;
    any = (any | any >> 3) & 0x0303030303030303u;
    any = (any | any >> 6) & 0x000f000f000f000fu;
    any = (any | any >> 12) & 0x000000ff000000ffu;
    return ~(unsigned)(any | any >> 24) & 0xffffu;
}

/// All boxes without a branch: which of them meet is as good as random.
static unsigned meet(const upper_side* u, const wf_surface* body, uint32_t triangle, wf_f4 reach) {
    const uint32_t* corner = body->triangles + 3 * (size_t)triangle;
    triangle_boxes b = body_boxes(body, corner, u->frame);
    const triangle_boxes* a = &u->boxes;
    wf_f4 far[7], apart[16];
    find_far(&b, reach, far);
    apart[15] = boxes_apart(a->all, u->far[6], b.all, far[6]);
    if ((wf_f4_mask(apart[15]) & 7) != 0) {
        return 0;
    }
    for (int k = 0; k < 3; ++k) {
        wf_f4* own = apart + PER_CORNER * k;
        own[0] = boxes_apart(a->corner[k], u->far[k], b.all, far[6]);
        own[1] = boxes_apart(a->all, u->far[6], b.corner[k], far[k]);
        for (int l = 0; l < 3; ++l) {
            own[2 + l] = boxes_apart(a->edge[k], u->far[3 + k], b.edge[l], far[3 + l]);
        }
    }
    uint64_t fours = 0;
    for (int k = 0; k < 16; k += 4) {
        fours |= (uint64_t)wf_f4_masks(apart[k], apart[k + 1], apart[k + 2], apart[k + 3]) << 4 * k;
    }
    return find_clear_fours(fours) & u->bits & bits_of_body(body->owns[triangle]);
}

/// How many candidates, four at most, from i on have its triangle of the cloth.
static uint32_t count_group(const wf_pairs* candidates, uint32_t i, uint32_t end) {
    uint32_t n = 1;
    while (n < 4 && i + n < end && candidates->a[i + n] == candidates->a[i]) {
        n += 1;
    }
    return n;
}

/// Of up to four candidates with one triangle of the cloth.
static void meet_group(const proximity* p, const upper_side* u, uint32_t first, uint32_t count,
                       uint16_t* bits) {
    const wf_surface* body = &p->search->lower;
    uint32_t triangles[4];
    for (uint32_t k = 0; k < 4; ++k) { // unused places repeat the first one
        triangles[k] = p->candidates->b[k < count ? first + k : first];
    }
    int apart = wf_triangle_batch_apart(&u->side, body, triangles, p->search->reach);
    wf_f4 reach = wf_f4_splat(p->search->reach);
    for (uint32_t k = 0; k < count; ++k) {
        bits[k] = (apart >> k & 1) != 0 ? 0 : (uint16_t)meet(u, body, triangles[k], reach);
    }
}

static void meet_candidates(const void* context, uint32_t begin, uint32_t end, uint16_t* bits) {
    const proximity* p = context;
    uint32_t last = UINT32_MAX;
    upper_side u;
    for (uint32_t i = begin, count; i < end; i += count) {
        count = count_group(p->candidates, i, end);
        if (p->candidates->a[i] != last) {
            last = p->candidates->a[i];
            find_upper_side(p, last, &u);
        }
        meet_group(p, &u, i, count, bits + (i - begin));
    }
}

/// What the bits of a triangle of the cloth say of its side.
static void name_upper(const wf_surface* cloth, uint32_t triangle, uint32_t names[15]) {
    for (size_t k = 0; k < 3; ++k) {
        uint32_t* own = names + PER_CORNER * k;
        own[0] = cloth->triangles[3 * (size_t)triangle + k] | WF_MEET_OVER;
        own[1] = triangle | WF_MEET_BENEATH;
        own[2] = own[3] = own[4] = cloth->triangle_edges[3 * (size_t)triangle + k] | WF_MEET_EDGES;
    }
}

/// Where the other side of a bit is among the face, its corners and its edges.
static const uint8_t lower_place[15] = {0, 1, 4, 5, 6, 0, 2, 4, 5, 6, 0, 3, 4, 5, 6};

static wf_meeting* name_candidates(const void* context, uint32_t begin, uint32_t end,
                                   const uint16_t* bits, wf_meeting* out) {
    const proximity* p = context;
    const wf_surface* body = &p->search->lower;
    uint32_t last = UINT32_MAX, upper[15] = {0};
    for (uint32_t i = begin; i < end; ++i) {
        if (bits[i - begin] == 0) {
            continue;
        }
        if (p->candidates->a[i] != last) {
            last = p->candidates->a[i];
            name_upper(&p->search->upper, last, upper);
        }
        const uint32_t *corner = body->triangles + 3 * (size_t)p->candidates->b[i],
                       *edge = body->triangle_edges + 3 * (size_t)p->candidates->b[i];
        uint32_t lower[7] = {
            p->candidates->b[i], corner[0], corner[1], corner[2], edge[0], edge[1], edge[2]};
        for (unsigned left = bits[i - begin]; left != 0; left &= left - 1) {
            int bit = __builtin_ctz(left);
            *out++ = (wf_meeting){upper[bit], lower[lower_place[bit]]};
        }
    }
    return out;
}

/// Appends pairs, or keeps what is near; of all candidates, or of those with a marked particle.
static bool collect(wf_memory* memory, const wf_pairs* candidates, const wf_near_search* search,
                    const uint8_t* marks, wf_collect_work* work, wf_near_list* pairs,
                    wf_meetings* near) {
    candidates = wf_marked_choose(memory, &work->marked, candidates, &search->upper, marks, false);
    if (candidates == NULL) {
        return false;
    }
    proximity p = {candidates, search};
    wf_collect_way way = {meet_candidates, name_candidates, &p};
    return near != NULL ? wf_collect_near(memory, search, &way, candidates, work, near)
                        : wf_collect(memory, search, &way, candidates->count, work, pairs);
}

bool wf_proximity_collect(wf_memory* memory, const wf_pairs* candidates, const wf_surface* cloth,
                          const wf_surface* body, float reach, const uint8_t* late,
                          wf_collect_work* work, wf_near_list* out) {
    wf_near_search search = {.upper = *cloth, .lower = *body, .reach = reach, .late = late != NULL};
    return collect(memory, candidates, &search, late, work, out, NULL);
}

bool wf_proximity_collect_near(wf_memory* memory, const wf_pairs* candidates,
                               const wf_surface* cloth, const wf_surface* body, float reach,
                               wf_collect_work* work, wf_meetings* out) {
    wf_near_search search = {.upper = *cloth, .lower = *body, .reach = reach};
    return collect(memory, candidates, &search, NULL, work, NULL, out);
}
