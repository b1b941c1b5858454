// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Statuses have names and sentences; the assert hook can be replaced.
#include "test_macros.h"

#include "base/assert.h"

WEFT_TEST(status_names_and_sentences) {
    for (int status = 0; status < WEFT_STATUS_COUNT; ++status) {
        const char* name = weft_status_name((weft_status)status);
        const char* text = weft_status_text((weft_status)status);
        CHECK(strncmp(name, "WEFT_", 5) == 0);
        REQUIRE(text && strlen(text) > 10);
        CHECK_EQ(text[strlen(text) - 1], '.');
    }
    CHECK_STR(weft_status_name(WEFT_ERROR_OPEN_BODY), "WEFT_ERROR_OPEN_BODY");
    CHECK_STR(weft_status_name(WEFT_STATUS_COUNT), "WEFT_STATUS_UNKNOWN");
    CHECK_STR(weft_status_name((weft_status)-1), "WEFT_STATUS_UNKNOWN");
}

static int handled_line;

static int note_and_go_on(const char* condition, const char* file, int line) {
    CHECK_STR(condition, "1 == 2");
    CHECK(strstr(file, "status.c") != NULL);
    handled_line = line;
    return 0;
}

WEFT_TEST(assert_handler_is_replaceable) {
    weft_set_assert_handler(note_and_go_on);
    handled_line = 0;
    WEFT_ASSERT(1 == 2);
    CHECK_GT(handled_line, 0);
    weft_set_assert_handler(NULL);
}
