// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// With w the wind seen by a triangle and n its normal on the lee side,
//     f = (rho A / 2) [ (C_D - C_L) (w.n) w + C_L |w| min(|w|, 10 w.n) n ].
// The min lets the lift of a plate edge-on to the wind grow over the first six degrees, as a real
// plate's does; without it the force would jump from one side to the other. Noise comes from
// integer hashes on a periodic lattice that is filled per call, and drifts past the world.
#include "cloth/air.h"

#include "base/assert.h"
#include "base/parallel.h"
#include "math/simd.h"

#include <math.h>

enum { LATTICE = 8, LATTICE_MASK = LATTICE - 1 };

static const float cell = 0.6f;                      // m, size of a gust
static const float drift[3] = {0.31f, 0.17f, 0.23f}; // m/s, so that gusts pass in no mean wind too
static const float beat = 1.7f;        // s, how fast the strength of all gusts swells and dies
static const float lift_slope = 10.0f; // lift is full at an incidence of 1/10
static const float tiny = 1e-20f;

/// The curl of noise of unit amplitude has this root mean square, in 1/cell (measured by a test).
static const float curl_rms = 2.0f;

/// Vector potential of the gusts on the lattice, and where the world is in it.
typedef struct gusts {
    float potential[LATTICE * LATTICE * LATTICE][4];
    float origin[3]; // cells
    float strength;  // m/s per unit of curl
} gusts;

// murmur3's finaliser: every bit of the key reaches every bit of the result.
static uint32_t hash(uint32_t key) {
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    key *= 0xc2b2ae35u;
    return key ^ (key >> 16);
}

/// -1 to 1 from 24 bits of the hash: exact in single precision.
static float noise_of(uint32_t key) {
    return (float)((int32_t)(hash(key) >> 8) - 0x800000) * (1.0f / 8388608.0f);
}

static float fade(float t) {
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float fade_slope(float t) {
    float s = t * (t - 1.0f);
    return 30.0f * (s * s);
}

/// Common swell of all gusts, 0.5 to 1.5.
static float swell(float time) {
    double at = (double)time / (double)beat;
    double whole = floor(at);
    uint32_t key = (uint32_t)(int64_t)whole;
    float from = noise_of(key * 2u + 1u), to = noise_of(key * 2u + 3u);
    return 1.0f + 0.5f * (from + (to - from) * fade((float)(at - whole)));
}

static void make_gusts(const wf_air* air, float time, gusts* g) {
    for (uint32_t i = 0; i < LATTICE * LATTICE * LATTICE; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            g->potential[i][k] = noise_of(i * 4u + k + 0x9e3779b9u);
        }
        g->potential[i][3] = 0.0f;
    }
    for (int k = 0; k < 3; ++k) { // in double, so that an hour's drift keeps its fraction
        double at = -(double)time * ((double)air->wind[k] + (double)drift[k]) / (double)cell;
        at += air->origin[k] / (double)cell;
        g->origin[k] = (float)(at - LATTICE * floor(at / LATTICE));
    }
    g->strength = air->gust * swell(time) / curl_rms;
}

/// Splits a coordinate in lattice index and fraction; anything, even a NaN, gives a valid index.
static uint32_t split(float p, float* fraction) {
    p = p > -1e6f ? p : -1e6f;
    p = p < 1e6f ? p : 1e6f;
    int32_t whole = (int32_t)p;
    whole -= (float)whole > p;
    *fraction = p - (float)whole;
    return (uint32_t)whole & LATTICE_MASK;
}

static wf_f4 mix(wf_f4 a, wf_f4 b, wf_f4 t) {
    return wf_f4_muladd(wf_f4_sub(b, a), t, a);
}

/// The eight potentials around a point: bit 0 of the index is x, bit 1 y, bit 2 z.
static void corners(const gusts* g, const uint32_t at[3], wf_f4 out[8]) {
    for (uint32_t c = 0; c < 8; ++c) {
        uint32_t x = (at[0] + (c & 1)) & LATTICE_MASK;
        uint32_t y = (at[1] + ((c >> 1) & 1)) & LATTICE_MASK;
        uint32_t z = (at[2] + (c >> 2)) & LATTICE_MASK;
        out[c] = wf_f4_load(g->potential[(z * LATTICE + y) * LATTICE + x]);
    }
}

/// Derivative along axis `k` of the interpolated potential, per cell.
static wf_f4 slope_along(const wf_f4 p[8], int k, const float fades[3], float slope) {
    int a = 1 << k, b = 1 << ((k + 1) % 3), c = 1 << ((k + 2) % 3);
    wf_f4 tb = wf_f4_splat(fades[(k + 1) % 3]), tc = wf_f4_splat(fades[(k + 2) % 3]);
    wf_f4 near = mix(wf_f4_sub(p[a], p[0]), wf_f4_sub(p[a | b], p[b]), tb);
    wf_f4 far = mix(wf_f4_sub(p[a | c], p[c]), wf_f4_sub(p[a | b | c], p[b | c]), tb);
    return wf_f4_mul(mix(near, far, tc), wf_f4_splat(slope));
}

static void gust_at(const gusts* g, const float point[3], float out[3]) {
    uint32_t at[3];
    float fades[3], slopes[3], d[3][4];
    for (int k = 0; k < 3; ++k) {
        float t;
        at[k] = split(point[k] * (1.0f / cell) + g->origin[k], &t);
        fades[k] = fade(t);
        slopes[k] = fade_slope(t);
    }
    wf_f4 p[8];
    corners(g, at, p);
    for (int k = 0; k < 3; ++k) {
        wf_f4_store(d[k], slope_along(p, k, fades, slopes[k]));
    }
    out[0] = g->strength * (d[1][2] - d[2][1]);
    out[1] = g->strength * (d[2][0] - d[0][2]);
    out[2] = g->strength * (d[0][1] - d[1][0]);
}

void wf_air_wind(const wf_air* air, const float point[3], float time, float wind[3]) {
    gusts g;
    make_gusts(air, time, &g);
    gust_at(&g, point, wind);
    for (int k = 0; k < 3; ++k) {
        wind[k] += air->wind[k];
    }
}

/// Four triangles: corner indices, corner by corner, and their constants.
typedef struct batch {
    uint32_t corner[3][4];
    uint32_t lanes; // in use; the others repeat the first
    wf_f4 drag, lift, mass;
} batch;

WF_INLINE batch gather(const uint32_t* triangles, const float* drag, const float* lift,
                       const float* mass, uint32_t first, uint32_t count) {
    batch b;
    float d[4], l[4], m[4];
    b.lanes = count - first < 4 ? count - first : 4;
    for (uint32_t i = 0; i < 4; ++i) {
        size_t t = first + (i < b.lanes ? i : 0);
        const uint32_t* v = triangles + 3 * t;
        for (int k = 0; k < 3; ++k) {
            b.corner[k][i] = v[k];
        }
        d[i] = drag[t];
        l[i] = lift[t];
        m[i] = (mass[v[0]] + mass[v[1]]) + mass[v[2]];
    }
    b.drag = wf_f4_load(d);
    b.lift = wf_f4_load(l);
    b.mass = wf_f4_load(m);
    return b;
}

WF_INLINE void mean_of(const float* field, const batch* b, wf_f4 corners[3][3], wf_f4 mean[3]) {
    wf_f4 third = wf_f4_splat(1.0f / 3.0f);
    for (int k = 0; k < 3; ++k) {
        wf_f4_gather3(field, b->corner[k], corners[k]);
    }
    for (int i = 0; i < 3; ++i) {
        wf_f4 sum = wf_f4_add(wf_f4_add(corners[0][i], corners[1][i]), corners[2][i]);
        mean[i] = wf_f4_mul(sum, third);
    }
}

/// Normal of length twice the area.
WF_INLINE void normal_of(wf_f4 x[3][3], wf_f4 n[3]) {
    wf_f4 e[3], f[3];
    for (int i = 0; i < 3; ++i) {
        e[i] = wf_f4_sub(x[1][i], x[0][i]);
        f[i] = wf_f4_sub(x[2][i], x[0][i]);
    }
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = wf_f4_sub(wf_f4_mul(e[j], f[k]), wf_f4_mul(e[k], f[j]));
    }
}

static void add_gusts(const gusts* g, const wf_f4 centre[3], wf_f4 w[3]) {
    float at[3][4], gust[3][4];
    for (int k = 0; k < 3; ++k) {
        wf_f4_store(at[k], centre[k]);
    }
    for (int i = 0; i < 4; ++i) {
        float point[3] = {at[0][i], at[1][i], at[2][i]}, out[3];
        gust_at(g, point, out);
        for (int k = 0; k < 3; ++k) {
            gust[k][i] = out[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        w[k] = wf_f4_add(w[k], wf_f4_load(gust[k]));
    }
}

/// Largest part of the force that may act, 0 to 1: the impulse must not turn the relative wind
/// round. A triangle's own share of its corners' mass is a ninth of their sum for up to nine
/// triangles around a vertex.
WF_INLINE wf_f4 allowance(const batch* b, const wf_f4 w[3], const wf_f4 f[3], float h) {
    wf_f4 momentum = wf_f4_mul(wf_f4_mul(b->mass, wf_f4_splat(1.0f / 9.0f)), wf_f4x3_dot(w, w));
    wf_f4 impulse = wf_f4_mul(wf_f4_splat(h), wf_f4x3_dot(w, f));
    wf_f4 part = wf_f4_div(momentum, wf_f4_max(impulse, wf_f4_splat(tiny)));
    return wf_f4_min(part, wf_f4_splat(1.0f));
}

/// Force on each triangle, from its normal of length 2 A and the wind that it sees.
WF_INLINE void aerodynamic(const batch* b, float density, const wf_f4 n[3], const wf_f4 w[3],
                           wf_f4 f[3]) {
    wf_f4 size = wf_f4_sqrt(wf_f4x3_dot(n, n));
    wf_f4 dot = wf_f4x3_dot(w, n); // 2 A (w.n)
    wf_f4 speed = wf_f4_sqrt(wf_f4x3_dot(w, w));
    wf_f4 lift = wf_f4_min(b->lift, b->drag); // more lift than drag could feed energy in
    wf_f4 along = wf_f4_mul(wf_f4_sub(b->drag, lift), wf_f4_abs(dot));
    wf_f4 incidence = wf_f4_mul(wf_f4_splat(lift_slope), wf_f4_abs(dot));
    // 2 A |w| min(|w|, 10 w.n) n, with n of length 2 A oriented by the sign of w.n
    wf_f4 up = wf_f4_mul(lift, wf_f4_mul(speed, wf_f4_min(wf_f4_mul(speed, size), incidence)));
    up = wf_f4_div(up, wf_f4_max(size, wf_f4_splat(tiny)));
    up = wf_f4_select(wf_f4_less(dot, wf_f4_zero()), wf_f4_neg(up), up);
    wf_f4 scale = wf_f4_splat(0.25f * density);
    for (int i = 0; i < 3; ++i) {
        f[i] = wf_f4_mul(scale, wf_f4_muladd(along, w[i], wf_f4_mul(up, n[i])));
    }
}

/// Adds the forces of the lanes of a batch, turned to four floats each, to its corners.
static void scatter(const uint32_t* triangles, uint32_t first, uint32_t lanes, const float* lane,
                    float* force) {
    for (uint32_t i = 0; i < lanes; ++i) {
        const uint32_t* corner = triangles + 3 * ((size_t)first + i);
        wf_f4 f = wf_f4_load(lane + 4 * (size_t)i);
        for (int k = 0; k < 3; ++k) {
            float* to = force + 4 * (size_t)corner[k];
            wf_f4_store(to, wf_f4_add(wf_f4_load(to), f));
        }
    }
}

/// What the loop over batches of four triangles works with.
typedef struct blowing {
    const wf_air* air;
    const wf_blown* cloth;
    const gusts* gusts; // null where the wind is even
    float h;
    float* scratch; // null where forces are added at once
    float* force;
} blowing;

/// The forces on a batch, four floats a lane.
WF_INLINE void blow_on(const blowing* a, const batch* b, float lane[16]) {
    wf_f4 at[3][3], moving[3][3], centre[3], w[3], n[3], f[3];
    mean_of(a->cloth->x, b, at, centre);
    mean_of(a->cloth->v, b, moving, w);
    for (int k = 0; k < 3; ++k) {
        w[k] = wf_f4_sub(wf_f4_splat(a->air->wind[k]), w[k]);
    }
    if (a->gusts != NULL) {
        add_gusts(a->gusts, centre, w);
    }
    normal_of(at, n);
    aerodynamic(b, a->air->density, n, w, f);
    wf_f4 part = wf_f4_mul(allowance(b, w, f, a->h), wf_f4_splat(1.0f / 3.0f));
    wf_f4 out[4] = {wf_f4_mul(f[0], part), wf_f4_mul(f[1], part), wf_f4_mul(f[2], part),
                    wf_f4_zero()};
    wf_f4_transpose(&out[0], &out[1], &out[2], &out[3]);
    for (int i = 0; i < 4; ++i) {
        wf_f4_store(lane + 4 * (size_t)i, out[i]);
    }
}

static void blow_batches(void* given, uint32_t begin, uint32_t end) {
    const blowing* a = given;
    const wf_blown* c = a->cloth;
    for (uint32_t k = begin; k < end; ++k) {
        batch b = gather(c->triangles, c->drag, c->lift, c->mass, 4 * k, c->triangle_count);
        WEFT_DEBUG_ASSERT(b.corner[0][0] < c->particle_count);
        float own[16], *lane = a->scratch != NULL ? a->scratch + 16 * (size_t)k : own;
        blow_on(a, &b, lane);
        if (a->scratch == NULL) {
            scatter(c->triangles, 4 * k, b.lanes, lane, a->force);
        }
    }
}

/// Batches that a thread takes at a time.
enum { BATCH_BLOCK = 128 };

void wf_air_forces(const wf_air* air, const wf_blown* cloth, float time, float h,
                   struct wf_pool* const* pool, float* scratch, float* force) {
    WEFT_DEBUG_ASSERT(h > 0.0f && isfinite(time));
    if (!(air->density > 0.0f)) {
        return;
    }
    gusts g;
    bool gusty = air->gust > 0.0f;
    if (gusty) {
        make_gusts(air, time, &g);
    }
    blowing a = {air, cloth, gusty ? &g : NULL, h, NULL, force};
    uint32_t count = cloth->triangle_count, batches = count / 4 + (count % 4 != 0);
#ifdef WEFT_THREADS
    if (wf_pool_at(pool) != NULL && scratch != NULL) {
        a.scratch = scratch;
        wf_pool_run(*pool, batches, BATCH_BLOCK, blow_batches, &a);
        for (uint32_t k = 0; k < batches; ++k) {
            uint32_t left = count - 4 * k;
            scatter(cloth->triangles, 4 * k, left < 4 ? left : 4, scratch + 16 * (size_t)k, force);
        }
        return;
    }
#endif
    (void)pool, (void)scratch; // in a build without threads
    blow_batches(&a, 0, batches);
}
