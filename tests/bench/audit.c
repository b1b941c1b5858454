// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Times the audit on the pairs of a tight sleeve around the deforming torus:
//   bench_audit [frames] [metres between sleeve and body]
#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "../torus.h"
#include "detect/audit.h"
#include "quantiles.h"
#include "weft/weft.h"

enum { BODY_N = 257, BODY_M = 56 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void run(uint32_t n, uint32_t m, double length, double base, int frames) {
    torus_mesh body = torus_make(BODY_N, BODY_M, 0), sleeve = sleeve_make(n, m, length, base, 0);
    wf_sweep b = {body.x, body.x, body.triangles, body.vertex_count, body.triangle_count,
                  0.003f, true};
    wf_sweep c = {sleeve.x, sleeve.x, sleeve.triangles, sleeve.vertex_count, sleeve.triangle_count,
                  0.003f,   true};
    wf_audit_mesh bm = {body.x, body.triangles, NULL, NULL, NULL, body.triangle_count};
    wf_audit_mesh cm = {sleeve.x, sleeve.triangles, NULL, NULL, NULL, sleeve.triangle_count};
    const float tree_values[WEFT_METHOD_PARAMETERS] = {18, 8};
    wf_memory memory = {0};
    wf_pairs pairs = {0};
    wf_audit audit = {0};
    void* tree = wf_structure_dop_tree.create(&memory, &c, &b, tree_values);
    double* ms = malloc(sizeof(double) * (size_t)frames);
    double pair_sum = 0, crossing_sum = 0;
    for (int f = 0; f < frames; ++f) {
        torus_pose(&body, BODY_N, BODY_M, f / 60.0);
        sleeve_pose(&sleeve, n, m, length, base, f / 60.0);
        wf_structure_dop_tree.refresh_body(&memory, tree, &b);
        wf_structure_dop_tree.refresh_cloth(&memory, tree, &c);
        wf_structure_dop_tree.collect(&memory, tree, &c, &b, &pairs);
        double start = now();
        wf_audit_count(&memory, &audit, &pairs, &cm, &bm);
        ms[f] = now() - start;
        pair_sum += (double)pairs.count / frames;
        crossing_sum += (double)audit.crossings / frames;
    }
    double middle = median(ms, frames), high = ms[frames * 95 / 100];
    printf("%u cloth triangles, %.0f pairs, %.1f crossings: median %.3f ms, p95 %.3f ms\n",
           sleeve.triangle_count, pair_sum, crossing_sum, middle, high);
    free(ms);
    wf_audit_free(&memory, &audit);
    wf_free(&memory, pairs.a);
    wf_free(&memory, pairs.b);
    wf_structure_dop_tree.destroy(&memory, tree);
    torus_free(&body);
    torus_free(&sleeve);
}

int main(int argc, char** argv) {
    int frames = argc > 1 ? atoi(argv[1]) : 60;
    double base = argc > 2 ? atof(argv[2]) : 0.008;
    if (frames < 1) {
        fprintf(stderr, "frames: at least 1\n");
        return 2;
    }
    run(21, 41, 1.8, base, frames);
    run(100, 50, 4.5, base, frames);
    return 0;
}
