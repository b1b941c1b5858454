// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Small characters of three.js for the fuzz: a skinned box on two bones with a rigid head, below a group; and every way in
// which such a thing is wrong.
import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';

/** A box of 0.2 m that its bones carry, the upper half the second; with a morph that makes it wider. */
export function makeSkinned() {
  const geometry = new BoxGeometry(0.2, 0.2, 0.2);
  const { position } = geometry.attributes;
  const upper = Array.from({ length: position.count }, (_, v) => (position.getY(v) > 0 ? 1 : 0));
  const indices = upper.flatMap(() => [0, 1, 0, 0]);
  const weights = upper.flatMap((part) => [1 - part, part, 0, 0]);
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  geometry.morphAttributes.position = [new Float32BufferAttribute(position.array, 3)];
  geometry.morphTargetsRelative = true;
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  mesh.name = 'trunk';
  mesh.material.name = 'skin';
  const bones = [new Bone(), new Bone()];
  bones[0].name = 'hips';
  bones[1].name = 'chest';
  bones[0].add(bones[1]);
  mesh.add(bones[0]);
  mesh.bind(new Skeleton(bones));
  return mesh;
}

/** That and a rigid head on its second bone, in a group. */
export function makeCharacter() {
  const trunk = makeSkinned();
  const head = new Mesh(new BoxGeometry(0.1, 0.1, 0.1), new MeshBasicMaterial());
  head.name = 'head';
  head.position.y = 0.16;
  trunk.skeleton.bones[1].add(head);
  const root = new Group().add(trunk);
  root.name = 'doll';
  return root;
}

const meshesOf = (root) => {
  const found = [];
  root.traverse((each) => each.isMesh && found.push(each));
  return found;
};

const set = (array, dice, value) => {
  array[dice.below(array.length)] = value;
};

const NUMBERS = [NaN, Infinity, -1, 7, 1e9, 65535];

/** What may be wrong with a character, each done to one of its meshes. */
const FAULTS = [
  (mesh, dice) => set(mesh.geometry.attributes.position.array, dice, dice.of(NUMBERS)),
  (mesh, dice) => set(mesh.geometry.index.array, dice, dice.below(200)),
  (mesh, dice) => set((mesh.geometry.attributes.skinIndex ?? mesh.geometry.index).array, dice, 9),
  (mesh, dice) =>
    set((mesh.geometry.attributes.skinWeight ?? mesh.geometry.index).array, dice, dice.of(NUMBERS)),
  (mesh) => mesh.geometry.attributes.skinWeight?.array.fill(0),
  (mesh, dice) => mesh.geometry.deleteAttribute(dice.of(['position', 'skinIndex', 'skinWeight'])),
  (mesh) => mesh.geometry.setIndex(null),
  (mesh, dice) => mesh.geometry.setDrawRange(dice.below(40), dice.below(40)),
  (mesh, dice) => mesh.geometry.addGroup(dice.below(20), dice.below(40), dice.below(3)),
  (mesh, dice) => mesh.scale.setScalar(dice.of([0, NaN, 1e-12, 1e6, -1])),
  (mesh, dice) => mesh.position.set(0, dice.of([...NUMBERS, 3, 40]), 0),
  (mesh) => mesh.skeleton?.bones.splice(1, 1, undefined),
  (mesh) => mesh.skeleton?.bones.splice(0),
  (mesh) => mesh.skeleton?.boneInverses[0].elements.fill(NaN),
  (mesh) => (mesh.skeleton = undefined),
  (mesh) => (mesh.geometry = undefined),
  (mesh) => (mesh.visible = false),
  (mesh) => (mesh.material = [mesh.material, undefined]),
  (mesh) => (mesh.name = undefined),
  (mesh) => mesh.morphTargetInfluences?.fill(NaN),
  (mesh) => (mesh.geometry.morphAttributes.position = [undefined]),
  (mesh) => mesh.add(new InstancedMesh(mesh.geometry, mesh.material, 2)),
  (mesh) => mesh.geometry.translate(0.3, 0, 0),
  (mesh) => mesh.removeFromParent(),
];

/** What an earlier fault took from a mesh cannot be spoilt again. */
const hasAll = ({ geometry }) => geometry?.index && geometry.attributes.position;

/** Something wrong with one of its meshes, often; returns the root. */
export function spoil(dice, root, part = 0.5) {
  const meshes = meshesOf(root).filter(hasAll);
  if (meshes.length > 0 && dice.chance(part)) {
    dice.of(FAULTS)(dice.of(meshes), dice);
  }
  return root;
}

/** It moves a little, in one of the ways in which characters move. */
export function move(dice, root) {
  root.position?.set(0.02 * dice.number(), 0, 0.02 * dice.number());
  for (const mesh of meshesOf(root)) {
    mesh.morphTargetInfluences?.fill(0.1 * dice.number());
    const bone = mesh.skeleton?.bones.at(-1);
    if (bone) bone.rotation.z = 0.1 * dice.number();
  }
}
