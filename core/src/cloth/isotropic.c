// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The numbers of a thin plate as those of a fabric, and the compliance of an orthotropic sheet.
#include "cloth/isotropic.h"

#include "cloth/fabric.h"

/// Lightest cloth that a fabric may be, kg/m2.
#define LIGHTEST 0.005f

void wf_isotropic_to_fabric(const wf_isotropic* m, weft_fabric* f) {
    float nu = m->poisson, pull = m->young * m->thickness, plane = pull / (1.0f - nu * nu);
    f->density = m->density * m->thickness > LIGHTEST ? m->density * m->thickness : LIGHTEST;
    f->stretch_warp = f->stretch_weft = plane;
    f->poisson = nu;
    f->shear = pull / (2.0f * (1.0f + nu));
    f->compression = 1.0f;
    f->bend_warp = f->bend_weft = plane * m->thickness * m->thickness / 12.0f;
}

float wf_fabric_pull(const weft_fabric* f, float weft, float warp) {
    float smaller = f->stretch_weft < f->stretch_warp ? f->stretch_weft : f->stretch_warp;
    float cross = f->poisson * smaller;
    float whole = f->stretch_weft * f->stretch_warp - cross * cross;
    float uu = f->stretch_warp / whole, vv = f->stretch_weft / whole, uv = -cross / whole;
    float shear = f->shear > 1e-3f * smaller ? f->shear : 1e-3f * smaller; // threads that only turn
    float a = weft * weft, b = warp * warp;
    float give = (a * a * uu + b * b * vv) + a * b * (2.0f * uv + 1.0f / shear);
    return 1.0f / give;
}
