// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every tolerance of the simulator: its unit, its usual value and what happens when it changes.
#pragma once

/// Distance at which contact begins to push, m. Below the edge length of the cloth; larger floats,
/// smaller asks more of the filter.
#define WEFT_CONTACT_RADIUS 0.003f

/// Gap that the filter never gives up, m. The alarm bell: a healthy contact keeps twice this.
#define WEFT_SAFETY_GAP 0.0001f

/// Gaps below this are not allowed to close at all, m: near it rounding could.
#define WEFT_LEAST_GAP 4e-6f

/// Below this, m, the direction between two features is computed in double: its error in floats,
/// times the size of a triangle, would be as wide as the gap.
#define WEFT_UNCLEAR_GAP 2e-5f

/// Features nearer than this, m, a few ulp, stay where they are unless they part: even sliding
/// could make rounding close the gap.
#define WEFT_FROZEN_GAP 1e-6f

/// Slack of a displacement box beyond the predicted move, m: the first, plus a part of the
/// particle's own move and one of the fastest body's against the cloth, at most the last in the
/// first round of a substep. Later rounds double it, so that cloth can be pushed out of the way.
/// More slack means more candidate pairs; less means more rounds, and cloth that a fast body pushes
/// is cut by its boxes, which no contact asks for.
#define WEFT_BOX_SLACK_LEAST 0.0015f
#define WEFT_BOX_SLACK_FACTOR 0.25f
#define WEFT_BOX_SLACK_BODY (1.0f / 3.0f)
#define WEFT_BOX_SLACK_MOST 0.005f

/// The same where the first proposal that leaves its box gets a new one: what is too small is then
/// found out before it cuts, and larger boxes are paid in each substep.
#define WEFT_FOLLOWED_SLACK_LEAST 0.001f
#define WEFT_FOLLOWED_SLACK_BODY 0.2f
#define WEFT_FOLLOWED_SLACK_MOST 0.003f

/// Cloth against cloth takes every vertex to end this near to its predicted place, m: the first
/// plus a part of its move. What the filter stops or pushes further away is searched once more.
#define WEFT_CALM_SLACK 0.0005f
#define WEFT_CALM_SLACK_FACTOR 0.1f

/// Largest move of a body against the cloth near it in one substep, m. Substeps are added to keep
/// it. Three times the contact radius: what the push passes can follow without throttling the
/// cloth.
#define WEFT_BODY_MOVE_LIMIT 0.010f

/// Fewest and most substeps of a step, half of the fewest where cloth lies on something or is at
/// rest; a body faster than the most allow may have to wait.
#define WEFT_MIN_SUBSTEPS 2
#define WEFT_MAX_SUBSTEPS 16

/// Longest move of a vertex that the filter predicts and allows in one round, m.
#define WEFT_PREDICTION_CAP 0.030f

/// Most rounds of detect, solve, filter in a substep before the body waits.
#define WEFT_MAX_ROUNDS 8

/// Most rounds of a step beyond one a substep, for bodies that have not arrived. When they are
/// spent the bodies wait, and the report says that the step is blocked.
#define WEFT_SPARE_ROUNDS 8

/// Most substeps of a step that follows a blocked one: bodies that stand still need not hurry.
#define WEFT_BLOCKED_SUBSTEPS 4

/// Scene coordinates are multiples of this, m (2^-20): the rounding of the cook.
#define WEFT_GRID 9.5367431640625e-7

/// Positions must stay within this of the origin, m, so that one float ulp stays below half a
/// micrometre.
#define WEFT_WORLD_EXTENT 4.0f

/// Hands that may hold cloth at the same time (GRAB events).
#define WEFT_HANDS 8

/// Most aggregates of the coarse level of the solver, over the whole world. The coarse matrix is
/// dense.
#define WEFT_MAX_AGGREGATES 96
