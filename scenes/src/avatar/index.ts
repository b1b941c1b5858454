// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The avatar: bodies, their measures, their motion.

export { AVATAR_FILE, loadAvatarAsset } from './asset.js';
export type { AvatarAsset } from './asset.js';
export { avatarNames, recipeOf, texturesOf } from './bodies.js';
export { bone, BONE_COUNT } from './bones.js';
export { buildAvatar } from './build.js';
export {
  buildClips,
  buildMotion,
  dequantiseClip,
  motionNames,
  quantiseClip,
  type PackedClip,
} from './clips.js';
export {
  armTriangles,
  halfTriangles,
  legTriangles,
  levelHull,
  trunkTriangles,
  type Side,
} from './regions.js';
export { levelsOf, type Levels } from './levels.js';
export { measure } from './measure.js';
export { headOf, restHead, restPose, rotationOf, skin, skinSome } from './rig.js';
export * from './slices.js';
export { standPose } from './stand.js';
export { aPose, sewPose } from './stills.js';
export { walkSpeed } from './walk.js';
