// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The third scene of ElBadrawy, Hemayed, Fayek 2012, Table 1: a skirt of 884 particles on a woman
// who walks, with one inclusion field for all of her and with one a part, carried by its bone:
//   bench_inclusion_walk SCENE.weft [repetitions]
// takes the first body of a cooked scene, with bones, from frame 120 on. The skirt hangs round hips
// and thighs like a hull, 5 mm off, and goes with them. It prints medians of processor time in ms,
// by side of a cell, in the columns of bench_inclusion; MB that a field holds; then what each part
// takes, and how many cells its triangles have, of the skin and of caps; and beside them what other
// structures take to keep up with the body and to find pairs.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../torus.h"
#include "../walk_frames.h"
#include "bench.h"
#include "contact/segments.h"
#include "quantiles.h"
#include "structures/distance_segments.h"
#include "structures/inclusion_parts.h"
#include "structures/structure.h"

#ifdef WEFT_LAB

enum { COLUMNS = 34, ROWS = 26, MOST_TIMES = 121, BEFORE = 120, REACH_CELLS = 2 };

static const float waist = 0.98f, hem = 0.55f; // m: of a woman of 1.65

/// A body in so many frames, and the skirt in each.
typedef struct walk {
    const wf_body* body;
    wf_inclusion_skin skin;
    float *x[MOST_TIMES], *skirt[MOST_TIMES];
    uint32_t triangles[6 * COLUMNS * (ROWS - 1)];
    uint32_t count;
} walk;

/// How far the skin reaches from a middle in one direction, between two heights.
static float reach_of(const walk* w, const float* x, const float middle[3], const float way[2],
                      float height) {
    float most = 0.0f;
    for (size_t v = 0; v < w->body->vertex_count; ++v) {
        const float* at = x + 4 * v;
        float dx = at[0] - middle[0], dz = at[2] - middle[2], out = dx * way[0] + dz * way[1];
        bool near = fabsf(at[1] - height) < 0.02f && dx * dx + dz * dz < 0.09f;
        most = near && out > most ? out : most;
    }
    return most;
}

static void hang_skirt(walk* w, int frame) {
    const float* x = w->x[frame];
    float middle[3] = {0, 0, 0}, count = 0;
    for (size_t v = 0; v < w->body->vertex_count; ++v) {
        bool hips = fabsf(x[4 * v + 1] - waist) < 0.02f && w->skin.bones[4 * v] < 3;
        for (size_t k = 0; k < 3 && hips; ++k) {
            middle[k] += x[4 * v + k];
        }
        count += hips;
    }
    for (int k = 0; k < 3; ++k) {
        middle[k] /= count;
    }
    for (uint32_t i = 0; i < COLUMNS * ROWS; ++i) {
        double turn = 2 * TORUS_PI * (i % COLUMNS) / COLUMNS;
        const float way[2] = {(float)cos(turn), (float)sin(turn)};
        float height = waist + (hem - waist) * (float)(i / COLUMNS) / (ROWS - 1);
        float out = reach_of(w, x, middle, way, height) + 0.005f;
        float* p = w->skirt[frame] + 4 * (size_t)i;
        p[0] = middle[0] + out * way[0], p[1] = height, p[2] = middle[2] + out * way[1], p[3] = 1;
    }
}

static void weave_skirt(walk* w) {
    uint32_t* out = w->triangles;
    for (uint32_t i = 0; i < COLUMNS * (ROWS - 1); ++i, out += 6) {
        uint32_t next = i % COLUMNS + 1 < COLUMNS ? i + 1 : i + 1 - COLUMNS;
        const uint32_t six[6] = {i,    next,           i + COLUMNS, //
                                 next, next + COLUMNS, i + COLUMNS};
        memcpy(out, six, sizeof six);
    }
}

static walk record(weft_world* world, const uint8_t* labels, const uint8_t* segments,
                   uint32_t count) {
    walk w = {.body = &world->objects.bodies[0], .count = count};
    const wf_body* b = w.body;
    size_t bytes = 16 * (size_t)b->vertex_count;
    w.skin = (wf_inclusion_skin){{b->triangles, b->vertex_count, b->triangle_count},
                                 b->bone_indices,
                                 b->bone_weights,
                                 b->bone_count,
                                 labels,
                                 segments};
    weave_skirt(&w);
    for (uint32_t frame = 0; frame < BEFORE + count; ++frame) {
        walk_on(world);
        if (frame >= BEFORE) {
            uint32_t i = frame - BEFORE;
            w.x[i] = malloc(bytes);
            w.skirt[i] = malloc(16 * (size_t)COLUMNS * ROWS);
            if (w.x[i] == NULL || w.skirt[i] == NULL) {
                exit(1);
            }
            memcpy(w.x[i], world->obstacle.x1 + 4 * (size_t)b->first_vertex, bytes);
            hang_skirt(&w, (int)i);
        }
    }
    return w;
}

// ---- fields -------------------------------------------------------------------------------------

typedef struct fields {
    wf_inclusion whole;
    wf_inclusion_parts parts;
    bool rigid;
} fields;

static bool build(wf_memory* memory, const walk* w, const wf_inclusion_options* options,
                  fields* f) {
    return f->rigid ? wf_inclusion_parts_build(memory, &f->parts, &w->skin, w->body->shaped,
                                               w->x[0], options)
                    : wf_inclusion_build(memory, &f->whole, &w->skin.mesh, w->x[0], options);
}

static void update(wf_memory* memory, const walk* w, uint32_t frame, fields* f) {
    bool done = f->rigid
                    ? wf_inclusion_parts_update(memory, &f->parts, w->body->shaped, w->x[frame])
                    : wf_inclusion_update(memory, &f->whole, w->x[frame]);
    if (!done) {
        exit(1);
    }
}

/// What is asked of every particle: the sign of its place, the paper's lookup, that with what the
/// response asks next, and ours.
enum { CELLS, LOOKUP, RESPONSE, AROUND, QUESTIONS };

static bool ask(const fields* f, const float* p, int question) {
    wf_inclusion_hit hit = {.distance = 0};
    uint32_t vertex = WF_INCLUSION_NONE;
    if (question == CELLS) {
        return (f->rigid ? wf_inclusion_parts_at(&f->parts, p) : wf_inclusion_at(&f->whole, p)) <=
               0;
    }
    if (question == AROUND) {
        return f->rigid ? wf_inclusion_parts_look_up(&f->parts, p, REACH_CELLS, &hit)
                        : wf_inclusion_look_up(&f->whole, p, REACH_CELLS, &hit);
    }
    if (f->rigid) {
        wf_inclusion_parts_ask(&f->parts, p, &vertex);
    } else {
        wf_inclusion_ask(&f->whole, p, &vertex);
    }
    if (question == RESPONSE && vertex != WF_INCLUSION_NONE) {
        if (f->rigid) {
            wf_inclusion_parts_measure(&f->parts, p, vertex, &hit);
        } else {
            wf_inclusion_measure(&f->whole, p, vertex, &hit);
        }
    }
    return vertex != WF_INCLUSION_NONE && hit.distance < 1.0f;
}

static double moved_of(const fields* f) {
    double moved = f->rigid ? 0 : f->whole.move_count;
    for (uint32_t i = 0; i < f->parts.count; ++i) {
        moved += f->parts.parts[i].moved;
    }
    return moved;
}

/// Cells of triangles from one to another, in the pose that the field shows.
static double cells_of(wf_memory* memory, wf_inclusion* field, uint32_t from, uint32_t to) {
    uint64_t sum = 0;
    for (uint32_t t = from; t < to; ++t) {
        const uint32_t* corner = field->mesh.triangles + 3 * (size_t)t;
        sum +=
            wf_inclusion_cells(memory, field, field->x + 4 * (size_t)corner[0],
                               field->x + 4 * (size_t)corner[1], field->x + 4 * (size_t)corner[2]);
    }
    return (double)sum;
}

/// What every part holds, and what keeping up with its joint takes.
static void print_parts(wf_memory* memory, const walk* w, fields* f) {
    wf_inclusion_parts* p = &f->parts;
    printf("# %-12s %11s %9s %8s %8s %8s %9s %6s %6s\n", "part", "cells", "", "KB", "vertices",
           "moved", "update", "skin", "caps");
    for (uint32_t i = 0; i < p->count; ++i) {
        wf_inclusion_part* part = &p->parts[i];
        double times[MOST_TIMES], moved = 0;
        size_t before = memory->bytes;
        wf_inclusion alone = {.cell_count = 0};
        for (uint32_t frame = 0; frame < w->count; ++frame) {
            update(memory, w, frame, f); // poses the vertices; the field of its own follows
            before = memory->bytes;
            if (frame == 0 && !wf_inclusion_build(memory, &alone, &part->mesh, part->local,
                                                  &part->field.options)) {
                exit(1);
            }
            double begin = now();
            wf_inclusion_update(memory, &alone, part->local);
            times[frame] = now() - begin;
            moved += part->moved;
        }
        wf_inclusion_free(memory, &alone);
        uint32_t skin = part->skin_triangles, all = part->mesh.triangle_count;
        printf("# %-12s %3ux%3ux%3u %9zu %8.0f %8u %8.0f %9.4f %6.0f %6.0f\n",
               wf_segment_name(part->label), part->field.size[0], part->field.size[1],
               part->field.size[2], part->field.cell_count,
               (double)(before - memory->bytes) / 1024.0, part->skin_count, moved / w->count,
               median(times, (int)w->count), cells_of(memory, &part->field, 0, skin),
               cells_of(memory, &part->field, skin, all));
    }
}

static void run_field(const walk* w, float cell, bool rigid) {
    wf_memory memory = {0};
    fields f = {.rigid = rigid};
    const wf_inclusion_options options = {.cell = cell};
    double times[QUESTIONS + 1][MOST_TIMES], middle[QUESTIONS], moved = 0, begin = now();
    uint32_t hits[QUESTIONS];
    if (!build(&memory, w, &options, &f)) {
        exit(1);
    }
    double built = now() - begin;
    size_t bytes = memory.bytes;
    for (uint32_t frame = 0; frame < w->count; ++frame) {
        begin = now();
        update(&memory, w, frame, &f);
        times[QUESTIONS][frame] = now() - begin;
        moved += moved_of(&f) / w->count;
        for (int question = 0; question < QUESTIONS; ++question) {
            hits[question] = 0;
            begin = now();
            for (size_t i = 0; i < COLUMNS * ROWS; ++i) {
                hits[question] += ask(&f, w->skirt[frame] + 4 * i, question);
            }
            times[question][frame] = now() - begin;
        }
    }
    for (int question = 0; question < QUESTIONS; ++question) {
        middle[question] = median(times[question], (int)w->count);
    }
    uint32_t triangles = w->body->triangle_count;
    double g = rigid ? 0 : cells_of(&memory, &f.whole, 0, triangles) / triangles; // of the paper
    printf("%-6s %5.1f %5.2f %6.0f %8.2f %9.4f %9.4f %9.4f %9.4f %6u %9.4f %6u %7.2f\n",
           rigid ? "rigid" : "whole", 1e3 * (double)cell, g, moved, built,
           median(times[QUESTIONS], (int)w->count), middle[CELLS], middle[LOOKUP], middle[RESPONSE],
           hits[LOOKUP], middle[AROUND], hits[AROUND], (double)bytes / 1048576.0);
    if (rigid && cell == 0.02f) {
        print_parts(&memory, w, &f);
    }
    wf_inclusion_free(&memory, &f.whole);
    wf_inclusion_parts_free(&memory, &f.parts);
}

// ---- the others ---------------------------------------------------------------------------------

static void run_structure(const walk* w, const char* name, const wf_structure* kind,
                          const float* values) {
    wf_memory memory = {0};
    wf_pairs pairs = {0};
    double keep[MOST_TIMES], find[MOST_TIMES];
    const wf_inclusion_mesh* mesh = &w->skin.mesh;
    wf_sweep body = {w->x[0], w->x[0], mesh->triangles, mesh->vertex_count, mesh->triangle_count,
                     0.003f,  true};
    wf_sweep cloth = {
        w->skirt[0], w->skirt[0], w->triangles, COLUMNS * ROWS, 2 * COLUMNS * (ROWS - 1),
        0.002f,      false};
    void* self = kind->create(&memory, &cloth, &body, values);
    for (uint32_t i = 0; i < w->count && self != NULL; ++i) {
        body.x0 = w->x[i > 0 ? i - 1 : 0];
        body.x1 = w->x[i];
        cloth.x0 = cloth.x1 = w->skirt[i];
        double begin = now();
        kind->refresh_body(&memory, self, &body);
        kind->refresh_cloth(&memory, self, &cloth);
        keep[i] = now() - begin;
        begin = now();
        kind->collect(&memory, self, &cloth, &body, &pairs);
        find[i] = now() - begin;
    }
    printf("%-22s keep up %8.4f   find %8.4f   %7zu pairs\n", name, median(keep, (int)w->count),
           median(find, (int)w->count), pairs.count);
    wf_free(&memory, pairs.a);
    wf_free(&memory, pairs.b);
    kind->destroy(&memory, self);
}

static void run_structures(const walk* w) {
    const float tree[12] = {6, 8}, grid[12] = {1.5f};
    const float hash[12] = {1, 0}, wide[12] = {3, 0}, whole[12] = {1, 1};
    run_structure(w, "dop_tree", &wf_structure_dop_tree, tree);
    run_structure(w, "uniform_grid", &wf_structure_uniform_grid, grid);
    run_structure(w, "spatial_hash", &wf_structure_spatial_hash, hash);
    run_structure(w, "spatial_hash, cell 3", &wf_structure_spatial_hash, wide);
    run_structure(w, "spatial_hash, triangles", &wf_structure_spatial_hash, whole);
}

/// p of the paper's cost analysis: particles in a voxel that has any, of this side.
static double particles_per_voxel(const walk* w, double side) {
    double count = 0, voxels = 0;
    for (size_t i = 0; i < COLUMNS * ROWS; ++i) {
        bool first = true;
        for (size_t k = 0; k < i && first; ++k) {
            bool same = true;
            for (size_t axis = 0; axis < 3; ++axis) {
                double a = floor((double)w->skirt[0][4 * i + axis] / side);
                same &= a == floor((double)w->skirt[0][4 * k + axis] / side);
            }
            first = !same;
        }
        count += 1;
        voxels += first;
    }
    return count / voxels;
}

int main(int argc, char** argv) {
    static const float cells[] = {0.05f, 0.03f, 0.02f, 0.015f, 0.01f, 0.008f, 0.006f, 0.005f};
    int times = argc > 2 ? atoi(argv[2]) : 61;
    weft_world* world = argc > 1 ? load(argv[1]) : NULL;
    if (world == NULL || times < 1 || times > MOST_TIMES || !wf_world_rebuild(world) ||
        world->objects.body_count == 0 || world->objects.bodies[0].bone_count == 0) {
        fprintf(stderr, "a cooked scene with a body that has bones; repetitions: 1 to %d\n",
                MOST_TIMES);
        return 2;
    }
    uint8_t* labels = calloc(world->objects.bodies[0].triangle_count, 1);
    static uint8_t segments[UINT16_MAX + 1]; // of bones
    if (labels == NULL) {
        return 1;
    }
    wf_contact_label_body(&world->objects.bodies[0], labels, segments);
    walk w = record(world, labels, segments, (uint32_t)times);
    printf("%u vertices, %u triangles; skirt of %d particles; in a voxel of 10 mm %.2f of them, of "
           "20 %.2f, of 40 %.2f, of 80 %.2f\n",
           w.body->vertex_count, w.body->triangle_count, COLUMNS * ROWS,
           particles_per_voxel(&w, 0.01), particles_per_voxel(&w, 0.02),
           particles_per_voxel(&w, 0.04), particles_per_voxel(&w, 0.08));
    printf("%-6s %5s %5s %6s %8s %9s %9s %9s %9s %6s %9s %6s %7s\n", "parts", "mm", "g", "moved",
           "build", "update", "cells", "lookup", "response", "hits", "around", "hits", "MB");
    for (size_t i = 0; i < 2 * sizeof cells / sizeof cells[0]; ++i) {
        run_field(&w, cells[i / 2], i % 2 == 1);
    }
    run_structures(&w);
    for (uint32_t i = 0; i < w.count; ++i) {
        free(w.x[i]);
        free(w.skirt[i]);
    }
    free(labels);
    weft_world_destroy(world);
    return 0;
}

#else

int main(void) {
    fprintf(stderr, "bench_inclusion_walk needs the lab build\n");
    return 2;
}

#endif
