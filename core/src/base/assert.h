// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Misuse of the API (a dead id, a null pointer where none may be) is a bug of the caller:
// WEFT_ASSERT tells the host and, unless the host says otherwise, traps. It stays in release
// builds; use it at the border, not inside kernels. WEFT_DEBUG_ASSERT is for invariants of our own
// and vanishes with NDEBUG.
#pragma once

#include "weft/base.h"

/// Calls the handler of the host. Nonzero: trap.
int weft_assert_failed(const char* condition, const char* file, int line);

#define WEFT_ASSERT(condition)                                                                     \
    do {                                                                                           \
        if (!(condition) && weft_assert_failed(#condition, __FILE__, __LINE__)) {                  \
            __builtin_trap();                                                                      \
        }                                                                                          \
    } while (0)

#ifdef NDEBUG
#define WEFT_DEBUG_ASSERT(condition) ((void)sizeof(!(condition)))
#else
#define WEFT_DEBUG_ASSERT(condition) WEFT_ASSERT(condition)
#endif
