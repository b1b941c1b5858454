// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Turned planes: what is accepted is apart on the whole way, found by looking at many moments of
// it with closest points; what passes through is never accepted; and a hinge that closes far is.
#include "contact/turn.h"

#include "contact/allowance.h"
#include "contact/gaps.h"
#include "detect/closest.h"
#include "math/vec.h"
#include "test_macros.h"

#include <string.h>

/// Four points, the upper ones first, and where they go. Lower ones are particles or a body's.
typedef struct scene {
    float x[16], d[16], x1[16];
    wf_particles particles;
    wf_obstacle obstacle;
    wf_contact contact;
    wf_plane plane;
} scene;

static void place(scene* s, uint32_t upper) {
    s->particles = (wf_particles){.x = s->x, .count = 4};
    s->obstacle = (wf_obstacle){.x0 = s->x, .x1 = s->x1, .vertex_count = 4};
    s->contact =
        (wf_contact){.particles = &s->particles, .obstacle = &s->obstacle, .particle_count = 4};
    s->plane = (wf_plane){.upper = upper, .point = {0, 1, 2, 3}, .n = {0.0f, 0.0f, 1.0f}};
    for (int i = 0; i < 16; ++i) {
        s->x1[i] = s->x[i] + s->d[i];
    }
}

/// Distance of the two features at a fraction of the way, m.
static double distance_at(const scene* s, uint32_t upper, float t) {
    float p[4][4], w[4];
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 3; ++i) {
            p[k][i] = s->x[4 * k + i] + t * s->d[4 * k + i];
        }
    }
    wf_closest_features((const float* [4]){p[0], p[1], p[2], p[3]}, upper, w);
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        double gap = 0.0;
        for (int k = 0; k < 4; ++k) {
            gap += (double)w[k] * p[k][i];
        }
        sum += gap * gap;
    }
    return sqrt(sum);
}

static double least_on_way(const scene* s, uint32_t upper) {
    double least = 1.0;
    for (int k = 0; k <= 200; ++k) {
        double distance = distance_at(s, upper, (float)k / 200.0f);
        least = distance < least ? distance : least;
    }
    return least;
}

static float end_of(const scene* s, bool of_layers) {
    if (of_layers) {
        return wf_gap_between_layers(&s->plane, s->d);
    }
    float least = 1.0f;
    for (uint32_t k = 0; k < s->plane.upper; ++k) {
        float height = wf_height_over_body(&s->plane, s->d, k);
        least = height < least ? height : least;
    }
    return least;
}

WEFT_TEST(a_turned_plane_keeps_its_pair_apart_on_the_whole_way) {
    test_random r = test_seed(41);
    int turned = 0, near = 0;
    for (int n = 0; n < 60000; ++n) {
        scene s = {0};
        float size = ldexpf(1.0f, -(int)test_below(&r, 6) - 3);
        for (int i = 0; i < 16; ++i) {
            bool padding = i % 4 == 3;
            s.x[i] = padding ? 0.0f : test_uniform(&r, -size, size);
            s.d[i] = padding ? 0.0f : test_uniform(&r, -size, size) * 0.7f;
        }
        uint32_t upper = 1 + test_below(&r, 3);
        bool of_layers = upper < 3 && test_below(&r, 2) == 0;
        place(&s, upper);
        wf_plane before = s.plane;
        if (!wf_turn_plane(&s.contact, &s.plane, of_layers, s.d)) {
            CHECK(memcmp(&before, &s.plane, sizeof before) == 0);
            continue;
        }
        turned += 1;
        float keeps = s.plane.gap - wf_push_allowance(s.plane.gap);
        CHECK(s.plane.gap > 2.0f * WEFT_SAFETY_GAP);
        CHECK(end_of(&s, of_layers) >= keeps - 1e-6f);
        double least = least_on_way(&s, upper);
        near += least < 1e-3;
        CHECK(least > 0.99 * (double)keeps);
    }
    test_note("%d of 60000 turned, %d come nearer than a millimetre", turned, near);
    CHECK(turned > 5000 && near > 50);
}

WEFT_TEST(no_plane_is_turned_for_what_passes_through) {
    test_random r = test_seed(42);
    for (int n = 0; n < 20000; ++n) {
        scene s = {0};
        uint32_t upper = 1 + test_below(&r, 3);
        // Both sides cross at a fraction of the way: the upper one is moved so that they do.
        for (int i = 0; i < 16; ++i) {
            bool padding = i % 4 == 3;
            s.x[i] = padding ? 0.0f : test_uniform(&r, -0.05f, 0.05f);
            s.d[i] = padding ? 0.0f : test_uniform(&r, -0.02f, 0.02f);
        }
        float a = test_uniform(&r, 0.1f, 0.4f), b = test_uniform(&r, 0.1f, 0.4f);
        float t = test_uniform(&r, 0.1f, 0.9f);
        float w[3][4] = {
            {1.0f, -a, -b, a + b - 1.0f}, {1.0f - a, a, b - 1.0f, -b}, {a, b, 1.0f - a - b, -1.0f}};
        for (int i = 0; i < 3; ++i) {
            float gap = 0.0f;
            for (int k = 0; k < 4; ++k) {
                gap += w[upper - 1][k] * (s.x[4 * k + i] + t * s.d[4 * k + i]);
            }
            for (uint32_t k = 0; k < upper; ++k) {
                s.x[4 * k + (uint32_t)i] -= gap;
            }
        }
        place(&s, upper);
        CHECK(!wf_turn_plane(&s.contact, &s.plane, upper < 3 && n % 2 == 0, s.d));
    }
}

/// A flap whose far edge closes on the cloth that it hangs on: along the direction of the closest
/// points at the start it passes the hinge, along that at the end it does not.
WEFT_TEST(a_flap_that_closes_far_is_not_stopped) {
    scene s = {0};
    float x[16] = {0.01f, 0.0f, 0.01f, 0, 0.01f, 0.05f, 0.01f, 0,
                   0.0f,  0.0f, 0.0f,  0, 0.0f,  0.05f, 0.0f,  0};
    float d[16] = {0.006f, 0.0f, -0.009f, 0, 0.006f, 0.0f, -0.009f, 0};
    memcpy(s.x, x, sizeof x);
    memcpy(s.d, d, sizeof d);
    place(&s, 2);
    s.plane.height[0] = s.plane.height[1] = s.plane.gap = 0.01f;
    CHECK(end_of(&s, true) < s.plane.gap - wf_push_allowance(s.plane.gap));
    CHECK(wf_turn_plane(&s.contact, &s.plane, true, s.d));
    CHECK(end_of(&s, true) >= s.plane.gap - wf_push_allowance(s.plane.gap));
    CHECK(s.plane.n[0] > 0.5f);
}
