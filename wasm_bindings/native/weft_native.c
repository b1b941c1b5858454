// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The native engine of the command line: loads a cooked scene, steps it, and prints one JSON object
// a line: first the meshes, then one report a step, at last the hash. `weft run --engine native`
// reads them and makes of them what it makes of the wasm engine's reports.
//
//     weft_native SCENE.weft --steps N [--method STAGE=NAME]... [--set STAGE.PARAMETER=VALUE]...
//                 [--threads N] [--dump FOLDER] [--every K]
//     weft_native --describe
#include "describe.h"
#include "frame_dump.h"
#include "weft/lab.h"
#include "weft/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_BAD_INPUT = 2, MAX_SETTINGS = 32, NAME_BYTES = 48 };

typedef struct options {
    const char* scene;
    const char* dump;                   // null: nothing is dumped
    const char* settings[MAX_SETTINGS]; // STAGE=NAME or STAGE.PARAMETER=VALUE
    uint32_t setting_count;
    uint32_t steps;
    uint32_t every;
    uint32_t threads;
} options;

/// Processor time, where one thread steps: what else the machine does at the time is none of its
/// cost.
static double clock_ms(void) {
    return (double)clock() * (1e3 / CLOCKS_PER_SEC);
}

/// Time of the day, where several step: processor time is the sum over them.
static double wall_clock_ms(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static bool read_count(const char* text, uint32_t* count) {
    char* end;
    unsigned long value = strtoul(text, &end, 10);
    *count = (uint32_t)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value <= UINT32_MAX;
}

static bool read_option(const char* name, const char* value, options* out) {
    if (strcmp(name, "--steps") == 0) {
        return read_count(value, &out->steps);
    }
    if (strcmp(name, "--every") == 0) {
        return read_count(value, &out->every) && out->every > 0;
    }
    if (strcmp(name, "--threads") == 0) {
        return read_count(value, &out->threads);
    }
    if (strcmp(name, "--dump") == 0) {
        out->dump = value;
        return true;
    }
    bool setting = strcmp(name, "--method") == 0 || strcmp(name, "--set") == 0;
    if (setting && out->setting_count < MAX_SETTINGS && strchr(value, '=')) {
        out->settings[out->setting_count++] = value;
        return true;
    }
    return false;
}

static bool read_options(int count, char** arguments, options* out) {
    *out = (options){.every = 1, .threads = 1};
    for (int i = 1; i < count; ++i) {
        if (strncmp(arguments[i], "--", 2) != 0) {
            out->scene = arguments[i];
        } else if (i + 1 == count || !read_option(arguments[i], arguments[i + 1], out)) {
            fprintf(stderr, "%s: unknown, or its value is missing or wrong\n", arguments[i]);
            return false;
        } else {
            ++i;
        }
    }
    if (!out->scene) {
        fprintf(stderr, "usage: weft_native SCENE.weft --steps N [--method STAGE=NAME]... "
                        "[--set STAGE.PARAMETER=VALUE]... [--threads N] [--dump FOLDER] "
                        "[--every K]\n");
    }
    return out->scene != NULL;
}

static void* read_file(const char* path, size_t* byte_count) {
    FILE* file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void* bytes = size > 0 ? malloc((size_t)size) : NULL;
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *byte_count = (size_t)size;
    return bytes;
}

static weft_world* load_world(const char* path) {
    size_t byte_count;
    void* bytes = read_file(path, &byte_count);
    if (!bytes) {
        fprintf(stderr, "%s: cannot be read, or is empty\n", path);
        return NULL;
    }
    weft_report report;
    weft_world* world = weft_world_load(bytes, byte_count, &report);
    free(bytes);
    if (!world) {
        fprintf(stderr, "%s: %s (%s, element %u): %s\n", path,
                weft_status_name((weft_status)report.status), report.where, report.element,
                report.message);
    }
    return world;
}

/// A parameter of the method that a stage has; null when there is none of this name.
static const weft_parameter* find_parameter(const weft_world* world, const char* stage,
                                            const char* name) {
    for (int s = 0; s < WEFT_STAGE_COUNT; ++s) {
        const weft_method* row = weft_world_method(world, (weft_stage)s);
        for (uint32_t i = 0; strcmp(row->stage, stage) == 0 && i < row->parameter_count; ++i) {
            if (strcmp(row->parameters[i].name, name) == 0) {
                return &row->parameters[i];
            }
        }
    }
    return NULL;
}

/// The value of a word that is no number: a choice by its name. Says what there is to choose.
static bool find_choice(const weft_parameter* p, const char* word, float* value,
                        weft_report* report) {
    char* says = report->message;
    size_t room = sizeof report->message, at = 0;
    const char* choice;
    for (uint32_t i = 0; (choice = weft_lab_choice_name(p, i)) != NULL; ++i) {
        if (strcmp(choice, word) == 0) {
            *value = p->choices[i];
            return true;
        }
        at += i == 0 ? (size_t)snprintf(says, room, "\"%.40s\" is not one of %s", word, choice)
                     : (size_t)snprintf(says + at, room - at, ", %s", choice);
    }
    if (at == 0) {
        snprintf(says, room, "\"%.40s\" is not a number.", word);
    } else {
        snprintf(says + at, room - at, ".");
    }
    return false;
}

/// STAGE=NAME, or STAGE.PARAMETER=VALUE; `what` is what comes before the sign.
static weft_status set(weft_world* world, char* what, const char* value, weft_report* report) {
    char* dot = strchr(what, '.');
    if (!dot) {
        return weft_world_set_method(world, what, value, report);
    }
    *dot = '\0';
    char* end;
    float number = strtof(value, &end);
    const weft_parameter* p = find_parameter(world, what, dot + 1);
    if ((end == value || *end != '\0') && p != NULL && !find_choice(p, value, &number, report)) {
        return WEFT_ERROR_INVALID_ARGUMENT;
    }
    return weft_world_set_parameter(world, what, dot + 1, number, report);
}

/// Methods before parameters, which are those of the method that was chosen.
static bool choose_methods(weft_world* world, const options* options) {
    for (uint32_t i = 0; i < 2 * options->setting_count; ++i) {
        const char* text = options->settings[i % options->setting_count];
        const char* value = strchr(text, '=');
        char what[NAME_BYTES];
        snprintf(what, sizeof what, "%.*s", (int)(value - text), text);
        bool parameter = strchr(what, '.') != NULL;
        weft_report report;
        if (parameter == (i >= options->setting_count) &&
            set(world, what, value + 1, &report) != WEFT_OK) {
            fprintf(stderr, "--%s %s: %s\n", parameter ? "set" : "method", text, report.message);
            return false;
        }
    }
    return true;
}

static bool choose_threads(weft_world* world, uint32_t count) {
#ifdef WEFT_THREADS
    weft_report report;
    if (weft_world_set_thread_count(world, count, &report) != WEFT_OK) {
        fprintf(stderr, "--threads %u: %s\n", count, report.message);
        return false;
    }
#else
    if (count != 1) {
        fprintf(stderr, "--threads %u: this build has no threads (WEFT_THREADS); give 1\n", count);
        return false;
    }
#endif
    return true;
}

static void print_meshes(const weft_world* world) {
    uint32_t cloth_vertices = 0, cloth_triangles = 0, body_triangles = 0;
    for (uint32_t i = 0; i < weft_world_cloth_count(world); ++i) {
        cloth_vertices += weft_cloth_vertex_count(world, weft_world_cloth_at(world, i));
        cloth_triangles += weft_cloth_triangle_count(world, weft_world_cloth_at(world, i));
    }
    for (uint32_t i = 0; i < weft_world_body_count(world); ++i) {
        body_triangles += weft_body_triangle_count(world, weft_world_body_at(world, i));
    }
    printf("{\"cloth_vertices\":%u,\"cloth_triangles\":%u,\"body_triangles\":%u}\n", cloth_vertices,
           cloth_triangles, body_triangles);
}

static void print_step(const weft_step_report* report) {
    printf("{\"step\":%u,\"status\":%u,\"pairs\":%u,\"crossings_body\":%u,\"crossings_cloth\":%u,"
           "\"crossings_declared\":%u,\"grown\":%u,",
           report->step, report->status, report->pairs, report->crossings_body,
           report->crossings_cloth, report->crossings_declared, report->grown);
    printf("\"substeps\":%u,\"rounds\":%u,\"contacts\":%u,\"throttled\":%u,\"captured\":%u,"
           "\"tangled\":%u,\"stuck\":%u,\"blocked\":%u,\"rolled_back\":%u,\"pins_dropped\":%u,"
           "\"seams_open\":%u,\"body_lag_max\":%.9g,\"speed_max\":%.9g,",
           report->substeps, report->rounds, report->contacts, report->throttled, report->captured,
           report->tangled, report->stuck, report->blocked, report->rolled_back,
           report->pins_dropped, report->seams_open, (double)report->body_lag_max,
           (double)report->speed_max);
    printf("\"strain_p50\":%.9g,\"strain_p99\":%.9g,\"strain_max\":%.9g,\"ms\":[",
           (double)report->strain_p50, (double)report->strain_p99, (double)report->strain_max);
    for (int phase = 0; phase < WEFT_PHASE_COUNT; ++phase) {
        printf("%s%.6g", phase ? "," : "", (double)report->ms[phase]);
    }
    printf("]}\n");
}

static bool dump_if_wanted(const weft_world* world, const options* options, uint32_t step) {
    return !options->dump || step % options->every != 0 ||
           dump_frame(world, options->dump, step / options->every);
}

/// What the methods counted.
static void print_figures(const weft_world* world) {
    weft_lab_figure f;
    printf("{\"figures\":[");
    for (uint32_t i = 0; weft_lab_figure_at(world, i, &f); ++i) {
        printf("%s{\"what\":\"%s\",\"unit\":\"%s\",\"value\":%.9g", i > 0 ? "," : "", f.what,
               f.unit, f.value);
        if (f.body != UINT32_MAX) {
            printf(",\"body\":%u,\"segment\":%u,\"part\":\"%s\"", f.body, f.segment, f.part);
        }
        printf("}");
    }
    printf("]}\n");
}

static int run(weft_world* world, const options* options) {
    print_meshes(world);
    if (options->dump &&
        (!dump_meshes(world, options->dump) || !dump_frame(world, options->dump, 0))) {
        return EXIT_FAILED;
    }
    for (uint32_t step = 1; step <= options->steps; ++step) {
        weft_step_report report = weft_world_step(world);
        print_step(&report);
        fflush(stdout);
        if (report.status != WEFT_OK) {
            weft_report why;
            weft_lab_check_methods(world, &why);
            fprintf(stderr, "step %u: %s: %s%s%s\n", step,
                    weft_status_name((weft_status)report.status), why.where,
                    why.where[0] != 0 ? ": " : "", why.message);
            return EXIT_FAILED;
        }
        if (!dump_if_wanted(world, options, step)) {
            return EXIT_FAILED;
        }
    }
    print_figures(world);
    weft_lab_energy e = weft_lab_energy_of(world);
    printf("{\"hash\":\"%016llx\",\"memory_bytes\":%zu,",
           (unsigned long long)weft_world_hash(world), weft_world_memory_bytes(world));
    printf("\"energy\":{\"kinetic\":%.9g,\"height\":%.9g,\"membrane\":%.9g,\"bending\":%.9g,"
           "\"seams\":%.9g,\"holds\":%.9g,\"bands\":%.9g}}\n",
           e.kinetic, e.height, e.membrane, e.bending, e.seams, e.holds, e.bands);
    return EXIT_DONE;
}

int main(int argument_count, char** arguments) {
    options options;
    if (argument_count == 2 && strcmp(arguments[1], "--describe") == 0) {
        describe();
        return EXIT_DONE;
    }
    if (!read_options(argument_count, arguments, &options)) {
        return EXIT_BAD_INPUT;
    }
    weft_set_clock(options.threads == 1 ? clock_ms : wall_clock_ms);
    weft_world* world = load_world(options.scene);
    if (!world || !choose_methods(world, &options) || !choose_threads(world, options.threads)) {
        weft_world_destroy(world);
        return EXIT_BAD_INPUT;
    }
    int code = run(world, &options);
    weft_world_destroy(world);
    return code;
}
