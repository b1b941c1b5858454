// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The page: choices go in, scenes are opened, frames come out and are drawn.
import { decodeLink, encodeLink, isSharedFragment, LinkError } from '../share/link';
import { HelpDialog } from '../ui/help';
import { Meter } from '../ui/meter';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { ProgressBar } from '../ui/progress';
import { Shell } from '../ui/shell';
import { Transport } from '../ui/transport';
import { ClothDrag } from '../view/drag';
import type { Look } from '../view/fabric_material';
import { Stage } from '../view/stage';
import { ASSETS } from '../view/textures';
import { Wardrobe } from '../view/wardrobe';
import type { Frame, Goal, OpenedScene, Stage as WorkStage } from '../workers/protocol';
import { DEFAULT_CHOICES, fromLook, hexOf, lookOf, type Choices } from './choices';
import { ChoiceHistory } from './history';
import { listenToKeys } from './keys';
import { choicesOf, deedsBetween, sceneOf } from './scene_of';
import { Simulation, type OpenOptions, type SimulationListener } from './simulation';
import { progressText, runText } from './status';
import { Tightness } from './tightness';

/** The numbers and the status line are refreshed this often, ms. */
const TELL_EVERY = 250;
const STATUS_EVERY = 1500;

/** Ties everything together. */
export class App implements SimulationListener {
  private choices: Choices = DEFAULT_CHOICES;
  /** False while a shared scene is shown that the panel could not have made. */
  private chosen = true;
  private opened: OpenedScene | null = null;
  private wardrobe: Wardrobe | null = null;
  private newest: Frame | null = null;
  private shown: Frame | null = null;
  private playing = false;
  /** Where the worker stands; what is shown may lag behind. */
  private step = 0;
  private hash = '–';
  private working: string | null = null;
  private loaded = false;
  /** A scene was asked for and is not there yet. */
  private opening = false;
  private pausedByHiding = false;
  private statusTime = 0;
  private lost = 0;

  private readonly reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  private readonly history = new ChoiceHistory((choices) => this.goBack(choices));
  private readonly notice = new Notice();
  private readonly progress = new ProgressBar();
  private readonly meter = new Meter();
  private readonly help = new HelpDialog();
  private readonly tightness = new Tightness(ASSETS, () =>
    this.chosen ? this.choices.fabric : undefined,
  );
  private readonly actions = {
    toggle: () => this.toggle(),
    step: () => this.simulation.step(),
    restart: () => this.restart(),
    share: () => void this.share(),
    marks: () => this.toggleMarks(),
    meter: () => this.meter.toggle(),
    help: () => this.help.open(),
  };
  private readonly transport = new Transport(this.actions);
  private readonly panel = new Panel(
    (change) => this.choose(change),
    () => this.shell.measure(),
  );
  private readonly shell: Shell;
  private readonly stage: Stage;
  private readonly drag: ClothDrag;
  private readonly simulation: Simulation;

  constructor(root: HTMLElement) {
    this.simulation = new Simulation(this); // first: it loads while the stage is set up
    const { notice, progress, meter, help, transport, panel, tightness } = this;
    const { strip: pinches, note: held } = tightness;
    this.shell = new Shell(root, {
      notice,
      progress,
      meter,
      help,
      pinches,
      transport,
      panel,
      held,
    });
    transport.setMarked(true);
    this.stage = new Stage(this.shell.canvas);
    this.shell.onInsets = (insets) => this.stage.setInsets(insets);
    this.stage.onFrame = () => this.draw();
    this.drag = new ClothDrag(this.stage, (deed) => this.simulation.do(deed));
    this.listen();
    setInterval(() => this.tell(), TELL_EVERY);
    this.shell.measure();
    this.openFirst();
  }

  // ---- what the visitor does

  private listen(): void {
    const { rig } = this.stage;
    listenToKeys({
      ...this.actions,
      orbit: (right, up) => rig.orbit(right, up),
      zoom: (factor) => rig.zoom(factor),
      frame: () => rig.frame(),
    });
    addEventListener('hashchange', () => {
      if (isSharedFragment(location.hash)) this.openLink();
    });
    document.addEventListener('visibilitychange', () => this.onVisibility());
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
    this.choices = next;
    this.panel.set(next);
    this.wardrobe?.refreshLooks();
    const deeds = this.chosen && open ? deedsBetween(open.scene, before, next) : null;
    const late = this.opening && deeds?.length !== 0; // the scene on its way does not know of it
    if (!deeds || late) this.openChoices();
    else for (const deed of deeds) this.simulation.do(deed);
  }

  private goBack(choices: Choices | null): void {
    if (choices) this.apply(this.choices, choices);
    else if (!isSharedFragment(location.hash)) this.apply(this.choices, DEFAULT_CHOICES);
    // Back to a link changes the fragment, and that is listened to.
  }

  private toggle(): void {
    if (this.playing) this.simulation.pause();
    else this.simulation.play();
  }

  private toggleMarks(): void {
    const marked = this.tightness.toggle();
    this.transport.setMarked(marked);
    if (this.wardrobe) this.wardrobe.marks.object.visible = marked;
    this.stage.invalidate();
  }

  private restart(): void {
    if (this.chosen || !this.opened) this.openChoices();
    else this.open(this.opened.scene, { play: true });
  }

  private onVisibility(): void {
    if (document.hidden && this.playing) {
      this.pausedByHiding = true;
      this.simulation.pause();
    } else if (!document.hidden && this.pausedByHiding) {
      this.pausedByHiding = false;
      this.simulation.play();
    }
  }

  // ---- opening and sharing

  private openFirst(): void {
    const kept = this.history.current();
    if (!kept && isSharedFragment(location.hash) && this.openLink()) return;
    this.choices = kept ?? DEFAULT_CHOICES;
    if (!location.hash) this.history.start(this.choices);
    this.openChoices();
  }

  private openChoices(): void {
    this.chosen = true;
    this.panel.set(this.choices);
    this.open(sceneOf(this.choices), { play: !this.reduced, stillFirst: this.reduced });
  }

  /** Opens the link in the address bar; false when it is none. */
  private openLink(): boolean {
    try {
      const shared = decodeLink(location.hash);
      Object.assign((this.choices = { ...this.choices }), fromLook(shared.look));
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
    this.simulation.open(scene, options);
  }

  private async share(): Promise<void> {
    if (!this.opened) return;
    const recorded = await this.simulation.record();
    try {
      const fragment = encodeLink({ ...recorded, look: lookOf(this.choices) });
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

  onReady(): void {
    performance.mark('weft:ready');
    this.loaded = true;
  }

  onProgress(stage: WorkStage, fraction: number): void {
    this.work(stage, fraction);
  }

  onOpened(opened: OpenedScene): void {
    performance.mark('weft:opened');
    this.opening = false;
    this.opened = opened;
    const read = choicesOf(opened.scene);
    this.chosen = read !== null;
    if (read) this.choices = { ...this.choices, ...read, ...fromLook(lookOf(this.choices)) };
    this.panel.set(read ? this.choices : null);
    this.wardrobe?.dispose();
    this.newest = this.shown = null;
    this.tightness.clear();
    this.wardrobe = new Wardrobe(this.stage, opened, (i) => this.look(i));
    this.drag.cloths = this.wardrobe.cloths;
    this.drag.solids = this.wardrobe.bodies.map((body) => body.mesh);
  }

  onFrame(frame: Frame): void {
    if (this.newest) this.simulation.recycle(this.newest);
    this.newest = frame;
    this.step = frame.step;
    if (frame.hash) this.hash = frame.hash;
    if (frame.report) this.meter.note(frame.report);
    if (this.opened && frame.step >= this.opened.settled) this.endSewing();
  }

  onState(playing: boolean, step: number, hash: string): void {
    this.playing = playing;
    this.step = step;
    this.hash = hash;
    this.transport.setPlaying(playing);
    if (!playing) this.endWork();
    this.statusTime = 0;
  }

  onVerdict(goal: Goal, hash: string): void {
    const same = goal.hash === hash;
    const sentence = same
      ? `Reproduced bit for bit: step ${goal.step} has the hash ${hash}, as where it was shared.`
      : `Not reproduced: step ${goal.step} has the hash ${hash} here and ${goal.hash} where it was shared.`;
    this.notice.show(same ? 'good' : 'error', sentence);
  }

  onRefused(sentence: string): void {
    this.opening = false;
    this.endWork();
    const rest = this.opened ? ' The page goes on with what it had.' : '';
    this.notice.show('error', sentence + rest);
    if (!this.opened) this.openFallback();
  }

  onLost(sentence: string): void {
    this.endWork();
    this.playing = this.loaded = false;
    this.transport.setPlaying(false);
    this.lost++;
    const again = this.lost <= 2;
    const then = again ? 'It was started again.' : 'Reload the page to try once more.';
    this.notice.show('error', `${sentence} ${then}`);
    if (again) this.openChoices();
  }

  /** A link was refused and nothing is open: what the page opens on. */
  private openFallback(): void {
    if (this.lost > 0 || !isSharedFragment(location.hash)) return;
    this.lost++;
    this.openChoices();
  }

  // ---- drawing and telling

  private look(i = 0): Look {
    const { fabric, colour, print } = this.choices;
    if (i === 0) return { fabric, hex: hexOf(colour), print };
    return { fabric: 'jersey', hex: hexOf(colour === 'chalk' ? 'ink' : 'chalk'), print: 'plain' };
  }

  private draw(): void {
    const frame = this.newest;
    if (!frame || !this.wardrobe) return;
    this.newest = null;
    this.shown = frame;
    this.wardrobe.show(frame.buffer);
    this.tightness.show(frame, this.opened!, this.wardrobe);
    this.simulation.recycle(frame);
  }

  private work(stage: WorkStage, fraction: number): void {
    if (this.working === null) this.statusTime = 0; // say at once that something begins
    this.working = progressText(stage, fraction);
    this.progress.show(this.working, fraction);
  }

  private endSewing(): void {
    if (this.working !== null) performance.mark('weft:settled');
    this.endWork();
  }

  private endWork(): void {
    if (this.working === null) return;
    this.working = null;
    this.progress.hide();
    this.statusTime = 0;
  }

  private tell(): void {
    const { opened, shown } = this;
    const now = performance.now();
    if (now - this.statusTime > STATUS_EVERY) {
      this.statusTime = now;
      this.shell.setStatus(this.working ?? runText(opened, shown, this.playing, this.step));
    }
    this.tightness.tell();
    this.meter.show({
      framesPerSecond: this.stage.framesPerSecond,
      stepsPerSecond: this.playing ? (shown?.stepsPerSecond ?? 0) : 0,
      step: this.step,
      vertices: sum(opened?.cloths.map((c) => c.vertexCount)),
      bodyTriangles: sum(opened?.bodies.map((b) => b.triangles.length / 3)),
      report: shown?.report ?? null,
      hash: this.hash,
    });
  }
}

function sum(numbers: number[] = []): number {
  return numbers.reduce((a, b) => a + b, 0);
}
