// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The narrow phases there are.
#include "detect/narrow_phase.h"

const wf_narrow_phase wf_narrow_auto = {false};
#ifdef WEFT_LAB
const wf_narrow_phase wf_narrow_features = {false};
const wf_narrow_phase wf_narrow_ccd = {false};
const wf_narrow_phase wf_narrow_cell_lookup = {false};
const wf_narrow_phase wf_narrow_voxel_trace = {true};
#endif
