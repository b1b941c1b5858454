// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a walk leaves out. Of a tree against itself the neighbours, as bits for the pairs of lanes
// of two leaves: they are nearly all that such a walk would find, and they sit in few pairs of
// leaves. And where triangles are marked, all nodes in which there are none.
#include "structures/dop_tree.h"

#include "math/simd.h"

/// Where a triangle is: leaf * 8 + lane.
static void find_places(const wf_dop_tree* tree, uint32_t* place) {
    const uint32_t* child = tree->children + (size_t)tree->inner_count * tree->lane_count;
    for (uint32_t leaf = 0; leaf < tree->node_count - tree->inner_count; ++leaf) {
        for (uint32_t lane = 0; lane < tree->lane_count; ++lane) {
            uint32_t triangle = child[(size_t)leaf * tree->lane_count + lane];
            if (triangle != WF_DOP_NONE) {
                place[triangle] = 8 * leaf + lane;
            }
        }
    }
}

/// The entry of one pair, in the list of the lower leaf, which is out.
WF_INLINE wf_dop_skip skip_of(uint32_t a, uint32_t b, uint32_t* list) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    uint32_t bit = 8 * (low & 7) + (high & 7);
    wf_dop_skip skip = {.leaf = high >> 3};
    skip.lanes[bit >> 5] = 1u << (bit & 31);
    // Within a leaf a pair may come up as either order of its lanes.
    uint32_t back = 8 * (high & 7) + (low & 7);
    skip.lanes[back >> 5] |= low >> 3 == high >> 3 ? 1u << (back & 31) : 0;
    *list = low >> 3;
    return skip;
}

/// Adds an entry to a list in ascending order of leaves; returns the new count.
WF_INLINE uint32_t insert(wf_dop_skip* list, uint32_t count, wf_dop_skip skip) {
    uint32_t at = count;
    for (; at > 0 && list[at - 1].leaf >= skip.leaf; --at) {
        if (list[at - 1].leaf == skip.leaf) {
            list[at - 1].lanes[0] |= skip.lanes[0];
            list[at - 1].lanes[1] |= skip.lanes[1];
            return count;
        }
    }
    for (uint32_t k = count; k > at; --k) {
        list[k] = list[k - 1];
    }
    list[at] = skip;
    return count + 1;
}

/// `row` says where lists of one entry a pair would start; `count` is what they hold in the end.
static void fill_lists(const wf_neighbours* n, const uint32_t* place, const uint32_t* row,
                       wf_dop_skip* list, uint32_t* count) {
    for (uint32_t t = 0; t < n->triangle_count; ++t) {
        for (uint32_t k = n->row[t]; k < n->row[t + 1]; ++k) {
            uint32_t leaf;
            wf_dop_skip skip = skip_of(place[t], place[n->item[k].triangle], &leaf);
            count[leaf] = insert(list + row[leaf], count[leaf], skip);
        }
    }
}

/// Lists without the room that they did not need.
static bool pack_lists(wf_memory* memory, wf_dop_tree* tree, const wf_dop_skip* list,
                       const uint32_t* count, uint32_t leaves) {
    size_t total = 0;
    for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
        total += count[leaf];
    }
    tree->skip = WF_ALLOC(memory, wf_dop_skip, total + 1);
    if (tree->skip == NULL) {
        return false;
    }
    uint32_t to = 0;
    for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
        uint32_t from = tree->skip_row[leaf];
        tree->skip_row[leaf] = to;
        for (uint32_t k = 0; k < count[leaf]; ++k) {
            tree->skip[to++] = list[from + k];
        }
    }
    tree->skip_row[leaves] = to;
    return true;
}

static void count_pairs(const wf_neighbours* n, const uint32_t* place, uint32_t* row,
                        uint32_t leaves) {
    for (uint32_t t = 0; t < n->triangle_count; ++t) {
        for (uint32_t k = n->row[t]; k < n->row[t + 1]; ++k) {
            uint32_t a = place[t] >> 3, b = place[n->item[k].triangle] >> 3;
            row[(a < b ? a : b) + 1] += 1;
        }
    }
    for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
        row[leaf + 1] += row[leaf];
    }
}

bool wf_dop_tree_exclude(wf_memory* memory, wf_dop_tree* tree, const wf_neighbours* neighbours) {
    if (tree->node_count == 0) {
        return true;
    }
    uint32_t leaves = tree->node_count - tree->inner_count;
    uint32_t* place = WF_ALLOC(memory, uint32_t, tree->triangle_count);
    uint32_t* count = WF_ALLOC(memory, uint32_t, leaves);
    size_t pairs = neighbours->row[neighbours->triangle_count];
    wf_dop_skip* list = WF_ALLOC(memory, wf_dop_skip, pairs + 1);
    tree->skip_row = WF_ALLOC(memory, uint32_t, (size_t)leaves + 1);
    bool done = !memory->failed;
    if (done) {
        find_places(tree, place);
        count_pairs(neighbours, place, tree->skip_row, leaves);
        fill_lists(neighbours, place, tree->skip_row, list, count);
        done = pack_lists(memory, tree, list, count, leaves);
    }
    wf_free(memory, place);
    wf_free(memory, count);
    wf_free(memory, list);
    return done;
}

void wf_dop_tree_mark(wf_dop_tree* tree, const uint8_t* triangles) {
    tree->marked = triangles != NULL;
    for (uint32_t node = tree->marked ? tree->node_count : 0; node-- > 0;) {
        const uint32_t* child = tree->children + (size_t)node * tree->lane_count;
        const uint8_t* of_children = node < tree->inner_count ? tree->marks : triangles;
        unsigned bits = 0;
        for (uint32_t i = 0; i < tree->lane_count; ++i) {
            bits |= (unsigned)(child[i] != WF_DOP_NONE && of_children[child[i]] != 0) << i;
        }
        tree->marks[node] = (uint8_t)bits;
    }
}

/// Rows become columns of 8 by 8 bits.
static uint64_t transpose(uint64_t bits) {
    uint64_t swap = (bits ^ (bits >> 7)) & 0x00aa00aa00aa00aaULL;
    bits ^= swap ^ (swap << 7);
    swap = (bits ^ (bits >> 14)) & 0x0000cccc0000ccccULL;
    bits ^= swap ^ (swap << 14);
    swap = (bits ^ (bits >> 28)) & 0x00000000f0f0f0f0ULL;
    return bits ^ swap ^ (swap << 28);
}

uint64_t wf_dop_tree_skipped(const wf_dop_tree* tree, uint32_t a, uint32_t b) {
    if (tree->skip_row == NULL) {
        return 0;
    }
    uint32_t low = (a < b ? a : b) - tree->inner_count, high = (a < b ? b : a) - tree->inner_count;
    for (uint32_t k = tree->skip_row[low]; k < tree->skip_row[low + 1]; ++k) {
        if (tree->skip[k].leaf == high) {
            uint64_t bits = (uint64_t)tree->skip[k].lanes[1] << 32 | tree->skip[k].lanes[0];
            return a <= b ? bits : transpose(bits);
        }
    }
    return 0;
}
