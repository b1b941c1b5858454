// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The package in a page of its own: the simulator in a worker, and cloth that three.js draws with its shadow.
import assert from 'node:assert/strict';
import { servePackage } from './support/package_server.mjs';

/** Runs work in a page of the package; `lost` names a file that its server does not have. */
async function inPackagePage(open, work, lost) {
  const server = await servePackage(lost);
  try {
    const page = await open({ url: server.url });
    const result = await page.page.evaluate(work);
    assert.deepEqual(page.errors, []);
    return result;
  } finally {
    server.close();
  }
}

// Runs inside the page: a large sheet here and in a worker, and what the page does meanwhile.
async function hereAndThere() {
  const { PlaneGeometry } = await import('three');
  const { Weft } = await import('weft-cloth');
  const sheet = () => new PlaneGeometry(1, 1, 60, 60).rotateX(-Math.PI / 2);
  const here = (await Weft.load()).createWorld();
  const weft = await Weft.load({ worker: true });
  const there = await weft.createWorld();
  here.addCloth(sheet(), { pins: [{ vertex: 0, kind: 'fixed' }] });
  await there.addCloth(sheet(), { pins: [{ vertex: 0, kind: 'fixed' }] });
  let [turns, done] = [0, false];
  const { port1, port2 } = new MessageChannel(); // a timer would wait for 4 ms
  port1.onmessage = () => {
    turns++;
    if (!done) port2.postMessage(0);
  };
  for (let step = 0; step < 10; ++step) here.step();
  port2.postMessage(0);
  for (let step = 0; step < 10; ++step) await there.step();
  done = true;
  const same = there.cloths[0].positions.every((x, i) => x === here.cloths[0].positions[i]);
  const hashes = [here.hash(), await there.hash()];
  const waiting = there.step().catch((error) => error.code);
  weft.dispose();
  return { hashes, same, turns, end: await waiting };
}

// Runs inside the page: the ground under a sheet, lit from above, before and after the sheet has fallen far.
async function shadowOfFallingSheet() {
  const THREE = await import('three');
  const { Weft } = await import('weft-cloth');
  const { ClothMesh } = await import('weft-cloth/three');
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(200, 200);
  renderer.shadowMap.enabled = true;
  const scene = new THREE.Scene();
  const white = new THREE.MeshLambertMaterial({ color: 0xffffff, side: THREE.DoubleSide });
  const ground = new THREE.Mesh(new THREE.PlaneGeometry(4, 4).rotateX(-Math.PI / 2), white);
  ground.receiveShadow = true;
  const light = new THREE.DirectionalLight(0xffffff, 3);
  light.position.set(0.5, 1.5, 0);
  light.castShadow = true;
  Object.assign(light.shadow.camera, { left: -1, right: 1, top: 1, bottom: -1, far: 4 });
  const world = (await Weft.load()).createWorld();
  const sheet = new THREE.PlaneGeometry(0.6, 0.6, 12, 12)
    .rotateX(-Math.PI / 2)
    .translate(0, 3.5, 0);
  const drawn = new ClothMesh(world.addCloth(sheet), white.clone());
  drawn.castShadow = true;
  scene.add(ground, light, drawn);
  const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 30);
  camera.position.set(0, 0.2, 2.5);
  camera.lookAt(0, 0, 0);
  const litGround = () => {
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    const pixel = new Uint8Array(4);
    gl.readPixels(100, 100, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); // the middle of the ground
    return pixel[0];
  };
  const before = litGround(); // the sheet is out of sight of camera and light
  while (drawn.cloth.positions[1] > 0.6) {
    for (let step = 0; step < 5; ++step) world.step();
    drawn.update();
  }
  const under = litGround();
  drawn.castShadow = false;
  return { before, under, without: litGround() };
}

// Runs inside the page.
async function fabricsOfWorker() {
  const { Weft } = await import('weft-cloth');
  const weft = await Weft.load({ worker: true });
  return weft.fabrics();
}

// Runs inside the page: a proxy of parts that go through each other, by a worker, again, and without one.
async function proxyHereAndThere() {
  const { BoxGeometry, Group, Mesh, MeshBasicMaterial } = await import('three');
  const { BodyCollider } = await import('weft-cloth/three');
  const makeRubble = () => {
    const root = new Group();
    for (let i = 0; i < 8; ++i) {
      const geometry = new BoxGeometry(0.2, 0.2, 0.2, 12, 12, 12);
      geometry.setIndex([...geometry.index.array].slice(24 * (i % 3)));
      const mesh = new Mesh(geometry, new MeshBasicMaterial());
      mesh.position.set(0.1 * Math.sin(2 * i), 0.05 * i, 0.1 * Math.cos(3 * i));
      mesh.rotation.set(i, 2 * i, 3 * i);
      root.add(mesh);
    }
    return root;
  };
  const workers = [];
  const Given = window.Worker;
  window.Worker = class extends Given {
    constructor(url, options) {
      super(url, options);
      workers.push(String(url));
    }
  };
  let [turns, done] = [0, false];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    turns++;
    if (!done) port2.postMessage(0);
  };
  const parts = [];
  port2.postMessage(0);
  const options = { cell: 0.012, onProgress: (part) => parts.push(part) };
  const there = await BodyCollider.proxyOf(makeRubble(), options);
  done = true;
  const told = parts.length;
  const again = await BodyCollider.proxyOf(makeRubble(), options); // an object of its own with the same content
  const cached = workers.length;
  const nothing = { get: () => undefined, set: () => {} };
  const here = await BodyCollider.proxyOf(makeRubble(), {
    ...options,
    cache: nothing,
    worker: false,
  });
  const text = ({ surface, error, key }) => JSON.stringify([surface, error, key]);
  const rising = parts.slice(0, told).every((part, i) => i === 0 || part >= parts[i - 1]);
  return {
    workers,
    cached,
    turns,
    rising,
    steps: told,
    last: parts[told - 1],
    same: [text(again) === text(there), text(here) === text(there)],
    triangles: there.surface.triangles.length / 3,
    error: there.error,
  };
}

export const tests = [
  {
    name: 'package: a proxy is made by a worker with progress, and once for the same content',
    whole: true,
    async run({ open }) {
      const found = await inPackagePage(open, proxyHereAndThere);
      assert.equal(found.workers.length, 1);
      assert.match(found.workers[0], /proxy_worker\.js$/);
      assert.equal(found.cached, 1);
      assert.deepEqual(found.same, [true, true]);
      assert.ok(found.rising && found.steps > 3 && found.last === 1, JSON.stringify(found));
      assert.ok(found.turns > 100, `${found.turns} turns of the page meanwhile`);
      assert.ok(found.triangles > 1000 && found.error.meanMm < 4, JSON.stringify(found.error));
    },
  },
  {
    name: 'package: a proxy is made in the page where the script of its worker is lost',
    async run({ open }) {
      const lost = '/dist/three/character/proxy_worker.js';
      const server = await servePackage(lost);
      const { page, errors } = await open({ url: server.url });
      const found = await page.evaluate(proxyHereAndThere).finally(() => server.close());
      assert.deepEqual(found.same, [true, true]);
      assert.ok(found.rising && found.last === 1, JSON.stringify(found));
      assert.ok(
        errors.every((error) => error.includes('404')),
        errors.join('\n'),
      );
    },
  },
  {
    name: 'package: a worker gives the same bits while the page goes on',
    async run({ open }) {
      const { hashes, same, turns, end } = await inPackagePage(open, hereAndThere);
      assert.equal(hashes[0], hashes[1]);
      assert.ok(same);
      assert.ok(turns > 10, `${turns} turns of the page in 10 steps`);
      assert.equal(end, 'WEFT_ERROR_WORKER_LOST');
    },
  },
  {
    name: 'package: a worker starts from the copy in the code where its script is lost',
    async run({ open }) {
      const fabrics = await inPackagePage(open, fabricsOfWorker, '/dist/worker/weft_worker.js');
      assert.ok(fabrics.includes('silk'));
    },
  },
  {
    name: 'package: the shadow of a cloth follows it',
    async run({ open }) {
      const { before, under, without } = await inPackagePage(open, shadowOfFallingSheet);
      assert.ok(before > 150, `lit ground ${before}`);
      assert.ok(under < before / 2, `ground in the shadow ${under} of ${before}`);
      assert.equal(without, before);
    },
  },
];
