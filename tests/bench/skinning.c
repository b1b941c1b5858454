// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Time of one skinning of a body of 13 380 vertices on 60 bones, with two bones at most vertices
// and up to four, as people have it; and of the checks and the topology of a mesh of that size.
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "body/skinning.h"
#include "base/memory.h"
#include "mesh/check.h"
#include "mesh/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { VERTICES = 13380, BONES = 60, REPEATS = 200 };

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static uint32_t state = 1;

static float uniform(void) {
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}

// Neighbouring vertices share bones, like the vertices of a limb.
static void make_skin(float* rest, uint16_t* bones, float* weights) {
    for (int v = 0; v < VERTICES; ++v) {
        float dice = uniform();
        int used = 1 + (dice > 0.3f) + (dice > 0.75f) + (dice > 0.95f);
        float left = 1.0f;
        for (int k = 0; k < 4; ++k) {
            rest[4 * v + k] = k < 3 ? uniform() : 1.0f;
            bones[4 * v + k] = (uint16_t)((v * BONES / VERTICES + k) % BONES);
            weights[4 * v + k] = k >= used ? 0.0f : k + 1 == used ? left : left * 0.6f;
            left -= weights[4 * v + k];
        }
    }
}

static void time_skinning(void) {
    float* rest = malloc(sizeof(float) * 4 * VERTICES);
    float* weights = malloc(sizeof(float) * 4 * VERTICES);
    float* out = malloc(sizeof(float) * 4 * VERTICES);
    uint16_t* bones = malloc(sizeof(uint16_t) * 4 * VERTICES);
    const float home[3] = {0.0f, 0.0f, 0.0f};
    static float pose[WF_POSE_FLOATS * BONES], heads[3 * BONES], columns[16 * BONES];
    make_skin(rest, bones, weights);
    for (int b = 0; b < BONES; ++b) {
        pose[WF_POSE_FLOATS * b + 3] = 1.0f;
    }
    double best = 1e9, sum = 0.0;
    for (int i = 0; i < REPEATS; ++i) {
        double start = now_ms();
        wf_pose_columns(pose, heads, BONES, columns);
        wf_skin(rest, bones, weights, columns, home, VERTICES, out);
        double ms = now_ms() - start;
        best = ms < best ? ms : best;
        sum += ms;
    }
    printf("skinning, %d vertices: best %.3f ms, mean %.3f ms (x = %g)\n", VERTICES, best,
           sum / REPEATS, (double)out[4 * VERTICES - 4]);
    free(rest);
    free(weights);
    free(out);
    free(bones);
}

// A tube of 2 * 13 380 triangles.
static void time_mesh(void) {
    enum { AROUND = 60, ALONG = 223, TRIANGLES = 2 * AROUND * ALONG };
    uint32_t* triangles = malloc(sizeof(uint32_t) * 3 * TRIANGLES);
    uint32_t* t = triangles;
    for (uint32_t a = 0; a < AROUND; ++a) {
        for (uint32_t b = 0; b < ALONG; ++b) {
            uint32_t next_a = (a + 1) % AROUND, next_b = (b + 1) % ALONG;
            uint32_t q[6] = {a * ALONG + b, a * ALONG + next_b,      next_a * ALONG + next_b,
                             a * ALONG + b, next_a * ALONG + next_b, next_a * ALONG + b};
            for (int i = 0; i < 6; ++i) {
                *t++ = q[i];
            }
        }
    }
    wf_memory memory = {0};
    wf_topology topology;
    double start = now_ms();
    weft_status status = wf_check_manifold(&memory, triangles, TRIANGLES, true, NULL);
    double checked = now_ms();
    bool built = wf_topology_build(&memory, triangles, TRIANGLES, AROUND * ALONG, &topology);
    double end = now_ms();
    printf("manifold check, %d triangles: %.2f ms (%s); topology: %.2f ms\n", TRIANGLES,
           checked - start, weft_status_name(status), end - checked);
    if (built) {
        wf_topology_free(&memory, &topology);
    }
    free(triangles);
}

int main(void) {
    time_skinning();
    time_mesh();
    return 0;
}
