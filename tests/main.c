// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs the tests: `weft_tests [-v] [-l] [FILTER ...]`. A filter is a part of `folder/file/name`;
// without one everything runs, and what `~PART` names does not. -v says how long each took.
// The last line is `N passed, N failed`, counted in tests.
#include "test_macros.h"

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

typedef struct test_case {
    const char* path; // folder/file/name
    void (*run)(void);
} test_case;

#define TEST(folder, file, name) void weft_test_##name(void);
#include "test_table.inc"
#undef TEST

static const test_case test_cases[] = {
#define TEST(folder, file, name) {#folder "/" #file "/" #name, weft_test_##name},
#include "test_table.inc"
#undef TEST
    {NULL, NULL},
};

static struct {
    const char* path;
    uint64_t seed;
    bool seeded;
    bool verbose;
    uint32_t failures; // of the test that runs
} current;

static const uint32_t max_shown_failures = 20;

static void report_first_failure(void) {
    printf("FAIL %s", current.path);
    if (current.seeded) {
        printf(" (seed %llu)", (unsigned long long)current.seed);
    }
    printf("\n");
}

bool test_check(bool passed, const char* file, int line, const char* format, ...) {
    if (passed) {
        return true;
    }
    if (current.failures++ == 0) {
        report_first_failure();
    }
    if (current.failures <= max_shown_failures) {
        va_list arguments;
        va_start(arguments, format);
        printf("  %s:%d: ", file, line);
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
    } else if (current.failures == max_shown_failures + 1) {
        printf("  (more failures of this test are not shown)\n");
    }
    fflush(stdout);
    return false;
}

void test_note(const char* format, ...) {
    if (current.verbose || current.failures > 0) {
        va_list arguments;
        va_start(arguments, format);
        printf("  ");
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
    }
}

test_random test_seed(uint64_t seed) {
    current.seed = seed;
    current.seeded = true;
    return (test_random){seed};
}

// splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
uint32_t test_u32(test_random* random) {
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

float test_uniform(test_random* random, float low, float high) {
    float unit = (float)(test_u32(random) >> 8) * (1.0f / 16777216.0f);
    return low + (high - low) * unit;
}

uint32_t test_below(test_random* random, uint32_t count) {
    return (uint32_t)(((uint64_t)test_u32(random) * count) >> 32);
}

static bool is_wanted(const char* path, int filter_count, char** filters) {
    bool named = false, all = true;
    for (int i = 0; i < filter_count; ++i) {
        if (filters[i][0] == '~') {
            if (strstr(path, filters[i] + 1)) {
                return false;
            }
        } else if (filters[i][0] != '-') {
            named |= strstr(path, filters[i]) != NULL;
            all = false;
        }
    }
    return named || all;
}

static bool has_flag(const char* flag, int count, char** arguments) {
    for (int i = 0; i < count; ++i) {
        if (strcmp(arguments[i], flag) == 0) {
            return true;
        }
    }
    return false;
}

static bool run_test(const test_case* test) {
    current.path = test->path;
    current.failures = 0;
    current.seeded = false;
    clock_t begin = clock();
    test->run();
    if (current.verbose && current.failures == 0) {
        printf("ok   %s %.2f s\n", test->path, (double)(clock() - begin) / CLOCKS_PER_SEC);
    }
    fflush(stdout);
    return current.failures == 0;
}

int main(int argument_count, char** arguments) {
    current.verbose = has_flag("-v", argument_count - 1, arguments + 1);
    bool list_only = has_flag("-l", argument_count - 1, arguments + 1);
    int passed = 0, failed = 0;
    for (const test_case* test = test_cases; test->path; ++test) {
        if (!is_wanted(test->path, argument_count - 1, arguments + 1)) {
            continue;
        }
        if (list_only) {
            printf("%s\n", test->path);
        } else if (run_test(test)) {
            ++passed;
        } else {
            ++failed;
        }
    }
    if (!list_only) {
        printf("%d passed, %d failed\n", passed, failed);
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
