// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every energy that solvers add up against its closed form in doubles: the gradient is that of the
// energy, the block that of the gradient, and where a block is made definite on purpose it bounds
// the true one from above. Membrane and bending by themselves are in membrane.c and bending.c.
#include "solve/terms.h"
#include "physics/sheet.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 500, SIDE = 9 };

#define STIFF 1e4f

static void random_point(test_random* random, float size, float* out) {
    for (int k = 0; k < 3; ++k) {
        out[k] = test_uniform(random, -size, size);
    }
    out[3] = 0.0f;
}

static double length_of(const double d[3]) {
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/// An energy of places in doubles, 4 per point.
typedef double energy_fn(const void* term, const double* z);

/// Central differences of an energy to one coordinate.
static double slope(energy_fn* energy, const void* term, const double* z, int count, int at) {
    const double step = 1e-6;
    double there[16];
    memcpy(there, z, sizeof(double) * (size_t)count);
    there[at] = z[at] + step;
    double up = energy(term, there);
    there[at] = z[at] - step;
    return (up - energy(term, there)) / (2.0 * step);
}

/// Second differences to two coordinates.
static double bend_of(energy_fn* energy, const void* term, const double* z, int count, int a,
                      int b) {
    const double step = 1e-5;
    double there[16];
    memcpy(there, z, sizeof(double) * (size_t)count);
    there[b] = z[b] + step;
    double up = slope(energy, term, there, count, a);
    there[b] = z[b] - step;
    return (up - slope(energy, term, there, count, a)) / (2.0 * step);
}

static void widen(const float* from, int count, double* to) {
    for (int k = 0; k < count; ++k) {
        to[k] = (double)from[k];
    }
}

/// d^T block d - d^T energy'' d over the coordinates of one point: 0 where they are equal.
static double surplus(energy_fn* energy, const void* term, const double* z, int count, int first,
                      const float* block, const float* d) {
    double sum = 0.0;
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            double entry = bend_of(energy, term, z, count, first + r, first + c);
            sum += ((double)block[4 * c + r] - entry) * (double)d[r] * (double)d[c];
        }
    }
    return sum;
}

// ---- seams
// -------------------------------------------------------------------------------------------

static double seam_energy(const void* term, const double* z) {
    double rest = *(const double*)term, d[3] = {z[4] - z[0], z[5] - z[1], z[6] - z[2]};
    double open = length_of(d) - rest;
    return 0.5 * (double)WF_SEAM_STIFFNESS * open * open;
}

WEFT_TEST(seam_terms_are_those_of_its_energy) {
    test_random random = test_seed(91);
    const wf_seam seam = {.a = 0, .b = 1, .stiffness = WF_SEAM_STIFFNESS};
    for (int n = 0; n < ROUNDS; ++n) {
        float x[8], d[4], block[12] = {0}, force[4] = {0};
        double z[8];
        random_point(&random, 0.02f, x);
        random_point(&random, 0.02f, x + 4);
        random_point(&random, 1.0f, d);
        widen(x, 8, z);
        double way[3] = {z[4] - z[0], z[5] - z[1], z[6] - z[2]}, length = length_of(way);
        double rest = length * (double)test_uniform(&random, 0.0f, 1.9f);
        wf_seam_term t = wf_seam_at(&seam, x, (float)rest);
        CHECK_NEAR(wf_seam_value(&t), seam_energy(&rest, z), 1e-5 * wf_seam_value(&t) + 1e-9);
        wf_add_seam_pull(&t, 1.0f, force);
        wf_add_seam_block(&t, 1.0f, block);
        double scale = (double)WF_SEAM_STIFFNESS;
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR((double)force[k], -slope(seam_energy, &rest, z, 8, k), 1e-5 * scale);
            CHECK_NEAR((double)force[k], slope(seam_energy, &rest, z, 8, 4 + k), 1e-5 * scale);
        }
        // Pressed together, what would push aside is left out.
        double more = surplus(seam_energy, &rest, z, 8, 0, block, d) / scale;
        CHECK_GT(more, -1e-3);
        CHECK(length < rest || more < 1e-3);
        // A band of that stiffness is the same while it is taut, and nothing while it is slack.
        wf_seam band = seam;
        band.slackens = true;
        wf_seam_term tape = wf_seam_at(&band, x, (float)rest);
        bool taut = length > rest;
        CHECK_NEAR(wf_seam_value(&tape), taut ? wf_seam_value(&t) : 0.0, 0.0);
        CHECK_NEAR((double)tape.pull, taut ? (double)t.pull : 0.0, 0.0);
        for (int k = 0; k < 9; ++k) {
            float entry = wf_seam_entry(&tape, k / 3, k % 3);
            CHECK_NEAR((double)entry, taut ? (double)wf_seam_entry(&t, k / 3, k % 3) : 0.0, 0.0);
        }
    }
}

// ---- holds
// -------------------------------------------------------------------------------------------

static double hold_energy(const void* term, const double* z) {
    const wf_hold* h = term;
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        double off = z[k] - (double)h->target[k];
        sum += h->height_only && k != 1 ? 0.0 : 0.5 * (double)h->now * off * off;
    }
    return sum;
}

WEFT_TEST(hold_terms_are_those_of_its_energy) {
    test_random random = test_seed(92);
    for (int n = 0; n < ROUNDS; ++n) {
        wf_hold h = {.now = test_uniform(&random, 1.0f, 500.0f), .height_only = n % 2 == 0};
        float x[4], target[4], d[4], block[12] = {0}, gradient[4] = {0};
        double z[4], scale = (double)h.now;
        random_point(&random, 0.1f, x);
        random_point(&random, 0.1f, target);
        random_point(&random, 1.0f, d);
        memcpy(h.target, target, sizeof h.target);
        widen(x, 4, z);
        wf_add_hold(&h, x, gradient, block);
        CHECK_NEAR(wf_hold_value(&h, x), hold_energy(&h, z), 1e-12);
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR((double)gradient[k], slope(hold_energy, &h, z, 4, k), 1e-6 * scale);
        }
        CHECK_NEAR(surplus(hold_energy, &h, z, 4, 0, block, d) / scale, 0, 1e-4);
    }
}

// ---- touches
// -----------------------------------------------------------------------------------------

static void touch_point(const wf_touch* t, const double* z, double point[3]) {
    for (int k = 0; k < 3; ++k) {
        point[k] = 0.0;
        for (uint32_t i = 0; i < t->count; ++i) {
            point[k] += (double)t->weight[i] * z[4 * t->particle[i] + (uint32_t)k];
        }
    }
}

/// The push along n, N, and the tangential multiplier that the slip asks for.
static double touch_push(const wf_touch* t, const double* z, double trial[3]) {
    double point[3], c = -(double)t->offset, along = 0.0, rho = (double)t->rho;
    touch_point(t, z, point);
    for (int k = 0; k < 3; ++k) {
        c += (double)t->n[k] * point[k];
        along += (double)t->n[k] * (point[k] - (double)t->anchor[k]);
    }
    for (int k = 0; k < 3; ++k) {
        double slip = point[k] - (double)t->anchor[k] - (double)t->n[k] * along;
        trial[k] = (double)t->tangent[k] + rho * slip;
    }
    return (double)t->lambda - rho * c;
}

static double friction_of(const wf_touch* t) {
    return t->load > 0.0f ? (double)t->friction * (double)t->load : 0.0;
}

/// The augmented Lagrangian: the load over the constraint, and friction that sticks like a spring
/// until it slides under a constant force.
static double touch_energy(const void* term, const double* z) {
    const wf_touch* t = term;
    double trial[3], rho = (double)t->rho, most = friction_of(t);
    double push = touch_push(t, z, trial), size = length_of(trial);
    if (push <= 0.0) {
        return 0.0;
    }
    return 0.5 * push * push / rho +
           (size <= most ? 0.5 * size * size / rho : (most * size - 0.5 * most * most) / rho);
}

/// Whether differences would reach over where it opens or begins to slide.
static bool is_at_kink(const wf_touch* t, const double* z) {
    double trial[3], near = 1e-4 * (double)t->rho, push = touch_push(t, z, trial);
    return fabs(push) < near || fabs(length_of(trial) - friction_of(t)) < near;
}

static wf_touch random_touch(test_random* random, int n) {
    wf_touch t = {.count = 1 + (uint32_t)n % 4, .rho = test_uniform(random, 50.0f, 500.0f)};
    float normal[4], anchor[4], tangent[4];
    random_point(random, 1.0f, normal);
    wf_v3 unit = wf_v3_load(normal);
    unit = wf_v3_scale(unit, 1.0f / wf_v3_length(unit));
    wf_v3_store(t.n, unit);
    random_point(random, 0.01f, anchor);
    random_point(random, 0.2f, tangent);
    wf_v3 side = wf_v3_load(tangent);
    wf_v3_store(t.tangent, wf_v3_muladd(side, unit, -wf_v3_dot(side, unit)));
    wf_v3_store(t.anchor, wf_v3_load(anchor));
    for (uint32_t k = 0; k < t.count; ++k) {
        t.particle[k] = k;
        t.weight[k] = (k < 2 ? 1.0f : -1.0f) * test_uniform(random, 0.1f, 1.0f);
    }
    t.lambda = test_uniform(random, 0.0f, 1.0f);
    t.offset = test_uniform(random, -0.01f, 0.01f);
    t.friction = test_uniform(random, 0.0f, 1.0f);
    t.load = test_uniform(random, -0.5f, 4.0f);
    return t;
}

WEFT_TEST(touch_terms_are_those_of_the_augmented_lagrangian) {
    test_random random = test_seed(93);
    int pressed = 0, slid = 0;
    for (int n = 0; n < 4 * ROUNDS; ++n) {
        wf_touch t = random_touch(&random, n);
        float x[16], d[4];
        double z[16], scale = (double)t.rho;
        for (int i = 0; i < 4; ++i) {
            random_point(&random, 0.01f, x + 4 * i);
        }
        random_point(&random, 1.0f, d);
        widen(x, 16, z);
        wf_touch_response r;
        wf_touch_respond(&t, x, 0.0f, &r);
        if (is_at_kink(&t, z)) {
            continue;
        }
        bool slides = r.normal > 0.0f && r.tangential < r.normal;
        pressed += r.normal > 0.0f;
        slid += slides;
        for (uint32_t k = 0; k < t.count; ++k) {
            float force[4] = {0}, block[12] = {0};
            wf_add_touch(&t, k, &r, force, block);
            for (int axis = 0; axis < 3; ++axis) {
                double g = slope(touch_energy, &t, z, 16, 4 * (int)k + axis);
                CHECK_NEAR((double)force[axis], -g, 1e-5 * scale);
            }
            double more = surplus(touch_energy, &t, z, 16, 4 * (int)k, block, d) / scale;
            CHECK_GT(more, -2e-3);
            CHECK(slides || more < 2e-3);
        }
    }
    test_note("%d of %d pressed, %d slid", pressed, 4 * ROUNDS, slid);
    CHECK_GT(slid, ROUNDS / 2);
    CHECK_GT(pressed - slid, ROUNDS / 4);
}

// ---- the whole
// ---------------------------------------------------------------------------------------

static double bending_energy(const wf_system* s, const float* to, const float* from) {
    double sum = 0.0;
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        sum += wf_bending_value(&s->bending, i, to, from);
    }
    return sum;
}

static double system_energy(const wf_system* s) {
    const wf_particles* p = &s->particles;
    double h = (double)s->h, sum = bending_energy(s, p->z, NULL);
    sum += (double)s->bend_damping[0] / h * bending_energy(s, p->z, p->x_start);
    for (uint32_t i = 0; i < 4 * p->count; ++i) {
        double off = i % 4 == 3 ? 0.0 : (double)p->z[i] - (double)p->y[i];
        sum += 0.5 * (double)p->mass[i / 4] / (h * h) * off * off;
    }
    for (uint32_t e = 0; e < s->element_count; ++e) {
        sum += wf_membrane_value(&s->elements[e].m, s->elements[e].corner, p->z);
    }
    return sum;
}

/// Bending as strong as the membrane, which else hides it.
static void stiffen(wf_bending* b) {
    for (uint32_t i = 0; i < b->count; ++i) {
        b->diagonal[i] *= STIFF;
        for (uint32_t k = b->row[i]; k < b->row[i + 1]; ++k) {
            b->value[k] *= STIFF;
        }
    }
}

/// A free sheet that is drawn out by a per cent and crumpled a little, without the damping of
/// its threads, which has no energy.
static weft_world* draw_out(test_random* random) {
    weft_world* world = make_world(0.0f);
    add_grid(world, SIDE, 0.02f, (float[3]){-0.08f, 0.0f, -0.08f}, (float[3]){1, 0, 0},
             (float[3]){0, 0, 1}, NULL, 0);
    run_steps(world, 1);
    wf_system* s = world->system;
    for (uint32_t i = 0; i < 4 * s->particles.count; ++i) {
        float noise = i % 4 == 3 ? 0.0f : 2e-5f;
        s->particles.y[i] = s->particles.x[i] + test_uniform(random, -noise, noise);
        s->particles.x_start[i] = s->particles.x[i] + test_uniform(random, -noise, noise);
        s->particles.z[i] = 1.01f * s->particles.x[i] + test_uniform(random, -noise, noise);
    }
    stiffen(&s->bending);
    for (uint32_t e = 0; e < s->element_count; ++e) {
        memset(s->elements[e].damping, 0, sizeof s->elements[e].damping);
    }
    return world;
}

static void walk(wf_system* s, const float* start, const float* d, float by) {
    for (uint32_t i = 0; i < 4 * s->particles.count; ++i) {
        s->particles.z[i] = start[i] + by * d[i];
    }
}

static double product(const wf_system* s, const float* a, const float* b) {
    double sum = 0.0;
    for (uint32_t i = 0; i < 4 * s->particles.count; ++i) {
        sum += (double)a[i] * (double)b[i];
    }
    return sum;
}

WEFT_TEST(the_system_is_that_of_the_sum_of_energies) {
    test_random random = test_seed(94);
    weft_world* world = draw_out(&random);
    wf_system* s = world->system;
    size_t bytes = 4 * sizeof(float) * s->particles.count;
    float *start = malloc(bytes), *d = malloc(bytes), *product_d = malloc(bytes);
    memcpy(start, s->particles.z, bytes);
    const float step = 1e-5f;
    for (int n = 0; n < 20; ++n) {
        for (uint32_t i = 0; i < 4 * s->particles.count; ++i) {
            d[i] = i % 4 == 3 ? 0.0f : test_uniform(&random, -1.0f, 1.0f);
        }
        walk(s, start, d, 0.0f);
        wf_system_linearise(s);
        wf_system_multiply(s, NULL, d, product_d);
        double pull = product(s, s->gradient, d), curve = product(s, product_d, d);
        walk(s, start, d, step);
        double up = system_energy(s);
        wf_system_linearise(s);
        double pull_up = product(s, s->gradient, d);
        walk(s, start, d, -step);
        double down = system_energy(s);
        wf_system_linearise(s);
        double pull_down = product(s, s->gradient, d), span = 2.0 * (double)step;
        CHECK_NEAR((up - down) / span, pull, 1e-3 * (fabs(pull) + span * curve));
        CHECK_NEAR((pull_up - pull_down) / span, curve, 1e-2 * curve);
    }
    free(start);
    free(d);
    free(product_d);
    weft_world_destroy(world);
}
