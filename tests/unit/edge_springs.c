// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Constants of springs along edges, and the sheet of an even material.
#include "solve/edge_springs.h"
#include "cloth/fabric.h"
#include "cloth/isotropic.h"
#include "test_macros.h"
#include "weft/weft.h"

#include <math.h>

/// In a lattice of equilateral triangles with nu = 1/3 springs are the sheet: k = sqrt(3)/2 E.
WEFT_TEST(edge_springs_of_a_lattice_are_exact) {
    const float sides[] = {0.005f, 0.02f, 0.3f};
    for (int i = 0; i < 3; ++i) {
        float area = sides[i] * sides[i] * sqrtf(3.0f) / 4;
        float part = wf_edge_spring_part(700, 1.0f / 3, area, sides[i], 1 / sqrtf(3.0f));
        CHECK_NEAR(2 * part, 700 * sqrtf(3.0f) / 2, 0.01f);
    }
    CHECK_EQ(wf_edge_spring_part(700, 0.4f, 1e-6f, 0.1f, -20),
             0); // a long edge before a blunt angle
}

/// The pull of an isotropic sheet is E t along every direction; of an orthotropic one each thread
/// has its own, and the bias what the shear leaves.
WEFT_TEST(edge_springs_know_the_pull_of_a_fabric) {
    test_random random = test_seed(1885);
    for (int n = 0; n < 500; ++n) {
        const wf_isotropic m = {.young = powf(10, test_uniform(&random, 4, 7.2f)),
                                .poisson = test_uniform(&random, 0, 0.45f),
                                .density = test_uniform(&random, 10, 5000),
                                .thickness = powf(10, test_uniform(&random, -5, -2.3f))};
        weft_fabric f = weft_fabric_from_preset(WEFT_FABRIC_DENIM);
        wf_isotropic_to_fabric(&m, &f);
        float angle = test_uniform(&random, 0, 7);
        float pull = wf_fabric_pull(&f, cosf(angle), sinf(angle));
        CHECK_NEAR(pull / (m.young * m.thickness), 1, 1e-3);
        float mass = m.density * m.thickness;
        CHECK_EQ(f.density, mass > 0.005f ? mass : 0.005f);
        double plate = (double)m.young * pow((double)m.thickness, 3) /
                       (12 * (1 - (double)m.poisson * (double)m.poisson));
        CHECK_NEAR(f.bend_warp / plate, 1, 1e-3);
    }
    weft_fabric denim = weft_fabric_from_preset(WEFT_FABRIC_DENIM);
    CHECK_NEAR(wf_fabric_pull(&denim, 1, 0) / denim.stretch_weft, 1, 0.01);
    CHECK_NEAR(wf_fabric_pull(&denim, 0, 1) / denim.stretch_warp, 1, 0.01);
    CHECK_LT(wf_fabric_pull(&denim, sqrtf(0.5f), sqrtf(0.5f)), 5 * denim.shear);
}
