// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much of what the filter takes from the ways of cloth is along the planes that stop it:
//   bench_cuts SCENE.weft FROM STEPS [STAGE.PARAMETER=VALUE]...
// prints {"normal":N,"tangential":T}, metres summed over particles and rounds of the steps after
// FROM. What boxes cut while a garment is drawn together comes before.
#include "bench.h"
#include "weft/lab.h"

#include <stdlib.h>
#include <string.h>

#ifdef WEFT_LAB

static void set(weft_world* world, char* text) {
    char* dot = strchr(text, '.');
    char* equals = strchr(text, '=');
    weft_report report = {0};
    if (dot != NULL && equals > dot) {
        *dot = *equals = 0;
        float value = strtof(equals + 1, NULL);
        if (weft_world_set_parameter(world, text, dot + 1, value, &report) == WEFT_OK) {
            return;
        }
    }
    fprintf(stderr, "%s: %s\n", text, report.message[0] ? report.message : "no STAGE.NAME=VALUE");
    exit(2);
}

int main(int argument_count, char** arguments) {
    if (argument_count < 4) {
        fprintf(stderr, "usage: bench_cuts SCENE.weft FROM STEPS [STAGE.PARAMETER=VALUE]...\n");
        return 2;
    }
    weft_world* world = load(arguments[1]);
    if (world == NULL) {
        return 2;
    }
    for (int k = 4; k < argument_count; ++k) {
        set(world, arguments[k]);
    }
    long from = strtol(arguments[2], NULL, 10), steps = strtol(arguments[3], NULL, 10);
    for (long n = 0; n < steps; ++n) {
        if (n == from) {
            weft_lab_cuts_of(world);
        }
        weft_world_step(world);
    }
    weft_lab_cuts cuts = weft_lab_cuts_of(world);
    printf("{\"normal\":%.9g,\"tangential\":%.9g}\n", cuts.normal, cuts.tangential);
    weft_world_destroy(world);
    return 0;
}

#else

int main(void) {
    fprintf(stderr, "bench_cuts: a build with WEFT_LAB has it\n");
    return 2;
}

#endif
