// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Export marks, version, status codes and the hooks that a host may replace.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_API __attribute__((visibility("default"), used))

#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 1
#define WEFT_VERSION_PATCH 0

/// What a call on user data came to. Everything but WEFT_OK leaves the world as it was; the details
/// (which element, why) are in the `weft_report` of the call.
typedef enum weft_status {
    WEFT_OK = 0,
    WEFT_ERROR_OUT_OF_MEMORY = 1,
    WEFT_ERROR_INVALID_ARGUMENT = 2,    // a def field outside its range, a dead id
    WEFT_ERROR_EMPTY_MESH = 3,          // no vertices or no triangles
    WEFT_ERROR_NOT_FINITE = 4,          // NaN or infinity in positions or parameters
    WEFT_ERROR_INDEX_OUT_OF_RANGE = 5,  // a triangle, seam, pin or bone names what is not there
    WEFT_ERROR_DEGENERATE_TRIANGLE = 6, // two equal corners, or an area too small to simulate
    WEFT_ERROR_DUPLICATE_TRIANGLE = 7,  // the same three corners twice
    WEFT_ERROR_NON_MANIFOLD_EDGE = 8,   // an edge with three triangles, or two that disagree
    WEFT_ERROR_OPEN_BODY = 9,           // a body with a hole: inside and outside are undefined
    WEFT_ERROR_INSIDE_OUT_BODY = 10,    // a closed body whose signed volume is negative
    WEFT_ERROR_BAD_SCENE_HEADER = 11,   // not a cooked scene, or another version
    WEFT_ERROR_TRUNCATED_SCENE = 12,    // sections reach past the end of the bytes
    WEFT_ERROR_CORRUPT_SCENE = 13,      // hash does not match, or sections contradict each other
    WEFT_ERROR_UNKNOWN_METHOD = 14,     // a stage names a method that this build does not have
    WEFT_ERROR_SNAPSHOT_MISMATCH = 15,  // a snapshot of another scene or version
    WEFT_ERROR_NON_FINITE_STATE = 16, // a step produced NaN; the world stays at the last good step
    WEFT_STATUS_COUNT
} weft_status;

/// The name of a status, as a constant string such as "WEFT_ERROR_OPEN_BODY".
WEFT_API const char* weft_status_name(weft_status status);

/// One plain English sentence for a status: what is wrong and what to do.
WEFT_API const char* weft_status_text(weft_status status);

/// Called when an assertion fails. Return nonzero to trap, zero to go on.
typedef int weft_assert_fn(const char* condition, const char* file, int line);

/// What every failed assertion calls, in all worlds; null goes back to the default, which prints
/// and traps.
WEFT_API void weft_set_assert_handler(weft_assert_fn* handler);

#ifdef __cplusplus
}
#endif
