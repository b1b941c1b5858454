// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Rules of the k-DOP tree that remember something from step to step, where the step does not: a run
// that is taken up again from a snapshot in its middle, in the same world or in another one, ends
// with the same bits as one that was let go through, and so does one by the rule that does not
// remember.
#include "meshes.h"
#include "stage.h"
#include "world/world.h"

#include <stdlib.h>

#ifdef WEFT_LAB

enum { BEFORE = 10, AFTER = 8 }; // sheets touch from the third on

typedef struct choice {
    const char* name;
    float value;
} choice;

static void choose(weft_world* world, const choice* choices) {
    for (; choices->name != NULL; ++choices) {
        CHECK_EQ(weft_world_set_parameter(world, "structure", choices->name, choices->value, NULL),
                 WEFT_OK);
    }
}

/// Two sheets that fall on a box, over its edges.
static weft_world* make_fall(const choice* choices) {
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    test_mesh box = test_box(0.1f, 0.1f, 0.1f);
    weft_body_def body = weft_default_body_def();
    body.positions = box.positions, body.vertex_count = box.vertex_count;
    body.triangles = box.triangles, body.triangle_count = box.triangle_count;
    CHECK(weft_world_add_body(world, &body, NULL).id != WEFT_NULL_ID);
    for (int i = 0; i < 2; ++i) {
        test_mesh sheet = test_grid(14, 14, 0.02f, 0.11f + 0.01f * (float)i);
        weft_cloth_def cloth = weft_default_cloth_def();
        cloth.positions = sheet.positions, cloth.vertex_count = sheet.vertex_count;
        cloth.triangles = sheet.triangles, cloth.triangle_count = sheet.triangle_count;
        CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
        test_mesh_free(&sheet);
    }
    test_mesh_free(&box);
    choose(world, choices);
    return world;
}

static uint64_t go_on(weft_world* world, int steps) {
    for (int i = 0; i < steps; ++i) {
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    }
    return weft_world_hash(world);
}

/// The hash of a run through; checks that it is that of every way that takes a rest.
static uint64_t check_resumed(const choice* choices) {
    weft_world* through = make_fall(choices);
    uint64_t end = go_on(through, BEFORE + AFTER);
    weft_world_destroy(through);
    weft_world* world = make_fall(choices);
    go_on(world, BEFORE);
    size_t size = weft_world_snapshot(world, NULL, 0);
    uint8_t* bytes = malloc(size);
    CHECK_EQ(weft_world_snapshot(world, bytes, size), size);
    CHECK_EQ_HEX(go_on(world, AFTER), end); // a snapshot does not disturb
    CHECK_EQ(weft_world_restore(world, bytes, size), WEFT_OK);
    CHECK_EQ_HEX(go_on(world, AFTER), end);
    weft_world* fresh = make_fall(choices);
    CHECK_EQ(weft_world_restore(fresh, bytes, size), WEFT_OK);
    CHECK_EQ_HEX(go_on(fresh, AFTER), end);
    free(bytes);
    weft_world_destroy(fresh);
    weft_world_destroy(world);
    return end;
}

#endif

WEFT_TEST(lazy_trees_resume_from_a_snapshot) {
#ifdef WEFT_LAB
    static const float ks[] = {6, 18, 8};
    for (int inflate = 0; inflate < 3; ++inflate) {
        choice exact[] = {{"k", ks[inflate]}, {NULL, 0}}; // and swept
        choice lazy[] = {{"k", ks[inflate]},
                         {"inflate", (float)inflate},
                         {"update", 1},
                         {"tolerance", 0.005f},
                         {NULL, 0}};
        CHECK_EQ_HEX(check_resumed(lazy), check_resumed(exact));
    }
#endif
}

WEFT_TEST(reused_points_and_lists_resume_from_a_snapshot) {
#ifdef WEFT_LAB
    static const choice computed[] = {{"leaf_test", 1}, {NULL, 0}};
    static const choice reused[] = {
        {"leaf_test", 2}, {"separation", 1}, {"tolerance", 0.005f}, {NULL, 0}};
    CHECK_EQ_HEX(check_resumed(reused), check_resumed(computed));
    static const choice all[] = {{"leaf_test", 2}, {"separation", 1}, {"tolerance", 0.005f},
                                 {"update", 1},    {"self", 1},       {"traverse", 1},
                                 {"k", 18},        {"leaf", 1},       {NULL, 0}};
    check_resumed(all);
#endif
}
