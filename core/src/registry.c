// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The one table of methods: the API, the command line, the schema and the pages read it. The lab
// build has every row, the plain one the default of each stage.
#include "world.h"

#include <string.h>

static const weft_method methods[] = {
    {"structure", "dop_tree", "Mezger, Kimmerle, Etzmuss 2003",
     "complete: every pair whose swept volumes meet", WEFT_STRUCTURE_DOP_TREE},
#ifdef WEFT_LAB
    {"structure", "inclusion_field", "ElBadrawy, Hemayed, Fayek 2012",
     "complete: every pair whose swept boxes share a cell", WEFT_STRUCTURE_INCLUSION_FIELD},
    {"structure", "brute_force", "every pair of boxes, the oracle of the tests",
     "complete, in quadratic time", WEFT_STRUCTURE_BRUTE_FORCE},
#endif
    {"solver", "implicit_euler", "Baraff, Witkin 1998; Chen et al. 2024",
     "stable at any stiffness; stiff modes are damped", WEFT_SOLVER_IMPLICIT_EULER},
#ifdef WEFT_LAB
    {"solver", "vbd", "Chen et al. 2024", "stable; stiff cloth looks softer than it is",
     WEFT_SOLVER_VBD},
#endif
    {"response", "filter", "Chen et al. 2025, 2026",
     "no crossings of cloth and body on any committed frame", WEFT_RESPONSE_FILTER},
#ifdef WEFT_LAB
    {"response", "impact_zones", "Provot 1997; Bridson, Fedkiw, Anderson 2002",
     "nothing crosses on straight paths, by continuous detection", WEFT_RESPONSE_IMPACT_ZONES},
    {"response", "none", "contact forces alone, for comparison", "none", WEFT_RESPONSE_NONE},
#endif
    {"repair", "untangle", "Baraff, Witkin, Kass 2003; Volino, Magnenat-Thalmann 2006",
     "crossed cloth comes back or is named; the rest stays apart", WEFT_REPAIR_UNTANGLE},
#ifdef WEFT_LAB
    {"repair", "push_out", "Bridson, Marino, Fedkiw 2003", "out of bodies, folds kept",
     WEFT_REPAIR_PUSH_OUT},
    {"repair", "contour", "Volino, Magnenat-Thalmann 2006",
     "contours get shorter; may leave by the far side", WEFT_REPAIR_CONTOUR},
    {"repair", "global_intersection", "Baraff, Witkin, Kass 2003",
     "what a contour cuts off comes back", WEFT_REPAIR_GLOBAL_INTERSECTION},
    {"repair", "none", "crossed cloth stays crossed", "none", WEFT_REPAIR_NONE},
#endif
};

static const uint32_t method_count = sizeof methods / sizeof methods[0];

const weft_method* weft_method_at(uint32_t index) {
    return index < method_count ? &methods[index] : NULL;
}

uint32_t wf_method_value(const char* stage, const char* name) {
    for (uint32_t i = 0; i < method_count; ++i) {
        if (strcmp(methods[i].stage, stage) == 0 && strcmp(methods[i].name, name) == 0) {
            return methods[i].value;
        }
    }
    return UINT32_MAX;
}

bool wf_method_exists(const char* stage, uint32_t value) {
    for (uint32_t i = 0; i < method_count; ++i) {
        if (strcmp(methods[i].stage, stage) == 0 && methods[i].value == value) {
            return true;
        }
    }
    return false;
}

weft_status weft_world_set_method(weft_world* world, const char* stage, const char* name) {
    uint32_t value = wf_method_value(stage, name);
    if (value == UINT32_MAX) {
        return WEFT_ERROR_UNKNOWN_METHOD;
    }
    uint32_t* field = strcmp(stage, "structure") == 0 ? &world->def.structure
                      : strcmp(stage, "solver") == 0  ? &world->def.solver
                      : strcmp(stage, "repair") == 0  ? &world->def.repair
                                                      : &world->def.response;
    if (*field != value) {
        *field = value;
        world->topology_changed = true;
    }
    return WEFT_OK;
}
