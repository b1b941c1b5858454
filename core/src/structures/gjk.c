// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The shapes are A and B, and the algorithm looks for the point v of B - A that is nearest to the
// origin: it keeps up to four points of B - A, takes the nearest point v of their hull, and adds
// the point that is foremost against v. When none is farther forward than v itself, v is the
// answer, and the plane across v through the foremost point is the proof: every point of B - A is
// at least (v . foremost) / |v| along v.
//
// The nearest point of a hull of up to four points is the best of its corners, edges, faces, and
// the origin itself where the four surround it, each judged by itself: slower than Johnson's
// recursion, but whatever is degenerate just does not count, and the best of what remains is a
// point of the hull all the same. All in double.
//
// Drift: say all corners of A moved by u_i and those of B by w_j, and the boxes of A and B grew by
// vectors g_i and g_j, since the distance was D0 between points with weights alpha and beta. Any
// two points of the shapes had weights and places in their boxes then too, and between them changed
// by sum alpha_i (u_i + s_i g_i) - sum beta_j (w_j + t_j g_j) with s, t in [-1, 1]: a mean of
// differences, so its length is at most e = max |u_i - w_j| + max |g_i| + max |g_j|. Hence the
// distance is now D >= D0 - e, the carried points are |p - q| <= D0 + e apart, and
// 0 <= |p - q| - D <= 2 e. With means ubar, wbar instead of all pairs,
// |u_i - w_j| <= |ubar - wbar| + |u_i - ubar| + |w_j - wbar|: balls about mean velocities, which
// are nearer to the truth than the cones of section 5.2, as those hold the velocity 0 too.
#include "structures/gjk.h"

#ifdef WEFT_LAB

#include <math.h>
#include <string.h>

/// Rounds after which the answer is taken as it is; half a dozen are usual.
enum { MOST_ROUNDS = 40 };

/// A gain of less than this part of the distance is none.
#define LEAST_GAIN 1e-13

/// A point of B - A: the foremost of one direction.
typedef struct vertex {
    double w[3];
    uint32_t corner[2];  // of a and of b
    double offset[2][3]; // from these
} vertex;

typedef struct simplex {
    vertex at[4];
    double weight[4];
    uint32_t count;
} simplex;

static double dot(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double* a, const double* b, double* out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void subtract(const double* a, const double* b, double* out) {
    for (int k = 0; k < 3; ++k) {
        out[k] = a[k] - b[k];
    }
}

/// The corner that is foremost along d, with its box; returns how far that is.
static double foremost(const wf_gjk_shape* shape, const double* d, uint32_t* corner) {
    double best = -INFINITY;
    for (uint32_t i = 0; i < shape->count; ++i) {
        const double* h = shape->half[i];
        double reach =
            dot(shape->at[i], d) + fabs(d[0]) * h[0] + fabs(d[1]) * h[1] + fabs(d[2]) * h[2];
        if (reach > best) {
            best = reach;
            *corner = i;
        }
    }
    return best;
}

static void corner_of_box(const wf_gjk_shape* shape, uint32_t corner, const double* d,
                          double* offset) {
    for (int k = 0; k < 3; ++k) {
        double half = shape->half[corner][k];
        offset[k] = d[k] > 0.0 ? half : d[k] < 0.0 ? -half : 0.0;
    }
}

/// The point of B - A that is foremost against v.
static vertex support(const wf_gjk_shape* a, const wf_gjk_shape* b, const double* v) {
    double back[3] = {-v[0], -v[1], -v[2]};
    vertex out = {.corner = {0, 0}};
    foremost(a, v, &out.corner[0]);
    foremost(b, back, &out.corner[1]);
    corner_of_box(a, out.corner[0], v, out.offset[0]);
    corner_of_box(b, out.corner[1], back, out.offset[1]);
    for (int k = 0; k < 3; ++k) {
        out.w[k] =
            b->at[out.corner[1]][k] + out.offset[1][k] - a->at[out.corner[0]][k] - out.offset[0][k];
    }
    return out;
}

// ---- nearest points -----------------------------------------------------------------------------

/// The best part of a simplex so far.
typedef struct nearest {
    double v[3], square;
    uint32_t index[4], count;
    double weight[4];
} nearest;

static void consider(const simplex* s, nearest* best, const uint32_t* index, const double* weight,
                     uint32_t count) {
    double v[3] = {0, 0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        if (!(weight[i] >= 0.0)) {
            return; // outside, or degenerate
        }
        for (int k = 0; k < 3; ++k) {
            v[k] += weight[i] * s->at[index[i]].w[k];
        }
    }
    double square = dot(v, v);
    if (square < best->square) {
        best->square = square;
        best->count = count;
        memcpy(best->v, v, sizeof v);
        memcpy(best->index, index, sizeof(uint32_t) * count);
        memcpy(best->weight, weight, sizeof(double) * count);
    }
}

static void consider_edge(const simplex* s, nearest* best, uint32_t i, uint32_t j) {
    double ab[3];
    subtract(s->at[j].w, s->at[i].w, ab);
    double t = -dot(s->at[i].w, ab) / dot(ab, ab);
    consider(s, best, (uint32_t[]){i, j}, (double[]){1.0 - t, t}, 2);
}

static void consider_face(const simplex* s, nearest* best, uint32_t i, uint32_t j, uint32_t l) {
    const double *a = s->at[i].w, *b = s->at[j].w, *c = s->at[l].w;
    double ab[3], ac[3], n[3], side[3], weight[3];
    subtract(b, a, ab);
    subtract(c, a, ac);
    cross(ab, ac, n);
    double square = dot(n, n);
    cross(b, c, side);
    weight[0] = dot(side, n) / square;
    cross(c, a, side);
    weight[1] = dot(side, n) / square;
    cross(a, b, side);
    weight[2] = dot(side, n) / square;
    double sum = weight[0] + weight[1] + weight[2];
    for (int k = 0; k < 3; ++k) {
        weight[k] /= sum;
    }
    consider(s, best, (uint32_t[]){i, j, l}, weight, 3);
}

/// The origin, if the four surround it.
static void consider_inside(const simplex* s, nearest* best) {
    double edge[3][3], n[3], weight[4], whole = 0.0;
    for (int i = 0; i < 3; ++i) {
        subtract(s->at[i].w, s->at[3].w, edge[i]);
    }
    cross(edge[1], edge[2], n);
    whole = dot(edge[0], n);
    for (int i = 0; i < 3; ++i) { // the origin against corner 3, by Cramer
        cross(edge[(i + 1) % 3], edge[(i + 2) % 3], n);
        weight[i] = -dot(s->at[3].w, n) / whole;
    }
    weight[3] = 1.0 - weight[0] - weight[1] - weight[2];
    consider(s, best, (uint32_t[]){0, 1, 2, 3}, weight, 4);
}

/// Reduces a simplex to the part that is nearest to the origin, at v.
static void reduce(simplex* s, double v[3]) {
    nearest best = {.square = INFINITY};
    for (uint32_t i = 0; i < s->count; ++i) {
        consider(s, &best, &i, (double[]){1.0}, 1);
        for (uint32_t j = i + 1; j < s->count; ++j) {
            consider_edge(s, &best, i, j);
            for (uint32_t l = j + 1; l < s->count; ++l) {
                consider_face(s, &best, i, j, l);
            }
        }
    }
    if (s->count == 4) {
        consider_inside(s, &best);
    }
    simplex kept = {.count = best.count};
    for (uint32_t i = 0; i < best.count; ++i) {
        kept.at[i] = s->at[best.index[i]];
        kept.weight[i] = best.weight[i];
    }
    *s = kept;
    memcpy(v, best.v, sizeof best.v);
}

static bool has(const simplex* s, const vertex* p) {
    bool any = false;
    for (uint32_t i = 0; i < s->count; ++i) {
        any |= memcmp(s->at[i].w, p->w, sizeof p->w) == 0;
    }
    return any;
}

static void tell(const simplex* s, wf_gjk_result* out) {
    for (uint32_t i = 0; i < s->count; ++i) {
        for (int side = 0; side < 2; ++side) {
            out->weight[side][s->at[i].corner[side]] += s->weight[i];
            for (int k = 0; k < 3; ++k) {
                out->offset[side][k] += s->weight[i] * s->at[i].offset[side][k];
            }
        }
    }
}

void wf_gjk(const wf_gjk_shape* a, const wf_gjk_shape* b, wf_gjk_result* out) {
    memset(out, 0, sizeof *out);
    double v[3];
    subtract(b->at[0], a->at[0], v);
    simplex s = {.count = 0};
    s.at[0] = support(a, b, v);
    s.count = 1;
    reduce(&s, v);
    for (; out->rounds < MOST_ROUNDS; ++out->rounds) {
        double square = dot(v, v), length = sqrt(square);
        if (s.count == 4 || !(length > 0.0)) {
            v[0] = v[1] = v[2] = 0.0;
            break; // the origin is inside
        }
        vertex next = support(a, b, v);
        double along = dot(next.w, v);
        out->apart = fmax(out->apart, along / length);
        if (square - along <= LEAST_GAIN * square || has(&s, &next)) {
            break;
        }
        simplex before = s;
        s.at[s.count++] = next;
        reduce(&s, v);
        if (dot(v, v) >= square) { // rounding has the last word
            s = before;
            break;
        }
    }
    tell(&s, out);
    double way[3];
    wf_gjk_carry(a, b, out, way);
    out->distance = s.count == 4 ? 0.0 : sqrt(dot(way, way));
}

// ---- what is known already ----------------------------------------------------------------------

double wf_gjk_apart_along(const wf_gjk_shape* a, const wf_gjk_shape* b, const double axis[3]) {
    double length = sqrt(dot(axis, axis)), back[3] = {-axis[0], -axis[1], -axis[2]};
    uint32_t corner;
    double gap = -foremost(b, back, &corner) - foremost(a, axis, &corner);
    return length > 0.0 ? gap / length : 0.0;
}

void wf_gjk_carry(const wf_gjk_shape* a, const wf_gjk_shape* b, const wf_gjk_result* of,
                  double way[3]) {
    for (int k = 0; k < 3; ++k) {
        double p = of->offset[0][k], q = of->offset[1][k];
        for (uint32_t i = 0; i < a->count; ++i) {
            p += of->weight[0][i] * a->at[i][k];
        }
        for (uint32_t i = 0; i < b->count; ++i) {
            q += of->weight[1][i] * b->at[i][k];
        }
        way[k] = q - p;
    }
}

/// The mean move of the corners; returns how far one goes beside it at most, with the growth of its
/// box.
static double mean_move(const wf_gjk_shape* from, const wf_gjk_shape* to, double mean[3]) {
    double most = 0.0, grown = 0.0;
    mean[0] = mean[1] = mean[2] = 0.0;
    for (uint32_t i = 0; i < from->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            mean[k] += (to->at[i][k] - from->at[i][k]) / from->count;
        }
    }
    for (uint32_t i = 0; i < from->count; ++i) {
        double off[3], growth[3];
        for (int k = 0; k < 3; ++k) {
            off[k] = to->at[i][k] - from->at[i][k] - mean[k];
            growth[k] = to->half[i][k] - from->half[i][k];
        }
        most = fmax(most, sqrt(dot(off, off)));
        grown = fmax(grown, sqrt(dot(growth, growth)));
    }
    return most + grown;
}

double wf_gjk_drift(const wf_gjk_shape* a0, const wf_gjk_shape* b0, const wf_gjk_shape* a,
                    const wf_gjk_shape* b) {
    double of_a[3], of_b[3], between[3];
    double beside = mean_move(a0, a, of_a) + mean_move(b0, b, of_b);
    subtract(of_a, of_b, between);
    return beside + sqrt(dot(between, between));
}

#endif
