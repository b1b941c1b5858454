// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Presets are in range and named; the check names the first bad field.
#include "test_macros.h"

#include "cloth/fabric.h"
#include "weft/weft.h"

WEFT_TEST(fabric_presets_are_good_and_named) {
    for (uint32_t preset = 0; preset < WEFT_FABRIC_PRESET_COUNT; ++preset) {
        weft_fabric fabric = weft_fabric_from_preset(preset);
        CHECK(wf_fabric_check(&fabric) == NULL);
        REQUIRE(weft_fabric_name(preset) != NULL);
        for (uint32_t other = 0; other < preset; ++other) {
            CHECK(strcmp(weft_fabric_name(preset), weft_fabric_name(other)) != 0);
        }
    }
    CHECK_STR(weft_fabric_name(WEFT_FABRIC_LEATHER), "leather");
    CHECK(weft_fabric_name(WEFT_FABRIC_PRESET_COUNT) == NULL);
    CHECK_EQ(weft_fabric_from_preset(99).density * 1000, 150);
}

WEFT_TEST(fabric_check_names_every_field) {
    static const char* const names[] = {
        "density",     "stretch_warp",  "stretch_weft",   "shear",   "poisson",
        "compression", "bend_warp",     "bend_weft",      "damping", "strain_limit",
        "thickness",   "friction_body", "friction_cloth", "drag",    "lift"};
    const size_t count = sizeof names / sizeof names[0];
    CHECK_EQ(count * sizeof(float), sizeof(weft_fabric));
    const float bad[] = {-1.0f, NAN, INFINITY, 1e9f};
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
            weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
            memcpy((char*)&fabric + i * sizeof(float), &bad[k], sizeof(float));
            CHECK_STR(wf_fabric_check(&fabric), names[i]);
        }
    }
}

WEFT_TEST(fabric_check_refuses_negative_energy) {
    weft_fabric fabric = weft_fabric_from_preset(WEFT_FABRIC_COTTON);
    fabric.poisson = 0.5f;
    CHECK_STR(wf_fabric_check(&fabric), "poisson"); // 0.25 > 0.2
    fabric.compression = 0.3f;
    CHECK(wf_fabric_check(&fabric) == NULL);
}
