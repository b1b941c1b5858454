// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a bend loses. Threads rub on each other with a force that does not grow with speed, so as a
// viscous damping it is the larger the slower the cloth moves. Denim's hysteresis against its
// stiffness (cloth/fabric.c quotes both) makes a loss factor of about 0.7, which a swing of one Hz
// has with a damping of 0.1 s; the preset's is 0.015 s.
#include "solve/system.h"

/// Bends of cloth that hardly moves lose this much more than a stretch does.
#define SLOW_LOSS 4.0f
/// At this mean speed of a cloth, m/s, half of the surplus is left.
#define SLOW_SPEED 0.1f

void wf_system_damp_bends(wf_system* s) {
    for (uint32_t first = 0, end; first < s->particles.count; first = end) {
        float energy = 0.0f, mass = 0.0f;
        for (end = first;
             end < s->particles.count && s->particles.cloth_of[end] == s->particles.cloth_of[first];
             ++end) {
            wf_f4 v = wf_f4_load(s->particles.v + 4 * (size_t)end);
            energy += s->particles.mass[end] * wf_f4_dot3(v, v);
            mass += s->particles.mass[end];
        }
        float part = 1.0f / (1.0f + energy / (mass * SLOW_SPEED * SLOW_SPEED));
        float loss = 1.0f + (SLOW_LOSS - 1.0f) * part;
        for (uint32_t i = first; i < end; ++i) {
            s->bend_damping[i] = loss * s->objects->cloths[s->particles.cloth_of[i]].fabric.damping;
        }
    }
}
