// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// `WEFT_WHOLE=1` also runs what repeats with other bodies, meshes and scenes what the rest shows; a campaign.

/** Whether all of it runs. */
export const whole = process.env.WEFT_WHOLE === '1';
