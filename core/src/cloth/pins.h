// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pins come and go while the world runs. A dropped pin leaves its slot empty, so that the others
// keep their numbers; the next new pin takes it.
#pragma once

#include "cloth/cloth.h"

/// Kind of an empty slot.
#define WF_PIN_DROPPED WEFT_PIN_KIND_COUNT

/// Checks a pin against its cloth and the bodies (and fills the report). `i` is its number, for the
/// message.
weft_status wf_pin_check(const weft_pin* pin, uint32_t i, uint32_t vertex_count,
                         wf_pin_targets targets, weft_report* report);

/// Puts a checked pin in place of all that its vertex has. False when memory is out; then nothing
/// has changed.
bool wf_cloth_put_pin(wf_memory* memory, wf_cloth* cloth, const weft_pin* pin);

/// Drops all pins of a vertex, of a kind, or on a body (number in order of creation).
void wf_cloth_drop_vertex(wf_cloth* cloth, uint32_t vertex);
void wf_cloth_drop_kind(wf_cloth* cloth, uint32_t kind);
void wf_cloth_drop_body(wf_cloth* cloth, uint32_t body);

/// The only pin of a vertex, or null when there is none or another one.
weft_pin* wf_cloth_only_pin(const wf_cloth* cloth, uint32_t vertex);
