// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Sentences for reports: a formatter of a few lines that knows %u, %s and %%.
#include "base/report.h"

#include <stdarg.h>
#include <string.h>

typedef struct sentence {
    char* text;
    size_t length;
    size_t capacity;
} sentence;

static void put_char(sentence* s, char c) {
    if (s->length + 1 < s->capacity) {
        s->text[s->length++] = c;
    }
}

static void put_text(sentence* s, const char* text) {
    while (*text) {
        put_char(s, *text++);
    }
}

static void put_number(sentence* s, uint32_t number) {
    char digits[10];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0) {
        put_char(s, digits[--count]);
    }
}

static void put_format(sentence* s, const char* format, va_list arguments) {
    for (; *format; ++format) {
        if (*format != '%') {
            put_char(s, *format);
        } else if (*++format == 'u') {
            put_number(s, va_arg(arguments, uint32_t));
        } else if (*format == 's') {
            put_text(s, va_arg(arguments, const char*));
        } else {
            put_char(s, '%');
        }
    }
}

weft_status wf_report_fail(weft_report* report, weft_status status, const char* where,
                           uint32_t element, uint32_t other, const char* format, ...) {
    if (report == NULL) {
        return status;
    }
    memset(report, 0, sizeof *report);
    report->status = status;
    report->element = element;
    report->other = other;
    wf_copy_name(report->where, where, sizeof report->where);
    sentence s = {report->message, 0, sizeof report->message};
    va_list arguments;
    va_start(arguments, format);
    put_format(&s, format, arguments);
    va_end(arguments);
    return status;
}

weft_status wf_report_ok(weft_report* report) {
    if (report != NULL) {
        memset(report, 0, sizeof *report);
        report->other = WF_NO_OTHER;
    }
    return WEFT_OK;
}

weft_status wf_report_memory(weft_report* report, const char* where) {
    return wf_report_fail(report, WEFT_ERROR_OUT_OF_MEMORY, where, 0, WF_NO_OTHER, "%s",
                          weft_status_text(WEFT_ERROR_OUT_OF_MEMORY));
}

void wf_report_prefix(weft_report* report, const char* prefix, uint32_t number) {
    if (report == NULL) {
        return;
    }
    char rest[sizeof report->where];
    memcpy(rest, report->where, sizeof rest);
    sentence s = {report->where, 0, sizeof report->where};
    put_text(&s, prefix);
    put_char(&s, ' ');
    put_number(&s, number);
    put_char(&s, ' ');
    put_text(&s, rest);
    memset(report->where + s.length, 0, sizeof report->where - s.length);
}

void wf_copy_name(char* to, const char* from, size_t capacity) {
    size_t length = 0;
    while (length + 1 < capacity && from[length]) {
        to[length] = from[length];
        ++length;
    }
    memset(to + length, 0, capacity - length);
}
