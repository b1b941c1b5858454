// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
#pragma once

#include "solve/system.h"

/// Lets the neighbours of the few particles that the filter cut follow them: `d` are the
/// displacements that it granted, `q` where the solver's proposal ended from the point of
/// linearisation. Changes z; false, and nothing changes, where nobody was cut or too many.
bool wf_sweep_round_cut(wf_system* system, const wf_touches* touches);
