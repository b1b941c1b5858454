// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "repair_rig.h"

#include "mesh/owners.h"
#include "weft/weft.h"

#define REACH (1.0f / 120)
/// Part of the error of an edge that is taken from each end in a pass.
#define SPRING 0.01f
#define MARGIN 0.001f
enum { SPRING_PASSES = 4 };

static void grow(rig_mesh* mesh, uint32_t vertices, uint32_t triangles) {
    mesh->x = realloc(mesh->x, 16 * (size_t)(mesh->vertex_count + vertices));
    mesh->triangles = realloc(mesh->triangles, 12 * (size_t)(mesh->triangle_count + triangles));
}

static void add_vertex(rig_mesh* mesh, float x, float y, float z) {
    float* out = mesh->x + 4 * (size_t)mesh->vertex_count++;
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = 0.0f;
}

static void add_triangle(rig_mesh* mesh, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t* out = mesh->triangles + 3 * (size_t)mesh->triangle_count++;
    out[0] = a;
    out[1] = b;
    out[2] = c;
}

/// A square with alternating diagonals.
static void add_square(rig_mesh* mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool turn) {
    if (turn) {
        add_triangle(mesh, a, b, d);
        add_triangle(mesh, b, c, d);
    } else {
        add_triangle(mesh, a, b, c);
        add_triangle(mesh, a, c, d);
    }
}

void rig_add_sheet(rig_mesh* mesh, uint32_t columns, uint32_t rows, const float o[3],
                   const float u[3], const float v[3]) {
    grow(mesh, (columns + 1) * (rows + 1), 2 * columns * rows);
    uint32_t first = mesh->vertex_count, w = columns + 1;
    for (uint32_t j = 0; j <= rows; ++j) {
        for (uint32_t i = 0; i <= columns; ++i) {
            float a = (float)i, b = (float)j;
            add_vertex(mesh, o[0] + a * u[0] + b * v[0], o[1] + a * u[1] + b * v[1],
                       o[2] + a * u[2] + b * v[2]);
        }
    }
    for (uint32_t j = 0; j < rows; ++j) {
        for (uint32_t i = 0; i < columns; ++i) {
            uint32_t a = first + j * w + i;
            add_square(mesh, a, a + 1, a + w + 1, a + w, (i + j) % 2 == 1);
        }
    }
}

void rig_add_tube(rig_mesh* mesh, uint32_t around, uint32_t rows, float radius, float low,
                  float high) {
    grow(mesh, around * (rows + 1), 2 * around * rows);
    uint32_t first = mesh->vertex_count;
    for (uint32_t j = 0; j <= rows; ++j) {
        for (uint32_t i = 0; i < around; ++i) {
            double a = 2 * 3.14159265358979 * i / around;
            add_vertex(mesh, (float)(radius * cos(a)), low + (high - low) * (float)j / (float)rows,
                       (float)(radius * sin(a)));
        }
    }
    for (uint32_t j = 0; j < rows; ++j) {
        for (uint32_t i = 0; i < around; ++i) {
            uint32_t a = first + j * around, k = (i + 1) % around;
            add_square(mesh, a + i, a + around + i, a + around + k, a + k, (i + j) % 2 == 1);
        }
    }
}

void rig_add_lid(rig_mesh* mesh, uint32_t first, uint32_t around, const float apex[3], bool up) {
    grow(mesh, 1, around);
    uint32_t middle = mesh->vertex_count;
    add_vertex(mesh, apex[0], apex[1], apex[2]);
    for (uint32_t i = 0; i < around; ++i) {
        uint32_t a = first + i, b = first + (i + 1) % around;
        add_triangle(mesh, middle, up ? b : a, up ? a : b);
    }
}

void rig_add_ball(rig_mesh* mesh, uint32_t around, uint32_t rings, float radius,
                  const float centre[3]) {
    grow(mesh, around * rings + 2, 2 * around * rings);
    uint32_t first = mesh->vertex_count, top = first + around * rings;
    for (uint32_t j = 0; j < rings; ++j) {
        for (uint32_t i = 0; i < around; ++i) {
            double a = 2 * 3.14159265358979 * i / around,
                   b = 3.14159265358979 * (j + 1) / (rings + 1);
            add_vertex(mesh, centre[0] + (float)(radius * cos(a) * sin(b)),
                       centre[1] - (float)(radius * cos(b)),
                       centre[2] + (float)(radius * sin(a) * sin(b)));
        }
    }
    add_vertex(mesh, centre[0], centre[1] + radius, centre[2]);
    add_vertex(mesh, centre[0], centre[1] - radius, centre[2]);
    for (uint32_t i = 0; i < around; ++i) {
        uint32_t k = (i + 1) % around, last = first + around * (rings - 1);
        for (uint32_t j = 0; j + 1 < rings; ++j) {
            uint32_t a = first + j * around;
            add_square(mesh, a + i, a + around + i, a + around + k, a + k, false);
        }
        add_triangle(mesh, first + i, first + k, top + 1);
        add_triangle(mesh, last + i, top, last + k);
    }
}

static float edge_length(const rig* r, uint32_t e) {
    const uint32_t* v = r->mesh[0].edges + 2 * (size_t)e;
    wf_v3 d = wf_v3_sub(wf_v3_load(r->cloth.x + 4 * (size_t)v[0]),
                        wf_v3_load(r->cloth.x + 4 * (size_t)v[1]));
    return wf_v3_length(d);
}

static void begin_mesh(rig* r, int of, const rig_mesh* mesh) {
    wf_topology* t = &r->topology[of];
    CHECK(wf_topology_build(&r->memory, mesh->triangles, mesh->triangle_count, mesh->vertex_count,
                            t));
    r->edge_triangles[of] = WF_ALLOC(&r->memory, uint32_t, 2 * (size_t)t->edge_count + 1);
    wf_edge_triangles(t->triangle_edges, t->triangle_count, t->edge_count, r->edge_triangles[of]);
    CHECK(wf_vertex_edges(&r->memory, t->edges, t->edge_count, t->vertex_count, &r->first_edge[of],
                          &r->vertex_edges[of]));
    r->mesh[of] = (wf_repair_mesh){.x = mesh->x,
                                   .triangles = mesh->triangles,
                                   .edges = t->edges,
                                   .triangle_edges = t->triangle_edges,
                                   .edge_triangles = r->edge_triangles[of],
                                   .first_edge = r->first_edge[of],
                                   .vertex_edges = r->vertex_edges[of],
                                   .vertex_count = mesh->vertex_count,
                                   .edge_count = t->edge_count,
                                   .triangle_count = mesh->triangle_count};
    r->owns[of] = WF_ALLOC(&r->memory, uint8_t, mesh->triangle_count + 1);
    CHECK(wf_owners_assign(&r->memory, mesh->triangles, t->triangle_edges, mesh->triangle_count,
                           mesh->vertex_count, t->edge_count, r->owns[of]));
}

void rig_begin(rig* r) {
    begin_mesh(r, 0, &r->cloth);
    begin_mesh(r, 1, &r->body);
    uint32_t edges = r->topology[0].edge_count;
    r->rest = calloc(edges, sizeof(float));
    r->pinned = calloc(r->cloth.vertex_count, sizeof(bool));
    rig_rest(r);
}

void rig_rest(rig* r) {
    for (uint32_t e = 0; e < r->topology[0].edge_count; ++e) {
        r->rest[e] = edge_length(r, e);
    }
}

void rig_free(rig* r) {
    for (int of = 0; of < 2; ++of) {
        wf_structure_dop_tree.destroy(&r->memory, r->tree[of]);
        wf_topology_free(&r->memory, &r->topology[of]);
        wf_free(&r->memory, r->edge_triangles[of]);
        wf_free(&r->memory, r->first_edge[of]);
        wf_free(&r->memory, r->vertex_edges[of]);
        wf_free(&r->memory, r->owns[of]);
    }
    wf_untangle_free(&r->memory, &r->untangle);
    wf_audit_free(&r->memory, &r->self);
    wf_audit_free(&r->memory, &r->across);
    wf_free(&r->memory, r->pairs.a);
    wf_free(&r->memory, r->pairs.b);
    CHECK_EQ(r->memory.bytes, 0);
    free(r->cloth.x);
    free(r->cloth.triangles);
    free(r->body.x);
    free(r->body.triangles);
    free(r->rest);
    free(r->pinned);
}

static void audit(rig* r, wf_audit* audit, const rig_mesh* other, int of) {
    const rig_mesh* c = &r->cloth;
    wf_sweep a = {c->x, c->x, c->triangles, c->vertex_count, c->triangle_count, 0, true};
    wf_sweep b = {other->x, other->x, other->triangles, other->vertex_count, other->triangle_count,
                  0,        true};
    const float tree_values[WEFT_METHOD_PARAMETERS] = {18, 4};
    const wf_structure* kind = &wf_structure_dop_tree;
    void** tree = &r->tree[of];
    *tree = *tree != NULL ? *tree : kind->create(&r->memory, &a, &b, tree_values);
    CHECK(*tree != NULL && kind->refresh_body(&r->memory, *tree, &b) &&
          kind->refresh_cloth(&r->memory, *tree, &a) &&
          kind->collect(&r->memory, *tree, &a, &b, &r->pairs));
    size_t kept = 0;
    for (size_t i = 0; i < r->pairs.count; ++i) {
        if (of == 1 || r->pairs.a[i] < r->pairs.b[i]) {
            r->pairs.a[kept] = r->pairs.a[i];
            r->pairs.b[kept++] = r->pairs.b[i];
        }
    }
    r->pairs.count = kept;
    wf_audit_mesh am = {.x = c->x,
                        .triangles = c->triangles,
                        .owns = r->owns[0],
                        .triangle_count = c->triangle_count};
    wf_audit_mesh bm = {.x = other->x,
                        .triangles = other->triangles,
                        .owns = r->owns[of],
                        .triangle_count = other->triangle_count};
    CHECK(wf_audit_count(&r->memory, audit, &r->pairs, &am, &bm));
}

uint32_t rig_count(rig* r) {
    audit(r, &r->self, &r->cloth, 0);
    r->crossings = r->self.crossings;
    if (r->body.triangle_count > 0) {
        audit(r, &r->across, &r->body, 1);
        r->crossings += r->across.crossings;
    }
    return r->crossings;
}

/// Edge springs, so that the cloth stays one.
static void relax(rig* r) {
    for (uint32_t n = 0; n < SPRING_PASSES; ++n) {
        for (uint32_t e = 0; e < r->topology[0].edge_count; ++e) {
            const uint32_t* v = r->mesh[0].edges + 2 * (size_t)e;
            float *a = r->cloth.x + 4 * (size_t)v[0], *b = r->cloth.x + 4 * (size_t)v[1];
            wf_v3 d = wf_v3_sub(wf_v3_load(b), wf_v3_load(a));
            float length = wf_v3_length(d);
            float part = length > 0.0f ? SPRING * (length - r->rest[e]) / length : 0.0f;
            if (!r->pinned[v[0]]) {
                wf_v3_store(a, wf_v3_muladd(wf_v3_load(a), d, part));
            }
            if (!r->pinned[v[1]]) {
                wf_v3_store(b, wf_v3_muladd(wf_v3_load(b), d, -part));
            }
        }
    }
}

uint32_t rig_run(rig* r, const wf_repair_rule* rule, uint32_t most) {
    wf_untangle_options options = {rule, REACH, MARGIN};
    for (uint32_t step = 0; step <= most; ++step) {
        uint32_t left = rig_count(r);
        if (getenv("RIG_TRACE") != NULL) {
            printf("%u: %u contours %u regions %u\n", step, left,
                   r->untangle.crossings.contour_count, r->untangle.global.region_count);
        }
        if (left == 0) {
            return step;
        }
        wf_untangle* u = &r->untangle;
        CHECK(wf_untangle_find(&r->memory, u, r->mesh, r->self.listed, r->self.listed_count,
                               r->across.listed, r->across.listed_count, &options));
        for (uint32_t i = 0; i < r->cloth.vertex_count; ++i) {
            wf_v3 push = wf_v3_load(u->push + 4 * (size_t)i);
            CHECK_LE(wf_v3_length(push), 1.0001f * REACH);
            if (u->tangle[i] == UINT32_MAX) { // what is clean is left alone
                CHECK_EQ(wf_v3_length(push) > 0.0f, false);
            }
            if (!r->pinned[i]) {
                float* x = r->cloth.x + 4 * (size_t)i;
                wf_v3_store(x, wf_v3_add(wf_v3_load(x), push));
            }
        }
        relax(r);
    }
    return UINT32_MAX;
}
