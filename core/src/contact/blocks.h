// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who is at fault when a substep ends before everything has arrived.
#pragma once

#include "cloth/cloth.h"
#include "weft/weft.h"

struct wf_contact; // contact.h

/// Most pairs that a blocked step names.
enum { WF_BLOCKS_MOST = 64 };

typedef struct wf_blocks {
    weft_block items[WF_BLOCKS_MOST];
    uint32_t count;
} wf_blocks;

/// Notes the pairs that leave the displacements of the last filter no room. Those noted before in
/// this step are kept; of several pairs of the same things the first one counts.
void wf_blocks_note(const struct wf_contact* c, const float* displacement);

/// Drops the pins on bodies that keep cloth from cloth in these blocks, and counts them. Where
/// bodies meet cloth, capture makes room.
uint32_t wf_blocks_drop_pins(const wf_blocks* blocks, wf_cloth* cloths);
