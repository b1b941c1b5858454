// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The distance field: the propagation and the exact transform against brute force on every voxel,
// scan conversion against overlaps of boxes and triangles, what is inside, and bad input.
#include "distance_rig.h"
#include "test_macros.h"
#include "weft/weft.h"

// ---- scattered voxels ---------------------------------------------------------------------------

/// Voxels inside of the border, none twice. Half of the cases have them in a cluster.
static uint32_t scatter(test_random* random, const uint32_t size[3], uint32_t wanted,
                        uint32_t* sites) {
    uint32_t count = 0, spread = test_below(random, 2) ? 4 : 1000;
    while (count < wanted) {
        uint32_t at[3], voxel;
        for (int k = 0; k < 3; ++k) {
            uint32_t room = size[k] - 2 < spread ? size[k] - 2 : spread;
            at[k] = 1 + (size[k] - 2 - room) / 2 + test_below(random, room);
        }
        voxel = (at[2] * size[1] + at[1]) * size[0] + at[0];
        bool known = false;
        for (uint32_t i = 0; i < count; ++i) {
            known |= sites[i] == voxel;
        }
        if (known && spread > 4) {
            continue;
        }
        spread = known ? 1000 : spread;
        if (!known) {
            sites[count++] = voxel;
        }
    }
    return count;
}

typedef struct tally {
    uint64_t voxels, longer, shorter;
    double worst;
} tally;

static void compare(const wf_distance_field* f, tally* t) {
    for (uint32_t v = 0; v < f->count; ++v) {
        if (f->squared[v] == WF_DISTANCE_BORDER) {
            continue;
        }
        uint32_t exact = nearest_squared(f, v);
        double over = sqrt((double)f->squared[v]) - sqrt((double)exact);
        t->voxels += 1;
        t->longer += f->squared[v] > exact;
        t->shorter += f->squared[v] < exact;
        t->worst = over > t->worst ? over : t->worst;
    }
}

typedef bool generate_fn(wf_memory*, wf_distance_field*);

/// Random sites in random boxes.
static tally try_scattered(generate_fn* generate, uint32_t cases, uint32_t most_sites,
                           uint64_t seed) {
    test_random random = test_seed(seed);
    tally t = {0};
    for (uint32_t i = 0; i < cases; ++i) {
        uint32_t size[3], sites[64];
        for (int k = 0; k < 3; ++k) {
            size[k] = 9 + test_below(&random, 24);
        }
        uint32_t count = scatter(&random, size, 1 + test_below(&random, most_sites), sites);
        wf_memory memory = {0};
        wf_distance_field f;
        if (!CHECK(scatter_field(&memory, size, sites, count, 6, &f)) ||
            !CHECK(generate(&memory, &f))) {
            break;
        }
        compare(&f, &t);
        wf_distance_free(&memory, &f);
        CHECK_EQ(memory.bytes, 0);
    }
    return t;
}

WEFT_TEST(distance_propagation_of_one_site_is_exact) {
    tally t = try_scattered(wf_distance_propagate, 60, 1, 1);
    CHECK_GT(t.voxels, 100000);
    CHECK_EQ(t.longer + t.shorter, 0);
}

WEFT_TEST(distance_propagation_is_never_below_the_distance) {
    tally t = {0};
    for (uint64_t seed = 2; seed < 6; ++seed) {
        tally one = try_scattered(wf_distance_propagate, 60, seed == 5 ? 64 : 12, seed);
        CHECK_EQ(one.shorter, 0);
        CHECK_GT(one.voxels, 100000);
        t.voxels += one.voxels;
        t.longer += one.longer;
        t.worst = one.worst > t.worst ? one.worst : t.worst;
    }
    test_note("%.1f %% of the voxels too long, by %.2f voxels at most",
              100.0 * (double)t.longer / (double)t.voxels, t.worst);
}

WEFT_TEST(distance_transform_equals_brute_force) {
    for (uint64_t seed = 6; seed < 10; ++seed) {
        tally t = try_scattered(wf_distance_transform, 40, 64, seed);
        CHECK_EQ(t.longer + t.shorter, 0);
        CHECK_GT(t.voxels, 100000);
    }
}

/// Whether a voxel lists a site among its owners.
static bool lists(const wf_distance_field* f, uint32_t voxel, uint32_t site) {
    bool found = false;
    for (uint32_t i = f->owner_first[voxel]; i < f->owner_first[voxel + 1]; ++i) {
        found |= f->owners[i] == site;
    }
    return found;
}

/// Where the distance is right an owner is at that distance; beyond the shell nobody owns anything.
static void check_owners(const wf_distance_field* f, uint32_t* several) {
    uint32_t wrong = 0, repeated = 0, stray = 0, none = 0;
    for (uint32_t v = 0; v < f->count; ++v) {
        uint32_t first = f->owner_first[v], end = f->owner_first[v + 1];
        bool within = f->squared[v] <= f->shell * f->shell;
        stray += !within && end > first;
        none += within && end == first;
        for (uint32_t i = first; i < end; ++i) {
            wrong += squared_between(f, v, f->sites[f->owners[i]]) > f->squared[v];
            for (uint32_t k = first; k < i; ++k) {
                repeated += f->owners[k] == f->owners[i];
            }
        }
        *several += end > first + 1;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(repeated, 0);
    CHECK_EQ(stray, 0);
    CHECK_EQ(none, 0);
}

WEFT_TEST(distance_voxels_have_their_owners) {
    test_random random = test_seed(10);
    uint32_t several[2] = {0, 0};
    for (uint32_t i = 0; i < 80; ++i) {
        const uint32_t size[3] = {20, 17, 23};
        uint32_t sites[24], count = scatter(&random, size, 24, sites);
        wf_memory memory = {0};
        wf_distance_field f;
        REQUIRE(scatter_field(&memory, size, sites, count, 6, &f));
        REQUIRE(i % 2 ? wf_distance_transform(&memory, &f) : wf_distance_propagate(&memory, &f));
        check_owners(&f, &several[i % 2]);
        wf_distance_free(&memory, &f);
    }
    CHECK_GT(several[0], 1000);
    CHECK_EQ(several[1], 0);
}

/// Two sites on an axis share the plane between them, and nothing else.
WEFT_TEST(distance_of_two_sites_has_two_owners_between) {
    const uint32_t size[3] = {15, 13, 13};
    uint32_t sites[2] = {(6 * 13 + 6) * 15 + 3, (6 * 13 + 6) * 15 + 11};
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(scatter_field(&memory, size, sites, 2, 30, &f));
    REQUIRE(wf_distance_propagate(&memory, &f));
    for (uint32_t v = 0; v < f.count; ++v) {
        int32_t at[3];
        wf_distance_place(&f, v, at);
        if (f.squared[v] != WF_DISTANCE_BORDER) {
            CHECK_EQ(f.squared[v], nearest_squared(&f, v));
            CHECK_EQ(lists(&f, v, 0), at[0] <= 7);
            CHECK_EQ(lists(&f, v, 1), at[0] >= 7);
        }
    }
    wf_distance_free(&memory, &f);
}

// ---- meshes -------------------------------------------------------------------------------------

/// Whether a triangle meets a box of half a side `half` round a centre, by the thirteen axes that
/// can part them.
static bool meets(const double p[3][3], const double centre[3], double half) {
    double q[3][3], edge[3][3], axis[13][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            q[i][k] = p[i][k] - centre[k];
            edge[i][k] = p[(i + 1) % 3][k] - p[i][k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        axis[3][k] = edge[0][a] * edge[1][b] - edge[0][b] * edge[1][a];
        for (int i = 0; i < 3; ++i) {
            axis[4 + 3 * i + k][a] = -edge[i][b];
            axis[4 + 3 * i + k][b] = edge[i][a];
        }
    }
    for (int i = 0; i < 13; ++i) {
        double lo = INFINITY, hi = -INFINITY, reach = 0.0;
        for (int c = 0; c < 3; ++c) {
            double along = q[c][0] * axis[i][0] + q[c][1] * axis[i][1] + q[c][2] * axis[i][2];
            lo = along < lo ? along : lo;
            hi = along > hi ? along : hi;
            reach += half * fabs(axis[i][c]);
        }
        if (lo > reach || hi < -reach) {
            return false;
        }
    }
    return true;
}

static void corners_of(const wf_distance_field* f, const wf_distance_mesh* mesh, uint32_t triangle,
                       double p[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const float* x = mesh->x + 4 * (size_t)mesh->triangles[3 * triangle + (uint32_t)i];
        for (int k = 0; k < 3; ++k) {
            p[i][k] = ((double)x[k] - (double)f->origin[k]) / (double)f->cell;
        }
    }
}

static bool has_polygon(const wf_distance_field* f, uint32_t voxel, uint32_t triangle) {
    const uint32_t* site = bsearch(&voxel, f->sites, f->site_count, sizeof *site, compare_voxels);
    if (site == NULL) {
        return false;
    }
    const uint32_t* first = f->polygon_first + (site - f->sites);
    bool found = false;
    for (uint32_t i = first[0]; i < first[1]; ++i) {
        found |= f->polygons[i] == triangle;
    }
    return found;
}

/// Every voxel that a triangle meets lists it, others do not: with a millionth of a voxel in doubt.
static void check_scan(const wf_distance_field* f, const wf_distance_mesh* mesh) {
    uint32_t missing = 0, extra = 0, listed = 0;
    for (uint32_t v = 0; v < f->count; ++v) {
        int32_t at[3];
        wf_distance_place(f, v, at);
        const double centre[3] = {at[0] + 0.5, at[1] + 0.5, at[2] + 0.5};
        for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
            double p[3][3];
            corners_of(f, mesh, t, p);
            bool has = has_polygon(f, v, t);
            listed += has;
            missing += !has && meets(p, centre, 0.5 - 1e-6);
            extra += has && !meets(p, centre, 0.5 + 1e-6);
        }
    }
    CHECK_EQ(missing, 0);
    CHECK_EQ(extra, 0);
    CHECK_EQ(listed, f->polygon_first[f->site_count]);
}

/// A torus, turned and moved at random so that nothing lies on the grid.
static float* random_torus(test_random* random, test_mesh* mesh, wf_distance_mesh* out) {
    *mesh = test_torus(12, 8, 0.1f, 0.04f);
    float* x = four_wide(mesh);
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            x[4 * (size_t)i + (size_t)k] += test_uniform(random, -0.004f, 0.004f);
        }
    }
    *out = (wf_distance_mesh){
        x, mesh->triangles, mesh->vertex_count, mesh->triangle_count, mesh->triangle_count, false};
    return x;
}

WEFT_TEST(distance_scan_finds_the_voxels_that_triangles_meet) {
    test_random random = test_seed(20);
    for (int i = 0; i < 6; ++i) {
        test_mesh mesh;
        wf_distance_mesh input;
        float* x = random_torus(&random, &mesh, &input);
        wf_memory memory = {0};
        wf_distance_field f;
        wf_distance_def def = {
            .cell = test_uniform(&random, 0.01f, 0.03f), .shell = 3, .margin = 2};
        REQUIRE(wf_distance_build(&memory, &def, &input, &f, NULL) == WEFT_OK);
        check_scan(&f, &input);
        CHECK_EQ(f.bytes, memory.bytes);
        wf_distance_free(&memory, &f);
        CHECK_EQ(memory.bytes, 0);
        free(x);
        test_mesh_free(&mesh);
    }
}

/// Faces of a box on the planes of the grid are in the voxels of one side, and it has no leak.
WEFT_TEST(distance_field_of_a_box_on_the_grid) {
    test_mesh box = test_box(0.5f, 0.25f, 0.75f);
    float* x = four_wide(&box);
    wf_distance_mesh input = {x, box.triangles, 8, 12, 12, false};
    wf_distance_def def = {.cell = 0.0625f, .shell = 3, .margin = 3};
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(wf_distance_build(&memory, &def, &input, &f, NULL) == WEFT_OK);
    uint32_t inside = 0;
    for (uint32_t v = 0; v < f.count; ++v) {
        inside += f.inside[v];
    }
    CHECK_EQ(f.size[0], 8 + 1 + 8);
    CHECK_EQ(f.size[1], 4 + 1 + 8);
    CHECK_EQ(f.size[2], 12 + 1 + 8);
    CHECK_EQ(inside, 7 * 3 * 11);
    int32_t at[3];
    CHECK(wf_distance_locate(&f, (const float[3]){0.26f, 0.37f, 0.4f}, at));
    float n[3];
    wf_distance_normal(&f, wf_distance_index(&f, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]),
                       n);
    CHECK_NEAR(n[1], 1, 1e-6);
    CHECK_EQ(f.squared[wf_distance_index(&f, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2])],
             1);
    CHECK(!wf_distance_locate(&f, (const float[3]){9, 0, 0}, at));
    CHECK(!wf_distance_locate(&f, (const float[3]){NAN, 0.1f, 0.1f}, at));
    wf_distance_free(&memory, &f);
    free(x);
    test_mesh_free(&box);
}

/// Signs of a torus by its formula, away from its surface by more than the facets are off.
WEFT_TEST(distance_field_knows_the_inside_of_a_torus) {
    test_mesh torus = test_torus(48, 32, 0.1f, 0.04f);
    float* x = four_wide(&torus);
    wf_distance_mesh input = {
        x, torus.triangles, torus.vertex_count, torus.triangle_count, torus.triangle_count, false};
    wf_distance_def def = {.cell = 0.006f, .shell = 6, .margin = 7};
    wf_memory memory = {0};
    wf_distance_field f;
    REQUIRE(wf_distance_build(&memory, &def, &input, &f, NULL) == WEFT_OK);
    uint32_t wrong = 0, far_off = 0, inside = 0;
    for (uint32_t v = 0; v < f.count; ++v) {
        if (f.squared[v] == WF_DISTANCE_BORDER) {
            continue;
        }
        int32_t at[3];
        double p[3];
        wf_distance_place(&f, v, at);
        for (int k = 0; k < 3; ++k) {
            p[k] = (double)f.origin[k] + (at[k] + 0.5) * (double)f.cell;
        }
        double ring = sqrt(p[0] * p[0] + p[2] * p[2]) - 0.1;
        double depth = sqrt(ring * ring + p[1] * p[1]) - 0.04;
        wrong += fabs(depth) > 0.0062 && f.inside[v] != (depth < 0.0);
        inside += f.inside[v];
        // A voxel of the surface lies within half a diagonal of it; the propagation adds half a
        // voxel.
        far_off += fabs(sqrt((double)f.squared[v]) - fabs(depth) / (double)f.cell) > 0.87 + 0.5;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(far_off, 0);
    CHECK_GT(inside, 5000);
    wf_distance_free(&memory, &f);
    free(x);
    test_mesh_free(&torus);
}

// ---- bad input ----------------------------------------------------------------------------------

static void check_refused(const wf_distance_def* def, const wf_distance_mesh* mesh,
                          weft_status status, const char* word) {
    wf_memory memory = {0};
    wf_distance_field f;
    weft_report report = {0};
    CHECK_EQ(wf_distance_build(&memory, def, mesh, &f, &report), status);
    CHECK(strstr(report.message, word) != NULL);
    test_note("%s", report.message);
    CHECK(f.squared == NULL);
    CHECK_EQ(memory.bytes, 0);
}

WEFT_TEST(distance_field_refuses_what_it_cannot_hold) {
    test_mesh box = test_box(1, 1, 1);
    float* x = four_wide(&box);
    wf_distance_mesh whole = {x, box.triangles, 8, 12, 12, false}, open = whole, none = whole;
    const wf_distance_def usual = {.cell = 0.05f, .shell = 6, .margin = 7};
    wf_distance_def def = usual;
    open.triangle_count = 11;
    none.triangle_count = 0;
    check_refused(&usual, &open, WEFT_ERROR_OPEN_BODY, "hole");
    check_refused(&usual, &none, WEFT_ERROR_EMPTY_MESH, "triangles");
    const float cells[] = {0.0f, -1.0f, 1.0f, NAN, INFINITY};
    for (int i = 0; i < 5; ++i) {
        def.cell = cells[i];
        check_refused(&def, &whole, WEFT_ERROR_INVALID_ARGUMENT, "half a millimetre");
    }
    def = usual;
    def.margin = 0;
    check_refused(&def, &whole, WEFT_ERROR_INVALID_ARGUMENT, "margin");
    def.margin = 4000000000u;
    check_refused(&def, &whole, WEFT_ERROR_INVALID_ARGUMENT, "256 MB");
    def = usual;
    def.cell = 0.0005f;
    check_refused(&def, &whole, WEFT_ERROR_INVALID_ARGUMENT, "larger");
    x[5] = NAN;
    check_refused(&usual, &whole, WEFT_ERROR_NOT_FINITE, "finite");
    free(x);
    test_mesh_free(&box);
}

/// Whichever allocation fails: nothing is held afterwards.
WEFT_TEST(distance_field_without_memory_holds_nothing) {
    test_mesh box = test_box(1, 1, 1);
    float* x = four_wide(&box);
    wf_distance_mesh mesh = {x, box.triangles, 8, 12, 12, false};
    for (int exact = 0; exact < 2; ++exact) {
        wf_distance_def def = {
            .cell = 0.1f, .shell = 3, .margin = 3, .generator = (wf_distance_generator)exact};
        uint32_t failed = 0;
        for (bool done = false; !done; ++failed) {
            wf_memory memory = {.fail_in = failed + 1};
            wf_distance_field f;
            weft_status status = wf_distance_build(&memory, &def, &mesh, &f, NULL);
            done = status == WEFT_OK;
            CHECK(done || status == WEFT_ERROR_OUT_OF_MEMORY);
            wf_distance_free(&memory, &f);
            CHECK_EQ(memory.bytes, 0);
        }
        CHECK_GT(failed, 10);
    }
    free(x);
    test_mesh_free(&box);
}
