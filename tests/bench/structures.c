// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Times the structures on a tight sleeve around the deforming torus that peers were measured on:
//   bench_structures [cloth margin mm] [body margin mm] [frames] [structure]
// prints medians and 95th percentiles of a frame in ms for every k and arity.
#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../method_rows.h"
#include "../torus.h"
#include "quantiles.h"
#include "structures/structure.h"

enum { BODY_N = 257, BODY_M = 56, MAX_FRAMES = 600 };

typedef struct garment {
    const char* name;
    uint32_t n, m;
    double length, base;
} garment;

typedef struct times {
    double body[MAX_FRAMES], cloth[MAX_FRAMES], collect[MAX_FRAMES], total[MAX_FRAMES];
    double pairs;
} times;

/// The meshes at the start and the end of a substep.
typedef struct stage {
    garment g;
    torus_mesh body[2], cloth[2];
    wf_sweep body_sweep, cloth_sweep;
} stage;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static wf_sweep sweep_of(const torus_mesh pair[2], float grow, bool straight) {
    return (wf_sweep){
        pair[0].x, pair[1].x, pair[0].triangles, pair[0].vertex_count, pair[0].triangle_count,
        grow,      straight};
}

static stage stage_make(garment g, float cloth_grow, float body_grow) {
    stage s = {.g = g};
    for (int i = 0; i < 2; ++i) {
        s.body[i] = torus_make(BODY_N, BODY_M, 0);
        s.cloth[i] = sleeve_make(g.n, g.m, g.length, g.base, 0);
    }
    s.body_sweep = sweep_of(s.body, body_grow, true);
    s.cloth_sweep = sweep_of(s.cloth, cloth_grow, false);
    return s;
}

static void stage_pose(stage* s, int frame) {
    for (int i = 0; i < 2; ++i) {
        double t = (frame + 0.5 * i) / 60.0;
        torus_pose(&s->body[i], BODY_N, BODY_M, t);
        sleeve_pose(&s->cloth[i], s->g.n, s->g.m, s->g.length, s->g.base, t);
    }
}

static void stage_free(stage* s) {
    for (int i = 0; i < 2; ++i) {
        torus_free(&s->body[i]);
        torus_free(&s->cloth[i]);
    }
}

/// Every frame refreshes both meshes and collects.
static void run(const wf_structure* kind, stage* s, const float* values, int frames, times* out) {
    wf_memory memory = {0};
    wf_pairs pairs = {0};
    stage_pose(s, 0);
    void* self = kind->create(&memory, &s->cloth_sweep, &s->body_sweep, values);
    out->pairs = 0;
    for (int f = 0; f < frames; ++f) {
        stage_pose(s, f);
        double t0 = now();
        kind->refresh_body(&memory, self, &s->body_sweep);
        double t1 = now();
        kind->refresh_cloth(&memory, self, &s->cloth_sweep);
        double t2 = now();
        kind->collect(&memory, self, &s->cloth_sweep, &s->body_sweep, &pairs);
        double t3 = now();
        out->body[f] = t1 - t0;
        out->cloth[f] = t2 - t1;
        out->collect[f] = t3 - t2;
        out->total[f] = t3 - t0;
        out->pairs += (double)pairs.count / frames;
    }
    wf_free(&memory, pairs.a);
    wf_free(&memory, pairs.b);
    kind->destroy(&memory, self);
}

static void print(const char* name, times* t, int frames) {
    printf("%-20s %8.3f %8.3f %8.3f   %8.3f %8.3f   %9.0f\n", name, quantile(t->body, frames, 0.5),
           quantile(t->cloth, frames, 0.5), quantile(t->collect, frames, 0.5),
           quantile(t->total, frames, 0.5), quantile(t->total, frames, 0.95), t->pairs);
    fflush(stdout);
}

static void run_dop_trees(stage* s, int frames, times* t) {
    static const uint32_t ks[] = {6, 8, 14, 18, 26}, arities[] = {2, 4, 8};
    for (int i = 0; i < 15; ++i) {
        const float tree_values[WEFT_METHOD_PARAMETERS] = {(float)ks[i / 3], (float)arities[i % 3]};
        char name[32];
        snprintf(name, sizeof name, "dop_tree %u/%u", (uint32_t)tree_values[0],
                 (uint32_t)tree_values[1]);
        run(&wf_structure_dop_tree, s, tree_values, frames, t);
        print(name, t, frames);
    }
}

static void run_others(stage* s, int frames, const char* only, times* t) {
    const weft_method* row;
    for (uint32_t i = 0; (row = next_row("structure", &i)) != NULL;) {
        if (row->functions != &wf_structure_dop_tree && strstr(row->name, only)) {
            int few = row->functions == &wf_structure_brute_force && frames > 5 ? 5 : frames;
            run(row->functions, s, usual_values(row).of, few, t);
            print(row->name, t, few);
        }
    }
}

int main(int argc, char** argv) {
    static times t;
    float cloth_grow = argc > 1 ? (float)atof(argv[1]) * 1e-3f : 0.006f;
    float body_grow = argc > 2 ? (float)atof(argv[2]) * 1e-3f : 0.004f;
    int frames = argc > 3 ? atoi(argv[3]) : 60;
    const char* only = argc > 4 ? argv[4] : "";
    const garment garments[] = {{"sleeve of 1640", 21, 41, 1.8, 0.008},
                                {"sleeve of 9900", 100, 50, 4.5, 0.008}};
    if (frames < 1 || frames > MAX_FRAMES) {
        fprintf(stderr, "frames: 1 to %d\n", MAX_FRAMES);
        return 2;
    }
    for (int g = 0; g < 2; ++g) {
        stage s = stage_make(garments[g], cloth_grow, body_grow);
        printf("%s triangles, body %d triangles, margins %.1f + %.1f mm, %d frames\n",
               garments[g].name, 2 * BODY_N * BODY_M, (double)cloth_grow * 1e3,
               (double)body_grow * 1e3, frames);
        printf("%-20s %8s %8s %8s   %8s %8s   %9s\n", "ms", "body", "cloth", "collect", "total",
               "p95", "pairs");
        if (strstr("dop_tree", only)) {
            run_dop_trees(&s, frames, &t);
        }
        run_others(&s, frames, only, &t);
        stage_free(&s);
    }
    return 0;
}
