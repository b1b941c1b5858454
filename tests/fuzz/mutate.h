// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the fuzz targets share: inputs large enough for what they begin with, and changes of words
// that leave everything behind them where it is. libFuzzer's own limit of 4 096 bytes without a
// corpus is less than a scene, so that nothing but empty input would ever be read.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t capacity);

/// Called by libFuzzer before it reads its flags: those given by hand come later and hold.
int LLVMFuzzerInitialize(int* count, char*** flags) {
    static char limit[] = "-max_len=1000000";
    char** more = malloc(sizeof *more * ((size_t)*count + 2));
    if (!more) {
        abort();
    }
    more[0] = (*flags)[0];
    more[1] = limit;
    for (int i = 1; i <= *count; ++i) {
        more[i + 1] = (*flags)[i];
    }
    *flags = more;
    *count += 1;
    return 0;
}

/// Stops a run that could not begin with what it is to change.
static inline void mutate_check_room(size_t count, size_t capacity) {
    if (count > capacity) {
        fprintf(stderr, "the seed has %zu bytes, an input at most %zu: raise -max_len\n", count,
                capacity);
        abort();
    }
}

/// Changes one to four words behind the header.
static inline void mutate_words(uint8_t* data, size_t size, size_t header, unsigned int seed) {
    for (unsigned int i = 0; i <= seed / 2 % 4; ++i) {
        uint64_t random = (seed + i) * UINT64_C(6364136223846793005) + 1442695040888963407u;
        size_t at = header + (size_t)(random >> 20) % (size - header) / 4 * 4;
        LLVMFuzzerMutate(data + at, 4, 4);
    }
}
