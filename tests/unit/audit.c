// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The audit against a plain double loop over edges and faces.
#include "test_macros.h"

#include "detect/audit.h"
#include "math/predicates.h"
#include "torus.h"
#include "weft/weft.h"

#include <math.h>

static wf_audit_mesh audit_mesh(const torus_mesh* mesh, const uint8_t* owns) {
    return (wf_audit_mesh){mesh->x, mesh->triangles, owns, NULL, NULL, mesh->triangle_count};
}

static wf_sweep still(const torus_mesh* mesh) {
    return (wf_sweep){mesh->x, mesh->x, mesh->triangles, mesh->vertex_count, mesh->triangle_count,
                      0,       true};
}

/// Gives every edge to the first triangle that has it. Quadratic, for small meshes.
static uint8_t* own_edges(const torus_mesh* mesh) {
    uint8_t* owns = calloc(mesh->triangle_count, 1);
    for (uint32_t e = 0; e < 3 * mesh->triangle_count; ++e) {
        const uint32_t* t = mesh->triangles + e - e % 3;
        uint32_t p = t[(e + 1) % 3], q = t[(e + 2) % 3];
        bool first = true;
        for (uint32_t f = 0; f < e - e % 3 && first; ++f) {
            const uint32_t* s = mesh->triangles + f - f % 3;
            uint32_t a = s[(f + 1) % 3], b = s[(f + 2) % 3];
            first = !((a == p && b == q) || (a == q && b == p));
        }
        owns[e / 3] |= (uint8_t)(first ? 8u << e % 3 : 0u);
    }
    return owns;
}

static const float* vertex_of(const torus_mesh* mesh, uint32_t corner) {
    return mesh->x + 4 * (size_t)mesh->triangles[corner];
}

/// Owned edges of `a` across faces of `b`, all against all.
static uint32_t count_plainly(const torus_mesh* a, const uint8_t* owns, const torus_mesh* b) {
    uint32_t count = 0;
    for (uint32_t e = 0; e < 3 * a->triangle_count; ++e) {
        if (owns != NULL && (owns[e / 3] >> (3 + e % 3) & 1) == 0) {
            continue;
        }
        const float* p = vertex_of(a, e - e % 3 + (e + 1) % 3);
        const float* q = vertex_of(a, e - e % 3 + (e + 2) % 3);
        for (uint32_t t = 0; t < 3 * b->triangle_count; t += 3) {
            count += wf_segment_meets_triangle(p, q, vertex_of(b, t), vertex_of(b, t + 1),
                                               vertex_of(b, t + 2));
        }
    }
    return count;
}

static void collect_pairs(wf_memory* memory, const wf_sweep* a, const wf_sweep* b,
                          wf_pairs* pairs) {
    const float tree_values[WEFT_METHOD_PARAMETERS] = {18, 4};
    void* tree = wf_structure_dop_tree.create(memory, a, b, tree_values);
    CHECK(tree && wf_structure_dop_tree.collect(memory, tree, a, b, pairs));
    wf_structure_dop_tree.destroy(memory, tree);
}

static void free_pairs(wf_memory* memory, wf_pairs* pairs) {
    wf_free(memory, pairs->a);
    wf_free(memory, pairs->b);
}

WEFT_TEST(audit_counts_what_a_double_loop_counts) {
    torus_mesh body = torus_make(40, 16, 0.1), sleeve = sleeve_make(16, 14, 1.8, 0.002, 0.1);
    uint8_t *body_owns = own_edges(&body), *sleeve_owns = own_edges(&sleeve);
    wf_memory memory = {0};
    wf_audit audit = {0};
    wf_pairs pairs = {0};
    wf_sweep cloth_sweep = still(&sleeve), body_sweep = still(&body);
    collect_pairs(&memory, &cloth_sweep, &body_sweep, &pairs);
    wf_audit_mesh c = audit_mesh(&sleeve, sleeve_owns), b = audit_mesh(&body, body_owns);
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &b));
    uint32_t expected = count_plainly(&sleeve, sleeve_owns, &body);
    expected += count_plainly(&body, body_owns, &sleeve);
    CHECK_EQ(audit.crossings, expected);
    CHECK_GT(audit.crossings, 50);
    CHECK_GT(audit.listed_count, 20);
    test_note("%u crossings in %u of %zu pairs", audit.crossings, audit.listed_count, pairs.count);

    c.owns = b.owns = NULL; // inner edges count twice
    uint32_t once = audit.crossings;
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &b));
    CHECK_EQ(audit.crossings,
             count_plainly(&sleeve, NULL, &body) + count_plainly(&body, NULL, &sleeve));
    CHECK_GT(audit.crossings, once);
    wf_audit_free(&memory, &audit);
    free_pairs(&memory, &pairs);
    CHECK_EQ(memory.bytes, 0);
    free(body_owns);
    free(sleeve_owns);
    torus_free(&body);
    torus_free(&sleeve);
}

WEFT_TEST(audit_finds_nothing_where_nothing_crosses) {
    torus_mesh body = torus_make(60, 24, 0), sleeve = sleeve_make(40, 24, 1.8, 0.03, 0);
    wf_memory memory = {0};
    wf_audit audit = {0};
    wf_pairs pairs = {0};
    wf_sweep cloth_sweep = still(&sleeve), body_sweep = still(&body);
    cloth_sweep.grow = 0.02f;
    collect_pairs(&memory, &cloth_sweep, &body_sweep, &pairs);
    wf_audit_mesh c = audit_mesh(&sleeve, NULL), b = audit_mesh(&body, NULL);
    CHECK_GT(pairs.count, 1000);
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &b));
    CHECK_EQ(audit.crossings, 0);
    CHECK_EQ(audit.listed_count, 0);
    wf_audit_free(&memory, &audit);
    free_pairs(&memory, &pairs);
    torus_free(&body);
    torus_free(&sleeve);
}

/// A strip of two triangles through a single one, then touching it, then one ulp off.
WEFT_TEST(audit_of_single_triangles) {
    float cloth[12] = {0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1};
    float body[12] = {0.25f, 0.25f, -1, 1, 0.25f, 0.25f, 1, 1, 3, 3, 0, 1};
    uint32_t corners[3] = {0, 1, 2}, zero = 0;
    uint8_t declared[3] = {0, 1, 0};
    wf_memory memory = {0};
    wf_audit audit = {0};
    wf_pairs pairs = {&zero, &zero, 1, 1, 1};
    wf_audit_mesh c = {cloth, corners, NULL, NULL, NULL, 1},
                  b = {body, corners, NULL, NULL, NULL, 1};
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &b));
    CHECK_EQ(audit.crossings, 2); // one edge of each
    c.declared = declared;
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &b));
    CHECK_EQ(audit.crossings, 0);
    CHECK_EQ(audit.declared, 2);
    c.declared = NULL;
    body[2] = 0; // lies on the cloth with one edge: two edges touch the cloth, one of it the body
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &b));
    CHECK_EQ(audit.crossings, 3);
    body[2] = 1e-45f;
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &b));
    CHECK_EQ(audit.crossings, 0);
    wf_audit_free(&memory, &audit);
}

enum { NEAR_PAIRS = 4003 };

/// Two triangles of about a centimetre somewhere in some metres; a corner of the second lies where
/// rounding puts a point of the first, or some ulps from there, and what it ends reach over either
/// side.
static void place_near(test_random* random, float* a, float* b) {
    float far = powf(10.0f, test_uniform(random, -1, 2)),
          size = test_uniform(random, 0.002f, 0.03f);
    float u = test_uniform(random, -0.2f, 1.0f), v = test_uniform(random, -0.2f, 1.0f - u);
    for (int axis = 0; axis < 3; ++axis) {
        float middle = test_uniform(random, -far, far);
        for (int k = 0; k < 3; ++k) {
            a[4 * k + axis] = middle + test_uniform(random, -size, size);
            b[4 * k + axis] = middle + test_uniform(random, -size, size);
        }
        double at =
            a[axis] + u * ((double)a[4 + axis] - a[axis]) + v * ((double)a[8 + axis] - a[axis]);
        b[axis] = (float)at;
        for (int n = (int)test_uniform(random, 0, 4); n > 0; --n) {
            b[axis] = nextafterf(b[axis], test_uniform(random, -1, 1) * INFINITY);
        }
    }
}

static uint32_t edges_through(const float* edges, const float* face) {
    uint32_t count = 0;
    for (int k = 0; k < 3; ++k) {
        count += wf_segment_meets_triangle(edges + 4 * k, edges + 4 * ((k + 1) % 3), face, face + 4,
                                           face + 8);
    }
    return count;
}

/// Where floats cannot tell the side, doubles or exact predicates must be asked.
WEFT_TEST(audit_of_triangles_that_hardly_touch) {
    test_random random = test_seed(41);
    float *a = calloc(12 * NEAR_PAIRS, sizeof *a), *b = calloc(12 * NEAR_PAIRS, sizeof *b);
    uint32_t* number = calloc(3 * NEAR_PAIRS, sizeof *number);
    uint32_t expected = 0, touched = 0;
    for (uint32_t i = 0; i < 3 * NEAR_PAIRS; ++i) {
        number[i] = i;
    }
    for (size_t i = 0; i < NEAR_PAIRS; ++i) {
        float *first = a + 12 * i, *second = b + 12 * i;
        place_near(&random, first, second);
        uint32_t own = edges_through(first, second) + edges_through(second, first);
        expected += own;
        touched += own > 0;
    }
    wf_memory memory = {0};
    wf_audit audit = {0};
    wf_pairs pairs = {number, number, NEAR_PAIRS, NEAR_PAIRS, NEAR_PAIRS};
    wf_audit_mesh c = {a, number, NULL, NULL, NULL, NEAR_PAIRS},
                  d = {b, number, NULL, NULL, NULL, NEAR_PAIRS};
    CHECK(wf_audit_count(&memory, &audit, &pairs, &c, &d));
    test_note("%u edges through faces in %u of %u pairs", expected, touched, (uint32_t)NEAR_PAIRS);
    CHECK_EQ(audit.crossings, expected);
    CHECK_EQ(audit.listed_count, touched);
    CHECK_GT(touched, NEAR_PAIRS / 4);
    CHECK_LT(touched, 3 * NEAR_PAIRS / 4);
    wf_audit_free(&memory, &audit);
    free(a);
    free(b);
    free(number);
}

/// Two sheets in one mesh that cross along a line; neighbours are not crossings.
WEFT_TEST(audit_of_a_surface_against_itself) {
    torus_mesh one = sleeve_make(12, 10, 1.0, 0.0, 0), other = sleeve_make(12, 10, 1.0, 0.004, 0.7);
    torus_mesh both = torus_alloc(240, 2 * one.triangle_count);
    memcpy(both.x, one.x, 480 * sizeof(float));
    memcpy(both.x + 480, other.x, 480 * sizeof(float));
    for (uint32_t i = 0; i < 3 * one.triangle_count; ++i) {
        both.triangles[i] = one.triangles[i];
        both.triangles[3 * one.triangle_count + i] = one.triangles[i] + 120;
    }
    wf_memory memory = {0};
    wf_audit audit = {0};
    wf_pairs pairs = {0}, half = {0};
    wf_sweep sweep = still(&both);
    collect_pairs(&memory, &sweep, &sweep, &pairs);
    CHECK(wf_pairs_reserve(&memory, &half, pairs.count));
    for (size_t i = 0; i < pairs.count; ++i) {
        if (pairs.a[i] < pairs.b[i]) {
            half.a[half.count] = pairs.a[i];
            half.b[half.count++] = pairs.b[i];
        }
    }
    wf_audit_mesh mesh = audit_mesh(&both, NULL);
    CHECK(wf_audit_count(&memory, &audit, &half, &mesh, &mesh));
    CHECK_EQ(audit.crossings,
             count_plainly(&one, NULL, &other) + count_plainly(&other, NULL, &one));
    CHECK_GT(audit.crossings, 20);
    wf_audit_free(&memory, &audit);
    free_pairs(&memory, &pairs);
    free_pairs(&memory, &half);
    torus_free(&one);
    torus_free(&other);
    torus_free(&both);
}

/// Two triangles that share a corner: the edge opposite it can still cross the other face.
WEFT_TEST(audit_of_triangles_that_share_a_corner) {
    float x[20] = {0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0.4f, 0.2f, -1, 1, 0.4f, 0.2f, 1, 1};
    uint32_t corners[6] = {0, 1, 2, 3, 0, 4}, zero = 0, one = 1;
    wf_memory memory = {0};
    wf_audit audit = {0};
    wf_pairs pairs = {&zero, &one, 1, 1, 1};
    wf_audit_mesh mesh = {x, corners, NULL, NULL, NULL, 2};
    CHECK(wf_audit_count(&memory, &audit, &pairs, &mesh, &mesh));
    CHECK_EQ(audit.crossings, 1);
    x[14] = 0.5f; // both ends above: only the corner touches
    CHECK(wf_audit_count(&memory, &audit, &pairs, &mesh, &mesh));
    CHECK_EQ(audit.crossings, 0);
    corners[3] = 1; // two shared corners
    CHECK(wf_audit_count(&memory, &audit, &pairs, &mesh, &mesh));
    CHECK_EQ(audit.crossings, 0);
    wf_audit_free(&memory, &audit);
}
