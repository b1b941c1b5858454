// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The host's clock, for the phase times of the report. Nothing that it says reaches the physics.
#include "base/clock.h"

#include "weft/weft.h"

#include <stddef.h>

static weft_clock_fn* host_clock = NULL;

void weft_set_clock(weft_clock_fn* clock) {
    host_clock = clock;
}

double wf_clock_now(void) {
    return host_clock ? host_clock() : 0.0;
}
