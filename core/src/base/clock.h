// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The host's clock, for the phase times of the report.
#pragma once

/// Milliseconds from the host's clock, or 0.
double wf_clock_now(void);
