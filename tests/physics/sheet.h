// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the physics tests build their worlds from: flat sheets in two
// triangulations, boxes and spheres, fabrics without surprises. Everything goes
// through the public API.
#pragma once

#include "test_macros.h"

#include "weft/weft.h"

/// How the triangles of a sheet lie.
typedef enum sheet_kind {
    SHEET_GRID,         // squares with alternating diagonals
    SHEET_ONE_DIAGONAL, // squares with parallel diagonals
    SHEET_EQUILATERAL,  // rows shifted by half a step
    SHEET_IRREGULAR,    // the same, inner points moved by up to 0.15 steps
} sheet_kind;

/// A flat sheet, `columns` x `rows` points, material x across and y along the
/// rows' order.
typedef struct sheet {
    uint32_t columns, rows, vertex_count, triangle_count;
    float step;   // m between columns
    float height; // m between rows
    float* material;
    float* positions;
    float* velocities;
    uint32_t* triangles;
} sheet;

sheet sheet_make(sheet_kind kind, uint32_t columns, uint32_t rows, float step);
void sheet_free(sheet* s);

/// positions = origin + x * along_x + y * along_y for each material point.
void sheet_place(sheet* s, const float origin[3], const float along_x[3], const float along_y[3]);

/// velocity = linear + spin x (position - centre).
void sheet_set_motion(sheet* s, const float linear[3], const float spin[3], const float centre[3]);

/// Adds the sheet with pins; a failure is a failed check.
weft_cloth_id sheet_add(weft_world* world, const sheet* s, const weft_fabric* fabric,
                        const weft_pin* pins, uint32_t pin_count);

/// Adds a square cotton sheet of side x side points with pins.
void add_grid(weft_world* world, uint32_t side, float step, const float origin[3],
              const float along_x[3], const float along_y[3], const weft_pin* pins,
              uint32_t pin_count);

/// Pins of the first `side` vertices where they are; the caller frees them.
weft_pin* pin_row(uint32_t side);

/// Linear, isotropic, without coupling, limit, friction: what the textbook
/// formulas assume.
weft_fabric plain_fabric(float density, float stretch, float rigidity);

/// From one point to another, m.
float distance(const float* a, const float* b);

/// A world without air. Gravity in m/s2 along -y.
weft_world* make_world(float gravity);

/// The same with so many substeps a step.
weft_world* make_world_in_substeps(float gravity, uint32_t substeps);

/// A closed box about the origin, turned about z by `angle`, every face cut in
/// n x n squares.
weft_body_id add_box(weft_world* world, const float half[3], float angle, uint32_t n);

/// A closed sphere of latitude rings.
weft_body_id add_sphere(weft_world* world, const float centre[3], float radius, uint32_t rings);

/// A closed cylinder about the z axis, of `sides` sides.
void add_pillar(weft_world* world, uint32_t sides, float radius, float half);

/// Steps and checks the status; the last report.
weft_step_report run_steps(weft_world* world, uint32_t count);

/// Mean of positions or velocities over the vertices, component k. Equal masses
/// only.
double mean_of(const float* field, uint32_t vertex_count, int k);
