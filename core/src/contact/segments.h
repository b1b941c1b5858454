// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which segment of its body every triangle belongs to, and telling a structure.
#pragma once

#include "contact/contact.h"

/// Labels of the triangles of a body from 0 on, zeros before, by its bones, whose labels go to
/// `segments`; how many there are at most. A body without bones is one segment.
uint32_t wf_contact_label_body(const wf_body* body, uint8_t* labels, uint8_t* segments);

/// False when memory is out. Bodies without bones are a segment each; beyond 255 the rest are one.
bool wf_contact_tell_segments(wf_contact* c);
