// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Detection alone, beside FCL and Embree, one thread each:
//   bench_detection [FRAMES [REPEATS]]
// asks every engine the same in the same frames of 1/60 s: which triangles of a sleeve of 1 626
// touch an obstacle of 28 784 that deforms, which are within 5 mm of it, and which of a crumpled
// sheet of 20 000 are within 3 mm of each other. Engines take turns. Prints a line an engine and
// question, words divided by tabs: question, engine, median over the frames of update, query and
// both, in ms of processor time, each the least over the repeats, and pairs a frame. Ends with 1
// when answers differ.
#include "detection.h"
#include "meshes.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { OBSTACLE_N = 257, OBSTACLE_M = 56, MOST_FRAMES = 600 };

static const peer* const peers[] = {
    &peer_weft_boxes,   &peer_weft_dops,      &peer_fcl_kdop18,       &peer_fcl_aabb,
    &peer_embree_refit, &peer_embree_rebuild, &peer_embree_own_faces,
};
enum { PEERS = sizeof peers / sizeof peers[0] };

typedef struct setting {
    const char* name;
    question asked;
    double base;    // of the sleeve, m
    float distance; // m
} setting;

static const setting settings[] = {
    {"touch", QUESTION_TOUCH, 0.002, 0.0f},
    {"near", QUESTION_NEAR, 0.008, 0.005f},
    {"self", QUESTION_SELF, 0.0, 0.003f},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/// What an engine took and found.
typedef struct tally {
    double update, query, total; // ms, median of a run, least of the runs
    uint64_t pairs;              // of all frames
    uint64_t hash;               // of the counts, frame by frame
} tally;

static double now(void) {
    return 1e3 * (double)clock() / CLOCKS_PER_SEC;
}

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* values, int count) {
    qsort(values, (size_t)count, sizeof(double), compare);
    return values[count / 2];
}

static peer_mesh view_of(const torus_mesh* mesh) {
    return (peer_mesh){mesh->x, mesh->triangles, mesh->vertex_count, mesh->triangle_count};
}

static tally run(const setting* s, const peer* engine, int frames) {
    static double update[MOST_FRAMES], query[MOST_FRAMES], total[MOST_FRAMES];
    bool self = s->asked == QUESTION_SELF;
    torus_mesh a = self ? crumple_make() : ring_sleeve_make(s->base);
    torus_mesh b = self ? a : torus_make(OBSTACLE_N, OBSTACLE_M, 0);
    peer_task task = {s->asked, s->distance, view_of(&a), view_of(&b)};
    void* state = engine->create(&task);
    tally out = {.hash = 14695981039346656037u};
    for (int f = 0; f < frames; ++f) {
        double t = f / 60.0;
        if (self) {
            crumple_pose(&a, t);
        } else {
            ring_sleeve_pose(&a, s->base, t);
            torus_pose(&b, OBSTACLE_N, OBSTACLE_M, t);
        }
        double start = now();
        engine->update(state);
        double fitted = now();
        uint64_t pairs = engine->query(state);
        double end = now();
        update[f] = fitted - start, query[f] = end - fitted, total[f] = end - start;
        out.pairs += pairs;
        out.hash = (out.hash ^ pairs) * 1099511628211u;
    }
    engine->destroy(state);
    torus_free(&a);
    if (!self) {
        torus_free(&b);
    }
    out.update = median(update, frames);
    out.query = median(query, frames);
    out.total = median(total, frames);
    return out;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

/// Whether all engines gave the same answers.
static bool ask(const setting* s, int frames, int repeats) {
    tally best[PEERS];
    bool equal = true;
    for (int r = 0; r < repeats; ++r) {
        for (int i = 0; i < PEERS; ++i) {
            tally t = run(s, peers[i], frames);
            best[i].update = r > 0 ? least(best[i].update, t.update) : t.update;
            best[i].query = r > 0 ? least(best[i].query, t.query) : t.query;
            best[i].total = r > 0 ? least(best[i].total, t.total) : t.total;
            best[i].pairs = t.pairs;
            best[i].hash = t.hash;
        }
    }
    for (int i = 0; i < PEERS; ++i) {
        printf("%s\t%s\t%.3f\t%.3f\t%.3f\t%.1f\n", s->name, peers[i]->name, best[i].update,
               best[i].query, best[i].total, (double)best[i].pairs / frames);
        equal = equal && best[i].hash == best[0].hash;
    }
    fflush(stdout);
    return equal;
}

int main(int argc, char** argv) {
    int frames = argc > 1 ? atoi(argv[1]) : 120, repeats = argc > 2 ? atoi(argv[2]) : 3;
    if (frames < 1 || frames > MOST_FRAMES || repeats < 1) {
        fprintf(stderr, "bench_detection [FRAMES, 1 to %d [REPEATS]]\n", MOST_FRAMES);
        return 2;
    }
    bool equal = true;
    for (int i = 0; i < SETTINGS; ++i) {
        if (!ask(&settings[i], frames, repeats)) {
            fprintf(stderr, "%s: engines found different pairs\n", settings[i].name);
            equal = false;
        }
    }
    return equal ? 0 : 1;
}
