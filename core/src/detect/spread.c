// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// In the view along d a disc whose triangles all face it is flat paper laid out without folds. The
// shortest way on the paper between two points turns only where the border turns back. If all those
// turns together are below MOST_BACK the way is a straight line but for a factor SLACK_WAY, so no
// two points can be seen at one place: a way that returns turns by pi at least. A border that turns
// once leaves no vertex that is gone round twice.
//
// On the paper a way between features that share no vertex leaves the triangles round a vertex, so
// it is no shorter than the least height h of a triangle. Moves that differ by `shear` at most over
// an edge differ by shear / h per metre of way, which bounds how much nearer features come.
#include "detect/spread.h"

#include "math/vec.h"
#include "weft/constants.h"

#include <math.h>

/// Cosine between d and the normals, at least.
#define LEAST_FACING 0.9f
/// Turns of the border to the wrong side, together, rad; and how much longer a way is by them.
#define MOST_BACK 0.5f
#define SLACK_WAY 1.04f
/// How much moves may differ per metre: fans and hoods stay what they are.
#define MOST_SHEAR 0.2f
/// Far above what rounding does to any of the lengths, m.
#define SURE 1e-5f

// ---- the border
// ---------------------------------------------------------------------------------------

/// How often each edge is run along, and forwards less backwards.
typedef struct use {
    int8_t count, balance;
} use;

static void count_uses(const wf_surface* c, use* uses, uint32_t* next) {
    for (size_t k = 0; k < 3 * (size_t)c->triangle_count; ++k) {
        use* u = &uses[c->triangle_edges[k]];
        bool forwards =
            c->edges[2 * (size_t)c->triangle_edges[k]] == c->triangles[k - k % 3 + (k + 1) % 3];
        u->count = (int8_t)(u->count < 3 ? u->count + 1 : 3);
        u->balance = (int8_t)(u->balance + (forwards ? 1 : -1));
    }
    for (size_t e = 0; e < c->edge_count; ++e) {
        if (uses[e].count == 1) {
            bool forwards = uses[e].balance == 1;
            next[c->edges[2 * e + !forwards]] = c->edges[2 * e + forwards] + 1;
        }
    }
}

/// The number of border edges; 0 when an edge is not between two triangles of one sense, or when a
/// vertex is to become one with another.
static uint32_t count_border(const wf_surface* c, const use* uses, const uint32_t* same) {
    uint32_t border = 0;
    bool sound = c->vertex_count + c->triangle_count == c->edge_count + 1; // a disc, by Euler
    for (size_t e = 0; e < c->edge_count; ++e) {
        border += uses[e].count == 1;
        sound = sound && (uses[e].count == 1 || (uses[e].count == 2 && uses[e].balance == 0));
    }
    for (uint32_t i = 0; i < c->vertex_count; ++i) {
        sound = sound && same[i] == i;
    }
    return sound ? border : 0;
}

bool wf_spread_create(wf_memory* m, wf_spread* s, const wf_surface* c, const uint32_t* same) {
    *s = (wf_spread){0};
    use* uses = WF_ALLOC(m, use, (size_t)c->edge_count + 1);
    uint32_t* next = WF_ALLOC(m, uint32_t, (size_t)c->vertex_count + 1);
    s->rim = WF_ALLOC(m, uint32_t, (size_t)c->vertex_count + 1);
    if (!m->failed) {
        count_uses(c, uses, next);
        uint32_t border = count_border(c, uses, same), at = 0, n = 0;
        while (border > 0 && next[at] == 0) {
            ++at;
        }
        while (n < border && next[at] != 0) {
            uint32_t to = next[at] - 1;
            next[at] = 0;
            s->rim[n++] = at;
            at = to;
        }
        s->rim_count = n == border && n > 2 && at == s->rim[0] ? n : 0;
    }
    wf_free(m, uses);
    wf_free(m, next);
    return !m->failed;
}

void wf_spread_free(wf_memory* m, wf_spread* s) {
    wf_free(m, s->rim);
    *s = (wf_spread){0};
}

// ---- a pose
// ---------------------------------------------------------------------------------------

static wf_v3 edge(const float* x, uint32_t from, uint32_t to) {
    return wf_v3_sub(wf_v3_load(x + 4 * (size_t)to), wf_v3_load(x + 4 * (size_t)from));
}

static uint32_t rim_at(const wf_spread* s, uint32_t i) {
    return s->rim[i < s->rim_count ? i : i - s->rim_count];
}

/// Unit mean of the normals, which the border alone says.
static wf_v3 view_of(const wf_spread* s, const float* x) {
    wf_v3 sum = wf_v3_set(0.0f, 0.0f, 0.0f);
    for (uint32_t i = 1; i + 1 < s->rim_count; ++i) {
        sum = wf_v3_add(
            sum, wf_v3_cross(edge(x, s->rim[0], s->rim[i]), edge(x, s->rim[0], s->rim[i + 1])));
    }
    float length = wf_v3_length(sum);
    return length > 0.0f ? wf_v3_scale(sum, 1.0f / length) : sum;
}

/// Whether the border, as seen along d, turns once and hardly ever back.
static bool is_rim_fair(const wf_spread* s, const float* x, wf_v3 d) {
    wf_v3 u = fabsf(d.x) < 0.6f ? wf_v3_set(0.0f, d.z, -d.y) : wf_v3_set(-d.z, 0.0f, d.x);
    wf_v3 v = wf_v3_cross(d, u);
    float back = 0.0f;
    int turns = 0;
    wf_v3 e = edge(x, s->rim[0], s->rim[1]);
    float a = wf_v3_dot(u, e), b = wf_v3_dot(v, e);
    for (uint32_t i = 1; i <= s->rim_count; ++i) {
        wf_v3 f = edge(x, rim_at(s, i), rim_at(s, i + 1));
        float a_to = wf_v3_dot(u, f), b_to = wf_v3_dot(v, f);
        float left = a * b_to - b * a_to, ahead = a * a_to + b * b_to;
        if (left <= 0.0f && ahead <= 0.0f) {
            return false;
        }
        back += left < 0.0f ? -left / ahead : 0.0f; // the tangent: no less than the angle
        turns += left < 0.0f ? -(b >= 0.0f && b_to < 0.0f) : b < 0.0f && b_to >= 0.0f;
        a = a_to;
        b = b_to;
    }
    return turns == 1 && back <= MOST_BACK;
}

/// Squares, m2.
typedef struct shape {
    float height2; // least of a triangle, as seen
    float side2;   // longest
    float shear2;  // greatest difference of moves over an edge
} shape;

static float longest2(wf_v3 a, wf_v3 b) {
    wf_v3 c = wf_v3_sub(a, b);
    float aa = wf_v3_dot(a, a), bb = wf_v3_dot(b, b), cc = wf_v3_dot(c, c);
    float most = aa > bb ? aa : bb;
    return most > cc ? most : cc;
}

/// False at the first triangle that does not face the view.
static bool find_shape(const wf_surface* c, wf_v3 d, shape* out) {
    const float *x = c->from, *to = c->to;
    *out = (shape){1e30f, 0.0f, 0.0f};
    for (const uint32_t* t = c->triangles; t < c->triangles + 3 * (size_t)c->triangle_count;
         t += 3) {
        wf_v3 a = edge(x, t[0], t[1]), b = edge(x, t[0], t[2]), n = wf_v3_cross(a, b);
        float facing = wf_v3_dot(n, d), side2 = longest2(a, b);
        if (!(facing > 0.0f && facing * facing > LEAST_FACING * LEAST_FACING * wf_v3_dot(n, n))) {
            return false;
        }
        float height2 = facing * facing / side2;
        float shear2 = longest2(wf_v3_sub(edge(to, t[0], t[1]), a), //
                                wf_v3_sub(edge(to, t[0], t[2]), b));
        out->height2 = height2 < out->height2 ? height2 : out->height2;
        out->side2 = side2 > out->side2 ? side2 : out->side2;
        out->shear2 = shear2 > out->shear2 ? shear2 : out->shear2;
    }
    return true;
}

bool wf_spread_is_clear(const wf_spread* s, const wf_surface* cloth, float reach) {
    if (s->rim_count == 0) {
        return false;
    }
    wf_v3 d = view_of(s, cloth->from);
    shape g;
    if (!is_rim_fair(s, cloth->from, d) || !find_shape(cloth, d, &g)) {
        return false;
    }
    float slack = 0.0f;
    for (uint32_t i = 0; cloth->slack != NULL && i < cloth->vertex_count; ++i) {
        slack = cloth->slack[i] > slack ? cloth->slack[i] : slack;
    }
    float height = sqrtf(g.height2), shear = sqrtf(g.shear2);
    float rate = SLACK_WAY * shear / height;
    float nearest = height / SLACK_WAY - shear - 2.0f * rate * sqrtf(g.side2);
    // a slack counts along each axis, and for both of two features: twice the root of 3
    return rate < MOST_SHEAR && nearest > reach + SURE &&
           nearest - 3.4642f * slack > 2.0f * WEFT_SAFETY_GAP + SURE;
}
