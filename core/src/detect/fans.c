// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Four triangles at a time. Thin, tiny or strongly grown triangles never pass, so that rounding
// stays a thousand times smaller than what is compared.
#include "detect/fans.h"

#include "base/parallel.h"
#include "math/v3x4.h"

#include <math.h>

/// Twice the area over the square of the longest side; the longest side itself, m, and as a part of
/// the coordinates, whose rounding it must dwarf; its growth, squared.
#define LEAST_SHAPE 0.02f
#define LEAST_SIDE 1e-3f
#define LEAST_SIDE_FACTOR 1e-4f
#define MOST_GROWTH 16.0f

/// The last block repeats its last triangle.
struct wf_fan_block {
    uint32_t corner[3][4];
    uint32_t count;
};

struct wf_fan_shape {
    wf_v3x4 side[3]; // from corner k to the next
    wf_v3x4 normal;  // times twice the area
    wf_f4 size2;     // of the longest side
    wf_f4 sound;     // lanes whose triangle is large and fat enough to be judged in floats
};

static void fill_block(wf_fan_block* b, const uint32_t* triangles, uint32_t count) {
    b->count = count < 4 ? count : 4;
    for (uint32_t lane = 0; lane < 4; ++lane) {
        const uint32_t* t = triangles + 3 * (size_t)(lane < b->count ? lane : b->count - 1);
        for (int k = 0; k < 3; ++k) {
            b->corner[k][lane] = t[k];
        }
    }
}

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

// ---- rings
// ------------------------------------------------------------------------------------------

/// Whether the triangles form one ring: each ends where just one other begins.
static bool is_ring(const uint32_t* triangles, uint32_t vertex, const uint32_t* around,
                    uint32_t count) {
    uint32_t first = 0, at = UINT32_MAX;
    for (uint32_t step = 0; step < count; ++step) {
        uint32_t found = 0, end = UINT32_MAX;
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t* t = triangles + 3 * (size_t)around[i];
            uint32_t k = t[0] == vertex ? 0 : t[1] == vertex ? 1 : 2;
            uint32_t from = t[(k + 1) % 3], to = t[(k + 2) % 3];
            first = step == 0 && i == 0 ? from : first;
            at = step == 0 && i == 0 ? from : at;
            end = from == at ? to : end;
            found += from == at;
        }
        if (found != 1 || (end == first) != (step + 1 == count)) {
            return false;
        }
        at = end;
    }
    return count >= 3;
}

static bool find_rings(wf_memory* m, wf_fans* f, const uint32_t* same) {
    const wf_rows* around = &f->around;
    bool built =
        wf_vertex_triangles(m, f->triangles, f->triangle_count, f->vertex_count, &f->around);
    for (uint32_t v = 0; built && v < f->vertex_count; ++v) {
        uint32_t first = around->row[v];
        f->closed[v] = is_ring(f->triangles, v, around->item + first, around->row[v + 1] - first);
    }
    for (uint32_t v = 0; built && v < f->vertex_count; ++v) {
        if (same[v] != v) {
            f->closed[v] = f->closed[same[v]] = 0;
        }
    }
    return built;
}

bool wf_fans_create(wf_memory* m, wf_fans* f, const uint32_t* triangles, uint32_t triangle_count,
                    uint32_t vertex_count, const uint32_t* same) {
    *f = (wf_fans){.triangles = triangles,
                   .triangle_count = triangle_count,
                   .vertex_count = vertex_count,
                   .block_count = triangle_count / 4 + (triangle_count % 4 != 0)};
    f->blocks = WF_ALLOC(m, wf_fan_block, f->block_count);
    f->shapes = WF_ALLOC(m, wf_fan_shape, f->block_count);
    f->closed = WF_ALLOC(m, uint8_t, vertex_count);
    f->turns = WF_ALLOC(m, uint8_t, vertex_count);
    f->sound = WF_ALLOC(m, uint8_t, f->block_count);
    f->kept = WF_ALLOC(m, uint16_t, f->block_count);
    f->passed = WF_ALLOC(m, uint16_t, f->block_count);
    f->normal = WF_ALLOC(m, float, 4 * (size_t)vertex_count);
    f->ray = WF_ALLOC(m, float, 4 * (size_t)vertex_count);
    for (int k = 0; k < 3; ++k) {
        f->face[k] = WF_ALLOC(m, float, 4 * (size_t)triangle_count);
    }
    for (uint32_t k = 0; !m->failed && k < f->block_count; ++k) {
        fill_block(&f->blocks[k], triangles + 12 * (size_t)k, triangle_count - 4 * k);
    }
    return !m->failed && find_rings(m, f, same);
}

void wf_fans_free(wf_memory* m, wf_fans* f) {
    wf_free(m, f->blocks);
    wf_free(m, f->shapes);
    wf_free(m, f->closed);
    wf_free(m, f->turns);
    wf_free(m, f->sound);
    wf_rows_free(m, &f->around);
    wf_free(m, f->kept);
    wf_free(m, f->passed);
    wf_free(m, f->normal);
    wf_free(m, f->ray);
    for (int k = 0; k < 3; ++k) {
        wf_free(m, f->face[k]);
    }
    *f = (wf_fans){0};
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
