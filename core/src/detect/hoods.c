// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Four triangles or four sides of an outline at a time. Fans see to it that the triangles are large
// and fat enough for floats.
#include "detect/hoods.h"

#include "base/parallel.h"
#include "math/v3x4.h"

/// Twice the area that the triangle of a side and the vertex has in the view, over the square of
/// its longer leg: a thousand times what rounding does.
#define LEAST_TURN 1e-3f

// ---- one hood
// ---------------------------------------------------------------------------------------

/// Lanes where n . v > sqrt(bound).
static wf_f4 faces(wf_v3x4 n, wf_v3x4 v, wf_f4 bound) {
    wf_f4 along = wf_v3x4_dot(n, v);
    return wf_f4_and(wf_f4_less(wf_f4_zero(), along), wf_f4_less(bound, wf_f4_mul(along, along)));
}

static bool all_flat(const wf_rows* inner, uint32_t hood, const uint8_t* flat) {
    uint8_t all = 1;
    for (uint32_t k = inner->row[hood]; k < inner->row[hood + 1]; ++k) {
        all &= flat[inner->item[k]];
    }
    return all != 0;
}

/// What is asked of hoods.
typedef struct look {
    const wf_hoods* hoods;
    const float *x, *end;
    float margin;
    int poses, step; // every `step`th of the first `poses` coefficients
    const uint8_t* flat;
    uint8_t* hood;
} look;

/// Whether all triangles of a hood face its view. Those at the rim may be in no fan that was
/// judged.
static bool faces_view(const look* l, const wf_rows* face, uint32_t hood, wf_v3x4 n) {
    const wf_fans* fans = l->hoods->fans;
    wf_f4 margin2_nn = wf_f4_mul(wf_f4_splat(l->margin * l->margin), wf_v3x4_dot(n, n));
    for (uint32_t k = face->row[hood]; k < face->row[hood + 1]; k += 4) {
        wf_f4 bound = wf_f4_zero();
        bool astray = false;
        for (int pose = 0; pose < l->poses; pose += l->step) {
            wf_f4 v[4];
            for (uint32_t lane = 0; lane < 4; ++lane) {
                size_t at = 4 * (size_t)face->item[k + lane];
                v[lane] = wf_f4_load(fans->face[pose] + at);
                astray |= !(fans->stray[at + 3] < WF_FANS_ASTRAY);
            }
            wf_f4_transpose(&v[0], &v[1], &v[2], &v[3]);
            bound = pose == 0 ? wf_f4_mul(margin2_nn, v[3]) : bound;
            if (astray || wf_f4_mask(faces(n, (wf_v3x4){v[0], v[1], v[2]}, bound)) != 15) {
                return false;
            }
        }
    }
    return true;
}

/// The corners of an outline in one pose, in the plane of the view: along the ray and across it,
/// and their squared distance from the vertex. The first corner follows the last, to full fours and
/// one.
typedef struct outline {
    float along[WF_HOODS_MOST_SIDES + 4], across[WF_HOODS_MOST_SIDES + 4],
        far2[WF_HOODS_MOST_SIDES + 4];
} outline;

static void view_outline(const wf_rows* corners, uint32_t hood, uint32_t vertex, const float* x,
                         wf_v3x4 ray, wf_v3x4 across, outline* out) {
    wf_v3x4 centre = wf_v3x4_splat(x + 4 * (size_t)vertex);
    uint32_t row = corners->row[hood], count = corners->row[hood + 1] - row;
    for (uint32_t k = 0; k < count; k += 4) {
        wf_v3x4 leg = wf_v3x4_sub(wf_v3x4_gather(x, corners->item + row + k), centre);
        wf_f4_store(out->along + k, wf_v3x4_dot(leg, ray));
        wf_f4_store(out->across + k, wf_v3x4_dot(leg, across));
        wf_f4_store(out->far2 + k, wf_v3x4_dot(leg, leg));
    }
    out->along[count] = out->along[0];
    out->across[count] = out->across[0];
    out->far2[count] = out->far2[0];
}

/// Twice the areas of the triangles of four sides with the vertex, from a corner in one pose to the
/// next one in another.
static wf_f4 areas(const outline* a, const outline* b, uint32_t k) {
    return wf_v3x4_minor(wf_f4_load(a->along + k), wf_f4_load(b->across + k + 1),
                         wf_f4_load(a->across + k), wf_f4_load(b->along + k + 1));
}

/// Whether the outline turns round the vertex once and never back.
static bool goes_round(const look* l, const wf_hood_rows* rows, uint32_t hood, uint32_t vertex,
                       wf_v3x4 n) {
    outline a, b;
    wf_v3x4 ray = wf_v3x4_splat(l->hoods->fans->ray + 4 * (size_t)vertex);
    wf_v3x4 across = wf_v3x4_cross(n, ray);
    view_outline(&rows->outline, hood, vertex, l->x, ray, across, &a);
    if (l->end != NULL) {
        view_outline(&rows->outline, hood, vertex, l->end, ray, across, &b);
    }
    // The view is scaled by the length of the ray one way and by that times |n| the other.
    wf_f4 scale = wf_f4_mul(wf_v3x4_dot(ray, ray), wf_f4_sqrt(wf_v3x4_dot(n, n)));
    wf_f4 least = wf_f4_mul(wf_f4_splat(LEAST_TURN), scale);
    uint32_t sides = rows->sides[hood], turns = 0;
    for (uint32_t k = 0; k < sides; k += 4) {
        int used = sides - k < 4 ? (1 << (sides - k)) - 1 : 15;
        wf_f4 size2 = wf_f4_max(wf_f4_load(a.far2 + k), wf_f4_load(a.far2 + k + 1));
        wf_f4 bound = wf_f4_mul(least, size2);
        wf_f4 ok = wf_f4_less(bound, areas(&a, &a, k));
        if (l->end != NULL) {
            wf_f4 middle = wf_f4_add(areas(&a, &b, k), areas(&b, &a, k));
            ok = wf_f4_and(ok, wf_f4_less(wf_f4_add(bound, bound), middle));
            ok = wf_f4_and(ok, wf_f4_less(bound, areas(&b, &b, k)));
        }
        if ((wf_f4_mask(ok) & used) != used) {
            return false;
        }
        wf_f4 zero = wf_f4_zero();
        wf_f4 passes = wf_f4_and(wf_f4_less(wf_f4_load(a.along + k), zero),
                                 wf_f4_less_equal(zero, wf_f4_load(a.along + k + 1)));
        turns += (uint32_t)__builtin_popcount((unsigned)(wf_f4_mask(passes) & used));
    }
    return turns == 1;
}

/// The same for all poses of the way at once, and less sharply.
static bool surely_faces_view(const look* l, const wf_rows* face, uint32_t hood, wf_v3x4 n) {
    wf_f4 nn = wf_v3x4_dot(n, n), margin = wf_f4_splat(l->margin);
    const float* stray = l->hoods->fans->stray;
    for (uint32_t k = face->row[hood]; k < face->row[hood + 1]; k += 4) {
        wf_f4 v[4];
        for (uint32_t lane = 0; lane < 4; ++lane) {
            v[lane] = wf_f4_load(stray + 4 * (size_t)face->item[k + lane]);
        }
        wf_f4_transpose(&v[0], &v[1], &v[2], &v[3]);
        wf_f4 reach = wf_f4_add(margin, v[3]);
        wf_f4 bound = wf_f4_mul(nn, wf_f4_mul(reach, reach));
        if (wf_f4_mask(faces(n, (wf_v3x4){v[0], v[1], v[2]}, bound)) != 15) {
            return false;
        }
    }
    return true;
}

static wf_v3x4 view_of(const look* l, uint32_t vertex) {
    return wf_v3x4_splat(l->hoods->fans->normal + 4 * (size_t)vertex);
}

static bool stands(const look* l, uint32_t v) {
    const wf_hood_rows* own = &l->hoods->own;
    wf_v3x4 n = view_of(l, v);
    return own->sides[v] > 0 && all_flat(&own->inner, v, l->flat) &&
           (surely_faces_view(l, &own->face, v, n) || faces_view(l, &own->face, v, n)) &&
           goes_round(l, own, v, v, n);
}

static bool stands_wide(const look* l, uint32_t ward) {
    const wf_hood_rows* wide = &l->hoods->wide;
    if (wide->sides[ward] == 0 || !all_flat(&wide->inner, ward, l->flat)) {
        return false;
    }
    uint32_t vertex = wide->inner.item[wide->inner.row[ward]];
    wf_v3x4 n = view_of(l, vertex);
    return surely_faces_view(l, &wide->face, ward, n) && goes_round(l, wide, ward, vertex, n);
}

/// Wards that a thread takes at a time.
enum { WARD_BLOCK = 32 };

/// Who is not answered for by the wide hood of the ward is asked for its own.
static void find_wards(void* given, uint32_t begin, uint32_t last) {
    const look* l = given;
    const wf_hoods* hoods = l->hoods;
    for (uint32_t ward = begin; ward < last; ++ward) {
        bool all = stands_wide(l, ward);
        for (uint32_t k = hoods->ward.row[ward]; k < hoods->ward.row[ward + 1]; ++k) {
            uint32_t v = hoods->ward.item[k];
            l->hood[v] = all || stands(l, v);
        }
    }
}

void wf_hoods_find(const wf_hoods* hoods, const float* x, const float* end, float margin,
                   const uint8_t* flat, uint8_t* hood) {
    look l = {hoods, x, end, margin, end != NULL ? 3 : 1, 1, flat, hood};
    wf_parallel_for(hoods->fans->pool, hoods->ward.count, WARD_BLOCK, find_wards, &l);
}

void wf_hoods_guess(const wf_hoods* hoods, const float* x, float margin, const uint8_t* flat,
                    uint8_t* hood) {
    look l = {hoods, x, NULL, margin, 3, 2, flat, hood};
    wf_parallel_for(hoods->fans->pool, hoods->ward.count, WARD_BLOCK, find_wards, &l);
}
