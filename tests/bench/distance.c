// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Times the making of distance fields in the volumes of Bull, Slater, Buxton 2003, Table 2, and
// says by how much the propagation is too long:
//   bench_distance [repetitions]
// prints medians of processor time in ms for lumpy ellipsoids of the size of those parts, with
// owners up to 6 voxels and with none, and the exact transform: part, voxels, sites, the whole
// field, shell 6, shell 0, exact, MB; then, after #, how much too long the propagation is.
#include "../distance_rig.h"
#include "bench.h"
#include "quantiles.h"
#include "weft/weft.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846
enum {
    AROUND = 96,
    ALONG = 64,
    VERTICES = AROUND * ALONG + 2,
    MOST_TIMES = 101,
    MARGIN = 7,
    BINS = 12
};

typedef struct volume {
    const char* name;
    uint32_t size[3];
} volume;

/// Stretches an axis so that the box, with the margin and the border, has so many voxels of a unit.
static void stretch(float* x, uint32_t count, uint32_t voxels) {
    float lo = INFINITY, hi = -INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        lo = fminf(lo, x[4 * i]);
        hi = fmaxf(hi, x[4 * i]);
    }
    double extent = voxels - 2.0 * (MARGIN + 1) - 1 + 0.5;
    for (uint32_t i = 0; i < count; ++i) {
        x[4 * i] = (float)(((double)x[4 * i] - (double)lo) / ((double)hi - (double)lo) * extent);
    }
}

/// An ellipsoid with lumps in a volume of so many voxels of a unit: rings, then the two poles.
static void lumpy(const uint32_t size[3], float* x) {
    for (uint32_t i = 0; i < VERTICES - 2; ++i) {
        double u = 2 * PI * (i / ALONG) / AROUND, v = PI * (i % ALONG + 0.5) / ALONG;
        double r = 1 + 0.04 * sin(5 * u) * sin(3 * v) + 0.03 * cos(2 * u + 4 * v);
        x[4 * i] = (float)(r * sin(v) * cos(u));
        x[4 * i + 1] = (float)(r * cos(v));
        x[4 * i + 2] = (float)(r * sin(v) * sin(u));
    }
    for (uint32_t k = 0; k < 3; ++k) {
        stretch(x + k, VERTICES - 2, size[k]);
    }
    for (uint32_t i = 0; i < VERTICES - 2; ++i) {
        float* pole = x + 4 * (size_t)(VERTICES - 2 + (i % ALONG == ALONG - 1));
        for (uint32_t k = 0; k < 3 && i % ALONG % (ALONG - 1) == 0; ++k) {
            pole[k] += x[4 * i + k] / AROUND;
        }
    }
}

static void connect(uint32_t* t) {
    for (uint32_t i = 0; i < AROUND; ++i) {
        uint32_t a = i * ALONG, b = (i + 1) % AROUND * ALONG;
        uint32_t caps[6] = {VERTICES - 2, b, a, VERTICES - 1, a + ALONG - 1, b + ALONG - 1};
        memcpy(t, caps, sizeof caps);
        t += 6;
        for (uint32_t j = 0; j + 1 < ALONG; ++j, t += 6) {
            uint32_t quad[6] = {a + j, b + j, b + j + 1, a + j, b + j + 1, a + j + 1};
            memcpy(t, quad, sizeof quad);
        }
    }
}

typedef bool generate_fn(wf_memory*, wf_distance_field*);

/// Median time of a generator on a field that has been scanned.
static double time_of(generate_fn* generate, wf_memory* memory, wf_distance_field* f, int times) {
    double ms[MOST_TIMES];
    for (int i = 0; i < times; ++i) {
        wf_free(memory, f->owners);
        f->owners = NULL;
        memset(f->owner_first, 0, ((size_t)f->count + 1) * sizeof *f->owner_first);
        wf_distance_begin(f);
        double start = now();
        generate(memory, f);
        ms[i] = now() - start;
    }
    return median(ms, times);
}

typedef struct error {
    uint64_t voxels[2], longer[2], shorter; // within 6 voxels of the surface, and beyond
    double worst[2];
    uint64_t bins[BINS]; // of a quarter of a voxel
} error;

static void compare_fields(const wf_distance_field* f, const uint16_t* exact, error* e) {
    for (uint32_t v = 0; v < f->count; ++v) {
        if (exact[v] >= WF_DISTANCE_FAR) {
            continue;
        }
        int far_off = exact[v] > 36;
        double over = sqrt(f->squared[v]) - sqrt(exact[v]);
        e->voxels[far_off] += 1;
        e->shorter += over < 0.0;
        if (over > 0.0) {
            e->longer[far_off] += 1;
            e->worst[far_off] = fmax(e->worst[far_off], over);
            e->bins[over < 0.25 * BINS ? (int)(4.0 * over) : BINS - 1] += 1;
        }
    }
}

static void print_error(const char* name, const error* e) {
    printf("# %s: too short %llu", name, (unsigned long long)e->shorter);
    for (int k = 0; k < 2; ++k) {
        printf("; %s 6 voxels %.2f %% too long, by %.2f at most", k ? "beyond" : "within",
               100.0 * (double)e->longer[k] / (double)e->voxels[k], e->worst[k]);
    }
    printf("\n# too long by quarters of a voxel:");
    for (int i = 0; i < BINS; ++i) {
        printf(" %llu", (unsigned long long)e->bins[i]);
    }
    printf("\n");
}

static void run(const volume* v, int times, error* all) {
    static uint32_t corners[6 * AROUND * ALONG];
    float* x = calloc(4 * (size_t)VERTICES, sizeof *x);
    if (x == NULL) {
        exit(1);
    }
    lumpy(v->size, x);
    connect(corners);
    for (uint32_t i = 0; i < 4 * VERTICES; ++i) {
        x[i] *= 0.01f; // a voxel is a centimetre
    }
    uint32_t count = 2 * AROUND * ALONG;
    wf_distance_mesh mesh = {x, corners, VERTICES, count, count, false};
    wf_distance_def def = {.cell = 0.01f, .shell = 6, .margin = MARGIN};
    wf_memory memory = {0};
    wf_distance_field f;
    weft_report report = {0};
    double start = now();
    if (wf_distance_build(&memory, &def, &mesh, &f, &report) != WEFT_OK) {
        fprintf(stderr, "%s\n", report.message);
        exit(1);
    }
    double whole = now() - start;
    size_t bytes = f.bytes;
    double six = time_of(wf_distance_propagate, &memory, &f, times);
    uint16_t* propagated = malloc(2 * (size_t)f.count);
    memcpy(propagated, f.squared, 2 * (size_t)f.count);
    f.shell = 0;
    double none = time_of(wf_distance_propagate, &memory, &f, times);
    f.shell = 6;
    double exact = time_of(wf_distance_transform, &memory, &f, times);
    printf("%s\t%u\t%u\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\n", v->name, f.count, f.site_count, whole, six,
           none, exact, (double)bytes / 1048576.0);
    wf_distance_field seen = f;
    seen.squared = propagated;
    compare_fields(&seen, f.squared, all);
    free(propagated);
    wf_distance_free(&memory, &f);
    free(x);
}

/// Sites anywhere in a cube, the hardest case for the rule: many cells meet.
static void run_scattered(uint32_t side, uint32_t sites, uint32_t cases, error* e) {
    uint64_t random = 1;
    for (uint32_t c = 0; c < cases; ++c) {
        const uint32_t size[3] = {side, side, side};
        uint32_t list[256];
        for (uint32_t i = 0; i < sites; ++i) {
            uint32_t at[3];
            for (int k = 0; k < 3; ++k) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                at[k] = 1 + (uint32_t)(random >> 33) % (side - 2);
            }
            list[i] = (at[2] * side + at[1]) * side + at[0];
        }
        wf_memory memory = {0};
        wf_distance_field f;
        scatter_field(&memory, size, list, sites, 6, &f);
        wf_distance_transform(&memory, &f);
        uint16_t* exact = f.squared;
        wf_free(&memory, f.owners);
        f.owners = NULL;
        memset(f.owner_first, 0, ((size_t)f.count + 1) * sizeof *f.owner_first);
        f.squared = WF_ALLOC(&memory, uint16_t, f.count);
        wf_distance_begin(&f);
        wf_distance_propagate(&memory, &f);
        compare_fields(&f, exact, e);
        wf_free(&memory, exact);
        wf_distance_free(&memory, &f);
    }
}

int main(int argc, char** argv) {
    static const volume volumes[] = {
        {"hips", {109, 99, 107}}, {"thigh", {75, 190, 103}}, {"shin", {57, 177, 61}}};
    int times = argc > 1 ? atoi(argv[1]) : 11;
    if (times < 1 || times > MOST_TIMES) {
        fprintf(stderr, "repetitions: 1 to %d\n", MOST_TIMES);
        return 2;
    }
    error body = {0}, scattered = {0};
    for (int i = 0; i < 3; ++i) {
        run(&volumes[i], times, &body);
    }
    print_error("solids", &body);
    run_scattered(48, 64, 30, &scattered);
    print_error("points", &scattered);
    return 0;
}
