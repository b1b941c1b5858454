// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bodies: skinning against double precision, clips, fades, morphs, vertex animation, host input,
// and the obstacle that joins them.
#include "meshes.h"
#include "test_macros.h"

#include "body/body.h"
#include "body/skinning.h"
#include "math/hash.h"
#include "weft/weft.h"

#include <stdlib.h>

enum { BONES = 3, COUNT = 300 };

typedef struct skin {
    float rest[4 * COUNT], weights[4 * COUNT], out[4 * COUNT];
    uint16_t bones[4 * COUNT];
    float pose[WF_POSE_FLOATS * BONES], heads[3 * BONES], columns[16 * BONES];
} skin;

static void random_rotation(test_random* random, float* q) {
    float square = 0.0f;
    for (int i = 0; i < 4; ++i) {
        q[i] = test_uniform(random, -1, 1);
        square += q[i] * q[i];
    }
    for (int i = 0; i < 4; ++i) {
        q[i] /= sqrtf(square);
    }
}

static void random_skin(skin* s, uint64_t seed) {
    test_random random = test_seed(seed);
    for (int v = 0; v < COUNT; ++v) {
        int used = 1 + (int)test_below(&random, 4);
        float left = 1.0f;
        for (int k = 0; k < 4; ++k) {
            s->rest[4 * v + k] = k < 3 ? test_uniform(&random, -1, 1) : 1.0f;
            s->bones[4 * v + k] = (uint16_t)test_below(&random, BONES);
            s->weights[4 * v + k] = k >= used ? 0.0f : k + 1 == used ? left : 0.5f * left;
            left -= s->weights[4 * v + k];
        }
    }
    for (int b = 0; b < BONES; ++b) {
        random_rotation(&random, s->pose + WF_POSE_FLOATS * b);
        for (int k = 0; k < 3; ++k) {
            s->pose[WF_POSE_FLOATS * b + 4 + k] = test_uniform(&random, -1, 1);
            s->heads[3 * b + k] = test_uniform(&random, -1, 1);
        }
    }
}

// v + 2 u x (u x v + w v), the textbook form.
static void rotate(const float* q, const double* v, double* out) {
    double t[3], u[3] = {q[0], q[1], q[2]};
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        t[i] = u[j] * v[k] - u[k] * v[j] + q[3] * v[i];
    }
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = v[i] + 2.0 * (u[j] * t[k] - u[k] * t[j]);
    }
}

static void expected_place(const skin* s, int v, double* out) {
    out[0] = out[1] = out[2] = 0.0;
    for (int k = 0; k < 4; ++k) {
        int bone = s->bones[4 * v + k];
        double arm[3], turned[3];
        for (int i = 0; i < 3; ++i) {
            arm[i] = (double)s->rest[4 * v + i] - s->heads[3 * bone + i];
        }
        rotate(s->pose + WF_POSE_FLOATS * bone, arm, turned);
        for (int i = 0; i < 3; ++i) {
            out[i] += (double)s->weights[4 * v + k] *
                      (turned[i] + s->pose[WF_POSE_FLOATS * bone + 4 + i]);
        }
    }
}

static const float home[3] = {0.0f, 0.0f, 0.0f};

WEFT_TEST(skinning_matches_the_formula) {
    static skin s;
    random_skin(&s, 11);
    wf_pose_columns(s.pose, s.heads, BONES, s.columns);
    wf_skin(s.rest, s.bones, s.weights, s.columns, home, COUNT, s.out);
    for (int v = 0; v < COUNT; ++v) {
        double expected[3];
        expected_place(&s, v, expected);
        for (int i = 0; i < 3; ++i) {
            CHECK_NEAR(s.out[4 * v + i], expected[i], 2e-6);
        }
        CHECK_EQ(s.out[4 * v + 3] == 1.0f, 1);
    }
    // The same bits with lanes and without, in every engine.
    CHECK_EQ_HEX(wf_hash_words(WF_HASH_SEED, s.out, 4 * COUNT), UINT64_C(0xd73c4b9b2a1c6334));
}

WEFT_TEST(poses_between) {
    static skin s, other;
    random_skin(&s, 12);
    random_skin(&other, 13);
    float out[WF_POSE_FLOATS * BONES];
    wf_pose_lerp(s.pose, other.pose, 0.3f, BONES, out);
    for (int b = 0; b < BONES; ++b) {
        const float* q = out + WF_POSE_FLOATS * b;
        CHECK_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-6);
        CHECK_NEAR(q[4], 0.7 * s.pose[7 * b + 4] + 0.3 * other.pose[7 * b + 4], 1e-6);
    }
    for (int i = 0; i < 4; ++i) {
        other.pose[i] = -s.pose[i]; // the same rotation
    }
    wf_pose_lerp(s.pose, other.pose, 0.5f, 1, out);
    CHECK_NEAR(out[0], s.pose[0], 1e-6);
    CHECK_NEAR(out[3], s.pose[3], 1e-6);
}

WEFT_TEST(rows_and_columns) {
    static skin s;
    random_skin(&s, 14);
    float rows[12 * BONES], back[16 * BONES];
    wf_pose_columns(s.pose, s.heads, BONES, s.columns);
    wf_columns_to_rows(s.columns, BONES, rows);
    CHECK_EQ(rows[3] == s.columns[12], 1);
    CHECK_EQ(rows[4] == s.columns[1], 1);
    wf_rows_to_columns(rows, BONES, back);
    CHECK_EQ(memcmp(back, s.columns, sizeof back), 0);
}

// ---- the player ---------------------------------------------------------------------------------

// A box with one bone at the origin; clip frame f stands 0.01 f further along x.
typedef struct puppet {
    wf_memory memory;
    wf_body body;
    float now[32];
} puppet;

static wf_clip make_clip(wf_memory* memory, uint32_t frames, float step, bool loop) {
    wf_clip clip = {.name = "slide", .frame_count = frames, .loop = loop};
    clip.rotation = WF_ALLOC(memory, float, 4 * frames);
    clip.head = WF_ALLOC(memory, float, 3 * frames);
    for (uint32_t f = 0; f < frames; ++f) {
        clip.rotation[4 * f + 3] = 1.0f;
        clip.head[3 * f] = step * (float)f;
    }
    return clip;
}

static void make_puppet(puppet* p, bool bones) {
    test_mesh box = test_box(0.5f, 0.5f, 0.5f);
    uint16_t indices[32] = {0}, weights[32] = {0};
    for (int v = 0; v < 8; ++v) {
        weights[4 * v + v % 4] = 65535; // sorting must bring it to the front
    }
    const float head[3] = {0};
    weft_body_def def = weft_default_body_def();
    def.positions = box.positions;
    def.triangles = box.triangles;
    def.vertex_count = 8;
    def.triangle_count = 12;
    if (bones) {
        def.bone_count = 1;
        def.bone_indices = indices;
        def.bone_weights = weights;
        def.bone_heads = head;
    }
    *p = (puppet){0};
    CHECK_EQ(wf_body_check(&p->memory, &def, NULL), WEFT_OK);
    CHECK(wf_body_create(&p->memory, &def, &p->body));
    test_mesh_free(&box);
}

static void free_puppet(puppet* p) {
    wf_body_destroy(&p->memory, &p->body);
    CHECK_EQ(p->memory.bytes, 0);
}

// One whole step; the x of vertex 0 at its half and at its end.
static void step_puppet(puppet* p, float* half, float* end) {
    wf_body_begin_step(&p->body);
    wf_body_positions_at(&p->body, 0.5f, NULL, p->now);
    *half = p->now[0];
    wf_body_positions_at(&p->body, 1.0f, NULL, p->now);
    *end = p->now[0];
    wf_body_end_step(&p->body);
}

#define STEP_TO(half_, end_)                                                                       \
    do {                                                                                           \
        float half, end;                                                                           \
        step_puppet(&p, &half, &end);                                                              \
        CHECK_NEAR(half, half_, 1e-6);                                                             \
        CHECK_NEAR(end, end_, 1e-6);                                                               \
    } while (0)

WEFT_TEST(player_stands_plays_and_loops) {
    puppet p;
    make_puppet(&p, true);
    wf_clip stop = make_clip(&p.memory, 3, 0.01f, false),
            loop = make_clip(&p.memory, 3, 0.1f, true);
    stop.head[0] = 0.002f;
    REQUIRE(wf_body_add_clip(&p.memory, &p.body, &stop));
    REQUIRE(wf_body_add_clip(&p.memory, &p.body, &loop));
    STEP_TO(0.002, 0.002); // frame 0 of clip 0 until told otherwise
    CHECK_EQ(p.body.motion, WF_MOTION_NONE);
    wf_body_play(&p.body, 0, 0, 0);
    STEP_TO(0.006, 0.01);
    STEP_TO(0.015, 0.02);
    STEP_TO(0.02, 0.02); // the end of a clip that does not loop
    wf_body_begin_step(&p.body);
    CHECK_EQ(p.body.motion, WF_MOTION_NONE);
    wf_body_end_step(&p.body);
    wf_body_play(&p.body, 1, 1, 0);
    STEP_TO(0.11, 0.2);
    STEP_TO(0.1, 0.0);
    STEP_TO(0.05, 0.1);
    CHECK_NEAR(p.body.matrices[3], 0.1, 1e-6);
    free_puppet(&p);
}

WEFT_TEST(player_fades_in) {
    puppet p;
    make_puppet(&p, true);
    wf_clip still = make_clip(&p.memory, 1, 0, true), far = make_clip(&p.memory, 1, 0, true);
    far.head[0] = 1.0f;
    REQUIRE(wf_body_add_clip(&p.memory, &p.body, &still));
    REQUIRE(wf_body_add_clip(&p.memory, &p.body, &far));
    wf_body_play(&p.body, 1, 0, 4);
    STEP_TO(0.15625 / 2, 0.15625); // smoothstep of 1/4
    STEP_TO((0.15625 + 0.5) / 2, 0.5);
    STEP_TO((0.84375 + 0.5) / 2, 0.84375);
    STEP_TO((0.84375 + 1) / 2, 1);
    STEP_TO(1, 1);
    free_puppet(&p);
}

WEFT_TEST(player_begins_a_given_up_step_again) {
    puppet p, q;
    make_puppet(&p, true);
    make_puppet(&q, true);
    puppet* both[2] = {&p, &q};
    for (int i = 0; i < 2; ++i) {
        wf_clip clip = make_clip(&both[i]->memory, 5, 0.01f, true);
        REQUIRE(wf_body_add_clip(&both[i]->memory, &both[i]->body, &clip));
        wf_body_play(&both[i]->body, 0, 2, 3);
    }
    wf_body_begin_step(&p.body);
    wf_body_positions_at(&p.body, 0.7f, NULL, p.now);
    for (int i = 0; i < 3; ++i) {
        float half[2], end[2];
        step_puppet(&p, &half[0], &end[0]);
        step_puppet(&q, &half[1], &end[1]);
        CHECK_EQ(memcmp(half, half + 1, 4), 0);
        CHECK_EQ(memcmp(end, end + 1, 4), 0);
    }
    free_puppet(&p);
    free_puppet(&q);
}

static wf_morph make_morph(wf_memory* memory, float x) {
    wf_morph morph = {.count = 1};
    morph.vertex = WF_ALLOC(memory, uint32_t, 1);
    morph.delta = WF_ALLOC(memory, float, 3);
    morph.delta[0] = x;
    return morph;
}

WEFT_TEST(morphs_go_linearly_and_add_up) {
    for (int bones = 0; bones < 2; ++bones) {
        puppet p;
        make_puppet(&p, bones == 1);
        wf_morph a = make_morph(&p.memory, 0.1f), b = make_morph(&p.memory, 0.4f);
        REQUIRE(wf_body_add_morph(&p.memory, &p.body, &a));
        REQUIRE(wf_body_add_morph(&p.memory, &p.body, &b));
        STEP_TO(0, 0);
        wf_body_morph(&p.body, 0, 1.0f, 2);
        STEP_TO(0.025, 0.05);
        wf_body_morph(&p.body, 1, 0.5f, 0); // at once: before the step
        STEP_TO(0.275, 0.3);
        CHECK_NEAR(p.body.rest[0], 0, 0);
        STEP_TO(0.3, 0.3);
        wf_body_begin_step(&p.body);
        CHECK_EQ(p.body.motion, WF_MOTION_NONE);
        wf_body_morph(&p.body, 0, 0.0f, 1);
        wf_body_morph(&p.body, 1, 0.0f, 1);
        STEP_TO(0.15, 0.0);
        CHECK_EQ(memcmp(p.body.shaped, p.body.rest, sizeof p.now), 0); // to the bit
        free_puppet(&p);
    }
}

WEFT_TEST(vertex_animation_runs_by_itself) {
    puppet p;
    make_puppet(&p, false);
    float* frames = WF_ALLOC(&p.memory, float, 3 * 24);
    for (int i = 0; i < 72; ++i) {
        frames[i] = (float)(i / 24); // frame f: everything at f
    }
    REQUIRE(wf_body_set_animation(&p.memory, &p.body, frames, 3, true));
    wf_body_positions_now(&p.body, p.now);
    CHECK_NEAR(p.now[5], 0, 0);
    STEP_TO(0.5, 1);
    STEP_TO(1.5, 2);
    STEP_TO(1, 0);
    p.body.vertex_loop = false;
    p.body.player.frame = 1;
    STEP_TO(1, 2); // from where it stands to frame 2
    wf_body_begin_step(&p.body);
    CHECK_EQ(p.body.motion, WF_MOTION_NONE);
    free_puppet(&p);
}

WEFT_TEST(host_positions_are_the_end_of_the_step) {
    puppet p;
    make_puppet(&p, false);
    float places[24] = {0};
    for (int v = 0; v < 8; ++v) {
        places[3 * v] = 0.4f + p.body.rest[4 * v];
        places[3 * v + 1] = p.body.rest[4 * v + 1];
    }
    CHECK_EQ(wf_body_host_positions(&p.memory, &p.body, places), WEFT_OK);
    STEP_TO(0.2, 0.4);
    STEP_TO(0.4, 0.4);
    CHECK_EQ(wf_body_host_positions(&p.memory, &p.body, places), WEFT_OK);
    wf_body_begin_step(&p.body);
    CHECK_EQ(p.body.motion, WF_MOTION_NONE); // the same places again are no motion
    wf_body_end_step(&p.body);
    places[23] = NAN;
    CHECK_EQ(wf_body_host_positions(&p.memory, &p.body, places), WEFT_ERROR_NOT_FINITE);
    places[23] = 5.0f;
    CHECK_EQ(wf_body_host_positions(&p.memory, &p.body, places), WEFT_ERROR_INVALID_ARGUMENT);
    STEP_TO(0.4, 0.4);
    CHECK_EQ(wf_body_host_pose(&p.memory, &p.body, places, NULL, home),
             WEFT_ERROR_INVALID_ARGUMENT);
    free_puppet(&p);
}

WEFT_TEST(morphs_leave_host_places_alone) {
    puppet p;
    make_puppet(&p, false);
    wf_morph morph = make_morph(&p.memory, 0.1f);
    REQUIRE(wf_body_add_morph(&p.memory, &p.body, &morph));
    float places[24] = {0.4f};
    CHECK_EQ(wf_body_host_positions(&p.memory, &p.body, places), WEFT_OK);
    STEP_TO(0.2, 0.4);
    wf_body_morph(&p.body, 0, 1.0f, 0);
    STEP_TO(0.4, 0.4);
    free_puppet(&p);
}

WEFT_TEST(host_pose_and_back_to_a_clip) {
    puppet p;
    make_puppet(&p, true);
    wf_clip clip = make_clip(&p.memory, 2, 0.01f, true);
    REQUIRE(wf_body_add_clip(&p.memory, &p.body, &clip));
    float matrix[12] = {1, 0, 0, 0.3f, 0, 1, 0, 0, 0, 0, 1, 0};
    CHECK_EQ(wf_body_host_pose(&p.memory, &p.body, matrix, NULL, home), WEFT_OK);
    STEP_TO(0.15, 0.3);
    CHECK_NEAR(p.body.matrices[3], 0.3, 1e-7);
    matrix[3] = INFINITY;
    CHECK(wf_body_host_pose(&p.memory, &p.body, matrix, NULL, home) != WEFT_OK);
    STEP_TO(0.3, 0.3);
    wf_body_play(&p.body, 0, 0, 0);
    STEP_TO((0.3 + 0.01) / 2, 0.01); // straight to the clip, then by poses
    CHECK_EQ(p.body.posed, true);
    STEP_TO(0.005, 0.0);
    free_puppet(&p);
}

// ---- the obstacle -------------------------------------------------------------------------------

WEFT_TEST(obstacle_owns_every_feature_once) {
    puppet p[2];
    make_puppet(&p[0], false);
    make_puppet(&p[1], true);
    wf_body bodies[2] = {p[0].body, p[1].body};
    wf_memory memory = {0};
    wf_obstacle o = {0};
    REQUIRE(wf_obstacle_rebuild(&memory, &o, bodies, 1));
    o.x0[0] = 0.125f; // lags behind: must survive
    REQUIRE(wf_obstacle_rebuild(&memory, &o, bodies, 2));
    CHECK_EQ(o.vertex_count, 16);
    CHECK_EQ(o.triangle_count, 24);
    CHECK_EQ(o.edge_count, 36);
    CHECK_NEAR(o.x0[0], 0.125, 0);
    CHECK_NEAR(o.x1[0], 0.125, 0);
    CHECK_EQ(bodies[1].first_vertex, 8);
    CHECK_EQ(bodies[1].first_triangle, 12);
    CHECK_EQ(o.body_of[7], 0);
    CHECK_EQ(o.body_of[8], 1);
    int vertex[16] = {0}, edge[36] = {0};
    for (uint32_t t = 0; t < 24; ++t) {
        for (int k = 0; k < 3; ++k) {
            vertex[o.triangles[3 * t + k]] += o.owns[t] >> k & 1;
            edge[o.triangle_edges[3 * t + k]] += o.owns[t] >> (3 + k) & 1;
        }
    }
    for (int i = 0; i < 36; ++i) {
        CHECK_EQ(edge[i], 1);
        CHECK_EQ(i >= 16 || vertex[i] == 1, 1);
    }
    wf_obstacle_free(&memory, &o);
    CHECK_EQ(memory.bytes, 0);
    free_puppet(&p[0]);
    free_puppet(&p[1]);
}
