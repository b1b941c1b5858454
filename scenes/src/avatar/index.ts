// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The avatar: bodies, their measures, their motion.

export { AVATAR_FILE, loadAvatarAsset } from './asset.js';
export type { AvatarAsset } from './asset.js';
export { avatarNames, recipeOf } from './bodies.js';
export { buildAvatar } from './build.js';
