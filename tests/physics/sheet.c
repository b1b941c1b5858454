// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "sheet.h"

#include <stdlib.h>

static void add_quad(sheet* s, uint32_t i, uint32_t j, bool rising) {
    uint32_t a = j * s->columns + i, b = a + 1, c = a + s->columns, d = c + 1;
    uint32_t rising_quad[6] = {a, b, d, a, d, c}, falling_quad[6] = {a, b, c, b, d, c};
    memcpy(s->triangles + 3 * (size_t)s->triangle_count, rising ? rising_quad : falling_quad,
           sizeof rising_quad);
    s->triangle_count += 2;
}

sheet sheet_make(sheet_kind kind, uint32_t columns, uint32_t rows, float step) {
    sheet s = {.columns = columns, .rows = rows, .vertex_count = columns * rows, .step = step};
    bool equilateral = kind == SHEET_EQUILATERAL || kind == SHEET_IRREGULAR;
    float jitter = kind == SHEET_IRREGULAR ? 0.15f * step : 0.0f;
    test_random random = test_seed(51);
    s.height = equilateral ? step * 0.8660254f : step;
    s.material = calloc(2 * (size_t)s.vertex_count, sizeof(float));
    s.positions = calloc(3 * (size_t)s.vertex_count, sizeof(float));
    s.velocities = calloc(3 * (size_t)s.vertex_count, sizeof(float));
    s.triangles = calloc(6 * (size_t)s.vertex_count, sizeof(uint32_t));
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        uint32_t i = v % columns, j = v / columns;
        float shift = equilateral && j % 2 ? 0.5f : 0.0f;
        s.material[2 * v] = ((float)i + shift) * step;
        s.material[2 * v + 1] = (float)j * s.height;
        if (i > 0 && i + 1 < columns && j > 0 && j + 1 < rows) {
            s.material[2 * v] += test_uniform(&random, -jitter, jitter);
            s.material[2 * v + 1] += test_uniform(&random, -jitter, jitter);
        }
        if (i + 1 < columns && j + 1 < rows) {
            bool alternating = kind == SHEET_GRID ? (i + j) % 2 : true;
            add_quad(&s, i, j, equilateral ? j % 2 : alternating);
        }
    }
    return s;
}

void sheet_free(sheet* s) {
    free(s->material);
    free(s->positions);
    free(s->velocities);
    free(s->triangles);
}

void sheet_place(sheet* s, const float origin[3], const float along_x[3], const float along_y[3]) {
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        for (int k = 0; k < 3; ++k) {
            s->positions[3 * v + k] =
                origin[k] + s->material[2 * v] * along_x[k] + s->material[2 * v + 1] * along_y[k];
        }
    }
}

void sheet_set_motion(sheet* s, const float linear[3], const float spin[3], const float centre[3]) {
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        float r[3];
        for (int k = 0; k < 3; ++k) {
            r[k] = s->positions[3 * v + k] - centre[k];
        }
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            s->velocities[3 * v + k] = linear[k] + spin[a] * r[b] - spin[b] * r[a];
        }
    }
}

weft_cloth_id sheet_add(weft_world* world, const sheet* s, const weft_fabric* fabric,
                        const weft_pin* pins, uint32_t pin_count) {
    weft_cloth_def def = weft_default_cloth_def();
    def.positions = s->positions;
    def.velocities = s->velocities;
    def.material = s->material;
    def.triangles = s->triangles;
    def.vertex_count = s->vertex_count;
    def.triangle_count = s->triangle_count;
    def.pins = pins;
    def.pin_count = pin_count;
    def.fabric = *fabric;
    weft_report report = {0};
    weft_cloth_id id = weft_world_add_cloth(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "cloth refused: %s", report.message);
    return id;
}

void add_grid(weft_world* world, uint32_t side, float step, const float origin[3],
              const float along_x[3], const float along_y[3], const weft_pin* pins,
              uint32_t pin_count) {
    sheet s = sheet_make(SHEET_GRID, side, side, step);
    sheet_place(&s, origin, along_x, along_y);
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    sheet_add(world, &s, &fabric, pins, pin_count);
    sheet_free(&s);
}

weft_pin* pin_row(uint32_t side) {
    weft_pin* pins = calloc(side, sizeof *pins);
    for (uint32_t k = 0; k < side; ++k) {
        pins[k].vertex = k;
    }
    return pins;
}

weft_fabric plain_fabric(float density, float stretch, float rigidity) {
    weft_fabric f = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    f.density = density;
    f.stretch_warp = f.stretch_weft = stretch;
    f.shear = 0.3f * stretch;
    f.poisson = 0.0f;
    f.compression = 1.0f;
    f.bend_warp = f.bend_weft = rigidity;
    f.damping = 0.01f;
    f.strain_limit = 1.0f;
    f.friction_body = 0.5f;
    return f;
}

weft_world* make_world(float gravity) {
    return make_world_in_substeps(gravity, WEFT_MIN_SUBSTEPS);
}

weft_world* make_world_in_substeps(float gravity, uint32_t substeps) {
    weft_world_def def = weft_default_world_def();
    def.gravity[0] = def.gravity[2] = 0.0f;
    def.gravity[1] = -gravity;
    def.air_density = 0.0f;
    def.min_substeps = substeps;
    def.sleep = 0; // what a solver does at rest is to be seen
    weft_report report = {0};
    weft_world* world = weft_world_create(&def, &report);
    test_check(world != NULL, __FILE__, __LINE__, "world refused: %s", report.message);
    return world;
}

/// A mesh while it is made.
typedef struct mesh {
    float* positions;
    uint32_t* triangles;
    uint32_t vertex_count, triangle_count;
} mesh;

static weft_body_id add_mesh(weft_world* world, mesh* m) {
    weft_body_def def = weft_default_body_def();
    def.positions = m->positions;
    def.triangles = m->triangles;
    def.vertex_count = m->vertex_count;
    def.triangle_count = m->triangle_count;
    weft_report report = {0};
    weft_body_id id = weft_world_add_body(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "body refused: %s", report.message);
    free(m->positions);
    free(m->triangles);
    return id;
}

static void add_triangle(mesh* m, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t corners[3] = {a, b, c};
    memcpy(m->triangles + 3 * (size_t)m->triangle_count++, corners, sizeof corners);
}

/// Vertex of lattice point p on the surface of the n-cube; faces share their
/// border points.
static uint32_t surface_vertex(mesh* m, uint32_t* lattice, uint32_t n, const uint32_t p[3],
                               const float half[3], float angle) {
    uint32_t* slot = &lattice[(p[2] * (n + 1) + p[1]) * (n + 1) + p[0]];
    if (*slot == 0) {
        float q[3], c = cosf(angle), s = sinf(angle);
        for (int k = 0; k < 3; ++k) {
            q[k] = half[k] * (2.0f * (float)p[k] / (float)n - 1.0f);
        }
        float* to = m->positions + 3 * (size_t)m->vertex_count;
        to[0] = c * q[0] - s * q[1];
        to[1] = s * q[0] + c * q[1];
        to[2] = q[2];
        *slot = ++m->vertex_count;
    }
    return *slot - 1;
}

static void add_face(mesh* m, uint32_t* lattice, uint32_t n, int axis, bool high,
                     const float half[3], float angle) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (uint32_t i = 0; i < n * n; ++i) {
        uint32_t q[4];
        for (uint32_t k = 0; k < 4; ++k) {
            uint32_t p[3];
            p[axis] = high ? n : 0;
            p[u] = i % n + (k == 1 || k == 2);
            p[v] = i / n + (k >= 2);
            q[k] = surface_vertex(m, lattice, n, p, half, angle);
        }
        if (high) {
            add_triangle(m, q[0], q[1], q[2]);
            add_triangle(m, q[0], q[2], q[3]);
        } else {
            add_triangle(m, q[0], q[2], q[1]);
            add_triangle(m, q[0], q[3], q[2]);
        }
    }
}

weft_body_id add_box(weft_world* world, const float half[3], float angle, uint32_t n) {
    size_t lattice_count = (size_t)(n + 1) * (n + 1) * (n + 1);
    mesh m = {calloc(18 * (size_t)(n + 1) * (n + 1), sizeof(float)),
              calloc(36 * (size_t)n * n, sizeof(uint32_t)), 0, 0};
    uint32_t* lattice = calloc(lattice_count, sizeof *lattice);
    for (int face = 0; face < 6; ++face) {
        add_face(&m, lattice, n, face / 2, face % 2, half, angle);
    }
    free(lattice);
    return add_mesh(world, &m);
}

weft_body_id add_sphere(weft_world* world, const float centre[3], float radius, uint32_t rings) {
    uint32_t around = 2 * rings, inner = rings - 1;
    mesh m = {calloc(3 * ((size_t)inner * around + 2), sizeof(float)),
              calloc(6 * (size_t)rings * around, sizeof(uint32_t)), 0, 0};
    const double pi = 3.14159265358979;
    for (uint32_t i = 0; i < inner * around + 2; ++i) {
        double down = i == inner * around       ? 0
                      : i == inner * around + 1 ? pi
                                                : pi * (i / around + 1.0) / rings;
        double turn = 2 * pi * (i % around) / around;
        m.positions[3 * i] = centre[0] + (float)(radius * sin(down) * cos(turn));
        m.positions[3 * i + 1] = centre[1] + (float)(radius * cos(down));
        m.positions[3 * i + 2] = centre[2] - (float)(radius * sin(down) * sin(turn));
    }
    m.vertex_count = inner * around + 2;
    for (uint32_t k = 0; k < around; ++k) {
        uint32_t next = (k + 1) % around, last = (inner - 1) * around;
        add_triangle(&m, inner * around, k, next);
        add_triangle(&m, inner * around + 1, last + next, last + k);
        for (uint32_t r = 0; r + 1 < inner; ++r) {
            uint32_t a = r * around + k, b = r * around + next;
            add_triangle(&m, a, a + around, b + around);
            add_triangle(&m, a, b + around, b);
        }
    }
    return add_mesh(world, &m);
}

weft_step_report run_steps(weft_world* world, uint32_t count) {
    weft_step_report report = {0};
    for (uint32_t n = 0; n < count; ++n) {
        report = weft_world_step(world);
        if (!test_check(report.status == WEFT_OK, __FILE__, __LINE__, "step %u: status %u",
                        report.step, report.status)) {
            break;
        }
    }
    return report;
}

float distance(const float* a, const float* b) {
    float d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

double mean_of(const float* field, uint32_t vertex_count, int k) {
    double sum = 0;
    for (uint32_t v = 0; v < vertex_count; ++v) {
        sum += (double)field[3 * v + k];
    }
    return sum / vertex_count;
}

void add_pillar(weft_world* world, uint32_t sides, float radius, float half) {
    float* x = malloc(12 * (2 * (size_t)sides + 2));
    uint32_t* t = malloc(48 * (size_t)sides);
    for (uint32_t i = 0; i < 2 * sides; ++i) {
        float angle = 6.2831853f * (float)(i % sides) / (float)sides;
        x[3 * i] = radius * cosf(angle);
        x[3 * i + 1] = radius * sinf(angle);
        x[3 * i + 2] = i < sides ? -half : half;
    }
    for (uint32_t k = 0; k < 2; ++k) {
        float* lid = x + 3 * (size_t)(2 * sides + k);
        lid[0] = lid[1] = 0.0f;
        lid[2] = k == 0 ? -half : half;
    }
    for (uint32_t i = 0; i < sides; ++i) {
        uint32_t j = (i + 1) % sides;
        const uint32_t four[12] = {i, j, j + sides, i,         j + sides, i + sides,
                                   j, i, 2 * sides, i + sides, j + sides, 2 * sides + 1};
        for (int k = 0; k < 12; ++k) {
            t[12 * (size_t)i + (size_t)k] = four[k];
        }
    }
    weft_body_def def = weft_default_body_def();
    def.positions = x;
    def.triangles = t;
    def.vertex_count = 2 * sides + 2;
    def.triangle_count = 4 * sides;
    weft_report report;
    weft_world_add_body(world, &def, &report);
    test_check(report.status == WEFT_OK, __FILE__, __LINE__, "%s", report.message);
    free(x);
    free(t);
}
