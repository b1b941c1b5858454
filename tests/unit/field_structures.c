// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Inclusion and distance fields as structures: on a body that bends away from every rigid motion
// they find the pairs of brute force, all of them and no others; and what they refuse.
#include "method_rows.h"
#include "stage.h"
#include "test_macros.h"
#include "weft/lab.h"
#include "world/world.h"

#include "meshes.h"

#include <stdlib.h>

static const wf_structure* row_of(const char* name, method_values* values) {
    uint32_t index = 0;
    const weft_method* row;
    while ((row = next_row("structure", &index)) != NULL) {
        if (strcmp(row->name, name) == 0) {
            *values = usual_values(row);
            return row->functions;
        }
    }
    return NULL;
}

/// Triangles of the body in so many segments round the ring.
static uint8_t* segments_of(const stage* s, uint32_t count) {
    uint8_t* labels = calloc(s->body.triangle_count, 1);
    for (uint32_t t = 0; t < s->body.triangle_count && labels != NULL; ++t) {
        labels[t] = (uint8_t)(t * count / s->body.triangle_count);
    }
    return labels;
}

static void compare(const char* name, float cell, float generator, uint32_t segments) {
    method_values values;
    const wf_structure* kind = row_of(name, &values);
    if (kind == NULL) {
        return; // not in this module
    }
    stage s = stage_make(0.004f, 0.003f);
    wf_pairs expected = {0}, pairs = {0};
    values.of[0] = cell;
    values.of[2] = generator;
    void* self = kind->create(&s.memory, &s.cloth_sweep, &s.body_sweep, values.of);
    void* brute =
        wf_structure_brute_force.create(&s.memory, &s.cloth_sweep, &s.body_sweep, values.of);
    REQUIRE(self != NULL && brute != NULL);
    if (segments > 1) {
        uint8_t* labels = segments_of(&s, segments);
        REQUIRE(kind->take_segments(&s.memory, self, labels, s.body.triangle_count));
        free(labels);
    }
    for (int frame = 0; frame < 6; ++frame) {
        stage_pose(&s, 0.3 * frame);
        pairs_collect(&wf_structure_brute_force, brute, &s, &expected);
        pairs_collect(kind, self, &s, &pairs);
        CHECK_GT(expected.count, 1000);
        CHECK(pairs_ascend(&pairs));
        CHECK(pairs_equal(&pairs, &expected));
    }
    size_t bytes = s.memory.bytes;
    pairs_collect(kind, self, &s, &pairs);
    CHECK_EQ(s.memory.bytes, bytes);
    pairs_free(&s, &expected);
    pairs_free(&s, &pairs);
    wf_structure_brute_force.destroy(&s.memory, brute);
    kind->destroy(&s.memory, self);
    CHECK_EQ(s.memory.bytes, 0);
    stage_free(&s);
}

WEFT_TEST(inclusion_field_finds_the_pairs_of_brute_force) {
    compare("inclusion_field", 0.01f, 0, 1);
    compare("inclusion_field", 0.02f, 0, 1);
    compare("inclusion_field", 0.1f, 0, 1);
}

WEFT_TEST(distance_field_finds_the_pairs_of_brute_force) {
    for (uint32_t segments = 1; segments < 9; segments += 7) {
        compare("distance_field", 0.01f, 0, segments);
        compare("distance_field", 0.02f, 1, segments);
        compare("distance_field", 0.1f, 0, segments);
    }
}

#ifdef WEFT_LAB
/// A sheet above a body; what the step and the lab say of a structure.
static weft_status refused(const char* structure, const test_mesh* mesh, bool open, float cell,
                           weft_report* why) {
    weft_world_def world_def = weft_default_world_def();
    weft_world* world = weft_world_create(&world_def, NULL);
    test_mesh sheet = test_grid(4, 4, 0.03f, 0.5f);
    weft_body_def body = weft_default_body_def();
    weft_cloth_def cloth = weft_default_cloth_def();
    body.positions = mesh->positions, body.vertex_count = mesh->vertex_count;
    body.triangles = mesh->triangles, body.triangle_count = mesh->triangle_count;
    body.open = open;
    cloth.positions = sheet.positions, cloth.vertex_count = sheet.vertex_count;
    cloth.triangles = sheet.triangles, cloth.triangle_count = sheet.triangle_count;
    CHECK(weft_world_add_body(world, &body, NULL).id != WEFT_NULL_ID);
    CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
    CHECK_EQ(weft_world_set_method(world, "structure", structure, NULL), WEFT_OK);
    CHECK_EQ(weft_world_set_parameter(world, "structure", "cell", cell, NULL), WEFT_OK);
    weft_status status = weft_lab_check_methods(world, why);
    CHECK_EQ(weft_world_step(world).status, status);
    test_note("%s: %s", structure, why->message);
    CHECK_EQ(weft_world_set_method(world, "structure", "dop_tree", NULL), WEFT_OK);
    CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    CHECK_EQ(weft_world_set_method(world, "structure", structure, NULL), WEFT_OK);
    weft_step_report later = weft_world_step(world);
    CHECK_EQ(later.status, status);
    CHECK_EQ(later.step, weft_world_step_count(world)); // a refused step is no step
    test_mesh_free(&sheet);
    weft_world_destroy(world);
    return status;
}
#endif

WEFT_TEST(field_structures_refuse_in_one_sentence) {
#ifdef WEFT_LAB
    test_mesh open = test_grid(10, 10, 0.05f, 0.0f), huge = test_box(4, 4, 4);
    test_mesh box = test_box(0.2f, 0.2f, 0.2f);
    weft_report why;
    CHECK_EQ(refused("inclusion_field", &open, true, 0.02f, &why), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(why.message, "An open body has no inside") != NULL);
    CHECK_EQ(refused("distance_field", &open, true, 0.02f, &why), WEFT_ERROR_OPEN_BODY);
    CHECK(strstr(why.message, "A body with a hole has no inside") != NULL);
    CHECK_EQ(refused("inclusion_field", &huge, false, 0.01f, &why), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(why.message, "take larger cells") != NULL);
    CHECK_EQ(refused("distance_field", &huge, false, 0.01f, &why), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(why.message, "more than 256 MB") != NULL);
    CHECK_EQ(refused("inclusion_field", &box, false, 0.25f, &why), WEFT_OK);
    CHECK_EQ(refused("distance_field", &box, false, 0.1f, &why), WEFT_OK);
    weft_world_def def = weft_default_world_def();
    weft_world* world = weft_world_create(&def, NULL);
    static const char* const rows[] = {"inclusion_field", "distance_field"};
    for (int i = 0; i < 2; ++i) {
        CHECK_EQ(weft_world_set_method(world, "structure", rows[i], NULL), WEFT_OK);
        for (int metre = 0; metre < 2; ++metre) {
            CHECK_EQ(weft_world_set_parameter(world, "structure", "cell", (float)metre, &why),
                     WEFT_ERROR_INVALID_ARGUMENT);
            CHECK(strstr(why.message, "cannot have this value; the nearest") != NULL);
        }
    }
    weft_world_destroy(world);
    test_mesh_free(&open);
    test_mesh_free(&huge);
    test_mesh_free(&box);
#endif
}
