// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#include "detect/collect.h"

#include "base/parallel.h"
#include "detect/edge_batch.h"
#include "detect/face_batch.h"
#include "structures/pairs.h"

#include <string.h>

/// Candidates and open meetings of a block.
enum { CANDIDATE_BLOCK = 512, OPEN_BLOCK = 128 };

typedef struct collection {
    const wf_near_search* search;
    const wf_collect_way* way; // of candidates
    const wf_meetings* kept;   // or of these
    wf_collect_work* work;
    wf_near_list* out;
    size_t listed; // pairs that were in the list before
    uint32_t candidate_count, open_count;
} collection;

void wf_collect_work_free(wf_memory* m, wf_collect_work* work) {
    wf_free(m, work->meets);
    wf_free(m, work->first);
    wf_free(m, work->meetings);
    wf_free(m, work->open);
    wf_free(m, work->kept);
    wf_marked_free(m, &work->marked);
    *work = (wf_collect_work){0};
}

static uint32_t block_count(size_t count, uint32_t block) {
    return (uint32_t)((count + block - 1) / block);
}

static uint32_t end_of(uint32_t block, uint32_t size, uint32_t count) {
    uint32_t end = (block + 1) * size;
    return end < count ? end : count;
}

// ---- boxes
// ----------------------------------------------------------------------------------------

/// Added up in pairs, fours and so on: there is no instruction for it everywhere.
static uint32_t count_bits(const uint16_t* bits, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t n = bits[i];
        n -= n >> 1 & 0x5555u;
        n = (n & 0x3333u) + (n >> 2 & 0x3333u);
        n = (n + (n >> 4)) & 0x0f0fu;
        sum += (n + (n >> 8)) & 31u;
    }
    return sum;
}

static void meet_blocks(void* given, uint32_t first, uint32_t last) {
    const collection* c = given;
    for (uint32_t block = first; block < last; ++block) {
        uint32_t begin = block * CANDIDATE_BLOCK,
                 end = end_of(block, CANDIDATE_BLOCK, c->candidate_count);
        uint16_t* bits = c->work->meets + begin;
        c->way->meet(c->way->context, begin, end, bits);
        c->work->first[block + 1] = count_bits(bits, end - begin);
    }
}

// ---- planes
// ---------------------------------------------------------------------------------------

/// Meetings of one sort that wait for their test in lanes.
typedef struct queue {
    uint32_t at[CANDIDATE_BLOCK];
    uint32_t count;
} queue;

static void mark_open(wf_meeting* meetings, const uint32_t* at, uint32_t count, int open) {
    for (uint32_t k = 0; k < count; ++k) {
        meetings[at[k]].lower |= (uint32_t)(open >> k & 1) << 31;
    }
}

static void test_edges(const wf_near_search* s, wf_meeting* meetings, queue* q) {
    for (uint32_t i = 0; i < q->count; i += 4) {
        wf_edge_batch batch = {.count = q->count - i < 4 ? q->count - i : 4};
        for (uint32_t k = 0; k < batch.count; ++k) {
            batch.upper[k] = meetings[q->at[i + k]].upper;
            batch.lower[k] = meetings[q->at[i + k]].lower;
        }
        mark_open(meetings, q->at + i, batch.count,
                  wf_edge_batch_test(&batch, &s->upper, &s->lower, s->reach));
    }
    q->count = 0;
}

static void test_faces(const wf_near_search* s, wf_meeting* meetings, queue* q, bool over) {
    const wf_surface *vertices = over ? &s->upper : &s->lower,
                     *faces = over ? &s->lower : &s->upper;
    for (uint32_t i = 0; i < q->count; i += 4) {
        wf_face_batch batch = {.count = q->count - i < 4 ? q->count - i : 4};
        for (uint32_t k = 0; k < batch.count; ++k) {
            const wf_meeting* meeting = &meetings[q->at[i + k]];
            uint32_t upper = meeting->upper & WF_MEET_NUMBER;
            batch.vertex[k] = over ? upper : meeting->lower;
            batch.face[k] = over ? meeting->lower : upper;
        }
        mark_open(meetings, q->at + i, batch.count,
                  wf_face_batch_test(&batch, vertices, faces, s->reach));
    }
    q->count = 0;
}

/// Tries planes on the meetings of a block, some at a time; sorts are the two highest bits.
static void test_meetings(const wf_near_search* s, wf_meeting* meetings, uint32_t count) {
    queue queues[3];
    queues[0].count = queues[1].count = queues[2].count = 0;
    for (uint32_t i = 0; i < count;) {
        uint32_t end = count - i < CANDIDATE_BLOCK ? count : i + CANDIDATE_BLOCK;
        for (; i < end; ++i) {
            queue* q = &queues[meetings[i].upper >> 30];
            q->at[q->count++] = i;
        }
        test_edges(s, meetings, &queues[0]);
        test_faces(s, meetings, &queues[1], true);
        test_faces(s, meetings, &queues[2], false);
    }
}

static void name_blocks(void* given, uint32_t first, uint32_t last) {
    const collection* c = given;
    for (uint32_t block = first; block < last; ++block) {
        uint32_t begin = block * CANDIDATE_BLOCK;
        wf_meeting* meetings = c->work->meetings + c->work->first[block];
        wf_meeting* end =
            c->way->name(c->way->context, begin, end_of(block, CANDIDATE_BLOCK, c->candidate_count),
                         c->work->meets + begin, meetings);
        test_meetings(c->search, meetings, (uint32_t)(end - meetings));
    }
}

static void test_kept_blocks(void* given, uint32_t first, uint32_t last) {
    const collection* c = given;
    for (uint32_t block = first; block < last; ++block) {
        uint32_t begin = block * CANDIDATE_BLOCK,
                 end = end_of(block, CANDIDATE_BLOCK, (uint32_t)c->kept->count);
        wf_meeting* meetings = c->work->meetings + begin;
        memcpy(meetings, c->kept->items + begin, (end - begin) * sizeof(wf_meeting));
        test_meetings(c->search, meetings, end - begin);
    }
}

// ---- order
// ---------------------------------------------------------------------------------------

/// Open meetings in the order of the pairs: four of a sort at a time.
static uint32_t find_open(const wf_meeting* meetings, uint32_t count, uint32_t* open) {
    uint32_t waiting[3][4], seen[3] = {0}, held[3] = {0}, n = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t sort = meetings[i].upper >> 30;
        waiting[sort][held[sort]] = i;
        held[sort] += meetings[i].lower >> 31;
        seen[sort] += 1;
        if (seen[sort] == 4) {
            memcpy(open + n, waiting[sort], sizeof waiting[sort]);
            n += held[sort];
            held[sort] = seen[sort] = 0;
        }
    }
    for (uint32_t sort = 0; sort < 3; ++sort) {
        for (uint32_t k = 0; k < held[sort]; ++k) {
            open[n++] = waiting[sort][k];
        }
    }
    return n;
}

// ---- proofs
// --------------------------------------------------------------------------------------

static bool certify(const collection* c, uint32_t open, size_t place) {
    wf_meeting m = c->work->meetings[open];
    uint32_t upper = m.upper & WF_MEET_NUMBER, lower = m.lower & ~(1u << 31);
    wf_near* near = c->out->items + place;
    wf_plane* plane = c->out->planes + place;
    switch (m.upper & ~WF_MEET_NUMBER) {
    case WF_MEET_EDGES:
        return wf_near_edges(c->search, upper, lower, near, plane);
    case WF_MEET_OVER:
        return wf_near_over(c->search, upper, lower, near, plane);
    default:
        return wf_near_beneath(c->search, upper, lower, near, plane);
    }
}

/// Puts what is kept of some blocks at the place of the first.
static void certify_blocks(void* given, uint32_t first, uint32_t last) {
    const collection* c = given;
    size_t begin = c->listed + (size_t)first * OPEN_BLOCK, place = begin;
    for (uint32_t block = first; block < last; ++block) {
        for (uint32_t i = block * OPEN_BLOCK; i < end_of(block, OPEN_BLOCK, c->open_count); ++i) {
            place += certify(c, c->work->open[i], place);
        }
        c->work->kept[block] = 0;
    }
    c->work->kept[first] = (uint32_t)(place - begin);
}

/// Closes the room between blocks.
static void close_up(const collection* c) {
    wf_near_list* out = c->out;
    for (uint32_t block = 0; block < block_count(c->open_count, OPEN_BLOCK); ++block) {
        size_t from = c->listed + (size_t)block * OPEN_BLOCK, kept = c->work->kept[block];
        if (from != out->count && kept > 0) {
            memmove(out->items + out->count, out->items + from, kept * sizeof(wf_near));
            memmove(out->planes + out->count, out->planes + from, kept * sizeof(wf_plane));
        }
        out->count += kept;
    }
}

// ---- all
// -----------------------------------------------------------------------------------------

static bool reserve_blocks(wf_memory* m, wf_collect_work* work, size_t candidates) {
    return wf_reserve(m, (void**)&work->meets, &work->meets_capacity, candidates,
                      sizeof(uint16_t)) &&
           wf_reserve(m, (void**)&work->first, &work->first_capacity,
                      (size_t)block_count(candidates, CANDIDATE_BLOCK) + 1, sizeof(uint32_t));
}

/// Also room for what find_open copies beyond its end.
static bool reserve_meetings(wf_memory* m, wf_collect_work* work, size_t count) {
    return wf_reserve(m, (void**)&work->meetings, &work->meetings_capacity, count,
                      sizeof(wf_meeting)) &&
           wf_reserve(m, (void**)&work->open, &work->open_capacity, count + 4, sizeof(uint32_t));
}

static bool reserve_pairs(wf_memory* m, const collection* c) {
    wf_near_list* out = c->out;
    size_t most = out->count + c->open_count;
    return wf_reserve(m, (void**)&c->work->kept, &c->work->kept_capacity,
                      block_count(c->open_count, OPEN_BLOCK), sizeof(uint32_t)) &&
           wf_reserve(m, (void**)&out->items, &out->capacity, most, sizeof(wf_near)) &&
           wf_reserve(m, (void**)&out->planes, &out->plane_capacity, most, sizeof(wf_plane));
}

/// Lists the meetings of candidates and tries planes on them; how many there are goes to `count`.
static bool meet_all(wf_memory* memory, collection* c, uint32_t* count) {
    wf_collect_work* work = c->work;
    uint32_t blocks = block_count(c->candidate_count, CANDIDATE_BLOCK);
    *count = 0;
    if (blocks == 0) {
        return true;
    }
    if (!reserve_blocks(memory, work, c->candidate_count)) {
        return false;
    }
    wf_parallel_for(work->pool, blocks, 1, meet_blocks, c);
    work->first[0] = 0;
    for (uint32_t i = 0; i < blocks; ++i) {
        work->first[i + 1] += work->first[i];
    }
    *count = work->first[blocks];
    if (!reserve_meetings(memory, work, *count)) {
        return false;
    }
    if (*count > 0) { // else there may be no memory for them yet
        wf_parallel_for(work->pool, blocks, 1, name_blocks, c);
    }
    return true;
}

/// Appends the pairs of those among the first `count` meetings that are open.
static bool certify_open(wf_memory* memory, collection* c, uint32_t count) {
    c->open_count = count == 0 ? 0 : find_open(c->work->meetings, count, c->work->open);
    if (c->open_count == 0) {
        return true;
    }
    if (!reserve_pairs(memory, c)) {
        return false;
    }
    wf_parallel_for(c->work->pool, block_count(c->open_count, OPEN_BLOCK), 1, certify_blocks, c);
    close_up(c);
    return true;
}

bool wf_collect(wf_memory* memory, const wf_near_search* search, const wf_collect_way* way,
                size_t candidate_count, wf_collect_work* work, wf_near_list* out) {
    collection c = {.search = search,
                    .way = way,
                    .work = work,
                    .out = out,
                    .listed = out->count,
                    .candidate_count = (uint32_t)candidate_count};
    uint32_t count;
    return meet_all(memory, &c, &count) && certify_open(memory, &c, count);
}

void wf_meetings_free(wf_memory* m, wf_meetings* meetings) {
    wf_free(m, meetings->items);
    wf_free(m, meetings->candidates.a);
    wf_free(m, meetings->candidates.b);
    wf_free(m, meetings->held);
    wf_free(m, meetings->lacking);
    *meetings = (wf_meetings){0};
}

bool wf_meetings_reserve(wf_memory* m, wf_meetings* meetings, size_t candidate_count,
                         size_t meeting_count) {
    return wf_pairs_reserve(m, &meetings->candidates, candidate_count) &&
           wf_reserve(m, (void**)&meetings->held, &meetings->held_capacity, candidate_count, 1) &&
           wf_reserve(m, (void**)&meetings->items, &meetings->capacity, meeting_count,
                      sizeof(wf_meeting));
}

bool wf_collect_near(wf_memory* memory, const wf_near_search* search, const wf_collect_way* way,
                     const wf_pairs* candidates, wf_collect_work* work, wf_meetings* out) {
    collection c = {
        .search = search, .way = way, .work = work, .candidate_count = (uint32_t)candidates->count};
    uint32_t count;
    if (!meet_all(memory, &c, &count) ||
        !wf_meetings_reserve(memory, out, candidates->count, count)) {
        return false;
    }
    const wf_meeting* next = work->meetings;
    out->count = 0;
    out->candidates.count = candidates->count;
    for (size_t i = 0; i < candidates->count; ++i) {
        size_t before = out->count;
        for (uint32_t left = count_bits(work->meets + i, 1); left > 0; --left, ++next) {
            out->items[out->count] = (wf_meeting){next->upper, next->lower & ~(1u << 31)};
            out->count += next->lower >> 31;
        }
        out->candidates.a[i] = candidates->a[i];
        out->candidates.b[i] = candidates->b[i];
        out->held[i] = (uint8_t)(out->count - before);
    }
    return true;
}

bool wf_collect_kept(wf_memory* memory, const wf_near_search* search, const wf_meetings* meetings,
                     wf_collect_work* work, wf_near_list* out) {
    collection c = {
        .search = search, .kept = meetings, .work = work, .out = out, .listed = out->count};
    uint32_t count = (uint32_t)meetings->count;
    if (!reserve_meetings(memory, work, count)) {
        return false;
    }
    wf_parallel_for(work->pool, block_count(count, CANDIDATE_BLOCK), 1, test_kept_blocks, &c);
    return certify_open(memory, &c, count);
}
