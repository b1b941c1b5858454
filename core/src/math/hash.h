// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The one hash of contents: 64-bit FNV-1a over 32-bit words. Scene contents, states and snapshots
// use it, in C and in TypeScript alike. And that of cells of a grid without borders.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define WF_HASH_SEED UINT64_C(0xcbf29ce484222325)

/// Continues `hash` over `word_count` words of four bytes, any alignment.
uint64_t wf_hash_words(uint64_t hash, const void* words, size_t word_count);

/// Of a cell, to be masked by a table's size. After Teschner, Heidelberger, Müller, Pomeranets,
/// Gross, "Optimized spatial hashing for collision detection of deformable objects", VMV 2003.
static inline uint32_t wf_hash_cell(int32_t x, int32_t y, int32_t z) {
    return (uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)z * 83492791u;
}

/// Continues `hash` over bytes; the last word is padded with zeros.
uint64_t wf_hash_bytes(uint64_t hash, const void* bytes, size_t byte_count);
