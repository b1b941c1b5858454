// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The panel of choices: beside the figure on a wide screen, a sheet at the bottom of a phone. Of two garments it shows
// the finish of one at a time.
import {
  BODIES,
  COLOURS,
  DRAWINGS,
  FABRICS,
  finishChange,
  finishOf,
  GARMENTS,
  garmentLabel,
  MAX_WIND,
  MESHES,
  MOTIONS,
  piecesOf,
  PRINTS,
  type Choices,
  type Drawing,
  type Finish,
} from '../choices';
import { ChoiceGroup, type GroupOption } from './choice_group';
import { h } from './dom';
import { icon } from './icons';
import { makeLinks } from './links';

type SceneKey = 'garment' | 'body' | 'motion' | 'mesh';
type FinishKey = keyof Finish;

const GARMENT: [SceneKey, string, readonly GroupOption[]] = ['garment', 'Garment', GARMENTS];
const FINISH_GROUPS: [FinishKey, string, readonly GroupOption[]][] = [
  ['fabric', 'Fabric', FABRICS],
  ['colour', 'Colour', COLOURS],
  ['print', 'Print', PRINTS],
];
const SCENE_GROUPS: [SceneKey, string, readonly GroupOption[]][] = [
  ['body', 'Body', BODIES],
  ['motion', 'Motion', MOTIONS],
  ['mesh', 'Mesh', MESHES],
];

/** All choices of the page. */
export class Panel {
  readonly element: HTMLElement;
  /** The garment whose finish is shown, by its number in the scene. */
  piece = 0;
  private choices: Choices | null = null;
  private readonly scene: Map<SceneKey, ChoiceGroup>;
  private readonly finish: Map<FinishKey, ChoiceGroup>;
  private readonly pieces: ChoiceGroup;
  private readonly drawing: ChoiceGroup;
  private garment = '';
  private readonly wind: HTMLInputElement;
  private readonly windText = h('output', { class: 'chosen' });
  private readonly handle: HTMLButtonElement;

  constructor(
    private readonly onChange: (change: Partial<Choices>) => void,
    private readonly onResize: () => void,
    onDraw: (drawing: Drawing) => void,
  ) {
    const group = ([key, legend, options]: typeof GARMENT) =>
      [key, new ChoiceGroup(key, legend, options, (v) => onChange({ [key]: v }), true)] as const;
    this.scene = new Map([GARMENT, ...SCENE_GROUPS].map(group));
    this.finish = new Map(
      FINISH_GROUPS.map(([key, legend, options]) => [
        key,
        new ChoiceGroup(key, legend, options, (value) => this.chooseFinish({ [key]: value })),
      ]),
    );
    this.drawing = new ChoiceGroup('drawing', 'Drawing', DRAWINGS, (v) => onDraw(v as Drawing));
    this.pieces = new ChoiceGroup('piece', 'Made of', [], (i) => this.select(Number(i)));
    this.pieces.element.classList.add('pieces');
    this.wind = h('input', {
      type: 'range',
      id: 'wind',
      min: 0,
      max: MAX_WIND,
      step: 0.5,
      oninput: () => onChange({ wind: Number(this.wind.value) }),
    });
    this.handle = h(
      'button',
      {
        class: 'handle',
        type: 'button',
        'aria-expanded': 'false',
        'aria-controls': 'choices',
        onclick: () => this.fold(this.element.classList.contains('open')),
      },
      h('span', {}, 'Choose'),
      icon('up'),
    );
    const [garment, ...others] = [...this.scene.values()].map((g) => g.element);
    const finish = [...this.finish.values()].map((g) => g.element);
    const [body, motion, mesh] = others;
    const finishes = [this.pieces.element, ...finish];
    const device = [mesh, this.drawing.element];
    const groups = [garment, ...finishes, body, motion, this.windRow(), ...device];
    const list = h('div', { id: 'choices', class: 'choices' }, ...groups, makeLinks());
    this.element = h('section', { class: 'panel', 'aria-label': 'Choices' }, this.handle, list);
  }

  /** Shows choices without telling anybody. Null: the scene is none that the panel can make. */
  set(choices: Choices | null): void {
    this.choices = choices;
    for (const [key, group] of this.scene) group.set(choices ? choices[key] : null);
    const pieces = choices ? piecesOf(choices.garment) : [];
    if (choices && choices.garment !== this.garment) {
      this.garment = choices.garment;
      this.piece = 0;
      const named = pieces.map((name, i) => ({ value: String(i), label: garmentLabel(name) }));
      this.pieces.setOptions(named.reverse());
    }
    this.pieces.element.hidden = pieces.length < 2;
    this.setWind(choices?.wind ?? 0);
    this.select(this.piece);
  }

  /** Says how fine the mesh is, beside the word. */
  tellMesh(text: string): void {
    this.scene.get('mesh')!.tell(text);
  }

  /** Shows how the picture is drawn, and says beside the word what `auto` came to. */
  setDrawing(drawing: Drawing, text: string): void {
    this.drawing.set(drawing);
    this.drawing.tell(text);
  }

  /** Shows the finish of one garment. */
  select(piece: number): void {
    this.piece = piece;
    const finish = this.choices && finishOf(this.choices, piece);
    this.pieces.set(String(piece));
    for (const [key, group] of this.finish) group.set(finish ? finish[key] : null);
  }

  /** Closes or opens the sheet; beside the figure the choices are always there. */
  fold(closed: boolean): void {
    this.element.classList.toggle('open', !closed);
    this.handle.setAttribute('aria-expanded', String(!closed));
    this.onResize();
  }

  private chooseFinish(change: Partial<Finish>): void {
    if (this.choices) this.onChange(finishChange(this.choices, this.piece, change));
    else this.onChange(change);
  }

  private setWind(speed: number): void {
    this.wind.value = String(speed);
    const text = speed > 0 ? `${speed} m/s` : 'calm';
    this.windText.textContent = text;
    this.wind.setAttribute('aria-valuetext', text);
  }

  private windRow(): HTMLElement {
    const label = h('label', { for: 'wind', class: 'legend' }, 'Wind', this.windText);
    return h('div', { class: 'group' }, label, this.wind);
  }
}
