// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The scenes of ElBadrawy, Hemayed, Fayek 2012, Table 1, by cells a triangle:
//   bench_inclusion [REPETITIONS [fields|structures|threads]]
// prints lines of words divided by tabs, medians of processor time in ms: the update of 1200
// vertices that move among 14 520 (skin at a joint) and of all 6561 of a Bezier surface; of 1470
// and 200 particles the cells alone, the paper's lookup (in surface cells the nearest of the
// registered vertices too), the same with what the response asks next (its normal and the
// distance), and ours (also around the cell, and of particles inside, with normals); and beside
// them what other structures take for the same cloth: keep up with the body and find the pairs. g
// is cells a triangle, of all. `threads` prints times of a clock on the wall instead, ms: of the
// update, serial and in parallel by 1 and 2 threads, in turns.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../bezier.h"
#include "base/parallel.h"
#include "bench.h"
#include "quantiles.h"
#include "structures/inclusion_field.h"
#include "structures/structure.h"

enum { RING = 220, TUBE = 66, BAND = 18, DIVS = 81, MOST_TIMES = 301 };

/// A body that deforms, and cloth that lies on it.
typedef struct scene {
    const char* name;
    bool bezier;
    torus_mesh body, before, cloth;
    uint32_t moving;
} scene;

/// A band of the torus swells and shrinks by a centimetre in a second; the rest stands.
static void pose_joint(torus_mesh* mesh, double t) {
    for (uint32_t i = 0; i < RING * TUBE; ++i) {
        double along = (double)(i / TUBE) / BAND;
        double swell = along < 1 ? sin(TORUS_PI * along) * 0.01 * sin(2 * TORUS_PI * t) : 0;
        double u = 2 * TORUS_PI * (i / TUBE) / RING, v = 2 * TORUS_PI * (i % TUBE) / TUBE;
        torus_point(u, v, 0, swell, mesh->x + 4 * (size_t)i);
    }
}

static void pose(scene* s, double t) {
    memcpy(s->before.x, s->body.x, 16 * (size_t)s->body.vertex_count);
    if (s->bezier) {
        bezier_pose(&s->body, DIVS, 0.8, t);
    } else {
        pose_joint(&s->body, t);
    }
}

/// Rows x columns vertices 5 mm off the surface: over the band, or over the middle of the lid.
static void lay_cloth(scene* s, uint32_t columns, uint32_t rows) {
    s->cloth = torus_alloc(columns * rows, 2 * (columns - 1) * (rows - 1));
    uint32_t* out = s->cloth.triangles;
    for (uint32_t i = 0; i < columns * rows; ++i) {
        double a = (double)(i % columns) / columns, b = (double)(i / columns) / (rows - 1);
        float* x = s->cloth.x + 4 * (size_t)i;
        if (s->bezier) {
            uint32_t v = (uint32_t)(20 + 40 * b) * DIVS + (uint32_t)(20 + 40 * a);
            memcpy(x, s->body.x + 4 * (size_t)v, 16);
            x[1] += 0.005f;
        } else {
            torus_point(2 * TORUS_PI * BAND * b / RING, 2 * TORUS_PI * a, 0, 0.005, x);
        }
        if (i % columns + 1 < columns && i / columns + 1 < rows) {
            const uint32_t six[6] = {i, i + columns, i + columns + 1, i, i + columns + 1, i + 1};
            memcpy(out, six, sizeof six);
            out += 6;
        }
    }
}

static scene make_scene(bool bezier) {
    scene s = {.bezier = bezier, .name = bezier ? "bezier" : "joint"};
    if (bezier) {
        s.body = bezier_make(DIVS, 0.8);
        s.before = bezier_make(DIVS, 0.8);
        s.moving = DIVS * DIVS;
        lay_cloth(&s, 20, 10);
    } else {
        s.body = torus_make(RING, TUBE, 0);
        s.before = torus_make(RING, TUBE, 0);
        s.moving = BAND * TUBE;
        lay_cloth(&s, 70, 21);
    }
    return s;
}

static void free_scene(scene* s) {
    torus_free(&s->body);
    torus_free(&s->before);
    torus_free(&s->cloth);
}

/// What the paper asks of a particle: the value of its cell.
static int64_t ask_all(const wf_inclusion* field, const torus_mesh* cloth) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < cloth->vertex_count; ++i) {
        sum += wf_inclusion_at(field, cloth->x + 4 * (size_t)i);
    }
    return sum;
}

/// Their lookup: the cell, its sign, and where it is on the surface the vertices registered in it.
static uint32_t meet_all(const wf_inclusion* field, const torus_mesh* cloth) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < cloth->vertex_count; ++i) {
        uint32_t vertex;
        wf_inclusion_ask(field, cloth->x + 4 * (size_t)i, &vertex);
        hits += vertex != WF_INCLUSION_NONE;
    }
    return hits;
}

/// And what the response needs of each that has a vertex: its normal and how far off it is.
static double measure_all(const wf_inclusion* field, const torus_mesh* cloth) {
    double sum = 0;
    for (uint32_t i = 0; i < cloth->vertex_count; ++i) {
        uint32_t vertex;
        wf_inclusion_hit hit;
        wf_inclusion_ask(field, cloth->x + 4 * (size_t)i, &vertex);
        if (vertex != WF_INCLUSION_NONE) {
            wf_inclusion_measure(field, cloth->x + 4 * (size_t)i, vertex, &hit);
            sum += (double)hit.distance;
        }
    }
    return sum;
}

/// Ours, which looks around the cell too.
static uint32_t look_up_all(const wf_inclusion* field, const torus_mesh* cloth) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < cloth->vertex_count; ++i) {
        wf_inclusion_hit hit;
        hits += wf_inclusion_look_up(field, cloth->x + 4 * (size_t)i, 2, &hit);
    }
    return hits;
}

/// g of the paper's cost analysis, of every triangle, in the pose that the field shows.
static double cells_per_triangle(wf_memory* memory, wf_inclusion* field) {
    uint64_t sum = 0;
    for (uint32_t t = 0; t < field->mesh.triangle_count; ++t) {
        const uint32_t* corner = field->mesh.triangles + 3 * (size_t)t;
        sum +=
            wf_inclusion_cells(memory, field, field->x + 4 * (size_t)corner[0],
                               field->x + 4 * (size_t)corner[1], field->x + 4 * (size_t)corner[2]);
    }
    return (double)sum / field->mesh.triangle_count;
}

static void run_field(scene* s, float cell, wf_inclusion_rule rule, int times) {
    wf_memory memory = {0};
    wf_inclusion field = {.cell_count = 0};
    const wf_inclusion_options options = {.cell = cell, .rule = rule};
    const wf_inclusion_mesh mesh = {s->body.triangles, s->body.vertex_count,
                                    s->body.triangle_count};
    double update[MOST_TIMES], lookup[MOST_TIMES], ask[MOST_TIMES], meet[MOST_TIMES];
    double measure[MOST_TIMES], begin, far = 0;
    int64_t sum = 0;
    uint32_t hits = 0, around = 0, parts = 0;
    pose(s, 0);
    begin = now();
    if (!wf_inclusion_build(&memory, &field, &mesh, s->body.x, &options)) {
        exit(1);
    }
    double built = now() - begin;
    for (int i = 0; i < times; ++i) {
        pose(s, (i + 1) / 60.0);
        begin = now();
        wf_inclusion_update(&memory, &field, s->body.x);
        update[i] = now() - begin;
        begin = now();
        sum += ask_all(&field, &s->cloth);
        ask[i] = now() - begin;
        begin = now();
        hits = meet_all(&field, &s->cloth);
        meet[i] = now() - begin;
        begin = now();
        far += measure_all(&field, &s->cloth);
        measure[i] = now() - begin;
        begin = now();
        around = look_up_all(&field, &s->cloth);
        lookup[i] = now() - begin;
        parts = field.parts > parts ? field.parts : parts;
    }
    printf("%s, %.4g mm, %s\t%.2f\t%u\t%.2f\t%.4f\t%.4f\t%.4f\t%.4f\t%u\t%.4f\t%u\t%u%s\n", s->name,
           1e3 / field.per_cell, rule == WF_INCLUSION_PLANE ? "by the plane" : "counted",
           cells_per_triangle(&memory, &field), s->moving, built, median(update, times),
           median(ask, times), median(meet, times), median(measure, times), hits,
           median(lookup, times), around, parts, sum == INT64_MIN || far != far ? " " : "");
    fflush(stdout);
    wf_inclusion_free(&memory, &field);
}

static void run_structure(const char* name, const wf_structure* kind, const float* values, scene* s,
                          int times) {
    wf_memory memory = {0};
    wf_pairs pairs = {0};
    double keep[MOST_TIMES], find[MOST_TIMES], begin;
    pose(s, 0);
    wf_sweep body = {
        s->before.x, s->body.x, s->body.triangles, s->body.vertex_count, s->body.triangle_count,
        0.003f,      true};
    wf_sweep cloth = {
        s->cloth.x, s->cloth.x, s->cloth.triangles, s->cloth.vertex_count, s->cloth.triangle_count,
        0.002f,     false};
    void* self = kind->create(&memory, &cloth, &body, values);
    for (int i = 0; i < times; ++i) {
        pose(s, (i + 1) / 60.0);
        begin = now();
        kind->refresh_body(&memory, self, &body);
        kind->refresh_cloth(&memory, self, &cloth);
        keep[i] = now() - begin;
        begin = now();
        kind->collect(&memory, self, &cloth, &body, &pairs);
        find[i] = now() - begin;
    }
    printf("%s, %s\t%.4f\t%.4f\t%zu\n", s->name, name, median(keep, times), median(find, times),
           pairs.count);
    wf_free(&memory, pairs.a);
    wf_free(&memory, pairs.b);
    kind->destroy(&memory, self);
}

static void run_structures(scene* s, int times) {
    const float tree[12] = {6, 8}, grid[12] = {1.5f}, cells[12] = {0.02f};
    const float hash[12] = {1, 0}, wide[12] = {3, 0}, whole[12] = {1, 1};
    const float fields[12] = {0.02f, 0, 0};
    run_structure("dop_tree", &wf_structure_dop_tree, tree, s, times);
    run_structure("uniform_grid", &wf_structure_uniform_grid, grid, s, times);
    run_structure("spatial_hash", &wf_structure_spatial_hash, hash, s, times);
    run_structure("spatial_hash, cell 3", &wf_structure_spatial_hash, wide, s, times);
    run_structure("spatial_hash, triangles", &wf_structure_spatial_hash, whole, s, times);
    run_structure("inclusion_field", &wf_structure_inclusion_field, cells, s, times);
    run_structure("distance_field", &wf_structure_distance_field, fields, s, times);
}

static void run_fields(scene* s, bool bezier, int times) {
    static const float cells[] = {0.2f,  0.12f,  0.08f, 0.05f,  0.03f,  0.028f, 0.026f, 0.025f,
                                  0.02f, 0.015f, 0.01f, 0.008f, 0.006f, 0.005f, 0.004f};
    size_t runs = 2 * sizeof cells / sizeof cells[0];
    for (size_t i = 0; i < runs; ++i) {
        run_field(s, cells[i / 2], i % 2 ? WF_INCLUSION_PLANE : WF_INCLUSION_COUNTED, times);
        fprintf(stderr, "%zu/%zu\n", i + 1 + (bezier ? runs : 0), 2 * runs);
    }
}

#ifdef WEFT_THREADS
/// ms.
static double on_the_wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void run_update(scene* s, float cell, int times) {
    enum { WAYS = 3 }; // serial, then in parallel by so many threads
    static const uint32_t threads[WAYS] = {1, 1, 2};
    struct wf_pool* pool[WAYS] = {NULL};
    wf_memory memory = {0};
    wf_inclusion field[WAYS] = {{.cell_count = 0}};
    double update[WAYS][MOST_TIMES];
    const wf_inclusion_mesh mesh = {s->body.triangles, s->body.vertex_count,
                                    s->body.triangle_count};
    pose(s, 0);
    for (int k = 0; k < WAYS; ++k) {
        pool[k] = threads[k] > 1 ? wf_pool_create(threads[k]) : NULL;
        const wf_inclusion_options options = {.cell = cell, .parallel = k > 0, .pool = &pool[k]};
        if (!wf_inclusion_build(&memory, &field[k], &mesh, s->body.x, &options)) {
            exit(1);
        }
    }
    for (int i = 0; i < times; ++i) {
        pose(s, (i + 1) / 60.0);
        for (int k = 0; k < WAYS; ++k) {
            double begin = on_the_wall();
            wf_inclusion_update(&memory, &field[k], s->body.x);
            update[k][i] = on_the_wall() - begin;
        }
    }
    printf("%s, %.4g mm\t%u", s->name, 1e3 / field[0].per_cell, s->moving);
    for (int k = 0; k < WAYS; ++k) {
        printf("\t%.4f", median(update[k], times));
        wf_inclusion_free(&memory, &field[k]);
        wf_pool_destroy(pool[k]);
    }
    printf("\n");
    fflush(stdout);
}

static void run_threads(scene* s, int times) {
    static const float cells[] = {0.05f, 0.03f, 0.02f, 0.01f, 0.005f};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; ++i) {
        run_update(s, cells[i], times);
    }
}
#endif

int main(int argc, char** argv) {
    int times = argc > 1 ? atoi(argv[1]) : 61;
    const char* only = argc > 2 ? argv[2] : "";
    if (times < 1 || times > MOST_TIMES) {
        fprintf(stderr, "repetitions: 1 to %d\n", MOST_TIMES);
        return 2;
    }
    for (int bezier = 0; bezier < 2; ++bezier) {
        scene s = make_scene(bezier == 1);
        if (strstr("fields", only) != NULL) {
            run_fields(&s, bezier == 1, times);
        }
        if (strstr("structures", only) != NULL) {
            run_structures(&s, times);
        }
#ifdef WEFT_THREADS
        if (strcmp("threads", only) == 0) {
            run_threads(&s, times);
        }
#endif
        free_scene(&s);
    }
    return 0;
}
