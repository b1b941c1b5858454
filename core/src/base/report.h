// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How a check says what is wrong with user data: status, element and one sentence, in the caller's
// `weft_report` (which may be null). The words are put together here, without printf, so that the
// wasm module need not carry it.
#pragma once

#include "weft/types.h"

#define WF_NO_OTHER UINT32_MAX

/// Fills `report` and returns `status`. `where` names the array or field. `format` knows %u
/// (uint32_t), %s and %%.
weft_status wf_report_fail(weft_report* report, weft_status status, const char* where,
                           uint32_t element, uint32_t other, const char* format, ...)
    __attribute__((format(printf, 6, 7)));

/// Clears `report` to WEFT_OK.
weft_status wf_report_ok(weft_report* report);

/// Memory is out while doing `where`.
weft_status wf_report_memory(weft_report* report, const char* where);

/// Puts "BODY 3 " in front of `where`, for a check that was called on behalf of a section.
void wf_report_prefix(weft_report* report, const char* prefix, uint32_t number);

/// Copies at most `capacity - 1` bytes and ends them with a zero; the rest is zeroed too.
void wf_copy_name(char* to, const char* from, size_t capacity);
