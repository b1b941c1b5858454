// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The scenes of a paper by its rules of detection and by ours:
//   bench_figures SCENE.weft NAME FIRST STEPS [RULES]
// steps a cooked scene by the default structure ("ours"), by the accelerated configuration of
// Mezger, Kimmerle, Etzmuss 2003 ("the paper's": 18-DOPs, quadtrees, cones of velocities and of
// normals, one face a leaf, split across the longest side, the longer node opened, lazy update),
// and by that without normal cones ("without cones"), or by one of them; STEPS steps each after
// FIRST that are not timed. Prints a line each, words divided by tabs: what ran; processor time of
// carrying the structure along, of detection and of everything, ms a step; pairs in the mean;
// crossings with bodies and of cloth with cloth after any step, FIRST included.
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#ifdef WEFT_LAB

typedef struct setting {
    const char* name;
    float value;
} setting;

static const char* const rules[] = {"ours", "the paper's", "without cones"};
enum { RULES = 3, OURS = 0, PAPERS = 1 };

static const setting paper[] = {
    {"k", 18},      {"arity", 4},    {"split", 1},  {"leaf", 1},
    {"inflate", 1}, {"traverse", 1}, {"update", 1}, {"tolerance", 0.001f},
};

static bool set(weft_world* world, const setting* s) {
    return weft_world_set_parameter(world, "structure", s->name, s->value, NULL) == WEFT_OK;
}

static bool set_up(weft_world* world, int which) {
    const setting cones = {"self", 1};
    bool done = which != PAPERS || set(world, &cones);
    for (size_t i = 0; which != OURS && i < sizeof paper / sizeof paper[0]; ++i) {
        done = done && set(world, &paper[i]);
    }
    return done;
}

static bool run(const char* path, const char* name, int first, int steps, int which) {
    weft_world* world = load(path);
    if (world == NULL || !set_up(world, which)) {
        return false;
    }
    double refresh = 0.0, detect = 0.0, all = 0.0, pairs = 0.0;
    unsigned body = 0, cloth = 0;
    for (int step = 0; step < first + steps; ++step) {
        double begin = now();
        weft_step_report r = weft_world_step(world);
        double time = now() - begin;
        if (r.status != WEFT_OK) {
            fprintf(stderr, "step %d: %s\n", step + 1, weft_status_name((weft_status)r.status));
            return false;
        }
        body += r.crossings_body;
        cloth += r.crossings_cloth;
        if (step >= first) {
            refresh += (double)r.ms[WEFT_PHASE_REFRESH] / steps;
            detect += (double)r.ms[WEFT_PHASE_DETECT] / steps;
            all += time / steps;
            pairs += (double)r.pairs / steps;
        }
    }
    printf("%s, %s\t%.3f\t%.3f\t%.3f\t%.0f\t%u\t%u\n", name, rules[which], refresh, detect, all,
           pairs, body, cloth);
    weft_world_destroy(world);
    return fflush(stdout) == 0;
}

int main(int argc, char** argv) {
    int first = argc > 4 ? atoi(argv[3]) : -1, steps = argc > 4 ? atoi(argv[4]) : 0;
    if (first < 0 || steps < 1 || argc > 6) {
        fprintf(stderr, "bench_figures SCENE.weft NAME FIRST STEPS [RULES]\n");
        return 2;
    }
    weft_set_clock(now);
    bool done = true;
    for (int i = 0; i < RULES && done; ++i) {
        if (argc < 6 || strcmp(argv[5], rules[i]) == 0) {
            done = run(argv[1], argv[2], first, steps, i);
        }
    }
    return done ? 0 : 1;
}

#else

int main(void) {
    fprintf(stderr, "bench_figures: a build with WEFT_LAB has it\n");
    return 2;
}

#endif
