// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Coloured block sweeps over the linear system of the last Newton step: each particle goes to the
// minimum over its own place, with the touches as they are there. Only where something is left to
// do: gradients have done the rest. After Chen et al. 2024.
#include "solve/block_sweeps.h"
#include "detect/near.h"
#include "solve/rows.h"
#include "solve/terms.h"

#include <string.h>

/// In steady steps gradients leave little that is not due to touches, so sweeps take who touches
/// something and whom the gradients' end or a neighbour's way, m, still asks to move further than
/// this, and let the rest be: in a walk four fifths. The first is for cloth at rest, the second for
/// cloth in haste.
#define STIRRED_SLOW 2e-6f
#define STIRRED_FAST 8e-6f

/// What the last sweep moved further than RESTLESS, m, in cloth that is slow and crosses nothing,
/// gets up to so many sweeps of its own, with whom it moves, but no more work than one sweep over
/// everybody. Where a fold stands on the floor its multipliers else never end their dance.
#define RESTLESS 1e-5f
#define OWN_SWEEPS 16

/// While the last sweep moved more than one of so many particles by more than LOOSE, m, up to so
/// many more follow where a filter cuts: a pile that lands would be thrown up by what is left.
#define LOOSE 2e-4f
enum { LOOSE_ONE_OF = 100, MORE_SWEEPS = 8 };

#ifdef WEFT_THREADS
/// Particles of one colour that a thread takes at a time.
enum { SWEEP_BLOCK = 32 };
#endif

/// Force on a particle of the linearised energy, without touches.
static wf_f4 force_at(const wf_system* s, uint32_t i) {
    const wf_matrix_view m = wf_matrix_of(s);
    size_t at = 4 * (size_t)i;
    wf_f4 own = wf_apply_block(m.diagonal + 3 * at, wf_f4_load(s->d + at));
    wf_f4 sum = wf_f4_add(wf_matrix_row(&m, s->d, i), own);
    return wf_f4_neg(wf_f4_add(wf_f4_load(s->gradient + at), sum));
}

/// The same with touches, whose stiffness goes into the block's inverse.
static wf_f4 touched_force_at(const wf_system* s, const wf_touches* touches, uint32_t i,
                              float* inverse) {
    float block[12], force[4];
    memcpy(block, s->diagonal + 12 * (size_t)i, sizeof block);
    wf_f4_store(force, force_at(s, i));
    wf_add_touches(s, touches, i, force, block);
    wf_invert_block(block, inverse);
    return wf_f4_load(force);
}

static bool is_touching(const wf_touches* touches, uint32_t i) {
    return touches->first[i] != touches->first[i + 1];
}

/// Exact minimum of the linearised energy plus the true touches over one particle. `s` keeps how
/// far it went, m2.
static void relax_particle(wf_system* s, const wf_touches* touches, uint32_t i) {
    size_t at = 4 * (size_t)i;
    float own[12];
    const float* inverse = s->inverse + 3 * at;
    wf_f4 force;
    if (is_touching(touches, i)) {
        force = touched_force_at(s, touches, i, own);
        inverse = own;
    } else {
        force = force_at(s, i);
    }
    wf_f4 step = wf_apply_block(inverse, force);
    s->s[i] = wf_f4_dot3(step, step); // that gradients are done with
    wf_f4_store(s->d + at, wf_f4_add(wf_f4_load(s->d + at), step));
    wf_f4_store(s->particles.z + at, wf_f4_add(wf_f4_load(s->particles.z + at), step));
}

/// What the loop over touches works with.
typedef struct learning {
    wf_system* s;
    wf_touches* touches;
} learning;

static void learn_touches(void* given, uint32_t begin, uint32_t end) {
    const learning* a = given;
    for (size_t n = begin; n < end; ++n) {
        wf_touch* touch = &a->touches->items[wf_touch_at(a->touches, n)];
        wf_touch_dual(a->touches, touch, a->s->particles.z);
    }
}

static void take(wf_system* s, uint32_t i) {
    wf_swept(s)[i] = !s->particles.fixed[i];
}

/// Whether the block of a particle would go further from where gradients ended: that is in q.
static bool is_unsettled(const wf_system* s, uint32_t i, float least) {
    wf_f4 way = wf_f4_load(s->q + 4 * (size_t)i);
    return wf_f4_dot3(way, way) > least * least;
}

typedef void visit(wf_system* s, uint32_t particle);

/// Neighbours of a particle and whom it touches, itself among these.
WF_INLINE void visit_around(wf_system* s, const wf_touches* touches, uint32_t i, visit* see) {
    for (uint32_t k = s->row[i]; k < s->row[i + 1]; ++k) {
        see(s, s->column[k]);
    }
    for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
        const wf_touch* t = &touches->items[touches->incident[k] >> 2];
        for (uint32_t n = 0; n < t->count; ++n) {
            see(s, t->particle[n]);
        }
    }
}

typedef struct taking {
    wf_system* s;
    const wf_touches* touches;
    int sweep;
    float least; // m
} taking;

/// Those that are taken for themselves.
static void take_particles(void* given, uint32_t begin, uint32_t end) {
    const taking* a = given;
    wf_system* s = a->s;
    memset(wf_swept(s) + begin, 0, end - begin);
    for (uint32_t i = begin; i < end; ++i) {
        if (!s->is_steady || is_touching(a->touches, i) ||
            (a->sweep == 1 && is_unsettled(s, i, a->least))) {
            take(s, i);
        }
    }
}

/// For sweep n, counted from 1; `s` has what the one before moved.
static void choose_swept(wf_system* s, const wf_touches* touches, int n, float least) {
    uint32_t count = s->particles.count;
    taking a = {s, touches, n, least};
    wf_system_for(s, count, WF_PARTICLE_BLOCK, take_particles, &a);
    for (uint32_t i = 0; i < count && s->is_steady && n > 1; ++i) {
        if (s->s[i] > least * least) {
            visit_around(s, touches, i, take);
        }
    }
}

#ifdef WEFT_THREADS
typedef struct colour_sweep {
    wf_system* s;
    const wf_touches* touches;
    const uint32_t* particle; // of one colour
} colour_sweep;

/// Whether a particle touches only bodies. Others of its colour then do not read it, nor it them: a
/// touch with a body is of one triangle, whose corners have different colours.
static bool is_alone(const wf_touches* touches, uint32_t i) {
    bool alone = true;
    for (uint32_t k = touches->first[i]; k < touches->first[i + 1]; ++k) {
        alone &= touches->items[touches->incident[k] >> 2].kind <= WF_NEAR_EDGE_EDGE;
    }
    return alone;
}

/// Notes in `p`, which sweeps do not need: 1 what may move at any time within its colour, 0 what
/// keeps its turn.
static void note_alone(void* given, uint32_t begin, uint32_t end) {
    const colour_sweep* c = given;
    for (uint32_t i = begin; i < end; ++i) {
        c->s->p[i] = is_alone(c->touches, i) ? 1.0f : 0.0f;
    }
}

/// Behind the notes: the particles that keep their turn, in the order of the colours.
static uint32_t* waiting_of(const wf_system* s) {
    return (uint32_t*)s->p + s->particles.count;
}

static uint32_t list_waiting(wf_system* s) {
    uint32_t count = 0, *waiting = waiting_of(s);
    for (uint32_t k = 0; k < s->particles.count; ++k) {
        uint32_t i = s->colours.item[k];
        waiting[count] = k;
        count += s->p[i] == 0.0f;
    }
    return count;
}

static void relax_alone(void* given, uint32_t begin, uint32_t end) {
    const colour_sweep* c = given;
    for (uint32_t k = begin; k < end; ++k) {
        uint32_t i = c->particle[k];
        if (wf_swept(c->s)[i] && c->s->p[i] != 0.0f) {
            relax_particle(c->s, c->touches, i);
        }
    }
}

static uint32_t prepare_sweeps(wf_system* s, const wf_touches* touches) {
    colour_sweep c = {s, touches, NULL};
    wf_system_for(s, s->particles.count, WF_PARTICLE_BLOCK, note_alone, &c);
    return list_waiting(s);
}

/// The bits of a sweep in one thread: those of a colour that could see each other keep their order.
WF_APART void sweep(wf_system* s, const wf_touches* touches, uint32_t waiting_count) {
    colour_sweep c = {s, touches, NULL};
    const uint32_t *waiting = waiting_of(s), *end = waiting + waiting_count;
    for (uint32_t colour = 0; colour < s->colours.count; ++colour) {
        uint32_t first = s->colours.row[colour], last = s->colours.row[colour + 1];
        c.particle = s->colours.item + first;
        wf_system_for(s, last - first, SWEEP_BLOCK, relax_alone, &c);
        for (; waiting < end && *waiting < last; ++waiting) {
            uint32_t i = s->colours.item[*waiting];
            if (wf_swept(s)[i]) {
                relax_particle(s, touches, i);
            }
        }
    }
}
#else
static uint32_t prepare_sweeps(wf_system* s, const wf_touches* touches) {
    (void)s, (void)touches;
    return 0;
}

WF_APART void sweep(wf_system* s, const wf_touches* touches, uint32_t waiting_count) {
    (void)waiting_count; // in one thread all keep their turn
    for (uint32_t k = 0; k < s->particles.count; ++k) {
        uint32_t i = s->colours.item[k];
        if (wf_swept(s)[i]) {
            relax_particle(s, touches, i);
        }
    }
}
#endif

/// Whether the last sweep moved many far.
static bool is_loose(const wf_system* s) {
    uint32_t few = s->particles.count / LOOSE_ONE_OF;
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        if (s->s[i] > LOOSE * LOOSE && few-- == 0) {
            return true;
        }
    }
    return false;
}

void wf_sweep_blocks(wf_system* s, wf_touches* touches, uint32_t round, int sweeps, float haste) {
    learning a = {s, touches};
    float least = STIRRED_SLOW + (STIRRED_FAST - STIRRED_SLOW) * haste;
    uint32_t waiting_count = prepare_sweeps(s, touches);
    int most = s->is_filtered ? sweeps + MORE_SWEEPS : sweeps;
    for (int n = 1; n <= sweeps || (n <= most && is_loose(s)); ++n) {
        if (wf_dual_is_due(n, round)) {
            wf_system_for(s, (uint32_t)touches->count, WF_TOUCH_BLOCK, learn_touches, &a);
        }
        choose_swept(s, touches, n, least);
        memset(s->s, 0, sizeof(float) * s->particles.count);
        sweep(s, touches, waiting_count);
    }
}

static bool is_restless(const wf_system* s, uint32_t i) {
    return s->s[i] > RESTLESS * RESTLESS && !s->particles.fixed[i];
}

static void disturb(wf_system* s, uint32_t i) {
    s->s[i] = s->s[i] > RESTLESS * RESTLESS ? s->s[i] : 2.0f * RESTLESS * RESTLESS;
}

/// All round a particle that moved, but not itself.
static void disturb_around(wf_system* s, const wf_touches* touches, uint32_t i) {
    float own = s->s[i];
    visit_around(s, touches, i, disturb);
    s->s[i] = own;
}

/// One sweep over the restless; how many there were, at most `most`.
static uint32_t sweep_restless(wf_system* s, const wf_touches* touches, uint32_t most) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < s->particles.count && count < most; ++k) {
        uint32_t i = s->colours.item[k];
        if (is_restless(s, i)) {
            relax_particle(s, touches, i);
            count += 1;
            if (is_restless(s, i)) {
                disturb_around(s, touches, i);
            }
        }
    }
    return count;
}

/// Of touches of the restless; others would learn again from what no sweep answers.
static void update_restless(wf_system* s, wf_touches* touches) {
    for (size_t k = 0; k < touches->count; ++k) {
        wf_touch* t = &touches->items[k];
        bool any = false;
        for (uint32_t n = 0; n < t->count; ++n) {
            any |= is_restless(s, t->particle[n]);
        }
        if (any) {
            wf_touch_dual(touches, t, s->particles.z);
        }
    }
}

void wf_sweep_restless(wf_system* s, wf_touches* touches) {
    uint32_t left = s->particles.count;
    for (int n = 0; n < OWN_SWEEPS && left > 0; ++n) {
        if (n % 2 == 0) {
            update_restless(s, touches);
        }
        uint32_t count = sweep_restless(s, touches, left);
        left = count > 0 ? left - count : 0;
    }
}

void wf_sweep_taken(wf_system* s, const wf_touches* touches, int sweeps) {
    uint32_t waiting_count = prepare_sweeps(s, touches);
    for (int n = 0; n < sweeps; ++n) {
        sweep(s, touches, waiting_count);
    }
}
