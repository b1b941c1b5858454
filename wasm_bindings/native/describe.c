// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The registry and the tables of the core as JSON. Floats are printed so that they read back as
// they are; the texts have no signs that JSON would want escaped, which a check makes sure of.
#include "describe.h"

#include "weft/lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text(const char* key, const char* value) {
    if (strpbrk(value, "\"\\\n") != NULL) {
        fprintf(stderr, "describe: %s has a sign that JSON would want escaped\n", value);
        exit(1);
    }
    printf("\"%s\":\"%s\"", key, value);
}

/// The shortest digits that read back as the same float.
static void number(float value) {
    char digits[32];
    for (int precision = 1; precision < 10; ++precision) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        if (strtof(digits, NULL) == value) {
            break;
        }
    }
    printf("%s", digits);
}

static void keyed(const char* key, float value) {
    printf(",\"%s\":", key);
    number(value);
}

static void flag(const char* key, bool value) {
    printf(",\"%s\":%s", key, value ? "true" : "false");
}

static void numbers(const char* key, const float* values, uint32_t count) {
    printf(",\"%s\":[", key);
    for (uint32_t i = 0; i < count; ++i) {
        printf("%s", i > 0 ? "," : "");
        number(values[i]);
    }
    printf("]");
}

static void next(uint32_t index) {
    printf("%s", index > 0 ? ",\n" : "\n");
}

static void choice_names(const weft_parameter* p) {
    printf(",\"names\":[");
    const char* name;
    for (uint32_t i = 0; (name = weft_lab_choice_name(p, i)) != NULL; ++i) {
        printf("%s\"%s\"", i > 0 ? "," : "", name);
    }
    printf("]");
}

static void parameter(const weft_method* row, uint32_t index) {
    const weft_parameter* p = &row->parameters[index];
    printf("{");
    text("name", p->name);
    printf(",");
    text("unit", p->unit);
    printf(",");
    text("help", p->help);
    keyed("usual", p->usual);
    keyed("low", p->low);
    keyed("high", p->high);
    flag("whole", p->whole);
    numbers("choices", p->choices, p->choice_count);
    choice_names(p);
    flag("lab", weft_lab_is_parameter(row, index));
    printf("}");
}

static void method(const weft_method* row) {
    printf("{");
    text("stage", row->stage);
    printf(",");
    text("name", row->name);
    printf(",");
    text("source", row->source);
    printf(",");
    text("guarantee", row->guarantee);
    flag("noCrossings", row->flags & WEFT_METHOD_NO_CROSSINGS);
    flag("clips", row->flags & WEFT_METHOD_CLIPS);
    flag("repaired", row->flags & WEFT_METHOD_REPAIRED);
    flag("lab", row->flags & WEFT_METHOD_LAB);
    printf(",\"parameters\":[");
    for (uint32_t i = 0; i < row->parameter_count; ++i) {
        printf("%s", i > 0 ? "," : "");
        parameter(row, i);
    }
    printf("]}");
}

static void range(const weft_lab_range* r) {
    printf("{");
    text("name", r->name);
    numbers("usual", r->usual, r->count);
    keyed("low", r->low);
    keyed("high", r->high);
    flag("whole", r->whole);
    printf("}");
}

static void ranges(const char* key, bool (*at)(uint32_t index, weft_lab_range* out)) {
    weft_lab_range r;
    printf("],\n\"%s\":[", key);
    for (uint32_t i = 0; at(i, &r); ++i) {
        next(i);
        range(&r);
    }
}

static void fabrics(void) {
    weft_lab_range r;
    printf("],\n\"fabrics\":[");
    for (uint32_t i = 0; weft_fabric_name(i) != NULL; ++i) {
        weft_fabric fabric = weft_fabric_from_preset(i);
        next(i);
        printf("{");
        text("name", weft_fabric_name(i));
        for (uint32_t k = 0; weft_lab_fabric_range(k, &r); ++k) {
            keyed(r.name, ((const float*)&fabric)[k]);
        }
        printf("}");
    }
}

void describe(void) {
    const weft_method* row;
    weft_lab_event event;
    printf("{\"methods\":[");
    for (uint32_t i = 0; (row = weft_method_at(i)) != NULL; ++i) {
        next(i);
        method(row);
    }
    printf("],\n\"events\":[");
    for (uint32_t i = 0; weft_lab_event_at(i, &event); ++i) {
        next(i);
        printf("{");
        text("name", event.name);
        printf(",");
        text("target", event.target);
        printf(",\"parameters\":%u}", event.parameter_count);
    }
    printf("],\n\"pins\":[");
    for (uint32_t i = 0; weft_lab_pin_name(i) != NULL; ++i) {
        printf("%s\"%s\"", i > 0 ? "," : "", weft_lab_pin_name(i));
    }
    fabrics();
    ranges("world", weft_lab_world_range);
    ranges("fabric", weft_lab_fabric_range);
    printf("]}\n");
}
