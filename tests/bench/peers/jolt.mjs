// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Jolt's soft bodies on the inputs that all share: one thread, as many iterations and substeps as the sheet needs to keep its
// length. It has no self-contact, and a mesh that deforms is built anew in every step.
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bodyMesh, COMMON } from './inputs.mjs';

const STANDING = 0;
const MOVING = 1;
/** Iterations and substeps by side of the sheet. Edges of the library's own making with these numbers were the best of those tried:
 * half the iterations stretch the second size by 60 % and more, edges of the triangles alone bounce off the sphere. */
const tuned = (n) => (n < 40 ? [10, 1] : n < 100 ? [20, 4] : [40, 4]);

export async function loadJolt() {
  const { default: init } = await import('jolt-physics/wasm');
  const Jolt = await init();
  const require = createRequire(import.meta.url);
  return {
    name: 'Jolt',
    settings: (n) => tuned(n).join(' iterations, ') + ' substeps',
    moduleBytes: statSync(require.resolve('jolt-physics/jolt-physics.wasm.wasm')).size,
    sleeps: true,
    start: (kind, sheet, n, sleep = false) => start(Jolt, kind, sheet, n, sleep),
  };
}

function openWorld(Jolt) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(STANDING, MOVING);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(STANDING, new Jolt.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    2,
    pairs,
    2,
  );
  const world = new Jolt.JoltInterface(settings);
  Jolt.destroy(settings);
  world.GetPhysicsSystem().SetGravity(new Jolt.Vec3(0, -COMMON.gravity, 0));
  return world;
}

/** Lists that a mesh shape is made of; the vertices can be moved. */
function meshLists(Jolt, mesh) {
  const vertices = new Jolt.VertexList();
  const triangles = new Jolt.IndexedTriangleList();
  for (let i = 0; i < mesh.positions.length; i += 3) {
    vertices.push_back(new Jolt.Float3(...mesh.positions.subarray(i, i + 3)));
  }
  for (let i = 0; i < mesh.triangles.length; i += 3) {
    triangles.push_back(new Jolt.IndexedTriangle(...mesh.triangles.subarray(i, i + 3), 0));
  }
  return { vertices, triangles, materials: new Jolt.PhysicsMaterialList() };
}

function moveVertices(lists, positions) {
  for (let i = 0; 3 * i < positions.length; ++i) {
    const vertex = lists.vertices.at(i);
    vertex.x = positions[3 * i];
    vertex.y = positions[3 * i + 1];
    vertex.z = positions[3 * i + 2];
  }
}

function buildMesh(Jolt, lists) {
  const settings = new Jolt.MeshShapeSettings(lists.vertices, lists.triangles, lists.materials);
  settings.mBuildQuality = Jolt.MeshShapeSettings_EBuildQuality_FavorBuildSpeed;
  const result = settings.Create();
  const shape = result.Get();
  shape.AddRef();
  Jolt.destroy(settings);
  return shape;
}

function bodyShape(Jolt, kind, lists) {
  if (kind === 'sphere') return new Jolt.SphereShape(COMMON.sphereRadiusM, null);
  if (kind === 'fold') return new Jolt.BoxShape(new Jolt.Vec3(1.5, 0.1, 1.5), 0, null);
  return buildMesh(Jolt, lists);
}

function addStanding(Jolt, bodies, kind, shape) {
  const at = new Jolt.RVec3(0, kind === 'fold' ? -0.1 : 0, 0);
  const turned = new Jolt.Quat(0, 0, 0, 1);
  const motion = kind === 'deform' ? Jolt.EMotionType_Kinematic : Jolt.EMotionType_Static;
  const settings = new Jolt.BodyCreationSettings(shape, at, turned, motion, STANDING);
  settings.mFriction = COMMON.friction;
  const body = bodies.CreateBody(settings);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  return body;
}

function sheetSettings(Jolt, sheet) {
  const settings = new Jolt.SoftBodySharedSettings();
  const count = sheet.positions.length / 3;
  const vertex = new Jolt.SoftBodySharedSettingsVertex();
  vertex.mInvMass = count / COMMON.massKg;
  for (let i = 0; i < count; ++i) {
    vertex.mPosition = new Jolt.Float3(...sheet.positions.subarray(3 * i, 3 * i + 3));
    settings.mVertices.push_back(vertex);
  }
  for (let i = 0; i < sheet.triangles.length; i += 3) {
    settings.AddFace(new Jolt.SoftBodySharedSettingsFace(...sheet.triangles.subarray(i, i + 3), 0));
  }
  const attributes = new Jolt.SoftBodySharedSettingsVertexAttributes();
  attributes.mCompliance = attributes.mShearCompliance = 1e-6;
  attributes.mBendCompliance = 1e-3;
  settings.CreateConstraints(attributes, 1, Jolt.SoftBodySharedSettings_EBendType_Distance);
  settings.Optimize();
  return settings;
}

function addSheet(Jolt, bodies, sheet, iterations, sleep) {
  const settings = new Jolt.SoftBodyCreationSettings(
    sheetSettings(Jolt, sheet),
    new Jolt.RVec3(0, 0, 0),
    new Jolt.Quat(0, 0, 0, 1),
    MOVING,
  );
  settings.mNumIterations = iterations;
  settings.mFriction = COMMON.friction;
  settings.mVertexRadius = COMMON.thicknessM;
  settings.mUpdatePosition = false;
  settings.mAllowSleeping = sleep;
  const body = bodies.CreateSoftBody(settings);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  return body;
}

function start(Jolt, kind, sheet, n, sleep) {
  const [iterations, substeps] = tuned(n);
  const world = openWorld(Jolt);
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  const lists = kind === 'mesh' || kind === 'deform' ? meshLists(Jolt, bodyMesh(kind, 0)) : null;
  const below = addStanding(Jolt, bodies, kind, bodyShape(Jolt, kind, lists));
  const cloth = addSheet(Jolt, bodies, sheet, iterations, sleep);
  const motion = Jolt.castObject(cloth.GetMotionProperties(), Jolt.SoftBodyMotionProperties);
  return {
    step(moved) {
      if (moved) {
        moveVertices(lists, moved);
        const shape = buildMesh(Jolt, lists);
        bodies.SetShape(below.GetID(), shape, false, Jolt.EActivation_Activate);
        shape.Release();
      }
      for (let k = 0; k < substeps; ++k) world.Step(COMMON.frameSeconds / substeps, 1);
    },
    positions() {
      const vertices = motion.GetVertices();
      return Float32Array.from({ length: sheet.positions.length }, (_, i) => {
        const at = vertices.at(Math.floor(i / 3)).mPosition;
        return [at.GetX(), at.GetY(), at.GetZ()][i % 3];
      });
    },
    end: () => Jolt.destroy(world),
  };
}
