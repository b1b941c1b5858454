// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Four triangles at a time. Thin, tiny or strongly grown triangles never pass, so that rounding
// stays a thousand times smaller than what is compared.
#include "detect/fans.h"

#include "base/parallel.h"
#include "detect/fan_block.h"

#include <math.h>

/// Twice the area over the square of the longest side; the longest side itself, m, and as a part of
/// the coordinates, whose rounding it must dwarf; its growth, squared.
#define LEAST_SHAPE 0.02f
#define LEAST_SIDE 1e-3f
#define LEAST_SIDE_FACTOR 1e-4f
#define MOST_GROWTH 16.0f

/// `far` is the greatest coordinate of a corner.
static wf_f4 is_sound(const wf_fan_shape* s, wf_f4 far) {
    wf_f4 least = wf_f4_muladd(wf_f4_splat(LEAST_SIDE_FACTOR), far, wf_f4_splat(LEAST_SIDE));
    wf_f4 thin = wf_f4_mul(wf_f4_splat(LEAST_SHAPE), s->size2);
    return wf_f4_and(wf_f4_less(wf_f4_mul(least, least), s->size2),
                     wf_f4_less(wf_f4_mul(thin, thin), wf_v3x4_dot(s->normal, s->normal)));
}

static wf_fan_shape shape_of(const wf_fan_block* b, const float* x) {
    wf_fan_shape s;
    wf_v3x4 p[3];
    for (int k = 0; k < 3; ++k) {
        p[k] = wf_v3x4_gather(x, b->corner[k]);
    }
    s.size2 = wf_f4_zero();
    for (int k = 0; k < 3; ++k) {
        s.side[k] = wf_v3x4_sub(p[(k + 1) % 3], p[k]);
        s.size2 = wf_f4_max(s.size2, wf_v3x4_dot(s.side[k], s.side[k]));
    }
    wf_v3x4 back = {wf_f4_neg(s.side[2].x), wf_f4_neg(s.side[2].y), wf_f4_neg(s.side[2].z)};
    s.normal = wf_v3x4_cross(s.side[0], back);
    s.sound =
        is_sound(&s, wf_f4_max(wf_f4_max(wf_f4_abs(p[0].x), wf_f4_abs(p[0].y)), wf_f4_abs(p[0].z)));
    return s;
}

/// Lanes where n . v > margin |n| |w|.
static wf_f4 faces(wf_v3x4 n, wf_v3x4 v, wf_f4 margin2_nn_ww) {
    wf_f4 along = wf_v3x4_dot(n, v);
    return wf_f4_and(wf_f4_less(wf_f4_zero(), along),
                     wf_f4_less(margin2_nn_ww, wf_f4_mul(along, along)));
}

static void clear_lanes(const wf_fan_block* b, int corner, int kept, uint8_t* flat) {
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        flat[b->corner[corner][lane]] &= (uint8_t)(kept >> lane & 1);
    }
}

static void store_faces(float* face, uint32_t first, const wf_fan_block* b, wf_v3x4 normal) {
    wf_f4 n[4] = {normal.x, normal.y, normal.z, wf_v3x4_dot(normal, normal)};
    wf_f4_transpose(&n[0], &n[1], &n[2], &n[3]);
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        wf_f4_store(face + 4 * ((size_t)first + lane), n[lane]);
    }
}

/// Directions that have not strayed yet.
static void store_directions(float* stray, const wf_fan_block* b, const wf_fan_shape* s) {
    wf_f4 length = wf_f4_sqrt(wf_v3x4_dot(s->normal, s->normal));
    wf_f4 inverse = wf_f4_div(wf_f4_splat(1.0f), wf_f4_max(length, wf_f4_splat(1e-30f)));
    wf_v3x4 unit = wf_v3x4_scale(s->normal, inverse);
    wf_f4 n[4] = {unit.x, unit.y, unit.z,
                  wf_f4_select(s->sound, wf_f4_zero(), wf_f4_splat(WF_FANS_ASTRAY))};
    wf_f4_transpose(&n[0], &n[1], &n[2], &n[3]);
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        wf_f4_store(stray + 4 * (size_t)lane, n[lane]);
    }
}

// ---- one pose
// ---------------------------------------------------------------------------------------

/// Blocks, and vertices, that a thread takes at a time.
enum { BLOCKS_AT_A_TIME = 64, VERTICES_AT_A_TIME = 512 };

typedef struct pose {
    wf_fans* fans;
    const float* x;
    uint8_t* flat;
} pose;

static void measure_blocks(void* given, uint32_t begin, uint32_t end) {
    const pose* p = given;
    for (uint32_t i = begin; i < end; ++i) {
        const wf_fan_block* b = &p->fans->blocks[i];
        wf_fan_shape s = p->fans->shapes[i] = shape_of(b, p->x);
        p->fans->sound[i] = (uint8_t)wf_f4_mask(s.sound);
        store_faces(p->fans->face[0], 4 * i, b, s.normal);
        store_directions(p->fans->stray + 16 * (size_t)i, b, &s);
    }
}

/// Any direction across the normal: the normal times the axis that it is least along.
static wf_f4 ray_across(const float n[3]) {
    float x = fabsf(n[0]), y = fabsf(n[1]), z = fabsf(n[2]);
    return x <= y && x <= z ? wf_f4_set(0.0f, n[2], -n[1], 0.0f)
           : y <= z         ? wf_f4_set(-n[2], 0.0f, n[0], 0.0f)
                            : wf_f4_set(n[1], -n[0], 0.0f, 0.0f);
}

/// Normals add up in the order of the triangles.
static void view_vertices(void* given, uint32_t begin, uint32_t end) {
    const pose* p = given;
    const wf_fans* f = p->fans;
    for (size_t v = begin; v < end; ++v) {
        wf_f4 sum = wf_f4_zero();
        unsigned sound = f->closed[v];
        for (uint32_t k = f->around.row[v]; k < f->around.row[v + 1]; ++k) {
            size_t t = f->around.item[k];
            sum = wf_f4_add(sum, wf_f4_load(f->face[0] + 4 * t));
            sound &= (unsigned)f->sound[t / 4] >> t % 4;
        }
        p->flat[v] = (uint8_t)sound;
        f->turns[v] = 0;
        wf_f4_store(f->normal + 4 * v, sum);
        wf_f4_store(f->ray + 4 * v, ray_across(f->normal + 4 * v));
    }
}

/// Lanes whose triangle holds the half-plane before the ray. Sides of one edge are the same floats
/// in both of its triangles, but for the sign.
static int passes_ray(const wf_fans* f, const wf_fan_block* b, const wf_fan_shape* s, int k) {
    wf_v3x4 ray = wf_v3x4_gather(f->ray, b->corner[k]);
    wf_f4 zero = wf_f4_zero();
    wf_f4 leaves = wf_f4_less(wf_v3x4_dot(ray, s->side[k]), zero);
    wf_f4 arrives = wf_f4_less_equal(wf_v3x4_dot(ray, s->side[(k + 2) % 3]), zero);
    return wf_f4_mask(wf_f4_and(leaves, arrives));
}

/// Whether triangles face the view from their corners, and hold the half-plane before the ray.
static void view_blocks(void* given, uint32_t begin, uint32_t end) {
    const wf_fans* f = given;
    const wf_f4 margin2 = wf_f4_splat(WF_FANS_FACING * WF_FANS_FACING);
    for (uint32_t i = begin; i < end; ++i) {
        const wf_fan_block* b = &f->blocks[i];
        const wf_fan_shape* s = &f->shapes[i];
        wf_f4 least = wf_f4_mul(margin2, wf_v3x4_dot(s->normal, s->normal));
        unsigned kept = 0, passed = 0;
        for (int k = 0; k < 3; ++k) {
            wf_v3x4 n = wf_v3x4_gather(f->normal, b->corner[k]);
            wf_f4 bound = wf_f4_mul(least, wf_v3x4_dot(n, n));
            kept |= (unsigned)wf_f4_mask(faces(n, s->normal, bound)) << 4 * k;
            passed |= (unsigned)passes_ray(f, b, s, k) << 4 * k;
        }
        f->kept[i] = (uint16_t)kept;
        f->passed[i] = (uint16_t)passed;
    }
}

/// How many triangles of each fan hold the half-plane before the ray: the times it goes round.
static void count_turns(wf_fans* f) {
    for (uint32_t i = 0; i < f->block_count; ++i) {
        const wf_fan_block* b = &f->blocks[i];
        unsigned left = f->passed[i];
        for (; left != 0; left &= left - 1) {
            unsigned at = (unsigned)__builtin_ctz(left);
            f->turns[b->corner[at / 4][at % 4]] += at % 4 < b->count;
        }
    }
}

/// Clears what a block does not keep.
static void clear_blocks(const wf_fans* f, uint8_t* flat) {
    for (uint32_t i = 0; i < f->block_count; ++i) {
        if (f->kept[i] == 0xfff) {
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            clear_lanes(&f->blocks[i], k, f->kept[i] >> 4 * k, flat);
        }
    }
}

void wf_fans_find(wf_fans* f, const float* x, uint8_t* flat) {
    pose p = {f, x, flat};
    wf_parallel_for(f->pool, f->block_count, BLOCKS_AT_A_TIME, measure_blocks, &p);
    wf_parallel_for(f->pool, f->vertex_count, VERTICES_AT_A_TIME, view_vertices, &p);
    wf_parallel_for(f->pool, f->block_count, BLOCKS_AT_A_TIME, view_blocks, f);
    clear_blocks(f, flat);
    count_turns(f);
    for (size_t v = 0; v < f->vertex_count; ++v) {
        flat[v] &= f->turns[v] == 1;
    }
}

// ---- the way
// ----------------------------------------------------------------------------------------

/// The middle Bernstein coefficient of the normal between two poses.
static wf_v3x4 middle_normal(const wf_fan_shape* from, const wf_fan_shape* to) {
    wf_v3x4 sum = wf_v3x4_add(wf_v3x4_cross(from->side[0], to->side[1]),
                              wf_v3x4_cross(to->side[0], from->side[1]));
    wf_f4 half = wf_f4_splat(0.5f);
    return (wf_v3x4){wf_f4_mul(half, sum.x), wf_f4_mul(half, sum.y), wf_f4_mul(half, sum.z)};
}

static wf_f4 is_like(const wf_fan_shape* from, const wf_fan_shape* to) {
    return wf_f4_and(to->sound,
                     wf_f4_less(to->size2, wf_f4_mul(wf_f4_splat(MOST_GROWTH), from->size2)));
}

typedef struct keeping {
    const wf_fans* fans;
    const float* end;
    float margin;
} keeping;

/// How far normals are from where they were at most, over their length.
static wf_f4 stray_of(const wf_fan_shape* from, wf_v3x4 middle, const wf_fan_shape* to,
                      wf_f4 like) {
    wf_v3x4 m = wf_v3x4_sub(middle, from->normal), e = wf_v3x4_sub(to->normal, from->normal);
    wf_f4 most2 = wf_f4_max(wf_v3x4_dot(m, m), wf_v3x4_dot(e, e));
    wf_f4 length2 = wf_f4_max(wf_v3x4_dot(from->normal, from->normal), wf_f4_splat(1e-30f));
    wf_f4 way = wf_f4_sqrt(wf_f4_div(most2, length2));
    return wf_f4_select(wf_f4_and(from->sound, like), way, wf_f4_splat(WF_FANS_ASTRAY));
}

static void store_strays(float* stray, const wf_fan_block* b, wf_f4 way) {
    float lanes[4];
    wf_f4_store(lanes, way);
    for (uint32_t lane = 0; lane < b->count; ++lane) {
        stray[4 * lane + 3] = lanes[lane];
    }
}

/// Four bits for each corner: the lanes whose triangle faces the view from there on the whole way.
static void judge_blocks(void* given, uint32_t begin, uint32_t last) {
    const keeping* way = given;
    const wf_fans* f = way->fans;
    const wf_f4 margin2 = wf_f4_splat(way->margin * way->margin);
    for (uint32_t i = begin; i < last; ++i) {
        const wf_fan_block* b = &f->blocks[i];
        const wf_fan_shape* from = &f->shapes[i];
        wf_fan_shape to = shape_of(b, way->end);
        wf_v3x4 middle = middle_normal(from, &to);
        wf_f4 least = wf_f4_mul(margin2, wf_v3x4_dot(from->normal, from->normal));
        wf_f4 like = is_like(from, &to);
        store_faces(f->face[1], 4 * i, b, middle);
        store_faces(f->face[2], 4 * i, b, to.normal);
        store_strays(f->stray + 16 * (size_t)i, b, stray_of(from, middle, &to, like));
        unsigned kept = 0;
        for (int k = 0; k < 3; ++k) {
            wf_v3x4 n = wf_v3x4_gather(f->normal, b->corner[k]);
            wf_f4 bound = wf_f4_mul(least, wf_v3x4_dot(n, n));
            wf_f4 ok = wf_f4_and(wf_f4_and(faces(n, from->normal, bound), like),
                                 wf_f4_and(faces(n, to.normal, bound), faces(n, middle, bound)));
            kept |= (unsigned)wf_f4_mask(ok) << 4 * k;
        }
        f->kept[i] = (uint16_t)kept;
    }
}

void wf_fans_keep(const wf_fans* f, const float* end, float margin, uint8_t* flat) {
    keeping way = {f, end, margin};
    wf_parallel_for(f->pool, f->block_count, BLOCKS_AT_A_TIME, judge_blocks, &way);
    clear_blocks(f, flat);
}
