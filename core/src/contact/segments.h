// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Telling a structure which segment of its body every triangle belongs to.
#pragma once

#include "contact/contact.h"

/// False when memory is out. Bodies without bones are a segment each; beyond 255 the rest are one.
bool wf_contact_tell_segments(wf_contact* c);
