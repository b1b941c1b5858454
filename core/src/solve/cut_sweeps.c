// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What goes on beside a particle that the filter stopped, or stays beside one that it pushed out of
// a body's way, stretches cloth until the next substep. So the neighbours of the few that were cut
// give way to them at once, in the system of the last Newton step, before all is filtered again.
#include "solve/cut_sweeps.h"

#include "solve/block_sweeps.h"

#include <string.h>

/// Who was cut by more than CUT, m, stays, and so many rings of neighbours round it get so many
/// sweeps.
#define CUT 2e-5f
enum { RINGS = 3, SWEEPS = 8 };
/// No more than one particle of so many may be cut, and no more than one of so many at more than
/// FAR, m/s. Else another round finds a way on from there: without one, cloth that slides off an
/// edge would be braked.
#define FAR 0.25f
enum { CUT_ONE_OF = 20, FAR_ONE_OF = 100 };

/// How many were cut, and how many of these at more than FAR.
typedef struct cuts {
    uint32_t count, far;
} cuts;

/// Marks with 1 in `s` what was cut, and the others with 0.
static cuts mark_cut(wf_system* s) {
    const wf_particles* particles = &s->particles;
    float far = FAR * s->h;
    cuts found = {0, 0};
    for (uint32_t i = 0; i < particles->count; ++i) {
        size_t at = 4 * (size_t)i;
        wf_f4 wanted = wf_f4_sub(wf_f4_load(particles->z + at), wf_f4_load(particles->x + at));
        wf_f4 cut = wf_f4_sub(wf_f4_load(s->d + at), wanted);
        float cut2 = wf_f4_dot3(cut, cut);
        bool is_cut = cut2 > CUT * CUT && !particles->fixed[i];
        s->s[i] = is_cut ? 1.0f : 0.0f;
        found.count += is_cut;
        found.far += is_cut && cut2 > far * far;
    }
    return found;
}

/// Takes the rings round what is marked, which is not taken itself.
static void take_rings(wf_system* s) {
    memset(wf_swept(s), 0, s->particles.count);
    for (int ring = 1; ring <= RINGS; ++ring) {
        for (uint32_t i = 0; i < s->particles.count; ++i) {
            for (uint32_t k = s->row[i]; s->s[i] == (float)ring && k < s->row[i + 1]; ++k) {
                uint32_t j = s->column[k];
                if (s->s[j] == 0.0f) {
                    s->s[j] = (float)(ring + 1);
                    wf_swept(s)[j] = !s->particles.fixed[j];
                }
            }
        }
    }
}

/// The proposal becomes what was granted, and `d` what that is from the point of linearisation.
static void take_granted(wf_system* s) {
    float *x = s->particles.x, *z = s->particles.z;
    for (size_t i = 0; i < 4 * (size_t)s->particles.count; i += 4) {
        wf_f4 granted = wf_f4_load(s->d + i);
        wf_f4 wanted = wf_f4_sub(wf_f4_load(z + i), wf_f4_load(x + i));
        wf_f4_store(z + i, wf_f4_add(wf_f4_load(x + i), granted));
        wf_f4_store(s->d + i, wf_f4_add(wf_f4_load(s->q + i), wf_f4_sub(granted, wanted)));
    }
}

bool wf_sweep_round_cut(wf_system* s, const wf_touches* touches) {
    uint32_t count = s->particles.count;
    cuts found = mark_cut(s);
    if (found.count == 0 || CUT_ONE_OF * found.count > count || FAR_ONE_OF * found.far > count) {
        return false;
    }
    take_rings(s);
    take_granted(s);
    wf_sweep_taken(s, touches, SWEEPS);
    return true;
}
