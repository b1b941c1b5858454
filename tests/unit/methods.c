// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The registry: every row is whole, can be chosen by its name and steps cloth on a body; what is
// refused is refused in one sentence that names the nearest thing there is.
#include "contact/response.h"
#include "meshes.h"
#include "method_rows.h"
#include "repair/untangle.h"
#include "test_macros.h"
#include "world/world.h"

#include <stdlib.h>

static weft_world* make_world(void) {
    weft_world_def def = weft_default_world_def();
    return weft_world_create(&def, NULL);
}

/// A sheet of 81 vertices just above a box, which holds a part of it.
static weft_world* make_scene(void) {
    weft_world* world = make_world();
    test_mesh box = test_box(0.2f, 0.2f, 0.2f), sheet = test_grid(8, 8, 0.03f, 0.205f);
    weft_body_def body = weft_default_body_def();
    body.positions = box.positions, body.vertex_count = box.vertex_count;
    body.triangles = box.triangles, body.triangle_count = box.triangle_count;
    weft_cloth_def cloth = weft_default_cloth_def();
    cloth.positions = sheet.positions, cloth.vertex_count = sheet.vertex_count;
    cloth.triangles = sheet.triangles, cloth.triangle_count = sheet.triangle_count;
    CHECK(weft_world_add_body(world, &body, NULL).id != WEFT_NULL_ID);
    CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
    test_mesh_free(&box);
    test_mesh_free(&sheet);
    return world;
}

static void check_parameter(const weft_parameter* p) {
    CHECK(strlen(p->name) > 0 && strlen(p->name) < 32);
    CHECK_GT(strlen(p->help), 10);
    CHECK(p->low < p->high);
    CHECK(wf_parameter_allows(p, p->usual));
    CHECK(wf_parameter_allows(p, p->low) && wf_parameter_allows(p, p->high));
    CHECK(!wf_parameter_allows(p, NAN) && !wf_parameter_allows(p, INFINITY));
    CHECK(!wf_parameter_allows(p, p->high + 1) && !wf_parameter_allows(p, p->low - 1));
    CHECK(!p->whole || !wf_parameter_allows(p, p->low + 0.5f));
    for (uint32_t i = 0; i < p->choice_count; ++i) {
        CHECK(wf_parameter_allows(p, p->choices[i]));
    }
}

WEFT_TEST(rows_of_the_registry_are_whole) {
    static const char* const stages[] = {"structure", "narrow_phase", "solver", "response",
                                         "repair"};
    uint32_t count = 0, at = 0;
    for (const weft_method* row; (row = weft_method_at(count)) != NULL; ++count) {
        at += at < 4 && strcmp(row->stage, stages[at]) != 0;
        CHECK_STR(row->stage, stages[at]); // stages follow each other
        CHECK(strlen(row->name) > 0 && strlen(row->name) < 32);
        CHECK_GT(strlen(row->source), 5);
        CHECK_GT(strlen(row->guarantee), 3);
        CHECK(row->functions != NULL);
        CHECK(row->parameter_count <= WEFT_METHOD_PARAMETERS);
        for (uint32_t i = 0; i < row->parameter_count; ++i) {
            check_parameter(&row->parameters[i]);
        }
        if (strcmp(row->stage, "response") == 0) {
            const wf_response* response = row->functions;
            CHECK(response->push != NULL);
            CHECK_EQ((row->flags & WEFT_METHOD_CLIPS) != 0, response->limit != NULL);
            CHECK(!(row->flags & WEFT_METHOD_NO_CROSSINGS) || response->limit != NULL);
        }
    }
    CHECK_EQ(at, 4);
#ifdef WEFT_LAB
    CHECK_GT(count, 6);
#else
    CHECK_EQ(count, 6); // the repair "auto" and what it stands for
#endif
}

WEFT_TEST(the_first_row_of_a_stage_is_its_default) {
    weft_world* world = make_world();
    for (uint32_t stage = 0; stage < WEFT_STAGE_COUNT; ++stage) {
        const weft_method* row = weft_world_method(world, (weft_stage)stage);
        uint32_t index = 0;
        CHECK(row == next_row(row->stage, &index));
        CHECK((row->flags & WEFT_METHOD_LAB) == 0);
        CHECK(world->methods.functions[stage] == row->functions);
    }
    CHECK_EQ(weft_world_parameters(world, WEFT_STAGE_STRUCTURE)[0], 6);
    CHECK_EQ(weft_world_parameters(world, WEFT_STAGE_STRUCTURE)[1], 8);
    weft_world_destroy(world);
}

static bool is_finite_cloth(const weft_world* world) {
    weft_cloth_id cloth = weft_world_cloth_at(world, 0);
    const float* x = weft_cloth_positions(world, cloth);
    bool finite = true;
    for (uint32_t i = 0; i < 3 * weft_cloth_vertex_count(world, cloth); ++i) {
        finite &= isfinite(x[i]);
    }
    return finite;
}

/// Chosen before the first step, or in the middle of a run.
WEFT_TEST(every_method_steps_with_every_choice) {
    uint32_t index = 0;
    for (const weft_method* row; (row = weft_method_at(index)) != NULL; ++index) {
        for (uint32_t i = 0; i < 1 + row->parameter_count; ++i) {
            weft_world* world = make_scene();
            CHECK_EQ(choose_row(world, row), WEFT_OK);
            for (int end = 0; end < 2 && i > 0; ++end) {
                const weft_parameter* p = &row->parameters[i - 1];
                CHECK_EQ(weft_world_set_parameter(world, row->stage, p->name,
                                                  end ? p->high : p->low, NULL),
                         WEFT_OK);
                for (int step = 0; step < 5; ++step) {
                    CHECK_EQ(weft_world_step(world).status, WEFT_OK);
                }
            }
            for (int step = 0; step < 5; ++step) {
                CHECK_EQ(weft_world_step(world).status, WEFT_OK);
            }
            test_check(is_finite_cloth(world), __FILE__, __LINE__, "%s %s is not finite",
                       row->stage, row->name);
            weft_world_destroy(world);
        }
    }
}

static void refuse_method(const char* stage, const char* name, const char* where,
                          const char* says) {
    weft_world* world = make_world();
    wf_methods before = world->methods;
    world->topology_changed = false;
    weft_report report = {0};
    CHECK_EQ(weft_world_set_method(world, stage, name, &report), WEFT_ERROR_UNKNOWN_METHOD);
    CHECK_EQ(report.status, WEFT_ERROR_UNKNOWN_METHOD);
    CHECK_STR(report.where, where);
    CHECK_STR(report.message, says);
    CHECK(memcmp(&before, &world->methods, sizeof before) == 0);
    CHECK(!world->topology_changed);
    weft_world_destroy(world);
}

WEFT_TEST(an_unknown_method_is_refused_with_the_nearest) {
    refuse_method("solver", "implicit_oiler", "solver",
                  "This build has no solver \"implicit_oiler\"; the nearest name is "
                  "\"implicit_euler\".");
    refuse_method("structur", "dop_tree", "stage",
                  "There is no stage \"structur\"; the nearest name is \"structure\".");
    refuse_method("repair", "x0123456789012345678901234567890123456789", "repair",
                  "This build has no repair \"x012345678901234567890123456789\"; the nearest name "
                  "is \"auto\".");
#ifdef WEFT_LAB
    refuse_method("structure", "uniform_gird", "structure",
                  "This build has no structure \"uniform_gird\"; the nearest name is "
                  "\"uniform_grid\".");
    // part of a name is enough
    refuse_method("structure", "grid", "structure",
                  "This build has no structure \"grid\"; the nearest name is \"uniform_grid\".");
    refuse_method("structure", "octree", "structure",
                  "This build has no structure \"octree\"; the nearest name is \"dop_tree\".");
    refuse_method("solver", "implicit", "solver",
                  "This build has no solver \"implicit\"; the nearest name is \"implicit_euler\".");
    refuse_method("response", "zones", "response",
                  "This build has no response \"zones\"; the nearest name is \"impact_zones\".");
#else
    refuse_method("structure", "uniform_grid", "structure",
                  "This build has no structure \"uniform_grid\"; the nearest name is "
                  "\"dop_tree\".");
#endif
}

static void refuse_of(const char* stage, const char* method, const char* name, float value,
                      const char* says) {
    weft_world* world = make_world();
    weft_report report = {0};
    CHECK_EQ(weft_world_set_method(world, stage, method, NULL), WEFT_OK);
    wf_methods before = world->methods;
    CHECK_EQ(weft_world_set_parameter(world, stage, name, value, &report),
             WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_STR(report.where, stage);
    CHECK_STR(report.message, says);
    CHECK(memcmp(&before, &world->methods, sizeof before) == 0);
    weft_world_destroy(world);
}

static void refuse_value(const char* method, const char* name, float value, const char* says) {
    refuse_of("structure", method, name, value, says);
}

WEFT_TEST(a_wrong_parameter_is_refused_with_what_is_right) {
    refuse_value("dop_tree", "arty", 4,
                 "The structure \"dop_tree\" has no parameter \"arty\"; the nearest that it takes "
                 "is \"arity\".");
    refuse_value("dop_tree", "k", 17,
                 "The parameter \"k\" of \"dop_tree\" cannot have this value; the nearest that it "
                 "can have is 18.");
    refuse_value("dop_tree", "k", NAN,
                 "The parameter \"k\" of \"dop_tree\" cannot have this value; the nearest that it "
                 "can have is 6.");
#ifdef WEFT_LAB
    refuse_value("dop_tree", "cell", 1,
                 "\"cell\" is a parameter of the structure \"uniform_grid\", not of \"dop_tree\"; "
                 "give it to that method, or leave it out.");
    refuse_value(
        "dop_tree", "tol", 1,
        "The structure \"dop_tree\" has no parameter \"tol\"; the nearest that it takes is "
        "\"tolerance\".");
    refuse_value("uniform_grid", "cell", 0.1f,
                 "The parameter \"cell\" of \"uniform_grid\" cannot have this value; the nearest "
                 "that it can have is 0.5.");
    refuse_value("brute_force", "q", 1,
                 "The structure \"brute_force\" has no parameter \"q\"; it takes none.");
    refuse_of(
        "solver", "vbd", "iterations", 9,
        "\"iterations\" is a parameter of the solver \"implicit_euler\", not of \"vbd\"; give "
        "it to that method, or leave it out.");
#endif
    refuse_of("solver", "implicit_euler", "iteration", 9,
              "The solver \"implicit_euler\" has no parameter \"iteration\"; the nearest that it "
              "takes is \"iterations\".");
    refuse_of("solver", "implicit_euler", "iterations", 1000,
              "The parameter \"iterations\" of \"implicit_euler\" cannot have this value; the "
              "nearest that it can have is 200.");
    refuse_of(
        "solver", "implicit_euler", "k", 18,
        "\"k\" is a parameter of the structure \"dop_tree\", not of \"implicit_euler\"; give it "
        "to that method, or leave it out.");
    refuse_of("repair", "untangle", "k", 18,
              "\"k\" is a parameter of the structure \"dop_tree\", not of \"untangle\"; give it to "
              "that method, or leave it out.");
    refuse_of("repair", "auto", "speed", 0,
              "The parameter \"speed\" of \"auto\" cannot have this value; the nearest that it can "
              "have is 0.05.");
}

#ifdef WEFT_LAB
/// What the next step would say of a narrow phase beside a response.
static void refuse_pair(const char* response, const char* narrow, float every, const char* says) {
    weft_world* world = make_scene();
    weft_report report = {0};
    CHECK_EQ(weft_world_set_method(world, "response", response, NULL), WEFT_OK);
    CHECK_EQ(weft_world_set_method(world, "narrow_phase", narrow, NULL), WEFT_OK);
    if (every > 0) {
        CHECK_EQ(weft_world_set_parameter(world, "narrow_phase", "every", every, NULL), WEFT_OK);
    }
    uint64_t before = weft_world_hash(world);
    CHECK_EQ(weft_world_step(world).status, WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_GT(weft_world_snapshot(world, NULL, 0), 0); // rebuilds, and what is built may be refused
    CHECK_EQ(weft_world_step(world).status, WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(weft_world_hash(world), before);
    CHECK_EQ(weft_lab_check_methods(world, &report), WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_STR(report.where, "narrow_phase");
    CHECK_STR(report.message, says);
    CHECK_EQ(weft_world_set_method(world, "narrow_phase", "auto", NULL), WEFT_OK);
    CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    weft_world_destroy(world);
}
#endif

WEFT_TEST(a_response_and_a_narrow_phase_of_another_are_refused) {
#ifdef WEFT_LAB
    refuse_pair("filter", "voxel_trace", 0,
                "The response \"filter\" is built on the narrow phase \"features\", not on "
                "\"voxel_trace\"; take that one or \"auto\".");
    refuse_pair("offset_surfaces", "ccd", 0,
                "The response \"offset_surfaces\" is built on the narrow phase \"voxel_trace\", "
                "not on \"ccd\"; take that one or \"auto\".");
    refuse_pair("projection", "auto", 2,
                "The response \"projection\" reads no parameter of the narrow phase; "
                "\"offset_surfaces\" does.");
#endif
}

/// Every response goes with one narrow phase; it has the same bits with that one by name and with
/// `auto`, and is refused with every other.
WEFT_TEST(a_response_has_the_narrow_phase_that_it_is_built_on) {
#ifdef WEFT_LAB
    uint32_t at = 0;
    for (const weft_method* response; (response = next_row("response", &at)) != NULL;) {
        uint64_t hashes[2] = {0, 0};
        uint32_t index = 0, runs = 0;
        for (const weft_method* row; (row = next_row("narrow_phase", &index)) != NULL;) {
            weft_world* world = make_scene();
            CHECK_EQ(weft_world_set_method(world, "response", response->name, NULL), WEFT_OK);
            CHECK_EQ(weft_world_set_method(world, "narrow_phase", row->name, NULL), WEFT_OK);
            if (weft_lab_check_methods(world, NULL) == WEFT_OK && runs < 2) {
                for (int step = 0; step < 20; ++step) {
                    CHECK_EQ(weft_world_step(world).status, WEFT_OK);
                }
                hashes[runs++] = weft_world_hash(world);
            }
            weft_world_destroy(world);
        }
        CHECK_EQ(runs, 2);
        CHECK_EQ(hashes[0], hashes[1]);
    }
#endif
}

typedef struct setting {
    const weft_parameter* parameter;
    float value;
} setting;

/// A sheet that swings from its first row, clear of everything else.
static void add_swing(weft_world* world) {
    test_mesh sheet = test_grid(8, 8, 0.03f, 2.0f);
    weft_pin pins[8] = {{0}};
    for (uint32_t i = 0; i < 8; ++i) {
        pins[i].vertex = i;
    }
    weft_cloth_def cloth = weft_default_cloth_def();
    cloth.positions = sheet.positions, cloth.vertex_count = sheet.vertex_count;
    cloth.triangles = sheet.triangles, cloth.triangle_count = sheet.triangle_count;
    cloth.pins = pins, cloth.pin_count = 8;
    CHECK(weft_world_add_cloth(world, &cloth, NULL).id != WEFT_NULL_ID);
    test_mesh_free(&sheet);
}

static uint64_t hash_with(const weft_method* row, const setting* settings, uint32_t count) {
    weft_world* world = make_scene();
    add_swing(world);
    weft_event fall = {.kind = WEFT_EVENT_GRAVITY,
                       .p = {0, -90, 0}}; // so that a round is not enough
    CHECK_EQ(weft_world_push_event(world, &fall), WEFT_OK);
    CHECK_EQ(weft_world_set_method(world, row->stage, row->name, NULL), WEFT_OK);
    for (uint32_t i = 0; i < count; ++i) {
        CHECK_EQ(weft_world_set_parameter(world, row->stage, settings[i].parameter->name,
                                          settings[i].value, NULL),
                 WEFT_OK);
    }
    for (int step = 0; step < 20; ++step) {
        weft_world_step(world);
    }
    uint64_t hash = weft_world_hash(world);
    weft_world_destroy(world);
    return hash;
}

/// Whether another value gives another hash, where `base` (may be null) has its last choice.
static bool is_read(const weft_method* row, const weft_parameter* p, const weft_parameter* base) {
    setting settings[2] = {{p, p->usual}, {base, base != NULL ? base->high : 0}};
    uint32_t count = base != NULL ? 2 : 1;
    uint64_t usual = hash_with(row, settings, count);
    const float others[3] = {p->low, p->high, p->low + 0.01f * (p->high - p->low)};
    bool read = false;
    for (int k = 0; k < (p->choice_count > 0 || p->whole ? 2 : 3) && !read; ++k) {
        settings[0].value = others[k];
        read = hash_with(row, settings, count) != usual;
    }
    return read;
}

/// What a solver is told changes where cloth goes: no parameter is only listed. Some are asked for
/// only where another is chosen.
WEFT_TEST(every_parameter_of_a_solver_is_read) {
    uint32_t index = 0, seen = 0;
    for (const weft_method* row; (row = next_row("solver", &index)) != NULL;) {
        for (uint32_t i = 0; i < row->parameter_count; ++i) {
            const weft_parameter* p = &row->parameters[i];
            bool read = is_read(row, p, NULL);
            for (uint32_t k = 0; k < row->parameter_count && !read; ++k) {
                const weft_parameter* base = &row->parameters[k];
                read = base != p && base->choice_count > 0 && is_read(row, p, base);
            }
            test_check(read, __FILE__, __LINE__, "%s %s is not read", row->name, p->name);
            ++seen;
        }
    }
    CHECK_GT(seen, 2);
}

/// Parameters are part of the state: a snapshot brings them back, a reset goes back to what they
/// were before the first step, another method drops them.
WEFT_TEST(parameters_belong_to_the_state) {
    weft_world* world = make_scene();
    const float* values = weft_world_parameters(world, WEFT_STAGE_STRUCTURE);
    CHECK_EQ(weft_world_set_parameter(world, "structure", "arity", 4, NULL), WEFT_OK);
    weft_world_step(world);
    size_t size = weft_world_snapshot(world, NULL, 0);
    uint8_t* bytes = malloc(size);
    weft_world_snapshot(world, bytes, size);
    CHECK_EQ(weft_world_set_parameter(world, "structure", "arity", 2, NULL), WEFT_OK);
    weft_world_step(world);
    CHECK_EQ(weft_world_restore(world, bytes, size), WEFT_OK);
    CHECK_EQ(values[1], 4);
    CHECK_EQ(weft_world_set_parameter(world, "structure", "arity", 2, NULL), WEFT_OK);
    CHECK_EQ(weft_world_reset(world), WEFT_OK);
    CHECK_EQ(values[1], 4);
    CHECK_EQ(weft_world_set_method(world, "structure", "dop_tree", NULL), WEFT_OK);
    CHECK_EQ(values[1], 8);
    free(bytes);
    weft_world_destroy(world);
}

/// A snapshot brings back what only a lab has; one that has none of it is that of every build.
WEFT_TEST(parameters_of_the_lab_belong_to_the_state) {
#ifdef WEFT_LAB
    weft_world* world = make_scene();
    const float* values = weft_world_parameters(world, WEFT_STAGE_STRUCTURE);
    size_t size = weft_world_snapshot(world, NULL, 0);
    uint8_t *plain = malloc(size), *lab = malloc(2 * size);
    weft_world_snapshot(world, plain, size);
    CHECK_EQ(weft_world_set_parameter(world, "structure", "inflate", 1, NULL), WEFT_OK);
    size_t more = weft_world_snapshot(world, lab, 2 * size);
    uint32_t own = weft_world_method(world, WEFT_STAGE_STRUCTURE)->parameter_count - 2;
    CHECK_EQ(more - size, own * sizeof(float)); // nothing of them is in the plain one
    CHECK_EQ(weft_world_restore(world, plain, size), WEFT_OK);
    CHECK_EQ(values[4], 0);
    CHECK_EQ(weft_world_restore(world, lab, more), WEFT_OK);
    CHECK_EQ(values[4], 1);
    CHECK_EQ(values[6], 1e-3f);
    free(plain);
    free(lab);
    weft_world_destroy(world);
#endif
}
