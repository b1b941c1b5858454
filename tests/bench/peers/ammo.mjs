// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bullet's soft bodies (ammo.js, the build that three 0.182.0 brings) on the sphere and the floor: as many iterations and substeps as
// Jolt has, everything ten times as large, since its tolerances are made for that. Its own mesh collider lets the sheet through
// and takes 100 ms a step for 441 vertices, so the meshes are left out.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { COMMON } from './inputs.mjs';

const SCALE = 10;
const tuned = (n) => (n < 40 ? [10, 1] : n < 100 ? [10, 4] : [20, 4]);
/** Rigid bodies against the nodes of a soft body. */
const SDF_RS = 1;

export async function loadAmmo() {
  const require = createRequire(import.meta.url);
  const file = require.resolve('three/examples/jsm/libs/ammo.wasm.js');
  const wasmBinary = readFileSync(file.replace(/js$/, 'wasm'));
  // A script for pages: it is run as one.
  const script = `${readFileSync(file, 'utf8')}; return Ammo;`;
  const init = new Function('require', '__dirname', '__filename', script)(
    require,
    dirname(file),
    file,
  );
  // One for each run: worlds are never freed, and what it may use is full after some of them.
  const open = () => init({ wasmBinary, print: () => {}, printErr: () => {} });
  return {
    name: 'Bullet',
    settings: (n) => tuned(n).join(' iterations, ') + ' substeps',
    moduleBytes: wasmBinary.length,
    runs: (kind) => kind === 'sphere' || kind === 'fold',
    start: async (kind, sheet, n) => start(await open(), kind, sheet, n),
  };
}

function openWorld(Ammo) {
  const configuration = new Ammo.btSoftBodyRigidBodyCollisionConfiguration();
  const world = new Ammo.btSoftRigidDynamicsWorld(
    new Ammo.btCollisionDispatcher(configuration),
    new Ammo.btDbvtBroadphase(),
    new Ammo.btSequentialImpulseConstraintSolver(),
    configuration,
    new Ammo.btDefaultSoftBodySolver(),
  );
  const gravity = new Ammo.btVector3(0, -SCALE * COMMON.gravity, 0);
  world.setGravity(gravity);
  world.getWorldInfo().set_m_gravity(gravity);
  return world;
}

function addStanding(Ammo, world, kind) {
  const sphere = kind === 'sphere';
  const shape = sphere
    ? new Ammo.btSphereShape(SCALE * COMMON.sphereRadiusM)
    : new Ammo.btBoxShape(new Ammo.btVector3(1.5 * SCALE, 0.1 * SCALE, 1.5 * SCALE));
  const at = new Ammo.btTransform();
  at.setIdentity();
  at.setOrigin(new Ammo.btVector3(0, sphere ? 0 : -0.1 * SCALE, 0));
  const motion = new Ammo.btDefaultMotionState(at);
  const info = new Ammo.btRigidBodyConstructionInfo(0, motion, shape, new Ammo.btVector3(0, 0, 0));
  const body = new Ammo.btRigidBody(info);
  body.setFriction(COMMON.friction);
  world.addRigidBody(body);
}

/** Across every inner edge of the grid, as its own generator does for the next but one: that needs a table of n^4 entries. */
function addBends(body, n, material) {
  const link = (a, b) => body.appendLink(a, b, material, false);
  for (let j = 0; j < n; ++j) {
    for (let i = 0; i < n; ++i) {
      if (i + 2 < n) link(j * n + i, j * n + i + 2);
      if (j + 2 < n) link(j * n + i, (j + 2) * n + i);
    }
  }
}

function addSheet(Ammo, world, sheet, n) {
  const [iterations] = tuned(n);
  const scaled = Array.from(sheet.positions, (x) => SCALE * x);
  const faces = Array.from(sheet.triangles);
  const helpers = new Ammo.btSoftBodyHelpers();
  const body = helpers.CreateFromTriMesh(
    world.getWorldInfo(),
    scaled,
    faces,
    faces.length / 3,
    false,
  );
  const material = body.get_m_materials().at(0);
  material.set_m_kLST(1);
  material.set_m_kAST(1);
  addBends(body, n, material);
  const configuration = body.get_m_cfg();
  configuration.set_viterations(iterations);
  configuration.set_piterations(iterations);
  configuration.set_collisions(SDF_RS);
  configuration.set_kDF(COMMON.friction);
  body.setTotalMass(COMMON.massKg, false);
  Ammo.castObject(body, Ammo.btCollisionObject)
    .getCollisionShape()
    .setMargin(SCALE * COMMON.thicknessM);
  body.setActivationState(4);
  world.addSoftBody(body, 1, -1);
  return body;
}

function start(Ammo, kind, sheet, n) {
  const substeps = tuned(n)[1];
  const world = openWorld(Ammo);
  addStanding(Ammo, world, kind);
  const body = addSheet(Ammo, world, sheet, n);
  return {
    step() {
      for (let k = 0; k < substeps; ++k) world.stepSimulation(COMMON.frameSeconds / substeps, 0);
    },
    positions() {
      const nodes = body.get_m_nodes();
      const x = new Float32Array(sheet.positions.length);
      for (let i = 0; 3 * i < x.length; ++i) {
        const at = nodes.at(i).get_m_x();
        x.set([at.x() / SCALE, at.y() / SCALE, at.z() / SCALE], 3 * i);
      }
      return x;
    },
    end() {
      world.removeSoftBody(body);
      Ammo.destroy(body);
      Ammo.destroy(world);
    },
  };
}
