// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// FNV-1a (Fowler, Noll, Vo), taken a word at a time: every multiplication mixes four bytes.
#include "math/hash.h"

#include <string.h>

uint64_t wf_hash_words(uint64_t hash, const void* words, size_t word_count) {
    const unsigned char* bytes = words;
    for (size_t i = 0; i < word_count; ++i) {
        uint32_t word;
        memcpy(&word, bytes + 4 * i, 4);
        hash ^= word;
        hash *= UINT64_C(0x100000001b3);
    }
    return hash;
}

uint64_t wf_hash_bytes(uint64_t hash, const void* bytes, size_t byte_count) {
    size_t words = byte_count / 4;
    hash = wf_hash_words(hash, bytes, words);
    if (byte_count % 4 != 0) {
        uint32_t last = 0;
        memcpy(&last, (const unsigned char*)bytes + 4 * words, byte_count % 4);
        hash = wf_hash_words(hash, &last, 1);
    }
    return hash;
}
