// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The response `projection` (the lab's): sheets that fall on bodies stay on them for 300 frames.
// What crosses is counted and said: particles alone are kept out.
#include "held_sheet.h"

#include "weft/threads.h"

WEFT_TEST(projection_holds_a_sheet_on_a_sphere) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    const float middle[3] = {0, 0, 0};
    add_sphere(world, middle, 0.2f, 40);
    held h = hold(world, drop_sheet(world, 0.22f), HELD_FRAMES);
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    weft_world_destroy(world);
}

WEFT_TEST(projection_holds_a_sheet_on_a_torus) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    add_torus(world);
    held h = hold(world, drop_sheet(world, 0.1f), HELD_FRAMES);
    CHECK_GT(h.height, -0.2);
    CHECK_EQ(h.inside, 0);
    weft_world_destroy(world);
}

/// What starts inside comes out at once.
WEFT_TEST(projection_leaves_nothing_inside_that_starts_across) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    const float middle[3] = {0, 0, 0};
    add_sphere(world, middle, 0.2f, 40);
    drop_sheet(world, 0.17f);
    run_steps(world, 1);
    uint32_t first = count_inside(world);
    run_steps(world, 30);
    test_note("%u particles inside after the first step", first);
    CHECK_EQ(count_inside(world), 0);
    weft_world_destroy(world);
}

/// Of who is deep inside the cell alone says nothing that would bring it out.
WEFT_TEST(projection_by_the_cell_alone_leaves_who_is_deep_inside) {
    uint32_t inside[2];
    for (int cell = 0; cell < 2; ++cell) {
        weft_world* world = world_with_response("projection");
        if (world == NULL) {
            return;
        }
        const float middle[3] = {0, 0, 0};
        CHECK_EQ(weft_world_set_parameter(world, "response", "lookup", (float)cell, NULL), WEFT_OK);
        add_sphere(world, middle, 0.2f, 40);
        drop_sheet(world, 0.1f);
        run_steps(world, 1);
        inside[cell] = count_inside(world);
        weft_world_destroy(world);
    }
    test_note("%u inside after a step, by the cell alone %u", inside[0], inside[1]);
    CHECK_GT(inside[1], inside[0] + 50);
}

/// A surface without an inside is refused, before anything moves.
WEFT_TEST(projection_refuses_an_open_body) {
    refuses_an_open_body("projection");
}

/// The hash after a sheet has met a torus that moves, its field updated so.
static uint64_t hash_by_update(float parallel, uint32_t threads) {
    weft_world* world = world_with_response("projection");
    CHECK_EQ(weft_world_set_parameter(world, "response", "parallel", parallel, NULL), WEFT_OK);
#ifdef WEFT_THREADS
    CHECK_EQ(weft_world_set_thread_count(world, threads, NULL), WEFT_OK);
#else
    (void)threads;
#endif
    weft_body_id id = add_torus(world);
    test_mesh mesh = test_torus(96, 48, 0.16f, 0.07f);
    drop_sheet(world, 0.08f);
    for (int step = 0; step < 20; ++step) {
        for (uint32_t v = 0; v < mesh.vertex_count; ++v) {
            float* x = mesh.positions + 3 * (size_t)v;
            x[1] += 0.02f * x[0]; // it is sheared
        }
        CHECK_EQ(weft_body_set_positions(world, id, mesh.positions), WEFT_OK);
        CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    }
    uint64_t hash = weft_world_hash(world);
    test_mesh_free(&mesh);
    weft_world_destroy(world);
    return hash;
}

WEFT_TEST(projection_updates_fields_in_parallel_to_the_same_bits) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    weft_world_destroy(world);
    uint64_t serial = hash_by_update(0.0f, 1);
    for (uint32_t threads = 1; threads <= 8; threads *= 2) {
        CHECK_EQ_HEX(hash_by_update(1.0f, threads), serial);
    }
}

WEFT_TEST(projection_refuses_to_update_by_the_plane_in_parallel) {
    weft_world* world = world_with_response("projection");
    if (world == NULL) {
        return;
    }
    CHECK_EQ(weft_world_set_parameter(world, "response", "by_plane", 1.0f, NULL), WEFT_OK);
    CHECK_EQ(weft_world_set_parameter(world, "response", "parallel", 1.0f, NULL), WEFT_OK);
    add_torus(world);
    drop_sheet(world, 0.1f);
    CHECK_EQ(weft_world_step(world).status, WEFT_ERROR_INVALID_ARGUMENT);
    CHECK_EQ(weft_world_set_parameter(world, "response", "parallel", 0.0f, NULL), WEFT_OK);
    CHECK_EQ(weft_world_step(world).status, WEFT_OK);
    weft_world_destroy(world);
}
