// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The page: choices go in, scenes are opened, frames come out and are drawn.
import type { Figure } from 'weft-cloth';
import type { Scene } from 'weft-scenes';
import { decodeLink, encodeLink, isSharedFragment, LinkError } from '../share/link';
import { HelpDialog } from '../ui/help';
import { Hint } from '../ui/hint';
import { Meter } from '../ui/meter';
import { Notice } from '../ui/notice';
import { PaceNote } from '../ui/pace_note';
import { Panel } from '../ui/panel';
import { ProgressBar } from '../ui/progress';
import { Shell } from '../ui/shell';
import { Speaker } from '../ui/speaker';
import { Transport } from '../ui/transport';
import { Views, type ViewName } from '../ui/views';
import { readView, writeView } from '../view/camera_view';
import { ClothCursor } from '../view/cloth_cursor';
import { detailOf } from '../view/detail';
import { ClothDrag } from '../view/drag';
import type { Look } from '../view/fabric_material';
import { Stage } from '../view/stage';
import { ASSETS } from '../view/assets';
import { textures } from '../view/textures';
import { Wardrobe } from '../view/wardrobe';
import type { LoadTimes, Frame, Goal, OpenedScene, Stage as WorkStage } from '../workers/protocol';
import { Absence } from './absence';
import { Announcements } from './announcements';
import { AutoMesh } from './auto_mesh';
import {
  DEFAULT_CHOICES,
  finishOf,
  fromLook,
  hexOf,
  lookOf,
  piecesOf,
  type Choices,
  type Detail,
  type Drawing,
  type Level,
  type Worn,
} from '../choices';
import { garmentWord } from './captured';
import { FigurePictures } from './figure_pictures';
import { ChoiceHistory } from './history';
import { KeyboardGrab } from './keyboard_grab';
import { listenToKeys } from './keys';
import { LostPicture } from './lost_picture';
import { Pace } from './pace';
import { DrawingChoice, drawingText } from './drawing_choice';
import { choicesOf, liveEventsBetween, resolutionOf, sceneOf } from './scene_of';
import { Simulation, type OpenOptions, type SimulationListener } from './simulation';
import { speedText } from './speed';
import { StartTimes } from '../start_times';
import { progressText, runText } from './status';
import { PinchDisplay } from './pinch_display';
import type { WorkerLine } from './worker_line';

/** The numbers and the status line are refreshed this often, ms. */
const TELL_EVERY = 250;
const STATUS_EVERY = 1500;
/** A simulation that ran for so long before it stopped is not one that always stops, ms. */
const CALM = 120_000;

const NO_WEBGL =
  'This browser does not offer WebGL 2, which draws the cloth. Switch on hardware acceleration in its settings, or open the page in another browser.';

/** Ties everything together. */
export class App implements SimulationListener {
  private choices: Choices = DEFAULT_CHOICES;
  /** False while a shared scene is shown that the panel could not have made. */
  private chosen = true;
  private opened: OpenedScene | null = null;
  /** What a link chose to compute with: it stays while the panel makes one scene of another. */
  private methods: Scene['methods'];
  private wardrobe: Wardrobe | null = null;
  private newest: Frame | null = null;
  private shown: Frame | null = null;
  private playing = false;
  /** Where the worker stands; what is shown may lag behind. */
  private step = 0;
  private hash = '–';
  private figures: Figure[] = [];
  /** Steps a second that the worker made lately. */
  private rate = 0;
  private working: string | null = null;
  private loaded = false;
  /** A scene was asked for and is not there yet. */
  private opening = false;
  /** A shared step is being computed. */
  private replaying = false;
  /** The scene is on the screen. */
  private seen = false;
  /** What was on the stage before, until the new scene is. */
  private leaving: Wardrobe | null = null;
  private statusTime = 0;
  /** Why nothing runs: the worker cannot be had, and nobody tries before the visitor does. */
  private stopped = false;
  private lost = 0;
  private lostTime = -Infinity;
  private fellBack = false;

  private readonly start = new StartTimes();
  private readonly autoMesh = new AutoMesh(storage());
  private readonly drawing = new DrawingChoice(storage());
  private readonly reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  private readonly history = new ChoiceHistory((choices) => this.goBack(choices));
  private readonly notice = new Notice();
  private readonly pictures = new FigurePictures(textures, this.notice);
  private readonly progress = new ProgressBar();
  private readonly speaker = new Speaker();
  private readonly announce = new Announcements((sentence) => this.speaker.say(sentence));
  private readonly pace = new Pace();
  private readonly paceNote = new PaceNote((offer) =>
    this.choose({ mesh: offer === 'coarser' ? 'coarse' : 'fine' }),
  );
  private readonly hint = new Hint();
  private readonly views = new Views((view) => this.look(view));
  private readonly meter = new Meter();
  private readonly help = new HelpDialog();
  private readonly pinchDisplay = new PinchDisplay(ASSETS, () =>
    this.chosen ? [this.choices.fabric, this.choices.second.fabric] : [],
  );
  private readonly actions = {
    toggle: () => this.toggle(),
    step: () => this.simulation.step(),
    restart: () => this.restart(),
    share: () => void this.share(),
    marks: () => this.toggleMarks(),
    meter: () => this.toggleMeter(),
    grab: () => this.hand.press(),
    help: () => this.help.open(),
  };
  private readonly transport = new Transport(this.actions);
  private readonly panel = new Panel(
    (change) => this.choose(change),
    () => this.shell.measure(),
    (drawing) => this.chooseDrawing(drawing),
  );
  private readonly shell: Shell;
  private readonly stage: Stage;
  private readonly drag: ClothDrag;
  private readonly cursor: ClothCursor;
  private readonly hand: KeyboardGrab;
  private readonly simulation: Simulation;
  private readonly lostPicture = new LostPicture(this.notice);
  private readonly absence: Absence;

  /** `worker` has begun to load already. */
  constructor(root: HTMLElement, worker: WorkerLine) {
    this.start.began(performance.now());
    this.simulation = new Simulation(this, worker);
    const { notice, progress, meter, help, transport, panel, pinchDisplay, speaker } = this;
    const { strip: pinches, note: held } = pinchDisplay;
    const { views, paceNote: pace, hint } = this;
    const cursor = { element: document.createElement('div') };
    const parts = { notice, progress, pace, meter, help, pinches, transport, panel, held };
    const more = { tip: pinches.tip, views, speaker, hint, cursor };
    this.shell = new Shell(root, { ...parts, ...more });
    const outline = document.getElementById('outline');
    if (outline) this.shell.canvas.after(outline); // over what is drawn, under the panels
    transport.setMarked(true);
    const { drawing, kept } = this.drawing;
    this.stage = new Stage(this.shell.canvas, drawing, kept);
    this.stage.onDetail = (detail) => this.onDetail(detail);
    this.tellDrawing();
    this.shell.onCovered = (covered) => this.stage.setCovered(covered);
    this.stage.onFrame = () => this.draw();
    this.stage.onDrawn = () => this.onDrawn();
    this.stage.onBegun = (ms) => this.start.graphics(ms);
    this.stage.onUnable = () => window.weftSay?.(NO_WEBGL, false);
    this.stage.onContext = (there) => this.onContext(there);
    this.absence = new Absence(this.simulation, () => this.playing && !this.replaying);
    this.drag = new ClothDrag(this.stage, (event) => this.simulation.do(event));
    this.cursor = new ClothCursor(this.stage, this.drag, (event) => this.simulation.do(event));
    cursor.element.append(this.cursor.element);
    this.hand = new KeyboardGrab(this.cursor, garmentWord, (said, shown) => {
      this.speaker.say(said);
      this.hint.show(shown);
    });
    this.listen();
    setInterval(() => this.tell(), TELL_EVERY);
    this.shell.measure();
    this.openFirst();
  }

  // ---- what the visitor does

  private listen(): void {
    const { rig } = this.stage;
    const camera = {
      orbit: (right: number, up: number) => rig.orbit(right, up),
      pan: (right: number, down: number) => rig.pan(right, down),
      zoom: (factor: number) => rig.zoom(factor),
      frame: () => rig.frame(),
      look: (view: ViewName) => this.look(view),
    };
    listenToKeys({ ...this.actions, ...camera }, (e) => this.hand.key(e));
    this.drag.onGrab = () => this.hand.forget();
    this.drag.onTap = (cloth) => this.chosen && this.panel.select(cloth);
    addEventListener('hashchange', () => {
      if (isSharedFragment(location.hash)) this.openLink();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.absence.begin('hidden');
      else this.absence.end('hidden');
    });
  }

  private choose(change: Partial<Choices>): void {
    const before = this.choices;
    const next = { ...before, ...change };
    this.history.push(next, Object.keys(change)[0]);
    this.notice.hide();
    this.apply(before, next);
  }

  private apply(before: Choices, next: Choices): void {
    const open = this.opened;
    const from = this.worn;
    this.choices = next;
    this.panel.set(next);
    this.wardrobe?.refreshLooks();
    const to = this.worn;
    const events = this.chosen && open ? liveEventsBetween(open.scene, from, to) : null;
    const late = this.opening && events?.length !== 0; // the scene on its way does not know of it
    const fit = this.chosen && before.mesh !== next.mesh;
    if (!events || late) this.openChoices({ fit });
    else for (const event of events) this.simulation.do(event);
  }

  private chooseDrawing(drawing: Drawing): void {
    this.drawing.choose(drawing);
    this.stage.setDrawing(drawing);
    this.tellDrawing();
  }

  /** The choices with the mesh that `auto` stands for. */
  private get worn(): Worn {
    const { mesh } = this.choices;
    return { ...this.choices, mesh: mesh === 'auto' ? this.autoMesh.level : mesh };
  }

  private goBack(choices: Choices | null): void {
    if (choices) this.apply(this.choices, choices);
    else if (!isSharedFragment(location.hash)) this.apply(this.choices, DEFAULT_CHOICES);
    // Back to a link changes the fragment, and that is listened to.
  }

  private toggle(): void {
    if (this.stopped) this.startAgain();
    else if (this.simulation.willPlay ?? this.playing) this.simulation.pause();
    else this.simulation.play();
  }

  private look(view: ViewName): void {
    const { rig } = this.stage;
    if (view !== 'detail') return rig.look(view);
    const cloth = this.wardrobe?.cloths[this.chosen ? this.panel.piece : 0];
    if (cloth) rig.lookAt(detailOf(cloth.mesh));
  }

  /** On a phone the numbers take the place of the choices. */
  private toggleMeter(): void {
    this.panel.fold(true);
    this.meter.toggle();
  }

  private toggleMarks(): void {
    const marked = this.pinchDisplay.toggle();
    this.transport.setMarked(marked);
    if (this.wardrobe) this.wardrobe.marks.object.visible = marked;
    this.stage.invalidate();
  }

  private restart(): void {
    if (this.stopped) this.startAgain();
    else if (this.chosen || !this.opened) this.openChoices({ anew: true });
    else this.open(this.opened.scene, { play: true });
  }

  private onContext(there: boolean): void {
    if (there) this.absence.end('no picture');
    else this.absence.begin('no picture');
    this.lostPicture.tell(there);
  }

  // ---- opening and sharing

  private openFirst(): void {
    const kept = this.history.current();
    if (!kept && isSharedFragment(location.hash) && this.openLink()) return;
    this.choices = kept ?? DEFAULT_CHOICES;
    if (!location.hash) this.history.start(this.choices);
    this.openChoices();
  }

  private openChoices(how: Pick<OpenOptions, 'anew' | 'fit'> = {}): void {
    this.chosen = true;
    this.panel.set(this.choices);
    const scene = sceneOf(this.worn, this.methods);
    this.open(scene, { play: !this.reduced, stillFirst: this.reduced, ...how });
  }

  /** Opens the link in the address bar; false when it is none. */
  private openLink(): boolean {
    try {
      const shared = decodeLink(location.hash);
      const { second, ...look } = fromLook(shared.look);
      this.choices = { ...this.choices, ...look, second: { ...this.choices.second, ...second } };
      this.stage.rig.await(readView(shared.view ?? ''));
      const goal = { step: shared.step, hash: shared.hash };
      this.open(shared.scene, { play: false, goal });
      return true;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.notice.show('error', error.message);
      return false;
    }
  }

  private open(scene: unknown, options: OpenOptions): void {
    this.work(this.loaded ? 'cook' : 'load', 0);
    this.opening = true;
    this.stopped = false;
    this.replaying = options.goal !== undefined;
    this.simulation.open(scene, options);
    this.pictures.askFor(scene);
  }

  private async share(): Promise<void> {
    if (!this.opened) return;
    try {
      const recorded = await this.simulation.record();
      const { ownView } = this.stage.rig;
      const view = ownView ? writeView(ownView) : undefined;
      const fragment = encodeLink({ ...recorded, look: lookOf(this.choices), view });
      const url = location.href.replace(/#.*$/, '') + fragment;
      await this.copy(url, recorded.step);
    } catch (error) {
      this.notice.show('error', (error as Error).message);
    }
  }

  private async copy(url: string, step: number): Promise<void> {
    const text = `The link opens this scene at step ${step}`;
    try {
      await navigator.clipboard.writeText(url);
      this.notice.show('good', `Link copied. ${text}.`);
    } catch {
      this.notice.offer(`${text}; copy it from here.`, url);
    }
  }

  // ---- what the simulation says

  onReady(times: LoadTimes): void {
    this.start.ready(times, performance.now());
    this.loaded = true;
  }

  onProgress(stage: WorkStage, fraction: number): void {
    this.work(stage, fraction);
  }

  onOpened(opened: OpenedScene): void {
    this.start.opened(opened, performance.now());
    this.opening = false;
    this.opened = opened;
    const read = choicesOf(opened.scene);
    this.chosen = read !== null;
    this.methods = read ? opened.scene.methods : undefined;
    if (read) {
      const second = { ...this.choices.second, ...read.second };
      const { mesh } = this.choices.mesh === 'auto' && !this.replaying ? this.choices : read;
      this.choices = { ...this.choices, ...read, second, mesh };
    }
    this.tellMesh();
    this.panel.set(read ? this.choices : null);
    this.leaving?.dispose();
    this.leaving = this.wardrobe;
    this.newest = this.shown = null;
    this.seen = false;
    if (!opened.hangs && !this.replaying) this.work('sew', 0);
    this.pinchDisplay.clear();
    this.announce.clear();
    this.hand.forget();
    this.restartPace();
    this.wardrobe = new Wardrobe(this.stage, opened, (i) => this.lookOf(i));
    this.drag.cloths = this.wardrobe.cloths;
    this.drag.solids = this.wardrobe.bodies.flatMap((body) => body.solids);
    this.start.built(performance.now());
  }

  onFrame(frame: Frame): void {
    if (this.newest) this.simulation.recycle(this.newest);
    this.newest = frame;
    this.step = frame.step;
    if (frame.hash) this.hash = frame.hash;
    if (frame.figures) this.figures = frame.figures;
    this.rate = frame.stepsPerSecond;
    if (frame.report) this.autoMesh.step(this.meter.note(frame.report));
    this.announce.frame(frame);
    if (this.opened && frame.step >= this.opened.settled) this.endSewing();
  }

  onState(playing: boolean, step: number, hash: string): void {
    this.playing = playing;
    this.step = step;
    this.hash = hash;
    this.transport.setPlaying(playing);
    if (!playing) this.wardrobe?.between.rest();
    this.restartPace();
    if (!playing) this.endWork();
    this.announce.state(playing, step);
    this.statusTime = 0;
    if (!playing && !this.opening) this.replaying = false;
  }

  onVerdict(goal: Goal, hash: string): void {
    const same = goal.hash === hash;
    const sentence = same
      ? `Reproduced bit for bit: step ${goal.step} has the hash ${hash}, as where it was shared.`
      : `Not reproduced: step ${goal.step} has the hash ${hash} here and ${goal.hash} where it was shared.`;
    this.notice.show(same ? 'good' : 'error', sentence);
  }

  onRefused(sentence: string): void {
    const rest = this.opening && this.opened ? ' The page goes on with what it had.' : '';
    this.opening = this.replaying = false;
    this.endWork();
    this.notice.show('error', sentence + rest);
    if (!this.opened) this.openFallback();
  }

  onLost(sentence: string): void {
    const now = performance.now();
    if (now - this.lostTime > CALM) this.lost = 0;
    this.lostTime = now;
    this.lost++;
    this.halt();
    if (this.lost > 2) {
      const act = () => this.openChoices();
      return this.notice.show('error', `${sentence} It does so again and again.`, {
        label: 'Start again',
        act,
      });
    }
    this.notice.show('error', `${sentence} It was started again.`);
    this.openChoices();
  }

  onUnloaded(sentence: string): void {
    this.halt();
    this.notice.show('error', sentence, { label: 'Try again', act: () => this.startAgain() });
  }

  private halt(): void {
    this.playing = this.loaded = this.opening = false;
    this.stopped = true;
    this.transport.setPlaying(false);
    this.endWork();
    this.statusTime = 0;
  }

  private startAgain(): void {
    this.notice.hide();
    this.stopped = false;
    this.opening = true;
    this.work('load', 0);
    this.simulation.reopen();
  }

  /** A link was refused and nothing is open: what the page opens on. */
  private openFallback(): void {
    if (this.fellBack || !isSharedFragment(location.hash)) return;
    this.fellBack = true;
    this.openChoices();
  }

  // ---- drawing and telling

  private lookOf(cloth: number): Look {
    const { fabric, colour, print } = finishOf(this.choices, cloth);
    return { fabric, hex: hexOf(colour), print };
  }

  private draw(): void {
    const { newest: frame, wardrobe } = this;
    if (!wardrobe) return;
    const now = performance.now();
    if (frame) wardrobe.between.take(frame.buffer, frame.step, this.playing, now);
    const changed = wardrobe.show(now);
    if (frame) this.follow(frame, wardrobe);
    if (changed) this.cursor.draw();
  }

  /** Tells of a frame of which the wardrobe shows the beginning at least. */
  private follow(frame: Frame, wardrobe: Wardrobe): void {
    this.newest = null;
    this.shown = frame;
    this.leaving?.dispose();
    this.leaving = null;
    this.pinchDisplay.show(frame, this.opened!, wardrobe);
    this.simulation.recycle(frame);
  }

  private onDetail(detail: Detail): void {
    this.drawing.came(detail);
    if (this.wardrobe?.setDetail(detail)) this.hand.forget();
    this.tellDrawing();
  }

  private tellDrawing(): void {
    const { drawing } = this.drawing;
    this.panel.setDrawing(drawing, drawing === 'auto' ? this.stage.detail : '');
  }

  private onDrawn(): void {
    if (!this.shown || this.seen) return;
    this.seen = true;
    this.start.drawn(performance.now());
    this.restartPace();
    document.getElementById('outline')?.remove();
    this.simulation.shown();
  }

  private work(stage: WorkStage, fraction: number): void {
    if (this.working === null) this.statusTime = 0; // say at once that something begins
    this.working = progressText(stage, fraction);
    this.announce.work(stage);
    this.progress.show(this.working, fraction);
  }

  /** Slow motion is said, and what helps is offered; so is the way back. */
  private tellPace(now: number): void {
    const { opened, pace, choices } = this;
    if (this.playing && this.working === null && opened && this.seen) {
      pace.note(this.rate * (opened.scene.frame ?? 1 / 60), now);
    }
    const own = this.chosen && choices.mesh !== 'auto';
    const coarse = own && choices.mesh === 'coarse';
    const slow = own && pace.slow !== null;
    this.paceNote.show(coarse ? 'finer' : slow ? 'coarser' : null);
    this.announce.pace(pace.slow, own && !coarse);
    if (this.chosen && choices.mesh === 'auto') this.chooseMesh(now);
  }

  /** Another mesh, where that keeps real time or has room for more. */
  private chooseMesh(now: number): void {
    const { opened, autoMesh } = this;
    const plays = this.simulation.willPlay ?? this.playing; // a pause that was just pressed holds
    if (!plays || this.working !== null || this.opening || !opened) return;
    const [pattern] = piecesOf(this.choices.garment);
    const frame = 1000 * (opened.scene.frame ?? 1 / 60);
    const { level } = autoMesh;
    const edge = (of: Level) => resolutionOf(pattern)[of];
    if (autoMesh.judge(this.pace.share, frame, edge, now) !== level)
      this.openChoices({ fit: true });
  }

  /** Says which mesh `auto` stands for. */
  private tellMesh(): void {
    const cloth = this.opened?.scene.cloths[0];
    const edge = cloth?.kind === 'garment' ? cloth.resolution : undefined;
    this.panel.tellMesh(this.chosen && edge ? `${edge} mm` : '');
  }

  private restartPace(): void {
    this.pace.start(performance.now());
    this.autoMesh.start();
  }

  private endSewing(): void {
    this.endWork();
  }

  private endWork(): void {
    if (this.working === null) return;
    this.working = null;
    this.announce.work(null);
    this.restartPace();
    this.progress.hide();
    this.statusTime = 0;
  }

  private tell(): void {
    const { opened, shown } = this;
    const now = performance.now();
    if (now - this.statusTime > STATUS_EVERY) {
      this.statusTime = now;
      const { playing, step, pace } = this;
      const doing = this.stopped ? 'Stopped' : runText(opened, shown, playing, step, pace.slow);
      this.shell.setStatus(this.working ?? doing);
    }
    this.tellPace(now);
    this.announce.capturedPoints(this.pinchDisplay.tell());
    const steps = this.playing ? this.rate : 0;
    this.meter.show({
      // Sewing is not held to real time, so its speed says nothing.
      speed: speedText(this.playing && this.working === null ? (this.pace.share ?? 0) : 0),
      framesPerSecond: this.stage.framesPerSecond,
      sharpness: this.stage.pixelRatio,
      drawing: drawingText(this.drawing.drawing, this.stage.detail),
      stepsPerSecond: steps,
      step: this.step,
      threads: shown?.threads ?? 1,
      vertices: sum(opened?.cloths.map((c) => c.vertexCount)),
      bodyTriangles: sum(opened?.bodies.map((b) => b.triangles.length / 3)),
      report: shown?.report ?? null,
      hash: this.hash,
      start: this.start.ms,
      figures: this.figures,
    });
  }
}

/** What this browser keeps for the page; null where it is forbidden. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function sum(numbers: number[] = []): number {
  return numbers.reduce((a, b) => a + b, 0);
}
