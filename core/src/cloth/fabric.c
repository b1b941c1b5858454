// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Named fabrics in SI units, rounded by us. Sources, by letter in the table below:
//   W  Wang, O'Brien, Ramamoorthi, "Data-driven elastic models for cloth", ACM TOG 30(4):71, 2011:
//      membrane stiffness near zero strain and flexural rigidity of ten measured fabrics.
//   D  The drape-tester statistics over 618 fabrics (Feng et al., "Learning-based bending stiffness
//      parameter estimation by a drape tester", 2022): median rigidity by weight and direction.
//   P  Penava et al. 2014 (weight, thickness and Poisson ratio of woven cotton and wool, as quoted
//      by others).
//   T  Temel et al. 2022, cotton on skin: friction 0.25-0.9; a later study of denim on a
//      skin-like probe: 0.30 washed.
//   C  calibrated: in the range of D, so that the drape coefficient of Cusick's test lies in the
//      published band (docs/material.md has bands, sources and what is measured here).
//   A  assumption: nobody measured it for us; the comment says why this value.
//
// Rigidity is that of slow bending by hand or weight, friction between the threads included: D and
// C are measured that way. Kawabata's B, the slope of a bending curve without its hysteresis, is
// about half of it (denim: B 0.14-0.23, 2HB 0.11-0.21 gf cm/cm, Regenerated Cellulose-Based Denim,
// Journal of Textiles 2016, 4614168; at 0.4 /cm that is 0.27-0.49 gf cm2/cm or 27-48e-6 N m).
//
// Assumed for all: stiffness above 2000 N/m is cut to 2000 (at the 1 N/m of a hem the strain stays
// below 0.05 %); "stiffer = warp"; compression 0.2, low enough that cloth folds before it shortens
// and high enough to keep a triangle from collapsing; drag 1.2, a flat plate across the flow; lift
// small, so that a hem edge-on to the wind only trembles; damping and the strain limit: damping is
// the ratio of viscous to elastic stress, long enough that a skirt does not ring (a wave across one
// centimetre of cloth dies within a few periods) and, acting on strains alone, without a brake on
// swinging; looser knits get more of both. Slow bends lose a multiple of it (solve/damping.c).
#include "cloth/fabric.h"

#include "base/assert.h"
#include "weft/lab.h"

#include <math.h>
#include <stddef.h>

#include "weft/weft.h"

typedef struct preset {
    const char* name;
    weft_fabric fabric;
} preset;

static const preset presets[WEFT_FABRIC_PRESET_COUNT] = {
    // Plain-weave shirting, a stand-in: weight, thickness, Poisson ratio P; rigidity D (medians of
    // 0.15-0.20 kg/m2); shear W (a thin polyester weave of like weight); stiffness cut; friction T.
    [WEFT_FABRIC_COTTON] = {"cotton",
                            {.density = 0.150f,
                             .stretch_warp = 2000.0f,
                             .stretch_weft = 2000.0f,
                             .shear = 15.0f,
                             .poisson = 0.24f,
                             .compression = 0.2f,
                             .bend_warp = 17e-6f,
                             .bend_weft = 11e-6f,
                             .damping = 0.008f,
                             .strain_limit = 0.04f,
                             .thickness = 0.00032f,
                             .friction_body = 0.4f,
                             .friction_cloth = 0.3f,
                             .drag = 1.2f,
                             .lift = 0.05f}},
    // 11 oz denim with 1 % elastane: weight, stiffness W; rigidity C (0.30-0.40 kg/m2: 9-129 warp,
    // 10-43 weft; W has 24 and 16, which drapes like suiting); friction on skin T; thickness,
    // friction on itself, Poisson ratio A (the measured cross stiffness is small).
    [WEFT_FABRIC_DENIM] = {"denim",
                           {.density = 0.324f,
                            .stretch_warp = 2000.0f,
                            .stretch_weft = 430.0f,
                            .shear = 30.0f,
                            .poisson = 0.1f,
                            .compression = 0.2f,
                            .bend_warp = 70e-6f,
                            .bend_weft = 38e-6f,
                            .damping = 0.010f,
                            .strain_limit = 0.05f,
                            .thickness = 0.0008f,
                            .friction_body = 0.3f,
                            .friction_cloth = 0.35f,
                            .drag = 1.2f,
                            .lift = 0.03f}},
    // Light silk, a stand-in: rigidity C (0.05-0.10 kg/m2: 1.1-14 warp, 1.4-7 weft, silk among the
    // limp ones); shear W (the lightest weave); the rest A: light, slippery, little internal
    // damping.
    [WEFT_FABRIC_SILK] = {"silk",
                          {.density = 0.075f,
                           .stretch_warp = 500.0f,
                           .stretch_weft = 500.0f,
                           .shear = 7.0f,
                           .poisson = 0.2f,
                           .compression = 0.2f,
                           .bend_warp = 1.8e-6f,
                           .bend_weft = 1.8e-6f,
                           .damping = 0.005f,
                           .strain_limit = 0.05f,
                           .thickness = 0.0002f,
                           .friction_body = 0.3f,
                           .friction_cloth = 0.25f,
                           .drag = 1.2f,
                           .lift = 0.08f}},
    // Wool suiting, a stand-in: weight, thickness, Poisson ratio P; rigidity D (medians of
    // 0.20-0.25
    // kg/m2); stiffness, shear A: between jersey and cotton, suiting gives a little.
    [WEFT_FABRIC_WOOL] = {"wool",
                          {.density = 0.235f,
                           .stretch_warp = 1000.0f,
                           .stretch_weft = 1000.0f,
                           .shear = 20.0f,
                           .poisson = 0.28f,
                           .compression = 0.2f,
                           .bend_warp = 19e-6f,
                           .bend_weft = 10e-6f,
                           .damping = 0.012f,
                           .strain_limit = 0.05f,
                           .thickness = 0.00057f,
                           .friction_body = 0.4f,
                           .friction_cloth = 0.3f,
                           .drag = 1.2f,
                           .lift = 0.04f}},
    // T-shirt interlock, 60 cotton 40 polyester: weight, stiffness (0-5 %), shear, rigidity W;
    // friction T; Poisson ratio A: loops narrow as they lengthen, the highest of the table.
    [WEFT_FABRIC_JERSEY] = {"jersey",
                            {.density = 0.187f,
                             .stretch_warp = 200.0f,
                             .stretch_weft = 50.0f,
                             .shear = 18.0f,
                             .poisson = 0.35f,
                             .compression = 0.2f,
                             .bend_warp = 4e-6f,
                             .bend_weft = 6e-6f,
                             .damping = 0.015f,
                             .strain_limit = 0.10f,
                             .thickness = 0.0007f,
                             .friction_body = 0.4f,
                             .friction_cloth = 0.3f,
                             .drag = 1.2f,
                             .lift = 0.04f}},
    // Linen of shirt and dress weight, a stand-in: rigidity D (medians of 0.15-0.20 kg/m2, warp 17,
    // weft 11, as the cotton above); the rest A, as cotton with
    // a little more shear stiffness and less give, since flax fibre hardly stretches.
    [WEFT_FABRIC_LINEN] = {"linen",
                           {.density = 0.180f,
                            .stretch_warp = 2000.0f,
                            .stretch_weft = 2000.0f,
                            .shear = 20.0f,
                            .poisson = 0.2f,
                            .compression = 0.2f,
                            .bend_warp = 17e-6f,
                            .bend_weft = 11e-6f,
                            .damping = 0.008f,
                            .strain_limit = 0.04f,
                            .thickness = 0.0004f,
                            .friction_body = 0.4f,
                            .friction_cloth = 0.3f,
                            .drag = 1.2f,
                            .lift = 0.04f}},
    // Soft garment leather (sheep), a stand-in: rigidity D (mean of the medians of 0.40-0.60 kg/m2,
    // warp 50 and weft 27, the same both ways, as a hide has no threads); shear A: an isotropic
    // sheet would have k / (2 (1 + nu)) = 770 N/m, taken at 400, since a hide gives more on its
    // bias; the rest A: 0.9 mm at 0.5 kg/m2, rough on itself, strongly damped.
    [WEFT_FABRIC_LEATHER] = {"leather",
                             {.density = 0.500f,
                              .stretch_warp = 2000.0f,
                              .stretch_weft = 2000.0f,
                              .shear = 400.0f,
                              .poisson = 0.3f,
                              .compression = 0.2f,
                              .bend_warp = 38e-6f,
                              .bend_weft = 38e-6f,
                              .damping = 0.020f,
                              .strain_limit = 0.05f,
                              .thickness = 0.0009f,
                              .friction_body = 0.5f,
                              .friction_cloth = 0.45f,
                              .drag = 1.2f,
                              .lift = 0.02f}},
};

weft_fabric weft_fabric_from_preset(uint32_t preset) {
    return presets[preset < WEFT_FABRIC_PRESET_COUNT ? preset : WEFT_FABRIC_COTTON].fabric;
}

const char* weft_fabric_name(uint32_t preset) {
    return preset < WEFT_FABRIC_PRESET_COUNT ? presets[preset].name : NULL;
}

/// One field: where it is, what it is called, what it may be.
typedef struct range {
    const char* name;
    size_t offset;
    float low, high;
} range;

#define RANGE(field, low, high)                                                                    \
    { #field, offsetof(weft_fabric, field), low, high }

/// Wide enough for foil and for felt; beyond them single precision or the step length fail first.
static const range ranges[] = {
    RANGE(density, 0.005f, 10.0f),      RANGE(stretch_warp, 0.1f, 1e5f),
    RANGE(stretch_weft, 0.1f, 1e5f),    RANGE(shear, 0.0f, 1e5f),
    RANGE(poisson, 0.0f, 0.5f),         RANGE(compression, 0.0f, 1.0f),
    RANGE(bend_warp, 0.0f, 1.0f),       RANGE(bend_weft, 0.0f, 1.0f),
    RANGE(damping, 0.0f, 1.0f),         RANGE(strain_limit, 0.0f, 10.0f),
    RANGE(thickness, 0.0f, 0.1f),       RANGE(friction_body, 0.0f, 10.0f),
    RANGE(friction_cloth, 0.0f, 10.0f), RANGE(drag, 0.0f, 10.0f),
    RANGE(lift, 0.0f, 10.0f),
};

static float field_of(const weft_fabric* fabric, const range* r) {
    return *(const float*)((const char*)fabric + r->offset);
}

const char* wf_fabric_check(const weft_fabric* fabric) {
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i) {
        float value = field_of(fabric, &ranges[i]);
        if (!(value >= ranges[i].low && value <= ranges[i].high)) { // a NaN fails too
            return ranges[i].name;
        }
    }
    // one thread stretched, the other compressed: beyond this the energy would fall below zero
    if (fabric->poisson * fabric->poisson > fabric->compression) {
        return "poisson";
    }
    return NULL;
}

// The table has the fields in the order of the struct.
bool wf_fabric_field_fits(uint32_t index, float value) {
    return value >= ranges[index].low && value <= ranges[index].high;
}

void wf_fabric_set_field(weft_fabric* fabric, uint32_t index, float value) {
    WEFT_DEBUG_ASSERT(index < WF_FABRIC_FIELDS && wf_fabric_field_fits(index, value));
    *(float*)((char*)fabric + ranges[index].offset) = value;
    if (fabric->poisson * fabric->poisson > fabric->compression) {
        fabric->poisson = 0.999f * sqrtf(fabric->compression);
    }
}

#ifdef WEFT_LAB
bool weft_lab_fabric_range(uint32_t index, weft_lab_range* out) {
    if (index >= sizeof ranges / sizeof ranges[0]) {
        return false;
    }
    weft_fabric cotton = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    const range* r = &ranges[index];
    *out = (weft_lab_range){r->name, 1, false, {field_of(&cotton, r)}, r->low, r->high};
    return true;
}
#endif
