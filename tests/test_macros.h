// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The test vocabulary. A test is `WEFT_TEST(name) { ... }` at the start of a line in unit/ or
// physics/; the build collects them, so a new file needs no list. A failed check prints both values
// with file and line and the test goes on; REQUIRE leaves the test. Names must be unique over all
// files.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define WEFT_TEST(name)                                                                            \
    void weft_test_##name(void);                                                                   \
    void weft_test_##name(void)

/// Counts a check and, when it failed, prints `file:line: ` and the printf-style rest.
bool test_check(bool passed, const char* file, int line, const char* format, ...)
    __attribute__((format(printf, 4, 5)));

/// A line for the reader that is shown only when the test fails or the runner is verbose (-v).
void test_note(const char* format, ...) __attribute__((format(printf, 1, 2)));

/// Random numbers with a fixed seed; the seed is printed when the test fails.
typedef struct test_random {
    uint64_t state;
} test_random;

test_random test_seed(uint64_t seed);
uint32_t test_u32(test_random* random);

/// Uniform in [low, high); an exact function of the seed on every machine.
float test_uniform(test_random* random, float low, float high);

/// Uniform in 0 .. count - 1.
uint32_t test_below(test_random* random, uint32_t count);

/// Within `slack` of 0; every second time at one of its ends.
static inline float test_stray(test_random* random, float slack) {
    float part = test_uniform(random, -1.0f, 1.0f);
    return slack * (test_below(random, 2) ? part : copysignf(1.0f, part));
}

#define CHECK(condition) test_check((condition), __FILE__, __LINE__, "CHECK(%s)", #condition)

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!test_check((condition), __FILE__, __LINE__, "REQUIRE(%s)", #condition)) {             \
            return;                                                                                \
        }                                                                                          \
    } while (0)

/// Equal integers of any kind.
#define CHECK_EQ(actual, expected)                                                                 \
    do {                                                                                           \
        long long a_ = (long long)(actual), e_ = (long long)(expected);                            \
        test_check(a_ == e_, __FILE__, __LINE__, "%s is %lld, expected %s = %lld", #actual, a_,    \
                   #expected, e_);                                                                 \
    } while (0)

/// Equal 64-bit words, shown in hexadecimal.
#define CHECK_EQ_HEX(actual, expected)                                                             \
    do {                                                                                           \
        uint64_t a_ = (uint64_t)(actual), e_ = (uint64_t)(expected);                               \
        test_check(a_ == e_, __FILE__, __LINE__, "%s is %016llx, expected %s = %016llx", #actual,  \
                   (unsigned long long)a_, #expected, (unsigned long long)e_);                     \
    } while (0)

/// |actual - expected| <= tolerance; NaN fails.
#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    do {                                                                                           \
        double a_ = (double)(actual), e_ = (double)(expected), t_ = (double)(tolerance);           \
        test_check(fabs(a_ - e_) <= t_, __FILE__, __LINE__, "%s is %.9g, expected %.9g +- %.3g",   \
                   #actual, a_, e_, t_);                                                           \
    } while (0)

#define TEST_ORDER_(actual, op, bound)                                                             \
    do {                                                                                           \
        double a_ = (double)(actual), b_ = (double)(bound);                                        \
        test_check(a_ op b_, __FILE__, __LINE__, "%s is %.9g, expected %s %s = %.9g", #actual, a_, \
                   #op, #bound, b_);                                                               \
    } while (0)

#define CHECK_LT(actual, bound) TEST_ORDER_(actual, <, bound)
#define CHECK_LE(actual, bound) TEST_ORDER_(actual, <=, bound)
#define CHECK_GT(actual, bound) TEST_ORDER_(actual, >, bound)
#define CHECK_GE(actual, bound) TEST_ORDER_(actual, >=, bound)

#define CHECK_STR(actual, expected)                                                                \
    do {                                                                                           \
        const char *a_ = (actual), *e_ = (expected);                                               \
        test_check(a_&& e_&& strcmp(a_, e_) == 0, __FILE__, __LINE__,                              \
                   "%s is \"%s\", expected \"%s\"", #actual, a_ ? a_ : "(null)",                   \
                   e_ ? e_ : "(null)");                                                            \
    } while (0)
