// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The one table of methods: each row with its functions, what it promises and the numbers it takes.
// The step, the command line, the schema, the types and the pages read it. The first row of a stage
// is its default; the lab build has every row, the plain one the defaults and what they stand for.
// A row names a paper only when it runs that paper's rule. core/docs/extend.md says how to add one.
#include "contact/response.h"
#include "detect/narrow_phase.h"
#include "repair/repair.h"
#include "solve/system.h"
#include "structures/structure.h"
#include "weft/lab.h"
#include "world/world.h"

#ifdef WEFT_LAB
#include <string.h>
#endif

#define PARAMETERS(list) (uint32_t)(sizeof(list) / sizeof(list)[0]), list
#define NO_PARAMETERS 0, NULL
#define LAB WEFT_METHOD_LAB

static const float dop_k[] = {6, 8, 14, 18, 26};
static const float dop_arity[] = {2, 4, 8};

#ifdef WEFT_LAB
static const float two[] = {0, 1};
static const float three[] = {0, 1, 2};
#define TWO true, two, 2
#define THREE true, three, 3
enum { DOP_PLAIN = 2 }; // parameters of the tree that every build has
#endif

static const weft_parameter dop_tree[] = {
    {"k", "", "half-spaces that bound a node: more fit tighter, refit slower", 6, 6, 26, true,
     dop_k, 5},
    {"arity", "", "children: fewer make a deeper tree", 8, 2, 8, true, dop_arity, 3},
#ifdef WEFT_LAB
    {"split", "",
     "median: half of the triangles each; mezger: across the middle of the longest side", 0, 0, 1,
     TWO},
    {"leaf", "", "full: as many triangles as there are lanes; one: the paper's", 0, 0, 1, TWO},
    {"inflate", "", "swept: ways of vertices; cones: the paper's oriented offset; plain: its other",
     0, 0, 2, THREE},
    {"update", "", "exact: all that moved is fitted; lazy: the paper's, what left the tolerance", 0,
     0, 1, TWO},
    {"tolerance", "m",
     "a vertex may go this far before a lazy update fits it, reused points be so wrong", 1e-3f,
     1e-5f, 0.02f, false, NULL, 0},
    {"traverse", "", "both: two nodes are opened at once; longer: the paper's", 0, 0, 1, TWO},
    {"self", "",
     "contour: cloth with itself is complete; cones: the paper's normal cones, which miss what "
     "crosses flat on, so crossings are not kept out",
     0, 0, 1, TWO},
    {"self_angle", "degrees", "of cones: near faces whose normals part by less are left out", 120,
     30, 170, false, NULL, 0},
    {"leaf_test", "",
     "of faces whose volumes overlap. exact: of their features, later; gjk: also of the hulls of "
     "all "
     "that they may reach; reused: with the last closest points, within the tolerance",
     0, 0, 2, THREE},
    {"separation", "", "off: a walk begins at the roots; list: where the last one stopped", 0, 0, 1,
     TWO},
#endif
};

static const weft_parameter implicit_euler[] = {
    {"newton_steps", "", "linear systems a round", 2, 1, 10, true, NULL, 0},
    {"iterations", "", "of conjugate gradients at rest; 3/5 or 1/3 of them in motion", 25, 5, 200,
     true, NULL, 0},
    {"sweeps", "", "over all particles; half of them later", 4, 1, 100, true, NULL, 0},
    {"swing", "",
     "0: backward Euler, which damps; 1: of second order, for cloth that moves and touches little",
     1, 0, 1, true, NULL, 0},
};

static const weft_parameter repair[] = {
    {"speed", "m/s", "of crossed cloth that goes back", WF_REPAIR_SPEED, 0.05f, 10, false, NULL, 0},
    {"margin", "m", "how far beyond the face the way back leads", WF_REPAIR_MARGIN, 1e-4f, 0.01f,
     false, NULL, 0},
};

#ifdef WEFT_LAB
static const weft_parameter vbd[] = {
    {"sweeps", "", "over all particles in the first round of a substep", 40, 1, 500, true, NULL, 0},
    {"later_sweeps", "", "in each later round, from where the one before ended", 12, 1, 500, true,
     NULL, 0},
};

static const weft_parameter explicit_euler[] = {
    {"elements", "", "springs: along edges, as the paper's; triangles: the core's, exact", 0, 0, 1,
     TWO},
    {"material", "", "fabric: of each cloth; isotropic: of all cloth, by the next four", 0, 0, 1,
     TWO},
    {"young", "Pa", "Young's modulus", 5e6f, 1e4f, 1.6e7f, false, NULL, 0},
    {"poisson", "", "Poisson ratio; springs have that of their mesh", 0.3f, 0, 0.45f, false, NULL,
     0},
    {"density", "kg/m3", "of the material", 375, 10, 5000, false, NULL, 0},
    {"thickness", "m", "of the sheet; contact has that of the fabric", 4e-4f, 1e-5f, 5e-3f, false,
     NULL, 0},
    {"damping", "s", "stress over strain rate, in place of the fabric's, which asks for tiny steps",
     5e-5f, 0, 0.05f, false, NULL, 0},
    {"air", "kg/(m2 s)", "drag of a constant wind over area; 0: drag and lift of the fabric", 0, 0,
     10, false, NULL, 0},
    {"limit", "", "Provot's: springs that are longer by more are shortened; 0: none", 0, 0, 1,
     false, NULL, 0},
    {"safety", "", "part of the longest stable step that is taken", 0.9f, 0.1f, 0.95f, false, NULL,
     0},
    {"steps", "", "most in a substep; cloth that would need more is softer", 800, 1, 4000, true,
     NULL, 0},
};

static const weft_parameter uniform_grid[] = {
    // Between 1 and 3 the time to collect hardly changes; larger cells cost less to keep.
    {"cell", "", "side of a cell over the mean longest side of the box of a body's triangle",
     WF_GRID_PER_SIDE, 0.5f, 8, false, NULL, 0},
};

static const weft_parameter spatial_hash[] = {
    {"cell", "", "side of a cell over the mean length of an edge; 1 is the paper's", 1, 0.5f, 8,
     false, NULL, 0},
    {"entries", "",
     "of the table, vertices: the paper's, for the triangles that begin there; triangles: in all "
     "cells of their boxes",
     0, 0, 1, TWO},
};

static const weft_parameter inclusion_field[] = {
    {"cell", "m", "side of a cell", 0.02f, 0.005f, 0.25f, false, NULL, 0},
};

static const weft_parameter distance_field[] = {
    {"cell", "m", "side of a voxel", 0.02f, 0.005f, 0.1f, false, NULL, 0},
    {"shell", "", "voxels up to which nearest voxels are kept; pairs do without, 0 takes least", 6,
     0, 12, true, NULL, 0},
    {"generator", "", "of the fields, propagation: the paper's; exact: far triangles ask no voxel",
     0, 0, 1, TWO},
};

// `auto` has them for the response that stands on a trace.
static const weft_parameter voxel_trace[] = {
    {"every", "", "steps from one test to the next; 6 is ten a second, as the paper tries", 1, 1,
     12, true, NULL, 0},
    {"entry", "",
     "of who comes into a field, back: traced from its end, the paper's; forward: from where its "
     "line comes in",
     0, 0, 1, TWO},
    {"line", "",
     "bresenham: drawn; table: moves of up to eight voxels looked up, which are the same", 0, 0, 1,
     TWO},
};

static const weft_parameter impact_zones[] = {
    {"thickness", "m", "cloth that is nearer than this is pushed apart", 5e-4f, 0, 2e-3f, false,
     NULL, 0},
    {"impulses", "", "passes of impulses before zones are made rigid", 12, 0, 100, true, NULL, 0},
    {"zones", "", "passes that grow rigid zones before everything is held back", 24, 0, 100, true,
     NULL, 0},
};

static const float either[] = {0, 1};

static const weft_parameter offset_surfaces[] = {
    {"cell", "m", "side of a voxel of the distance fields", 0.0075f, 0.002f, 0.05f, false, NULL, 0},
    {"shell", "", "T3, voxels: who is further off is left alone", 6, 5, 12, true, NULL, 0},
    {"impact", "", "T2, voxels: where cloth comes to rest", 3, 2.5f, 4, false, NULL, 0},
    {"penalty", "", "T1, voxels: a spring pushes who is below", 2, 1.25f, 2.25f, false, NULL, 0},
    {"stop", "", "T0, voxels: nobody passes", 1, 0, 1, false, NULL, 0},
    {"stiffness", "", "of the spring, over that of a touch", 1, 0, 10, false, NULL, 0},
    {"generator", "", "of the fields, propagation: the paper's; exact: ours, to compare with", 0, 0,
     1, TWO},
    {"smooth", "", "1: distances between eight voxels; 0: of one, the paper's", 1, 0, 1, TWO},
};

static const weft_parameter projection[] = {
    {"cell", "m", "side of a cell of the inclusion field", 0.01f, 0.004f, 0.1f, false, NULL, 0},
    {"by_plane", "",
     "1: freed cells by the plane of the old triangle, the paper's rule, wrong at edges and not "
     "kept by snapshots; 0: by their neighbours",
     0, 0, 1, true, either, 2},
    {"by_lines", "", "1: cells of a triangle along lines, the paper's traverse; 0: all of them", 0,
     0, 1, true, either, 2},
    {"moves", "",
     "of bodies, parts: at most a cell long; whole: however long, as the paper has them", 0, 0, 1,
     TWO},
    {"lookup", "",
     "of a particle, around: nearest vertex of the cells around it, also from inside; cell: of its "
     "own surface cell alone, the paper's",
     0, 0, 1, TWO},
    {"parts", "",
     "whole: one grid a body; rigid: one a segment, carried by its bone, where joints alone are "
     "updated; bodies without bones stay whole",
     0, 0, 1, TWO},
    {"parallel", "",
     "1: the field is updated by all threads of the world; 0: by one, with the same outcome", 0, 0,
     1, true, either, 2},
    {"self_collision", "",
     "of cloth with cloth, off: touches alone; vertices: particles also stay on their side of the "
     "triangles at near vertices of other cloth, and of their own beyond two rings",
     0, 0, 1, TWO},
};
#endif

#ifdef WEFT_LAB
#define NARROW_PARAMETERS PARAMETERS(voxel_trace)
#else
#define NARROW_PARAMETERS NO_PARAMETERS
#endif

// Rows from outside of this tree come last: core/docs/extend.md.
#ifdef WEFT_EXTRA_ROWS
#include WEFT_EXTRA_ROWS
#else
#define EXTRA_ROWS
#endif

static const weft_method methods[] = {
    {"structure", "dop_tree", "Mezger, Kimmerle, Etzmuss 2003",
     "complete: every pair whose swept volumes meet", 0, PARAMETERS(dop_tree),
     &wf_structure_dop_tree},
#ifdef WEFT_LAB
    {"structure", "uniform_grid",
     "lists of triangles in cells, ours; kept up to date where they move",
     "complete: every pair whose swept boxes share a cell", LAB, PARAMETERS(uniform_grid),
     &wf_structure_uniform_grid},
    {"structure", "spatial_hash",
     "Teschner et al. 2003; every pair of triangles, not vertices alone",
     "complete: every pair whose swept boxes meet", LAB, PARAMETERS(spatial_hash),
     &wf_structure_spatial_hash},
    {"structure", "inclusion_field",
     "ElBadrawy, Hemayed, Fayek 2012; every pair, not particles alone",
     "complete: every pair whose swept boxes meet", LAB, PARAMETERS(inclusion_field),
     &wf_structure_inclusion_field},
    {"structure", "distance_field", "Bull, Slater, Buxton 2003; every pair, not particles alone",
     "complete: every pair whose swept boxes meet", LAB, PARAMETERS(distance_field),
     &wf_structure_distance_field},
    {"structure", "brute_force", "every pair of boxes, the oracle of the tests",
     "complete, in quadratic time", LAB, NO_PARAMETERS, &wf_structure_brute_force},
#endif
    {"narrow_phase", "auto", "that of the response", "what it does", 0, NARROW_PARAMETERS,
     &wf_narrow_auto},
#ifdef WEFT_LAB
    {"narrow_phase", "features", "of the responses filter and none",
     "every vertex with a face and edge with an edge that come near", LAB, NO_PARAMETERS,
     &wf_narrow_features},
    {"narrow_phase", "ccd",
     "Provot 1997; Bridson, Fedkiw, Anderson 2002; of the response impact_zones",
     "no meeting of features on straight ways is missed", LAB, NO_PARAMETERS, &wf_narrow_ccd},
    {"narrow_phase", "cell_lookup", "ElBadrawy, Hemayed, Fayek 2012; of the response projection",
     "particles alone: whether one is in a body", LAB, NO_PARAMETERS, &wf_narrow_cell_lookup},
    {"narrow_phase", "voxel_trace", "Bull, Slater, Buxton 2003; of the response offset_surfaces",
     "particles alone: no voxel of a way is left out", LAB, PARAMETERS(voxel_trace),
     &wf_narrow_voxel_trace},
#endif
    {"solver", "implicit_euler", "Baraff, Witkin 1998; Chen et al. 2024",
     "stable at any stiffness; stiff modes are damped", 0, PARAMETERS(implicit_euler),
     &wf_solver_implicit_euler},
#ifdef WEFT_LAB
    {"solver", "vbd", "Chen et al. 2024", "stable; stiff cloth looks softer than it is", LAB,
     PARAMETERS(vbd), &wf_solver_vbd},
    {"solver", "explicit_euler", "Bull, Slater, Buxton 2003; Provot 1995; Van Gelder 1998",
     "stable in steps that it counts; stiff cloth takes many", LAB, PARAMETERS(explicit_euler),
     &wf_solver_explicit_euler},
#endif
    {"response", "filter", "Chen et al. 2025, 2026",
     "no crossings of cloth and body on any committed frame",
     WEFT_METHOD_NO_CROSSINGS | WEFT_METHOD_CLIPS | WEFT_METHOD_REPAIRED, NO_PARAMETERS,
     &wf_response_filter},
#ifdef WEFT_LAB
    {"response", "impact_zones", "Provot 1997; Bridson, Fedkiw, Anderson 2002",
     "nothing crosses on straight paths, by continuous detection", LAB | WEFT_METHOD_CLIPS,
     PARAMETERS(impact_zones), &wf_response_impact_zones},
    {"response", "projection", "ElBadrawy, Hemayed, Fayek 2012; Fuhrmann, Sobotka, Gross 2003",
     "particles leave bodies; edges and triangles may cross them", LAB | WEFT_METHOD_CLIPS,
     PARAMETERS(projection), &wf_response_projection},
    {"response", "offset_surfaces",
     "Bull, Slater, Buxton 2003; labels of the surfaces as we read them",
     "particles stay off rigid segments; edges, triangles and joints may cross",
     LAB | WEFT_METHOD_CLIPS, PARAMETERS(offset_surfaces), &wf_response_offset_surfaces},
    {"response", "none", "contact forces alone, for comparison", "none", LAB, NO_PARAMETERS,
     &wf_response_none},
#endif
    {"repair", "auto", "untangle with the response filter, none with the others",
     "that of the repair which it stands for", 0, PARAMETERS(repair), &wf_rule_auto},
    {"repair", "untangle", "Baraff, Witkin, Kass 2003; Volino, Magnenat-Thalmann 2006",
     "crossed cloth comes back or is named; the rest stays apart", 0, PARAMETERS(repair),
     &wf_rule_untangle},
#ifdef WEFT_LAB
    {"repair", "push_out", "Bridson, Marino, Fedkiw 2003", "out of bodies, folds kept", LAB,
     PARAMETERS(repair), &wf_rule_push_out},
    {"repair", "contour", "Volino, Magnenat-Thalmann 2006",
     "contours get shorter; may leave by the far side", LAB, PARAMETERS(repair), &wf_rule_contour},
    {"repair", "global_intersection", "Baraff, Witkin, Kass 2003",
     "what a contour cuts off comes back", LAB, PARAMETERS(repair), &wf_rule_global_intersection},
    {"repair", "none", "crossed cloth stays crossed", "none", LAB, NO_PARAMETERS, &wf_rule_none},
#endif
    EXTRA_ROWS};

const weft_method* weft_method_at(uint32_t index) {
    return index < sizeof methods / sizeof methods[0] ? &methods[index] : NULL;
}

#ifdef WEFT_LAB
/// Names of choices, by the parameter.
static const struct {
    const char* parameter;
    const char* names[3];
} choice_names[] = {{"split", {"median", "mezger"}},
                    {"leaf", {"full", "one"}},
                    {"inflate", {"swept", "cones", "plain"}},
                    {"update", {"exact", "lazy"}},
                    {"traverse", {"both", "longer"}},
                    {"self", {"contour", "cones"}},
                    {"leaf_test", {"exact", "gjk", "reused"}},
                    {"separation", {"off", "list"}},
                    {"generator", {"propagation", "exact"}},
                    {"elements", {"springs", "triangles"}},
                    {"material", {"fabric", "isotropic"}},
                    {"moves", {"parts", "whole"}},
                    {"lookup", {"around", "cell"}},
                    {"parts", {"whole", "rigid"}},
                    {"self_collision", {"off", "vertices"}},
                    {"entries", {"vertices", "triangles"}},
                    {"entry", {"back", "forward"}},
                    {"line", {"bresenham", "table"}}};

const char* weft_lab_choice_name(const weft_parameter* parameter, uint32_t choice) {
    for (size_t i = 0; i < sizeof choice_names / sizeof choice_names[0]; ++i) {
        if (strcmp(choice_names[i].parameter, parameter->name) == 0) {
            return choice < parameter->choice_count ? choice_names[i].names[choice] : NULL;
        }
    }
    return NULL;
}

bool weft_lab_is_parameter(const weft_method* row, uint32_t index) {
    bool lab = row->parameters == dop_tree ? index >= DOP_PLAIN : row->parameters == voxel_trace;
    return lab && index < row->parameter_count;
}
#endif
