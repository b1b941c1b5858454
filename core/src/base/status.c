// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the status codes are called and what they tell a person, and the assert hook: the only
// process-wide state of the core besides the clock, and none of it can reach the physics.
#include "base/assert.h"

#ifndef __wasm__
#include <stdio.h>
#endif

typedef struct status_words {
    const char* name;
    const char* text;
} status_words;

#define WORDS(status, text) [status] = {#status, text}

static const status_words words[WEFT_STATUS_COUNT] = {
    WORDS(WEFT_OK, "Everything went well."),
    WORDS(WEFT_ERROR_OUT_OF_MEMORY,
          "There is not enough memory; use fewer vertices or close other worlds."),
    WORDS(WEFT_ERROR_INVALID_ARGUMENT,
          "A value is outside its range or an object no longer exists; check the named field."),
    WORDS(WEFT_ERROR_EMPTY_MESH, "The mesh has no vertices or no triangles; give it at least one."),
    WORDS(WEFT_ERROR_NOT_FINITE,
          "A number is NaN or infinite; check where the named value comes from."),
    WORDS(WEFT_ERROR_INDEX_OUT_OF_RANGE,
          "An index names something that does not exist; indices count from zero."),
    WORDS(WEFT_ERROR_DEGENERATE_TRIANGLE,
          "A triangle has two equal corners or almost no area; remove it or merge its corners."),
    WORDS(WEFT_ERROR_DUPLICATE_TRIANGLE,
          "Two triangles have the same three corners; remove one of them."),
    WORDS(WEFT_ERROR_NON_MANIFOLD_EDGE,
          "An edge has more than two triangles, or two that disagree about their front; split it."),
    WORDS(WEFT_ERROR_OPEN_BODY,
          "The body has a hole, so inside and outside are undefined; close it or mark it as open."),
    WORDS(WEFT_ERROR_INSIDE_OUT_BODY,
          "The body is inside out; reverse the order of the corners of its triangles."),
    WORDS(WEFT_ERROR_BAD_SCENE_HEADER,
          "This is not a cooked scene of this version; cook the scene again."),
    WORDS(WEFT_ERROR_TRUNCATED_SCENE,
          "The cooked scene ends too early; copy the file again or cook it again."),
    WORDS(WEFT_ERROR_CORRUPT_SCENE,
          "The cooked scene is damaged or contradicts itself; cook it again."),
    WORDS(WEFT_ERROR_UNKNOWN_METHOD,
          "This build has no method of that name; the list of methods names those it has."),
    WORDS(WEFT_ERROR_SNAPSHOT_MISMATCH,
          "The snapshot belongs to another scene or version; take a new one."),
    WORDS(WEFT_ERROR_NON_FINITE_STATE,
          "A step produced NaN; the world stays at the last good step."),
};

static bool is_status(weft_status status) {
    return (unsigned)status < WEFT_STATUS_COUNT;
}

const char* weft_status_name(weft_status status) {
    return is_status(status) ? words[status].name : "WEFT_STATUS_UNKNOWN";
}

const char* weft_status_text(weft_status status) {
    return is_status(status) ? words[status].text : "This status does not exist.";
}

// A wasm module has no error stream of its own: there the trap is the message, and the host
// replaces the handler when it wants words.
static int trap_with_message(const char* condition, const char* file, int line) {
#ifdef __wasm__
    (void)condition, (void)file, (void)line;
#else
    fprintf(stderr, "%s:%d: weft assertion failed: %s\n", file, line, condition);
#endif
    return 1;
}

static weft_assert_fn* handle_assert = trap_with_message;

void weft_set_assert_handler(weft_assert_fn* handler) {
    handle_assert = handler ? handler : trap_with_message;
}

int weft_assert_failed(const char* condition, const char* file, int line) {
    return handle_assert(condition, file, line);
}
