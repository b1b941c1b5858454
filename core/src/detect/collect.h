// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From pairs of triangles to certified pairs of features, in passes over blocks of candidates:
// which features of a pair meet by their boxes, which of those their planes leave open, four at a
// time, and last the full computation of what is left. Blocks depend on the number of candidates
// alone and their outcomes are put together in their order.
#pragma once

#include "detect/marked.h"
#include "detect/near.h"
#include "structures/structure.h"

struct wf_pool; // base/parallel.h

/// Two features whose boxes meet: their numbers, the sort of pair in the two highest bits of
/// `upper` and, once planes were tried, whether it is still open in the highest of `lower`.
typedef struct wf_meeting {
    uint32_t upper, lower;
} wf_meeting;

/// Sorts of a meeting, as bits of `upper`: an upper vertex over a lower face, and so on.
#define WF_MEET_EDGES 0u
#define WF_MEET_OVER 0x40000000u
#define WF_MEET_BENEATH 0x80000000u
#define WF_MEET_NUMBER 0x3fffffffu

/// Scratch of a collection, zero to begin with; `pool` may be null.
typedef struct wf_collect_work {
    struct wf_pool* const* pool;
    uint16_t* meets; // per candidate: bits
    size_t meets_capacity;
    uint32_t* first; // per block of candidates: its first meeting, and one for the end
    size_t first_capacity;
    wf_meeting* meetings;
    size_t meetings_capacity;
    uint32_t* open; // meetings to be computed in full, in the order of the pairs
    size_t open_capacity;
    uint32_t* kept; // per block of these: how many are kept
    size_t kept_capacity;
    wf_marked marked;
} wf_collect_work;

void wf_collect_work_free(wf_memory* memory, wf_collect_work* work);

/// How one kind of search meets candidates. `meet` gives bits to each of the candidates from begin
/// to end - 1, one for each two features whose boxes meet, in the order in which they are to be
/// listed; `name` says which these are, and returns the end of what it wrote.
typedef struct wf_collect_way {
    void (*meet)(const void* context, uint32_t begin, uint32_t end, uint16_t* bits);
    wf_meeting* (*name)(const void* context, uint32_t begin, uint32_t end, const uint16_t* bits,
                        wf_meeting* out);
    const void* context;
} wf_collect_way;

/// Meetings that are kept from round to round, in the order of their candidates.
typedef struct wf_meetings {
    wf_meeting* items;
    size_t count, capacity;
    wf_pairs candidates; // with meetings, or whose triangles may come close
    uint8_t* held;       // per candidate: how many meetings, and whether it may come close
    size_t held_capacity;
    uint8_t* lacking; // per triangle of the cloth: not listed yet; of the owner of the list
    bool lacks;       // some triangle
} wf_meetings;

#define WF_HELD_COUNT 15u
#define WF_HELD_CLOSE 128u

void wf_meetings_free(wf_memory* memory, wf_meetings* meetings);

/// Room for so many candidates and meetings. False when memory is out.
bool wf_meetings_reserve(wf_memory* memory, wf_meetings* meetings, size_t candidate_count,
                         size_t meeting_count);

/// Keeps all candidates, and the meetings of them that are within reach of each other where they
/// are: the search has no slack. False when memory is out.
bool wf_collect_near(wf_memory* memory, const wf_near_search* search, const wf_collect_way* way,
                     const wf_pairs* candidates, wf_collect_work* work, wf_meetings* out);

/// Appends the pairs of kept meetings, as wf_collect does those of candidates.
bool wf_collect_kept(wf_memory* memory, const wf_near_search* search, const wf_meetings* meetings,
                     wf_collect_work* work, wf_near_list* out);

/// Appends the pairs of candidates that could touch, or are predicted within reach. False when
/// memory is out.
bool wf_collect(wf_memory* memory, const wf_near_search* search, const wf_collect_way* way,
                size_t candidate_count, wf_collect_work* work, wf_near_list* out);
