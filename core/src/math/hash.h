// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The one hash of the project: 64-bit FNV-1a over 32-bit words. Scene contents, states and
// snapshots use it, in C and in TypeScript alike.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define WF_HASH_SEED UINT64_C(0xcbf29ce484222325)

/// Continues `hash` over `word_count` words of four bytes, any alignment.
uint64_t wf_hash_words(uint64_t hash, const void* words, size_t word_count);

/// Continues `hash` over bytes; the last word is padded with zeros.
uint64_t wf_hash_bytes(uint64_t hash, const void* bytes, size_t byte_count);
