// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bull, Slater, Buxton 2003, Table 3, in a cooked scene with one body of 40 bones in it:
//   bench_trace SCENE.weft [cell mm] [frames] [steps a frame]
// The world runs under the response offset_surfaces with so many steps a frame; beside it every
// particle is traced through the fields of hips, thighs and shins in every step, which is timed: by
// drawn lines, by lines from the table, and forward on entry, in turns. It prints the length of the
// ways in voxels, the share of the traces in the time of both, and for all segments what their
// field takes: bytes, voxels, and the time to carry it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "detect/voxel_trace.h"
#include "particles/particles.h"
#include "structures/distance_body.h"
#include "weft/lab.h"
#include "weft/weft.h"
#include "world/world.h"

#ifdef WEFT_LAB

enum { DRAWN, LOOKED_UP, FORWARD, RULES };                   // how ways are traced
enum { CANDIDATES = 5, FITS = 50, SHELL = 6, BEFORE = 120 }; // frames until a garment walks

static const uint32_t candidates[CANDIDATES] = {0, 9, 10, 16, 17}; // hips, thighs, shins

static void must(weft_status status, const weft_report* report) {
    if (status != WEFT_OK) {
        fprintf(stderr, "%s\n", report->message);
        exit(1);
    }
}

static wf_distance_body make_fields(wf_memory* memory, const wf_body* body, float cell) {
    const wf_distance_def def = {.cell = cell, .shell = SHELL, .margin = SHELL + 2};
    const wf_distance_skin skin = {{body->rest, body->triangles, body->vertex_count,
                                    body->triangle_count, body->triangle_count, false},
                                   body->bone_indices,
                                   body->bone_weights,
                                   body->bone_count};
    wf_distance_body fields;
    weft_report report = {0};
    double begin = now();
    must(wf_distance_body_build(memory, &def, &skin, &fields, &report), &report);
    printf("# %u fields in %.0f ms\n", fields.count, now() - begin);
    return fields;
}

static void print_segments(const wf_distance_body* fields, const float* x) {
    size_t bytes = 0;
    printf("# %-12s %11s %9s %7s %9s\n", "segment", "voxels", "", "MB", "carry, us");
    for (uint32_t i = 0; i < fields->count; ++i) {
        const wf_distance_segment* s = &fields->segments[i];
        double begin = now(), sum = 0.0;
        for (int k = 0; k < FITS; ++k) {
            sum += wf_segment_fit(s, x).middle[0];
        }
        double each = sum < INFINITY ? 1e3 * (now() - begin) / FITS : 0.0;
        printf("# %-12s %3ux%3ux%3u %9u %7.2f %9.2f\n", wf_segment_name(s->label), s->field.size[0],
               s->field.size[1], s->field.size[2], s->field.count,
               (double)s->field.bytes / 1048576.0, each);
        bytes += s->field.bytes;
    }
    printf("# all %.1f MB\n", (double)bytes / 1048576.0);
}

typedef struct tally {
    double voxels, ms, ms_by[RULES];
    uint64_t ways, inside, steps, hits, looked_at[RULES], found[RULES];
} tally;

static const wf_distance_segment* segment_of(const wf_distance_body* fields, uint32_t label,
                                             uint32_t* index) {
    for (*index = 0; *index < fields->count; *index += 1) {
        if (fields->segments[*index].label == label) {
            return &fields->segments[*index];
        }
    }
    return NULL;
}

/// All ways of a frame through one field, cut into steps; those that begin in it count for length.
static void trace_frame(const wf_distance_segment* s, const wf_segment_pose* from,
                        const wf_segment_pose* to, const float* x0, const float* x1, uint32_t count,
                        int steps, const wf_trace_rules* rules, tally* t) {
    static const wf_trace_limits limits = {9, 1};
    for (uint32_t i = 0; i < count; ++i) {
        float p0[3], p1[3], a[3], b[3];
        wf_segment_to_field(s, from, x0 + 4 * (size_t)i, p0);
        wf_segment_to_field(s, to, x1 + 4 * (size_t)i, p1);
        double far2 = 0.0;
        for (int k = 0; k < 3; ++k) {
            double d = (double)(p1[k] - p0[k]) * (double)s->field.per_cell / steps;
            far2 += d * d;
        }
        int32_t at[3];
        bool within = wf_distance_locate(&s->field, p0, at);
        t->voxels += within ? steps * sqrt(far2) : 0.0;
        t->inside += within ? (uint64_t)steps : 0;
        t->ways += (uint64_t)steps;
        for (int n = 0; n < steps; ++n) {
            for (int k = 0; k < 3; ++k) {
                a[k] = p0[k] + (p1[k] - p0[k]) * (float)n / (float)steps;
                b[k] = p0[k] + (p1[k] - p0[k]) * (float)(n + 1) / (float)steps;
            }
            wf_trace trace = wf_voxel_trace(&s->field, a, b, &limits, rules);
            t->steps += trace.steps;
            t->hits += trace.hit;
        }
    }
}

/// What the parts of a step are of its time; ms of predict, solve and commit, which move the cloth.
static double print_phases(const double ms[WEFT_PHASE_COUNT]) {
    static const char* const names[WEFT_PHASE_COUNT] = {
        "pose", "predict", "refresh", "detect", "solve", "commit", "audit", "repair", "publish"};
    double all = 0.0;
    for (int k = 0; k < WEFT_PHASE_COUNT; ++k) {
        all += ms[k];
    }
    printf("# ");
    for (int k = 0; k < WEFT_PHASE_COUNT; ++k) {
        printf("%s %.1f %%%s", names[k], 100.0 * ms[k] / all,
               k + 1 < WEFT_PHASE_COUNT ? ", " : "\n");
    }
    return ms[WEFT_PHASE_PREDICT] + ms[WEFT_PHASE_SOLVE] + ms[WEFT_PHASE_COMMIT];
}

/// What was counted by the rules of the paper; the others must have found the same.
static void add(tally* t, const tally* own, int rule) {
    if (rule == DRAWN) {
        t->voxels += own->voxels;
        t->ways += own->ways;
        t->inside += own->inside;
        t->steps += own->steps;
        t->hits += own->hits;
    }
    t->looked_at[rule] += own->steps;
    t->found[rule] += own->hits;
}

static void print_rules(const tally* t) {
    static const char* const names[RULES] = {"drawn", "looked up", "drawn, forward on entry"};
    for (int r = 0; r < RULES; ++r) {
        printf("# lines %s: %.2f ns a way, %llu voxels, %llu hits\n", names[r],
               1e6 * t->ms_by[r] / (double)t->ways, (unsigned long long)t->looked_at[r],
               (unsigned long long)t->found[r]);
    }
}

int main(int argc, char** argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: bench_trace SCENE.weft [cell mm] [frames] [steps a frame]\n");
        return 2;
    }
    float cell = 1e-3f * (argc > 2 ? (float)atof(argv[2]) : 5.0f);
    int frames = argc > 3 ? atoi(argv[3]) : 203, steps = argc > 4 ? atoi(argv[4]) : 33;
    weft_world* world = load(argv[1]);
    if (world == NULL) {
        return 1;
    }
    weft_set_clock(now);
    weft_report report = {0};
    must(weft_world_set_method(world, "response", "offset_surfaces", &report), &report);
    must(weft_world_set_parameter(world, "response", "cell", cell, &report), &report);
    world->def.min_substeps = (uint32_t)steps;
    for (int frame = 0; frame < BEFORE; ++frame) {
        if (weft_world_step(world).status != WEFT_OK) {
            return 1;
        }
    }
    const wf_body* body = &world->objects.bodies[0];
    wf_memory memory = {0};
    wf_distance_body fields = make_fields(&memory, body, cell);
    const float* skin = world->obstacle.x0 + 4 * (size_t)body->first_vertex;
    print_segments(&fields, skin);
    uint32_t count = world->particles->count, substeps = 0;
    float* before = malloc(16 * (size_t)count);
    double simulated = 0.0, phases[WEFT_PHASE_COUNT] = {0};
    tally t = {0};
    static wf_voxel_table table;
    wf_voxel_table_fill(&table);
    const wf_trace_rules rules[RULES] = {{false, NULL}, {false, &table}, {true, NULL}};
    for (int frame = 0; frame < frames && before != NULL; ++frame) {
        wf_segment_pose from[CANDIDATES];
        uint32_t index;
        memcpy(before, world->particles->x, 16 * (size_t)count);
        for (int k = 0; k < CANDIDATES; ++k) {
            from[k] = wf_segment_fit(segment_of(&fields, candidates[k], &index), skin);
        }
        double begin = now();
        weft_step_report step = weft_world_step(world);
        simulated += now() - begin;
        substeps += step.substeps;
        for (int k = 0; k < WEFT_PHASE_COUNT; ++k) {
            phases[k] += (double)step.ms[k];
        }
        if (step.status != WEFT_OK) {
            return 1;
        }
        for (int turn = 0; turn < RULES; ++turn) {
            int r = (turn + frame) % RULES;
            tally own = {0};
            begin = now();
            for (int k = 0; k < CANDIDATES; ++k) {
                const wf_distance_segment* s = segment_of(&fields, candidates[k], &index);
                wf_segment_pose to = wf_segment_fit(s, skin);
                trace_frame(s, &from[k], &to, before, world->particles->x, count,
                            (int)step.substeps, &rules[r], &own);
            }
            t.ms_by[r] += now() - begin;
            add(&t, &own, r);
        }
    }
    printf(
        "# %u particles, %u triangles of cloth, %d frames, %.1f steps a frame; %.2f voxels looked "
        "at a trace; %llu of %llu ways hit\n",
        count, world->particles->triangle_count, frames, (double)substeps / frames,
        (double)t.steps / (double)t.ways, (unsigned long long)t.hits, (unsigned long long)t.ways);
    print_rules(&t);
    t.ms = t.ms_by[DRAWN];
    double moves = print_phases(phases);
    printf("path of a particle in a step, voxels\t%.4f\n", t.voxels / (double)t.inside);
    printf("collision tests, %% of them and the simulation\t%.2f\n",
           100.0 * t.ms / (t.ms + simulated));
    printf("collision tests, %% of what moves the cloth\t%.2f\n", 100.0 * t.ms / moves);
    printf("frames of 1/25 s a second\t%.1f\n",
           1e3 * frames * 25.0 * (double)world->def.frame_seconds / simulated);
    weft_lab_figure f;
    for (uint32_t i = 0; weft_lab_figure_at(world, i, &f) && f.body == UINT32_MAX; ++i) {
        printf("# %s %.3g %s\n", f.what, f.value, f.unit);
    }
    free(before);
    wf_distance_body_free(&memory, &fields);
    weft_world_destroy(world);
    return 0;
}

#else

int main(void) {
    fprintf(stderr, "bench_trace: a build with WEFT_LAB has it\n");
    return 2;
}

#endif
