// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A response: what pushes cloth, and how far it may go. The step asks the row that was chosen and
// knows nothing else of it.
#pragma once

#include "contact/contact.h"
#include "detect/narrow_phase.h"
#include "weft/lab.h"

typedef struct wf_response {
    /// Fills contact->touches, from nothing, with all that pushes in a substep of h seconds: called
    /// after every detection. wf_contact_select takes the pairs that touch; another law of force
    /// makes touches of its own (kind WF_TOUCH_OUTSIDE; n, offset, rho), which the solvers treat
    /// implicitly.
    /// False when memory is out.
    bool (*push)(wf_contact* c, float h);
    /// Changes the displacements D = z - x that the solver proposes in place (4 per particle), for
    /// a round that counts from 0; the result says how much of all moves is granted. Null when
    /// nothing is cut.
    wf_filter_result (*limit)(wf_contact* c, float* displacement, uint32_t round);
    /// Frees what the response keeps in contact->response_self; null when it keeps nothing.
    void (*destroy)(wf_contact* c);
    /// Whether it can work with the bodies there are, in one sentence; asked before the first step
    /// after they changed. Null when it always can.
    weft_status (*check)(wf_contact* c, weft_report* report);
    /// What it counts: entry `index`; false past the end. Null when it counts nothing.
    bool (*figure)(const wf_contact* c, uint32_t index, weft_lab_figure* out);
    /// The narrow phase that it is built on; null is features.
    const wf_narrow_phase* narrow;
    /// What `limit` does to few is asked of the solver once more (wf_solver.yield) and limited
    /// again.
    bool yields;
} wf_response;

extern const wf_response wf_response_filter;
extern const wf_response wf_response_impact_zones;
extern const wf_response wf_response_projection;
extern const wf_response wf_response_offset_surfaces;
extern const wf_response wf_response_none;
