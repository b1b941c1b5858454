// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pieces of cloth that nothing touches keep their momentum exactly: see pieces.c.
#pragma once

#include "solve/system.h"

/// Numbers the connected pieces into system->particles.piece. False when memory is out.
bool wf_pieces_find(wf_memory* memory, wf_system* system);

/// Takes out of the proposal what an unfinished solve added to the momentum of free pieces.
void wf_pieces_balance(wf_system* system, const wf_touches* touches);
