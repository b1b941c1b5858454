// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Choosing rows of the registry and their parameters by name. What does not exist is refused in one
// sentence that names the nearest thing that does.
#include "base/assert.h"
#include "base/report.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

enum { LONGEST_NAME = 32, OTHER_LETTER = 4 };

static const char* const stages[WEFT_STAGE_COUNT] = {"structure", "narrow_phase", "solver",
                                                     "response", "repair"};

// ---- choosing -----------------------------------------------------------------------------------

static uint32_t stage_of(const char* name) {
    uint32_t stage = 0;
    while (stage < WEFT_STAGE_COUNT && strcmp(stages[stage], name) != 0) {
        ++stage;
    }
    return stage;
}

void wf_methods_choose(wf_methods* methods, const weft_method* row) {
    uint32_t stage = stage_of(row->stage);
    methods->row[stage] = row;
    for (uint32_t i = 0; i < WEFT_METHOD_PARAMETERS; ++i) {
        methods->values[stage][i] = i < row->parameter_count ? row->parameters[i].usual : 0.0f;
    }
    methods->functions[stage] = row->functions;
}

void wf_methods_default(wf_methods* methods) {
    *methods = (wf_methods){0};
    const weft_method* row;
    for (uint32_t i = 0; (row = weft_method_at(i)) != NULL; ++i) {
        if (methods->row[stage_of(row->stage)] == NULL) {
            wf_methods_choose(methods, row);
        }
    }
}

static float nearest_value(const weft_parameter* p, float value) {
    float best = value > p->low ? value < p->high ? value : p->high : p->low; // of NaN the lowest
    best = p->whole ? floorf(best + 0.5f) : best;
    for (uint32_t i = 0; i < p->choice_count; ++i) {
        float least = i == 0 ? INFINITY : fabsf(best - value);
        best = fabsf(p->choices[i] - value) < least || i == 0 ? p->choices[i] : best;
    }
    return best;
}

bool wf_parameter_allows(const weft_parameter* parameter, float value) {
    return nearest_value(parameter, value) == value;
}

// ---- what is meant ------------------------------------------------------------------------------

/// A name as a sentence shows it: user data may be long.
typedef struct shown {
    char text[LONGEST_NAME];
} shown;

static shown show(const char* name) {
    shown out;
    wf_copy_name(out.text, name, sizeof out.text);
    return out;
}

/// What it takes to make one name of another: 1 a letter that is put in, 4 a letter that is taken
/// out or changed (Levenshtein, weighted). So "grid" is near to "uniform_grid": who knows a part of
/// a name writes that.
static uint32_t distance(const char* a, const char* b) {
    uint32_t row[LONGEST_NAME + 1], width = (uint32_t)strlen(b);
    for (uint32_t i = 0; i <= width; ++i) {
        row[i] = i;
    }
    for (uint32_t n = 0; a[n] != 0; ++n) {
        uint32_t corner = row[0];
        row[0] += OTHER_LETTER;
        for (uint32_t i = 0; i < width; ++i) {
            uint32_t changed = corner + (a[n] != b[i] ? OTHER_LETTER : 0);
            uint32_t out = row[i + 1] + OTHER_LETTER, in = row[i] + 1;
            uint32_t less = in < out ? in : out;
            corner = row[i + 1];
            row[i + 1] = changed < less ? changed : less;
        }
    }
    return row[width];
}

/// Takes the nearest of many names, one after the other.
typedef struct nearest {
    const char* name;
    uint32_t distance;
} nearest;

static void consider(nearest* best, const shown* wanted, const char* name) {
    uint32_t far = distance(wanted->text, name);
    if (best->name == NULL || far < best->distance) {
        *best = (nearest){name, far};
    }
}

// ---- by name ------------------------------------------------------------------------------------

static weft_status find_stage(const char* name, uint32_t* stage, weft_report* report) {
    *stage = stage_of(name);
    if (*stage < WEFT_STAGE_COUNT) {
        return WEFT_OK;
    }
    shown wanted = show(name);
    nearest best = {0};
    for (uint32_t i = 0; i < WEFT_STAGE_COUNT; ++i) {
        consider(&best, &wanted, stages[i]);
    }
    return wf_report_fail(report, WEFT_ERROR_UNKNOWN_METHOD, "stage", 0, WF_NO_OTHER,
                          "There is no stage \"%s\"; the nearest name is \"%s\".", wanted.text,
                          best.name);
}

weft_status weft_world_set_method(weft_world* world, const char* stage, const char* name,
                                  weft_report* report) {
    WEFT_ASSERT(world != NULL && stage != NULL && name != NULL);
    uint32_t which;
    weft_status status = find_stage(stage, &which, report);
    shown wanted = show(name);
    nearest best = {0};
    const weft_method* row;
    for (uint32_t i = 0; status == WEFT_OK && (row = weft_method_at(i)) != NULL; ++i) {
        if (strcmp(row->stage, stage) != 0) {
            continue;
        }
        if (strcmp(row->name, name) == 0) {
            wf_methods before = world->methods;
            wf_methods_choose(&world->methods, row);
            world->topology_changed |= memcmp(&before, &world->methods, sizeof before) != 0;
            wf_rest_rouse_all(world);
            return wf_report_ok(report);
        }
        consider(&best, &wanted, row->name);
    }
    return status != WEFT_OK
               ? status
               : wf_report_fail(report, WEFT_ERROR_UNKNOWN_METHOD, stage, 0, WF_NO_OTHER,
                                "This build has no %s \"%s\"; the nearest name is \"%s\".", stage,
                                wanted.text, best.name);
}

static bool takes(const weft_method* row, const char* parameter) {
    bool found = false;
    for (uint32_t k = 0; k < row->parameter_count; ++k) {
        found |= strcmp(row->parameters[k].name, parameter) == 0;
    }
    return found;
}

/// A method that has a parameter of this name, of the same stage if there is one; or null.
static const weft_method* owner_of(const weft_method* row, const char* parameter) {
    const weft_method *other, *owner = NULL;
    for (uint32_t i = 0; (other = weft_method_at(i)) != NULL; ++i) {
        bool nearer = owner == NULL || (strcmp(owner->stage, row->stage) != 0 &&
                                        strcmp(other->stage, row->stage) == 0);
        owner = nearer && takes(other, parameter) ? other : owner;
    }
    return owner;
}

static weft_status fail_parameter(const weft_method* row, const char* parameter,
                                  weft_report* report) {
    shown wanted = show(parameter);
    const weft_method* owner = owner_of(row, parameter);
    nearest best = {0};
    for (uint32_t i = 0; i < row->parameter_count; ++i) {
        consider(&best, &wanted, row->parameters[i].name);
    }
    if (owner != NULL) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, row->stage, 0, WF_NO_OTHER,
                              "\"%s\" is a parameter of the %s \"%s\", not of \"%s\"; give it to "
                              "that method, or leave it out.",
                              wanted.text, owner->stage, owner->name, row->name);
    }
    bool any = best.name != NULL;
    return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, row->stage, 0, WF_NO_OTHER,
                          "The %s \"%s\" has no parameter \"%s\"; %s%s%s", row->stage, row->name,
                          wanted.text, any ? "the nearest that it takes is \"" : "it takes none.",
                          any ? best.name : "", any ? "\"." : "");
}

/// A number of a range in digits, to a millionth: the wasm module carries no printf.
static shown show_number(float value) {
    shown out = {{0}};
    uint64_t millionths = (uint64_t)((double)fabsf(value) * 1e6 + 0.5);
    char digits[LONGEST_NAME];
    uint32_t count = 0, at = 0;
    for (; millionths > 0 || count < 7; millionths /= 10) {
        digits[count++] = (char)('0' + millionths % 10);
    }
    uint32_t end = 0; // the last digit that is no trailing zero
    while (end < 6 && digits[end] == '0') {
        ++end;
    }
    if (value < 0.0f) {
        out.text[at++] = '-';
    }
    for (uint32_t i = count; i > end; --i) {
        if (i == 6) {
            out.text[at++] = '.';
        }
        out.text[at++] = digits[i - 1];
    }
    return out;
}

weft_status weft_world_set_parameter(weft_world* world, const char* stage, const char* parameter,
                                     float value, weft_report* report) {
    WEFT_ASSERT(world != NULL && stage != NULL && parameter != NULL);
    uint32_t which, i = 0;
    weft_status status = find_stage(stage, &which, report);
    if (status != WEFT_OK) {
        return status;
    }
    const weft_method* row = world->methods.row[which];
    while (i < row->parameter_count && strcmp(row->parameters[i].name, parameter) != 0) {
        ++i;
    }
    if (i == row->parameter_count) {
        return fail_parameter(row, parameter, report);
    }
    const weft_parameter* p = &row->parameters[i];
    if (!wf_parameter_allows(p, value)) {
        return wf_report_fail(report, WEFT_ERROR_INVALID_ARGUMENT, stage, i, WF_NO_OTHER,
                              "The parameter \"%s\" of \"%s\" cannot have this value; the nearest "
                              "that it can have is %s.",
                              p->name, row->name, show_number(nearest_value(p, value)).text);
    }
    world->topology_changed |= world->methods.values[which][i] != value;
    wf_rest_rouse_all(world);
    world->methods.values[which][i] = value;
    return wf_report_ok(report);
}

const weft_method* weft_world_method(const weft_world* world, weft_stage stage) {
    WEFT_ASSERT(world != NULL && (uint32_t)stage < WEFT_STAGE_COUNT);
    return world->methods.row[stage];
}

const float* weft_world_parameters(const weft_world* world, weft_stage stage) {
    WEFT_ASSERT(world != NULL && (uint32_t)stage < WEFT_STAGE_COUNT);
    return world->methods.values[stage];
}
