// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Edges, folds, neighbours, colours and face groups, against their definitions.
#include "meshes.h"
#include "test_macros.h"

#include "math/radix_sort.h"
#include "mesh/colouring.h"
#include "mesh/face_groups.h"

#include <string.h>

static bool contains(const wf_rows* rows, uint32_t row, uint32_t item) {
    for (uint32_t i = rows->row[row]; i < rows->row[row + 1]; ++i) {
        if (rows->item[i] == item) {
            return true;
        }
    }
    return false;
}

static void check_rows_ascend(const wf_rows* rows) {
    for (uint32_t r = 0; r < rows->count; ++r) {
        for (uint32_t i = rows->row[r] + 1; i < rows->row[r + 1]; ++i) {
            CHECK(rows->item[i - 1] < rows->item[i]);
        }
    }
}

WEFT_TEST(radix_sort_is_stable) {
    wf_memory memory = {0};
    test_random random = test_seed(4);
    wf_sort sort;
    REQUIRE(wf_sort_create(&memory, 5000, &sort));
    for (uint32_t i = 0; i < 5000; ++i) {
        sort.key[i] = (uint64_t)test_below(&random, 40) << test_below(&random, 50);
        sort.value[i] = i;
    }
    wf_sort_run(&sort);
    for (uint32_t i = 1; i < 5000; ++i) {
        CHECK(sort.key[i - 1] <= sort.key[i]);
        CHECK(sort.key[i - 1] != sort.key[i] || sort.value[i - 1] < sort.value[i]);
    }
    wf_sort_free(&memory, &sort);
    CHECK_EQ(memory.bytes, 0);
}

/// Pairs at random, many of them twice, the other way round, or of a vertex with itself.
WEFT_TEST(adjacency_is_that_of_the_pairs) {
    enum { VERTICES = 40, PAIRS = 200 };
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        wf_memory memory = {0};
        test_random random = test_seed(seed);
        bool joined[VERTICES][VERTICES] = {{false}};
        uint32_t pairs[2 * PAIRS], count = test_below(&random, PAIRS + 1), vertices = VERTICES;
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t a = test_below(&random, vertices), b = test_below(&random, vertices);
            pairs[2 * i] = a;
            pairs[2 * i + 1] = b;
            joined[a][b] = joined[b][a] = a != b;
        }
        wf_rows rows;
        REQUIRE(wf_adjacency_from_pairs(&memory, vertices, pairs, count, &rows));
        check_rows_ascend(&rows);
        for (uint32_t a = 0; a < vertices; ++a) {
            for (uint32_t b = 0; b < vertices; ++b) {
                CHECK_EQ(contains(&rows, a, b), joined[a][b]);
            }
        }
        wf_rows_free(&memory, &rows);
        CHECK_EQ(memory.bytes, 0);
    }
}

WEFT_TEST(topology_of_a_box) {
    wf_memory memory = {0};
    test_mesh box = test_box(1, 1, 1);
    wf_topology t;
    REQUIRE(wf_topology_build(&memory, box.triangles, 12, 8, &t));
    CHECK_EQ(t.edge_count, 18);
    CHECK_EQ(t.fold_count, 18);
    for (uint32_t e = 0; e < t.edge_count; ++e) {
        CHECK(t.edges[2 * e] < t.edges[2 * e + 1]);
        CHECK_EQ(t.edge_triangles.row[e + 1] - t.edge_triangles.row[e], 2);
    }
    wf_topology_free(&memory, &t);
    test_mesh_free(&box);
    CHECK_EQ(memory.bytes, 0);
}

static void check_triangle_edges(const test_mesh* mesh, const wf_topology* t) {
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; ++i) {
        uint32_t first = i - i % 3;
        uint32_t a = mesh->triangles[first + (i + 1) % 3], b = mesh->triangles[first + (i + 2) % 3];
        const uint32_t* edge = t->edges + 2 * t->triangle_edges[i];
        CHECK_EQ(edge[0], a < b ? a : b);
        CHECK_EQ(edge[1], a < b ? b : a);
        CHECK(contains(&t->edge_triangles, t->triangle_edges[i], i / 3));
        CHECK(contains(&t->vertex_triangles, mesh->triangles[i], i / 3));
        CHECK(contains(&t->neighbours, a, b) && contains(&t->neighbours, b, a));
    }
}

static bool has_directed_edge(const test_mesh* mesh, uint32_t triangle, uint32_t a, uint32_t b,
                              uint32_t opposite) {
    const uint32_t* c = mesh->triangles + 3 * triangle;
    for (int k = 0; k < 3; ++k) {
        if (c[k] == a && c[(k + 1) % 3] == b && c[(k + 2) % 3] == opposite) {
            return true;
        }
    }
    return false;
}

WEFT_TEST(topology_of_a_grid) {
    wf_memory memory = {0};
    test_mesh grid = test_grid(9, 7, 0.1f, 0);
    wf_topology t;
    REQUIRE(wf_topology_build(&memory, grid.triangles, grid.triangle_count, grid.vertex_count, &t));
    CHECK_EQ((int)grid.vertex_count - (int)t.edge_count + (int)grid.triangle_count, 1); // Euler
    CHECK_EQ(t.fold_count, t.edge_count - 2 * (9 + 7));
    check_triangle_edges(&grid, &t);
    check_rows_ascend(&t.neighbours);
    check_rows_ascend(&t.vertex_triangles);
    CHECK_EQ(t.neighbours.row[grid.vertex_count], 2 * t.edge_count);
    for (uint32_t i = 0; i < t.fold_count; ++i) {
        const wf_fold* f = &t.folds[i];
        CHECK(has_directed_edge(&grid, f->left, f->a, f->b, f->c));
        CHECK(has_directed_edge(&grid, f->right, f->b, f->a, f->d));
    }
    wf_topology_free(&memory, &t);
    test_mesh_free(&grid);
    CHECK_EQ(memory.bytes, 0);
}

WEFT_TEST(topology_takes_a_branch) {
    wf_memory memory = {0};
    const uint32_t book[9] = {0, 1, 2, 0, 1, 3, 0, 1, 4}; // three pages on one spine
    wf_topology t;
    REQUIRE(wf_topology_build(&memory, book, 3, 5, &t));
    CHECK_EQ(t.edge_count, 7);
    CHECK_EQ(t.fold_count, 2);
    CHECK_EQ(t.edge_triangles.row[1], 3);
    wf_topology_free(&memory, &t);
    CHECK_EQ(memory.bytes, 0);
}

// The adjacency of a sweep over membrane and bending: edges cover the pairs of a triangle and five
// of the six pairs of a fold; c-d is the sixth.
static bool stencil_adjacency(wf_memory* memory, const wf_topology* topology, wf_rows* out) {
    *out = (wf_rows){0};
    size_t edges = topology->edge_count, count = edges + topology->fold_count;
    uint32_t* pairs = WF_ALLOC(memory, uint32_t, 2 * count + 1);
    if (!pairs) {
        return false;
    }
    memcpy(pairs, topology->edges, 2 * sizeof *pairs * edges);
    for (size_t i = 0; i < topology->fold_count; ++i) {
        pairs[2 * (edges + i)] = topology->folds[i].c;
        pairs[2 * (edges + i) + 1] = topology->folds[i].d;
    }
    bool built = wf_adjacency_from_pairs(memory, topology->vertex_count, pairs, count, out);
    wf_free(memory, pairs);
    return built;
}

static void check_colouring(const wf_rows* adjacency, const wf_rows* order) {
    uint32_t colour_of[2048];
    REQUIRE(adjacency->count <= 2048);
    CHECK_EQ(order->row[order->count], adjacency->count);
    for (uint32_t c = 0; c < order->count; ++c) {
        for (uint32_t i = order->row[c]; i < order->row[c + 1]; ++i) {
            colour_of[order->item[i]] = c;
        }
    }
    for (uint32_t v = 0; v < adjacency->count; ++v) {
        for (uint32_t i = adjacency->row[v]; i < adjacency->row[v + 1]; ++i) {
            CHECK(colour_of[v] != colour_of[adjacency->item[i]]);
        }
    }
    check_rows_ascend(order);
}

WEFT_TEST(colours_part_neighbours) {
    wf_memory memory = {0};
    test_mesh grid = test_grid(30, 30, 0.1f, 0);
    wf_topology t;
    wf_rows stencil, order;
    REQUIRE(wf_topology_build(&memory, grid.triangles, grid.triangle_count, grid.vertex_count, &t));
    REQUIRE(stencil_adjacency(&memory, &t, &stencil));
    REQUIRE(wf_colour_rows(&memory, &stencil, &order));
    check_colouring(&stencil, &order);
    CHECK_LE(order.count, 12);
    for (uint32_t i = 0; i < t.fold_count; ++i) {
        CHECK(contains(&stencil, t.folds[i].c, t.folds[i].d));
    }
    wf_rows_free(&memory, &order);
    wf_rows_free(&memory, &stencil);
    wf_topology_free(&memory, &t);
    test_mesh_free(&grid);
    CHECK_EQ(memory.bytes, 0);
}

// Is every triangle of the group reached from its first over edges, inside the group?
static bool is_connected(const wf_topology* t, const wf_face_groups* groups, uint32_t group) {
    uint32_t first = groups->triangles.row[group], end = groups->triangles.row[group + 1];
    static bool reached[8192];
    memset(reached, 0, sizeof reached);
    reached[groups->triangles.item[first]] = true;
    uint32_t count = 1;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t i = first; i < end; ++i) {
            uint32_t triangle = groups->triangles.item[i];
            for (int k = 0; k < 3 && !reached[triangle]; ++k) {
                uint32_t edge = t->triangle_edges[3 * triangle + k];
                for (uint32_t n = t->edge_triangles.row[edge]; n < t->edge_triangles.row[edge + 1];
                     ++n) {
                    uint32_t other = t->edge_triangles.item[n];
                    if (reached[other] && groups->group_of[other] == group && !reached[triangle]) {
                        reached[triangle] = grew = true;
                        ++count;
                    }
                }
            }
        }
    }
    return count == end - first;
}

static void check_groups(const test_mesh* mesh, const wf_topology* t,
                         const wf_face_groups* groups) {
    CHECK_EQ(groups->triangles.row[groups->triangles.count], mesh->triangle_count);
    check_rows_ascend(&groups->triangles);
    for (uint32_t g = 0; g < groups->triangles.count; ++g) {
        uint32_t size = groups->triangles.row[g + 1] - groups->triangles.row[g];
        CHECK_GE(size, WF_GROUP_SMALLEST);
        CHECK_LE(size, 2 * WF_GROUP_TRIANGLES);
        CHECK(is_connected(t, groups, g));
    }
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        const wf_rows* fans = &t->vertex_triangles;
        for (uint32_t i = fans->row[v]; i < fans->row[v + 1]; ++i) {
            uint32_t a = groups->group_of[fans->item[fans->row[v]]];
            uint32_t b = groups->group_of[fans->item[i]];
            CHECK(a == b ||
                  (contains(&groups->neighbours, a, b) && contains(&groups->neighbours, b, a)));
        }
    }
}

WEFT_TEST(face_groups_cover_and_connect) {
    test_mesh meshes[] = {test_grid(40, 37, 0.1f, 0), test_torus(60, 31, 0.5f, 0.2f)};
    for (int i = 0; i < 2; ++i) {
        test_mesh* mesh = &meshes[i];
        wf_memory memory = {0};
        wf_topology t;
        wf_face_groups groups;
        REQUIRE(wf_topology_build(&memory, mesh->triangles, mesh->triangle_count,
                                  mesh->vertex_count, &t));
        REQUIRE(wf_face_groups_build(&memory, &t, &groups));
        check_groups(mesh, &t, &groups);
        CHECK_GT(groups.triangles.count, mesh->triangle_count / 48);
        wf_face_groups_free(&memory, &groups);
        wf_topology_free(&memory, &t);
        test_mesh_free(mesh);
        CHECK_EQ(memory.bytes, 0);
    }
}

WEFT_TEST(face_groups_of_islands) {
    wf_memory memory = {0};
    const uint32_t islands[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    wf_topology t;
    wf_face_groups groups;
    REQUIRE(wf_topology_build(&memory, islands, 3, 9, &t));
    REQUIRE(wf_face_groups_build(&memory, &t, &groups));
    CHECK_EQ(groups.triangles.count, 3); // nothing to join
    CHECK_EQ(groups.neighbours.row[3], 0);
    wf_face_groups_free(&memory, &groups);
    wf_topology_free(&memory, &t);
    CHECK_EQ(memory.bytes, 0);
}

// Every allocation in turn fails; nothing may leak or crash.
WEFT_TEST(mesh_builds_survive_out_of_memory) {
    test_mesh grid = test_grid(6, 6, 0.1f, 0);
    bool built = false;
    for (uint32_t fail_in = 1; !built && fail_in < 200; ++fail_in) {
        wf_memory memory = {.fail_in = fail_in};
        wf_topology t;
        wf_rows stencil = {0}, order = {0};
        wf_face_groups groups = {0};
        bool topology =
            wf_topology_build(&memory, grid.triangles, grid.triangle_count, grid.vertex_count, &t);
        built = topology && stencil_adjacency(&memory, &t, &stencil) &&
                wf_colour_rows(&memory, &stencil, &order) &&
                wf_face_groups_build(&memory, &t, &groups);
        CHECK(built == !memory.failed);
        wf_face_groups_free(&memory, &groups);
        wf_rows_free(&memory, &order);
        wf_rows_free(&memory, &stencil);
        if (topology) {
            wf_topology_free(&memory, &t);
        }
        CHECK_EQ(memory.bytes, 0);
    }
    CHECK(built);
    test_mesh_free(&grid);
}
