// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The end of sewing: when a seam has closed, the particles of each group are led to their common
// point, under the filter like every other move, and once they coincide their vertices are welded
// for good. What has not welded by then has something in the seam, a fold of itself or another
// garment, and pinching it harder holds it there. So seams are let go and drawn together in turns:
// loose, they open wide enough for what is in them to get out.
#include "solve/sewing.h"

#include "math/vec.h"

/// Nearer than this two particles are the same point, m: far below the safety gap, so welding
/// crosses nothing.
#define COINCIDENT 2e-6f
/// A group moves together by at most this much a substep, m.
#define SNAP_STEP 0.003f
/// Groups wider than this stay with their springs, m.
#define SNAP_REACH 0.02f
/// How long closed seams are drawn together before those that did not weld are let go, and how long
/// these are loose before the next try.
enum { FIRM_FRAMES = 12, LOOSE_FRAMES = 12 };
/// A loose seam is this many contact radii wide: a sheet between its borders touches neither.
#define LOOSE_RADII 2.0f

static const wf_cloth* group_cloth(const wf_system* s, uint32_t g) {
    return &s->objects->cloths[s->particles
                                   .cloth_of[s->particles.groups.item[s->particles.groups.row[g]]]];
}

static bool is_closed(const wf_cloth* cloth) {
    return cloth->weld_now || cloth->sewn_frames >= cloth->seam_frames;
}

/// Frames since the seams are closed, of those in which they are drawn together and let go in
/// turns.
static uint32_t frame_of_turn(const wf_cloth* cloth) {
    bool closed = cloth->sewn_frames >= cloth->seam_frames;
    return closed ? (cloth->sewn_frames - cloth->seam_frames) % (FIRM_FRAMES + LOOSE_FRAMES) : 0;
}

static bool is_loose(const wf_cloth* cloth) {
    return frame_of_turn(cloth) >= FIRM_FRAMES;
}

float wf_seam_rest(const wf_system* s, const wf_seam* seam) {
    if (seam->slackens) {
        return seam->rest;
    }
    const wf_cloth* c = &s->objects->cloths[seam->cloth];
    if (is_closed(c)) {
        return is_loose(c) ? LOOSE_RADII * s->contact_radius : 0.0f;
    }
    float done = ((float)c->sewn_frames + s->seam_fraction) / (float)c->seam_frames;
    return seam->rest * (1.0f - (done < 1.0f ? done : 1.0f));
}

static wf_v3 group_centre(const wf_system* s, const float* x, uint32_t g) {
    wf_v3 first = wf_v3_load(x + 4 * (size_t)s->particles.groups.item[s->particles.groups.row[g]]);
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    float mass = 0.0f;
    for (uint32_t k = s->particles.groups.row[g]; k < s->particles.groups.row[g + 1]; ++k) {
        uint32_t i = s->particles.groups.item[k];
        sum = wf_v3_muladd(sum, wf_v3_sub(wf_v3_load(x + 4 * (size_t)i), first),
                           s->particles.mass[i]);
        mass += s->particles.mass[i];
    }
    return wf_v3_muladd(first, sum, 1.0f / mass);
}

static float group_radius(const wf_system* s, const float* x, uint32_t g, wf_v3 centre) {
    float radius2 = 0.0f;
    for (uint32_t k = s->particles.groups.row[g]; k < s->particles.groups.row[g + 1]; ++k) {
        wf_v3 d = wf_v3_sub(wf_v3_load(x + 4 * (size_t)s->particles.groups.item[k]), centre);
        float d2 = wf_v3_dot(d, d);
        radius2 = d2 > radius2 ? d2 : radius2;
    }
    return sqrtf(radius2);
}

static void draw_together(wf_system* s, uint32_t g) {
    wf_v3 centre = group_centre(s, s->particles.z, g);
    float radius = group_radius(s, s->particles.z, g, centre);
    if (radius > SNAP_REACH) {
        return;
    }
    float part = radius > SNAP_STEP ? SNAP_STEP / radius : 1.0f;
    bool any_fixed = false;
    for (uint32_t k = s->particles.groups.row[g]; k < s->particles.groups.row[g + 1]; ++k) {
        any_fixed |= s->particles.fixed[s->particles.groups.item[k]] != 0;
        float* z = s->particles.z + 4 * (size_t)s->particles.groups.item[k];
        wf_v3 at = wf_v3_load(z);
        wf_v3_store(z, part == 1.0f ? centre : wf_v3_muladd(at, wf_v3_sub(centre, at), part));
    }
    wf_v3_store(s->particles.meeting + 4 * (size_t)g, centre);
    s->particles.meeting[4 * (size_t)g + 3] = part == 1.0f && !any_fixed ? 1.0f : 0.0f;
}

void wf_sewing_snap(wf_system* s) {
    for (uint32_t g = 0; g < s->particles.groups.count; ++g) {
        const wf_cloth* cloth = group_cloth(s, g);
        s->particles.meeting[4 * (size_t)g + 3] = 0.0f;
        if (is_closed(cloth) && !is_loose(cloth)) {
            draw_together(s, g);
        }
    }
}

float wf_sewing_gap(const wf_system* s) {
    float gap2 = 0.0f;
    for (uint32_t k = 0; k < s->seam_count; ++k) {
        wf_v3 d = wf_v3_sub(wf_v3_load(s->particles.x + 4 * (size_t)s->seams[k].a),
                            wf_v3_load(s->particles.x + 4 * (size_t)s->seams[k].b));
        float d2 = wf_v3_dot(d, d);
        gap2 = d2 > gap2 ? d2 : gap2;
    }
    return sqrtf(gap2);
}

uint32_t wf_sewing_open(const wf_objects* objects) {
    uint32_t open = 0;
    for (uint32_t k = 0; k < objects->cloth_count; ++k) {
        const wf_cloth* cloth = &objects->cloths[k];
        for (uint32_t i = 0; cloth->seams_open > 0 && i < cloth->seam_count; ++i) {
            const uint32_t* pair = cloth->seams + 2 * (size_t)i;
            open += cloth->merge[pair[0]] != cloth->merge[pair[1]];
        }
    }
    return open;
}

/// Marks, in the particles' scratch, the lowest vertex of every group that is ready.
static bool merge_ready_groups(wf_system* s, uint32_t cloth_index, uint32_t* lowest) {
    wf_cloth* cloth = &s->objects->cloths[cloth_index];
    bool any = false, all = true;
    for (uint32_t i = 0; i < s->particles.count; ++i) {
        lowest[i] = UINT32_MAX;
    }
    for (uint32_t g = 0; g < s->particles.groups.count; ++g) {
        const uint32_t* item = s->particles.groups.item + s->particles.groups.row[g];
        if (s->particles.cloth_of[item[0]] != cloth_index) {
            continue;
        }
        bool ready = group_radius(s, s->particles.x, g,
                                  wf_v3_load(s->particles.x + 4 * (size_t)item[0])) <= COINCIDENT;
        all = all && ready;
        for (uint32_t k = 0;
             ready && k < s->particles.groups.row[g + 1] - s->particles.groups.row[g]; ++k) {
            lowest[item[k]] = item[0]; // the group's first particle; turned into its vertex below
            any = true;
        }
    }
    // Rebuilding for every pair that closes would cost more than it gains: what has closed waits
    // for the rest until seams are let go.
    bool due = all || frame_of_turn(cloth) == FIRM_FRAMES - 1;
    if (!any || !due) {
        return false;
    }
    uint32_t* vertex_of = (uint32_t*)s->q; // scratch of the solver, one float a particle is enough
    for (uint32_t v = cloth->vertex_count; v-- > 0;) {
        vertex_of[cloth->particle[v]] = v;
    }
    for (uint32_t v = 0; v < cloth->vertex_count; ++v) {
        uint32_t first = lowest[cloth->particle[v]];
        if (first != UINT32_MAX) {
            cloth->merge[v] = vertex_of[first] < v ? vertex_of[first] : v;
        }
    }
    return true;
}

bool wf_sewing_weld(wf_system* s) {
    bool welded = false;
    for (uint32_t k = 0; k < s->objects->cloth_count; ++k) {
        wf_cloth* cloth = &s->objects->cloths[k];
        welded |=
            cloth->seams_open > 0 && is_closed(cloth) && merge_ready_groups(s, k, (uint32_t*)s->p);
        cloth->sewn_frames += cloth->seam_count > 0;
    }
    return welded;
}
