// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The membrane against a second implementation of its energy in double precision: value, gradient
// and Hessian by differences, definiteness by eigenvalues, damping, padding.
#include "test_macros.h"

#include "cloth/membrane.h"

/// One lane in double. x[0..2] is u, x[3..5] is v.
typedef struct lane {
    double area, ku, kv, ks, kuv, compression, limit, limit_k, rate;
} lane;

static double length3(const double* a) {
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static double dot3(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double stretch_of(const double x[6]) {
    double a = dot3(x, x), b = dot3(x + 3, x + 3), c = dot3(x, x + 3);
    return sqrt(0.5 * (a + b) + sqrt(0.25 * (a - b) * (a - b) + c * c));
}

static double soft(double k, double strain, double compression) {
    return strain < 0 ? k * compression : k;
}

static double energy_of(const lane* m, const double x[6]) {
    double cu = length3(x) - 1, cv = length3(x + 3) - 1;
    double cs = dot3(x, x + 3) / fmax(length3(x), 0.1) / fmax(length3(x + 3), 0.1);
    double over = fmax(stretch_of(x) - 1 - m->limit, 0);
    return m->area * (0.5 * (soft(m->ku, cu, m->compression) * cu * cu +
                             soft(m->kv, cv, m->compression) * cv * cv + m->ks * cs * cs) +
                      m->kuv * cu * cv + m->limit_k / 3 * over * over * over);
}

static double damping_of(const lane* m, const double x[6], const double x0[6]) {
    double u = length3(x) - length3(x0), v = length3(x + 3) - length3(x0 + 3);
    double s = dot3(x, x + 3) / length3(x) / length3(x + 3) -
               dot3(x0, x0 + 3) / length3(x0) / length3(x0 + 3);
    double ku = soft(m->ku, length3(x0) - 1, m->compression);
    double kv = soft(m->kv, length3(x0 + 3) - 1, m->compression);
    return 0.5 * m->area * m->rate * (ku * u * u + kv * v * v + m->ks * s * s);
}

static double total_of(const lane* m, const double x[6], const double x0[6]) {
    return energy_of(m, x) + damping_of(m, x, x0);
}

/// Four lanes with their states now and at the start of the substep.
typedef struct block {
    lane lanes[4];
    double x[4][6], x0[4][6];
    wf_membrane membrane;
    wf_f4 u[3], v[3], u0[3], v0[3];
    wf_membrane_result result;
} block;

static wf_f4 pack(const block* b, size_t offset) {
    float f[4];
    for (int i = 0; i < 4; ++i) {
        f[i] = (float)*(const double*)((const char*)&b->lanes[i] + offset);
    }
    return wf_f4_load(f);
}

static wf_f4 pack_state(double x[4][6], int component) {
    float f[4];
    for (int i = 0; i < 4; ++i) {
        f[i] = (float)x[i][component];
        x[i][component] = f[i]; // the reference sees the rounded state
    }
    return wf_f4_load(f);
}

static float lane_of(wf_f4 a, int i) {
    float f[4];
    wf_f4_store(f, a);
    return f[i];
}

static void evaluate(block* b) {
    wf_membrane* m = &b->membrane;
    memset(m, 0, sizeof *m);
    m->area = pack(b, offsetof(lane, area));
    m->stretch_u = pack(b, offsetof(lane, ku));
    m->stretch_v = pack(b, offsetof(lane, kv));
    m->shear = pack(b, offsetof(lane, ks));
    m->coupling = pack(b, offsetof(lane, kuv));
    m->compression = pack(b, offsetof(lane, compression));
    m->limit = pack(b, offsetof(lane, limit));
    m->limit_k = pack(b, offsetof(lane, limit_k));
    m->damping_rate = pack(b, offsetof(lane, rate));
    for (int i = 0; i < 3; ++i) {
        b->u[i] = pack_state(b->x, i);
        b->v[i] = pack_state(b->x, i + 3);
        b->u0[i] = pack_state(b->x0, i);
        b->v0[i] = pack_state(b->x0, i + 3);
    }
    wf_membrane_strains start = wf_membrane_strains_at(b->u0, b->v0);
    wf_membrane_evaluate(m, b->u, b->v, &start, &b->result);
}

static lane random_lane(test_random* random) {
    lane l = {
        .area = test_uniform(random, 1e-5f, 4e-4f),
        .ku = test_uniform(random, 30, 2000),
        .kv = test_uniform(random, 30, 2000),
        .ks = test_uniform(random, 5, 400),
        .compression = test_uniform(random, 0.1f, 1),
        .limit = test_uniform(random, 0.03f, 0.1f),
        .limit_k = test_uniform(random, 0, 5e4f),
        .rate = test_uniform(random, 0, 2),
    };
    l.kuv = test_uniform(random, 0, 0.3f) * fmin(l.ku, l.kv);
    return l;
}

/// A random frame with strains up to `amount`.
static void random_state(test_random* random, float amount, double x[6]) {
    double a[3], b[3];
    for (int i = 0; i < 3; ++i) {
        a[i] = test_uniform(random, -1, 1);
        b[i] = test_uniform(random, -1, 1);
    }
    double la = length3(a) + 1e-3, along = dot3(a, b) / (la * la);
    for (int i = 0; i < 3; ++i) {
        b[i] -= along * a[i];
    }
    double lb = length3(b) + 1e-3;
    for (int i = 0; i < 3; ++i) {
        x[i] = a[i] / la + test_uniform(random, -amount, amount);
        x[i + 3] = b[i] / lb + test_uniform(random, -amount, amount);
    }
}

static block random_block(test_random* random, float amount, bool damped) {
    block b;
    for (int i = 0; i < 4; ++i) {
        b.lanes[i] = random_lane(random);
        b.lanes[i].rate *= damped ? 1 : 0;
        random_state(random, amount, b.x[i]);
        for (int k = 0; k < 6; ++k) {
            b.x0[i][k] = b.x[i][k] + test_uniform(random, -0.02f, 0.02f);
        }
    }
    evaluate(&b);
    return b;
}

static double gradient_of(const block* b, int i, int k) {
    return lane_of(k < 3 ? b->result.pu[k] : b->result.pv[k - 3], i);
}

static double symmetric(const wf_f4 h[6], int i, int r, int c) {
    static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    return lane_of(h[at[r][c]], i);
}

static double hessian_of(const block* b, int i, int r, int c) {
    if (r < 3 && c < 3) {
        return symmetric(b->result.uu, i, r, c);
    }
    if (r >= 3 && c >= 3) {
        return symmetric(b->result.vv, i, r - 3, c - 3);
    }
    int row = r < 3 ? r : c, column = (r < 3 ? c : r) - 3;
    return lane_of(b->result.uv[3 * row + column], i);
}

static double difference(const block* b, int i, int k) {
    const double step = 1e-6;
    double x[6];
    memcpy(x, b->x[i], sizeof x);
    x[k] += step;
    double high = total_of(&b->lanes[i], x, b->x0[i]);
    x[k] -= 2 * step;
    return (high - total_of(&b->lanes[i], x, b->x0[i])) / (2 * step);
}

static void check_gradient(const block* b) {
    for (int i = 0; i < 4; ++i) {
        double scale = b->lanes[i].area * (b->lanes[i].ku + b->lanes[i].kv + b->lanes[i].ks);
        for (int k = 0; k < 6; ++k) {
            CHECK_NEAR(gradient_of(b, i, k), difference(b, i, k), 2e-5 * scale);
        }
    }
}

WEFT_TEST(membrane_energy_matches_reference) {
    test_random random = test_seed(11);
    for (int n = 0; n < 500; ++n) {
        block b = random_block(&random, n % 2 ? 0.05f : 0.6f, false);
        wf_f4 energy = wf_membrane_energy(&b.membrane, b.u, b.v);
        wf_f4 stretch = wf_membrane_stretch(b.u, b.v);
        for (int i = 0; i < 4; ++i) {
            double expected = energy_of(&b.lanes[i], b.x[i]);
            CHECK_NEAR(lane_of(energy, i), expected, 1e-5 * expected + 1e-6 * b.lanes[i].area);
            CHECK_NEAR(lane_of(stretch, i), stretch_of(b.x[i]), 1e-6);
        }
    }
}

WEFT_TEST(membrane_gradient_matches_differences) {
    test_random random = test_seed(12);
    for (int n = 0; n < 500; ++n) {
        block b = random_block(&random, n % 2 ? 0.05f : 0.4f, n % 4 < 2);
        check_gradient(&b);
    }
}

WEFT_TEST(membrane_gradient_in_compression_and_over_the_limit) {
    test_random random = test_seed(13);
    for (int n = 0; n < 300; ++n) {
        block b = random_block(&random, 0.05f, false);
        for (int i = 0; i < 4; ++i) {
            double factor = i % 2 ? 0.5 : 1.4; // every lane far in one regime
            for (int k = 0; k < 6; ++k) {
                b.x[i][k] *= factor;
            }
        }
        evaluate(&b);
        check_gradient(&b);
    }
}

/// Eigenvalues of a symmetric 6x6 by Jacobi rotations; the smallest and the largest.
static void eigenvalues(double a[6][6], double* smallest, double* largest) {
    for (int sweep = 0; sweep < 60; ++sweep) {
        for (int p = 0; p < 5; ++p) {
            for (int q = p + 1; q < 6; ++q) {
                double angle = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p]);
                double c = cos(angle), s = sin(angle);
                for (int k = 0; k < 6; ++k) {
                    double x = a[p][k], y = a[q][k];
                    a[p][k] = c * x - s * y;
                    a[q][k] = s * x + c * y;
                }
                for (int k = 0; k < 6; ++k) {
                    double x = a[k][p], y = a[k][q];
                    a[k][p] = c * x - s * y;
                    a[k][q] = s * x + c * y;
                }
            }
        }
    }
    *smallest = *largest = a[0][0];
    for (int k = 1; k < 6; ++k) {
        *smallest = fmin(*smallest, a[k][k]);
        *largest = fmax(*largest, a[k][k]);
    }
}

WEFT_TEST(membrane_hessian_is_positive_semidefinite) {
    test_random random = test_seed(14);
    for (int n = 0; n < 400; ++n) {
        block b = random_block(&random, 0.02f + 0.3f * (float)(n % 4), n % 8 < 4);
        for (int i = 0; i < 4; ++i) {
            double h[6][6], smallest, largest;
            for (int r = 0; r < 6; ++r) {
                for (int c = 0; c < 6; ++c) {
                    h[r][c] = hessian_of(&b, i, r, c);
                }
            }
            eigenvalues(h, &smallest, &largest);
            CHECK_GT(largest, 0);
            CHECK_GE(smallest, -1e-5 * largest);
        }
    }
}

static double second_difference(const block* b, int i, int r, int c) {
    const double step = 1e-4;
    double sum = 0;
    for (int corner = 0; corner < 4; ++corner) {
        double x[6];
        memcpy(x, b->x[i], sizeof x);
        x[r] += corner & 1 ? step : -step;
        x[c] += corner & 2 ? step : -step;
        double sign = corner == 0 || corner == 3 ? 1 : -1;
        sum += sign * total_of(&b->lanes[i], x, b->x0[i]);
    }
    return sum / (4 * step * step);
}

static void scale_threads(double x[6], double u, double v) {
    double by_u = u / length3(x), by_v = v / length3(x + 3);
    for (int k = 0; k < 3; ++k) {
        x[k] *= by_u;
        x[k + 3] *= by_v;
    }
}

/// Both threads in tension, no shear stiffness, no limit: nothing is projected away, and the
/// Hessian is that of the energy. With damping too, as long as the threads still pull.
WEFT_TEST(membrane_hessian_is_exact_in_tension) {
    test_random random = test_seed(15);
    for (int n = 0; n < 100; ++n) {
        block b = random_block(&random, 0.05f, true);
        for (int i = 0; i < 4; ++i) {
            b.lanes[i].ks = b.lanes[i].limit_k = 0;
            memcpy(b.x0[i], b.x[i], sizeof b.x[i]);
            scale_threads(b.x[i], test_uniform(&random, 1.01f, 1.03f), 1.02);
            scale_threads(b.x0[i], 1.005, test_uniform(&random, 1.005f, 1.02f));
        }
        evaluate(&b);
        for (int i = 0; i < 4; ++i) {
            double scale = b.lanes[i].area * (b.lanes[i].ku + b.lanes[i].kv);
            for (int k = 0; k < 36; ++k) {
                double expected = second_difference(&b, i, k / 6, k % 6);
                CHECK_NEAR(hessian_of(&b, i, k / 6, k % 6), expected, 2e-5 * scale);
            }
        }
    }
}

/// Over the limit, a pull along a thread at a right angle to the other: the second derivative along
/// the pull is that of the cubic.
WEFT_TEST(membrane_limit_stiffens_along_its_direction) {
    block b = {0};
    for (int i = 0; i < 4; ++i) {
        b.lanes[i] = (lane){.area = 1, .limit = 0.05, .limit_k = 1000, .compression = 1};
        double x[6] = {1.15, 0, 0, 0, 1, 0};
        memcpy(b.x[i], x, sizeof x);
        memcpy(b.x0[i], x, sizeof x);
    }
    evaluate(&b);
    CHECK_NEAR(gradient_of(&b, 0, 0), 1000 * 0.1 * 0.1, 1e-3);
    CHECK_NEAR(hessian_of(&b, 0, 0, 0), 2 * 1000 * 0.1, 1e-2);
    CHECK_NEAR(hessian_of(&b, 0, 1, 1), 1000 * 0.1 * 0.1 / 1.15, 1e-2);
    CHECK_EQ(gradient_of(&b, 0, 4), 0);
}

static void rotate(const double axis[3], double angle, double v[3]) {
    double c = cos(angle), s = sin(angle), d = dot3(axis, v) * (1 - c);
    double r[3] = {
        v[0] * c + (axis[1] * v[2] - axis[2] * v[1]) * s + axis[0] * d,
        v[1] * c + (axis[2] * v[0] - axis[0] * v[2]) * s + axis[1] * d,
        v[2] * c + (axis[0] * v[1] - axis[1] * v[0]) * s + axis[2] * d,
    };
    memcpy(v, r, sizeof r);
}

WEFT_TEST(membrane_rigid_motion_is_not_damped) {
    test_random random = test_seed(16);
    for (int n = 0; n < 100; ++n) {
        block damped = random_block(&random, 0.04f, true);
        double axis[3] = {0.6, 0, 0.8}, angle = test_uniform(&random, -0.3f, 0.3f);
        for (int i = 0; i < 4; ++i) {
            memcpy(damped.x0[i], damped.x[i], sizeof damped.x[i]);
            rotate(axis, angle, damped.x[i]);
            rotate(axis, angle, damped.x[i] + 3);
        }
        block plain = damped;
        for (int i = 0; i < 4; ++i) {
            plain.lanes[i].rate = 0;
        }
        evaluate(&damped);
        evaluate(&plain);
        for (int i = 0; i < 4; ++i) {
            double scale = damped.lanes[i].area * (damped.lanes[i].ku + damped.lanes[i].kv);
            for (int k = 0; k < 6; ++k) {
                CHECK_NEAR(gradient_of(&damped, i, k), gradient_of(&plain, i, k), 2e-6 * scale);
            }
        }
    }
}

WEFT_TEST(membrane_padding_and_collapse_stay_finite) {
    block b = {0};
    b.lanes[1] = (lane){.area = 1e-4, .ku = 1000, .kv = 1000, .ks = 50, .limit_k = 1e4, .rate = 1};
    b.lanes[2] = b.lanes[3] = b.lanes[1];
    b.x[2][0] = b.x[2][3] = 1e-6; // both threads short and parallel
    b.x[3][0] = 100;
    evaluate(&b);
    for (int k = 0; k < 6; ++k) {
        CHECK_EQ(gradient_of(&b, 0, k), 0);
        for (int i = 1; i < 4; ++i) {
            CHECK(isfinite(gradient_of(&b, i, k)));
        }
        for (int c = 0; c < 6; ++c) {
            CHECK_EQ(hessian_of(&b, 0, k, c), 0);
            for (int i = 1; i < 4; ++i) {
                CHECK(isfinite(hessian_of(&b, i, k, c)));
            }
        }
    }
    CHECK_EQ(lane_of(wf_membrane_energy(&b.membrane, b.u, b.v), 0), 0);
}

WEFT_TEST(membrane_rest_shape_gives_identity) {
    test_random random = test_seed(17);
    for (int n = 0; n < 200; ++n) {
        float p[3][2], gu[3], gv[3], area;
        for (int i = 0; i < 6; ++i) {
            p[i / 2][i % 2] = test_uniform(&random, -0.02f, 0.02f);
        }
        if (!wf_membrane_rest(p[0], p[1], p[2], gu, gv, &area)) {
            continue;
        }
        double u[2] = {0}, v[2] = {0}, scale = 0;
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 2; ++k) {
                u[k] += (double)gu[i] * p[i][k];
                v[k] += (double)gv[i] * p[i][k];
                scale = fmax(scale, 0.02 * fmax(fabs(gu[i]), fabs(gv[i])));
            }
        }
        CHECK_NEAR(u[0], 1, 1e-6 * scale);
        CHECK_NEAR(u[1], 0, 1e-6 * scale);
        CHECK_NEAR(v[0], 0, 1e-6 * scale);
        CHECK_NEAR(v[1], 1, 1e-6 * scale);
        CHECK_GT(area, 0);
    }
}

WEFT_TEST(membrane_rest_refuses_degenerate_triangles) {
    float a[2] = {0, 0}, b[2] = {1, 1}, c[2] = {2, 2}, gu[3], gv[3], area;
    CHECK(!wf_membrane_rest(a, b, c, gu, gv, &area));
    CHECK(!wf_membrane_rest(a, a, a, gu, gv, &area));
    float n[2] = {NAN, 0};
    CHECK(!wf_membrane_rest(a, b, n, gu, gv, &area));
    float d[2] = {0, 2};
    REQUIRE(
        wf_membrane_rest(a, d, b, gu, gv, &area)); // clockwise is a mirrored panel, not an error
    CHECK_NEAR(area, 1, 1e-6);
}

static uint64_t hash_floats(uint64_t hash, const void* floats, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        hash = (hash ^ ((const unsigned char*)floats)[i]) * 0x100000001b3u; // FNV-1a
    }
    return hash;
}

/// Every back end and compiler gives these bits.
WEFT_TEST(membrane_bits) {
    test_random random = test_seed(18);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int n = 0; n < 200; ++n) {
        block b = random_block(&random, 0.2f, true);
        hash = hash_floats(hash, &b.result, sizeof b.result);
    }
    CHECK_EQ_HEX(hash, 0xc403ada8e787dbf5u);
}
