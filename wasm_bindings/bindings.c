// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The module's border. Functions of the public API whose arguments are numbers and pointers are
// exported as they are: an id is a struct of one uint32 and crosses as a plain number. What is here
// is the rest: functions that take or return larger structs, and a table that tells JavaScript
// where the fields of those structs lie, so that no offset is ever written down twice.
//
// The module imports two functions: `env.emscripten_notify_memory_growth`, called after memory grew
// (every view must be made anew), and `env.weft_clock`, milliseconds, used for phase times only.
#include "weft/lab.h"
#include "weft/weft.h"

#define IMPORT(name) __attribute__((import_module("env"), import_name(name)))

// ---- layout of structs --------------------------------------------------------------------------

typedef enum field_kind {
    FIELD_SIZE,    // the row of the struct itself: count is its size in bytes
    FIELD_U32,     // uint32_t
    FIELD_F32,     // float
    FIELD_BOOL,    // one byte
    FIELD_TEXT,    // char[count], zero-terminated
    FIELD_POINTER, // address of an array that the host copies in
    FIELD_STRUCT,  // a struct with rows of its own
    FIELD_F64,     // double
} field_kind;

typedef struct layout_row {
    const char* type;
    const char* field;
    uint32_t kind;
    uint32_t offset;
    uint32_t count; // elements of an array field, 1 for a scalar
} layout_row;

// An array decays in _Generic, which is how float[3] is told from const float*.
#define KIND_OF(value)                                                                             \
    _Generic((value),                                                                              \
        uint32_t: FIELD_U32,                                                                       \
        uint32_t*: FIELD_U32,                                                                      \
        float: FIELD_F32,                                                                          \
        float*: FIELD_F32,                                                                         \
        double: FIELD_F64,                                                                         \
        bool: FIELD_BOOL,                                                                          \
        char*: FIELD_TEXT,                                                                         \
        weft_fabric: FIELD_STRUCT,                                                                 \
        default: FIELD_POINTER)

#define ELEMENT_BYTES(value)                                                                       \
    _Generic((value), uint32_t * : 4, float* : 4, char* : 1, default : sizeof(value))

#define SIZE(type)                                                                                 \
    { #type, "", FIELD_SIZE, 0, sizeof(type) }
#define FIELD(type, field)                                                                         \
    {                                                                                              \
#type, #field, KIND_OF(((type*)0)->field), offsetof(type, field),                          \
            sizeof(((type*)0)->field) / ELEMENT_BYTES(((type*)0)->field)                           \
    }

// A field of a struct within, under its own name.
#define INNER(type, outer, field)                                                                  \
    { #type, #field, KIND_OF(((type*)0)->outer.field), offsetof(type, outer.field), 1 }

// The same of an array.
#define INNER_ARRAY(type, outer, field)                                                            \
    {                                                                                              \
#type, #field, KIND_OF(((type*)0)->outer.field), offsetof(type, outer.field),              \
            sizeof(((type*)0)->outer.field) / ELEMENT_BYTES(((type*)0)->outer.field)               \
    }

static const layout_row layout[] = {
    SIZE(weft_report),
    FIELD(weft_report, status),
    FIELD(weft_report, element),
    FIELD(weft_report, other),
    FIELD(weft_report, where),
    FIELD(weft_report, message),

    SIZE(weft_world_def),
    FIELD(weft_world_def, frame_seconds),
    FIELD(weft_world_def, gravity),
    FIELD(weft_world_def, wind),
    FIELD(weft_world_def, gust),
    FIELD(weft_world_def, air_density),
    FIELD(weft_world_def, contact_radius),
    FIELD(weft_world_def, body_move_limit),
    FIELD(weft_world_def, min_substeps),
    FIELD(weft_world_def, sleep),

    SIZE(weft_body_def),
    FIELD(weft_body_def, positions),
    FIELD(weft_body_def, triangles),
    FIELD(weft_body_def, bone_indices),
    FIELD(weft_body_def, bone_weights),
    FIELD(weft_body_def, bone_shares),
    FIELD(weft_body_def, bone_heads),
    FIELD(weft_body_def, parts),
    FIELD(weft_body_def, vertex_count),
    FIELD(weft_body_def, triangle_count),
    FIELD(weft_body_def, bone_count),
    FIELD(weft_body_def, friction),
    FIELD(weft_body_def, open),
    INNER(weft_body_def, collision, group),
    INNER(weft_body_def, collision, mask),
    INNER(weft_body_def, shape, kind),
    INNER_ARRAY(weft_body_def, shape, center),
    INNER_ARRAY(weft_body_def, shape, rotation),
    INNER(weft_body_def, shape, radius),
    INNER_ARRAY(weft_body_def, shape, half),
    FIELD(weft_body_def, name),

    SIZE(weft_cloth_def),
    FIELD(weft_cloth_def, positions),
    FIELD(weft_cloth_def, velocities),
    FIELD(weft_cloth_def, material),
    FIELD(weft_cloth_def, triangles),
    FIELD(weft_cloth_def, seams),
    FIELD(weft_cloth_def, pins),
    FIELD(weft_cloth_def, bands),
    FIELD(weft_cloth_def, vertex_count),
    FIELD(weft_cloth_def, triangle_count),
    FIELD(weft_cloth_def, seam_count),
    FIELD(weft_cloth_def, pin_count),
    FIELD(weft_cloth_def, band_count),
    FIELD(weft_cloth_def, layer),
    FIELD(weft_cloth_def, seam_close_seconds),
    FIELD(weft_cloth_def, fabric),
    INNER(weft_cloth_def, collision, group),
    INNER(weft_cloth_def, collision, mask),
    FIELD(weft_cloth_def, name),

    SIZE(weft_fabric),
    FIELD(weft_fabric, density),
    FIELD(weft_fabric, stretch_warp),
    FIELD(weft_fabric, stretch_weft),
    FIELD(weft_fabric, shear),
    FIELD(weft_fabric, poisson),
    FIELD(weft_fabric, compression),
    FIELD(weft_fabric, bend_warp),
    FIELD(weft_fabric, bend_weft),
    FIELD(weft_fabric, damping),
    FIELD(weft_fabric, strain_limit),
    FIELD(weft_fabric, thickness),
    FIELD(weft_fabric, friction_body),
    FIELD(weft_fabric, friction_cloth),
    FIELD(weft_fabric, drag),
    FIELD(weft_fabric, lift),

    SIZE(weft_pin),
    FIELD(weft_pin, vertex),
    FIELD(weft_pin, kind),
    FIELD(weft_pin, body),
    FIELD(weft_pin, element),
    FIELD(weft_pin, offset),
    FIELD(weft_pin, stiffness),

    SIZE(weft_band),
    FIELD(weft_band, vertices),
    FIELD(weft_band, rest),
    FIELD(weft_band, stiffness),
    FIELD(weft_band, mass),

    SIZE(weft_event),
    FIELD(weft_event, step),
    FIELD(weft_event, kind),
    FIELD(weft_event, target),
    FIELD(weft_event, index),
    FIELD(weft_event, p),

    SIZE(weft_method),
    FIELD(weft_method, stage),
    FIELD(weft_method, name),

    SIZE(weft_hand),
    FIELD(weft_hand, cloth),
    FIELD(weft_hand, vertex),
    FIELD(weft_hand, place),
    FIELD(weft_hand, stiffness),

    SIZE(weft_block),
    FIELD(weft_block, cloth),
    FIELD(weft_block, vertex),
    FIELD(weft_block, pin),
    FIELD(weft_block, body),
    FIELD(weft_block, part),

#ifdef WEFT_LAB
    SIZE(weft_lab_figure),
    FIELD(weft_lab_figure, what),
    FIELD(weft_lab_figure, unit),
    FIELD(weft_lab_figure, value),
    FIELD(weft_lab_figure, body),
    FIELD(weft_lab_figure, segment),
    FIELD(weft_lab_figure, part),
#endif

    SIZE(weft_step_report),
    FIELD(weft_step_report, status),
    FIELD(weft_step_report, step),
    FIELD(weft_step_report, substeps),
    FIELD(weft_step_report, rounds),
    FIELD(weft_step_report, pairs),
    FIELD(weft_step_report, contacts),
    FIELD(weft_step_report, throttled),
    FIELD(weft_step_report, captured),
    FIELD(weft_step_report, crossings_body),
    FIELD(weft_step_report, crossings_cloth),
    FIELD(weft_step_report, crossings_declared),
    FIELD(weft_step_report, tangled),
    FIELD(weft_step_report, stuck),
    FIELD(weft_step_report, rolled_back),
    FIELD(weft_step_report, blocked),
    FIELD(weft_step_report, pins_dropped),
    FIELD(weft_step_report, seams_open),
    FIELD(weft_step_report, asleep),
    FIELD(weft_step_report, cloths_asleep),
    FIELD(weft_step_report, grown),
    FIELD(weft_step_report, strain_p50),
    FIELD(weft_step_report, strain_p99),
    FIELD(weft_step_report, strain_max),
    FIELD(weft_step_report, seam_gap_max),
    FIELD(weft_step_report, body_lag_max),
    FIELD(weft_step_report, speed_max),
    FIELD(weft_step_report, ms),
};

/// Row `index` of the layout table, or null past the end.
WEFT_API const layout_row* weft_js_layout_at(uint32_t index) {
    return index < sizeof(layout) / sizeof(layout[0]) ? &layout[index] : NULL;
}

// ---- definitions and steps ----------------------------------------------------------------------

WEFT_API void weft_js_default_world_def(weft_world_def* def) {
    *def = weft_default_world_def();
}

WEFT_API void weft_js_default_body_def(weft_body_def* def) {
    *def = weft_default_body_def();
}

WEFT_API void weft_js_default_cloth_def(weft_cloth_def* def) {
    *def = weft_default_cloth_def();
}

WEFT_API void weft_js_fabric_from_preset(uint32_t preset, weft_fabric* fabric) {
    *fabric = weft_fabric_from_preset(preset);
}

/// Steps and returns the report, which the world keeps until the next step.
WEFT_API const weft_step_report* weft_js_step(weft_world* world) {
    weft_world_step(world);
    return weft_world_report(world);
}

/// The low and the high half of the hash.
WEFT_API void weft_js_hash(const weft_world* world, uint32_t halves[2]) {
    uint64_t hash = weft_world_hash(world);
    halves[0] = (uint32_t)hash;
    halves[1] = (uint32_t)(hash >> 32);
}

// ---- clock and assertions -----------------------------------------------------------------------

IMPORT("weft_clock") double host_clock(void);

// The module has no error stream: a failed assertion is kept here, the module traps, and the host,
// which catches the trap, reads what it was.
static struct {
    const char* condition;
    const char* file;
    int line;
} last_assert;

static int keep_assert(const char* condition, const char* file, int line) {
    last_assert.condition = condition;
    last_assert.file = file;
    last_assert.line = line;
    return 1;
}

/// Called once by the host, before anything else.
WEFT_API void weft_js_start(void) {
    weft_set_clock(host_clock);
    weft_set_assert_handler(keep_assert);
}

/// The condition of the assertion that failed, or null.
WEFT_API const char* weft_js_assert_condition(void) {
    return last_assert.condition;
}

WEFT_API const char* weft_js_assert_file(void) {
    return last_assert.file;
}

WEFT_API int weft_js_assert_line(void) {
    return last_assert.line;
}
