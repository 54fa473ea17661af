/** A timeline on the page: zooming, panning, hovering, filtering and stepping, by mouse and by keyboard. */

import type { Run } from './data.ts';
import { type Colours, draw, windowText } from './draw.ts';
import { EVERYTHING, type Filter } from './filter.ts';
import { Scene } from './scene.ts';
import { Steps, type Thing, wordsOf } from './steps.ts';
import { messageLine } from './words.ts';

/** How many messages the list below a timeline shows. */
const LISTED = 60;

export class Timeline {
  readonly #scene: Scene;
  readonly #steps: Steps;
  readonly #canvas: HTMLCanvasElement;
  readonly #root: HTMLElement;
  #thing: Thing | undefined;
  #step = -1;
  #asked = false;
  #dragged:
    | { readonly x: number; readonly fromNs: number; readonly untilNs: number; moved: boolean }
    | undefined;

  constructor(root: HTMLElement, run: Run) {
    this.#root = root;
    this.#scene = new Scene(run);
    this.#steps = new Steps(run);
    this.#canvas = this.#find<HTMLCanvasElement>('canvas');
    this.#fillFilters(run);
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(this.#canvas.parentElement as HTMLElement);
    this.#resize();
  }

  /** Redraws, since colours may have changed. */
  redraw(): void {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.#draw();
    });
  }

  #find<E extends HTMLElement>(selector: string): E {
    return this.#root.querySelector(selector) as E;
  }

  #resize(): void {
    const { width } = (this.#canvas.parentElement as HTMLElement).getBoundingClientRect();
    if (width === 0) return;
    this.#scene.width = width;
    this.#canvas.style.height = `${this.#scene.height}px`;
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(this.#scene.height * devicePixelRatio);
    this.redraw();
  }

  #draw(): void {
    const scene = this.#scene;
    const context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    scene.look();
    const thing = this.#thing;
    const selected = thing?.kind === 'sent' || thing?.kind === 'ended' ? thing.place : undefined;
    const cursorNs = this.#step < 0 ? undefined : this.#steps.under(scene.filter)[this.#step]?.timeNs;
    draw(context, scene, coloursOf(this.#root), selected, cursorNs);
    this.#find('.window').textContent = windowText(scene);
    this.#list();
  }

  /** Lists what is in the window, if that is short enough to read. */
  #list(): void {
    const { run, found } = this.#scene;
    const list = this.#find<HTMLElement>('.listed');
    if (!this.#find<HTMLDetailsElement>('details').open) return;
    const more =
      found.length > LISTED
        ? [`and ${(found.length - LISTED).toLocaleString('en-US')} more: zoom in or filter`]
        : [];
    list.replaceChildren(
      ...[...found.slice(0, LISTED).map((i) => messageLine(run, i)), ...more].map((text) => {
        const item = document.createElement('li');
        item.textContent = text;
        return item;
      }),
    );
  }

  #tell(thing: Thing | undefined): void {
    this.#thing = thing;
    const told = this.#find('.told');
    told.textContent =
      thing === undefined ? (told.dataset['empty'] ?? '') : wordsOf(this.#scene.run, thing).join('\n');
  }

  #thingAt(x: number, y: number): Thing | undefined {
    const scene = this.#scene;
    const mark = scene.markAt(x, y);
    if (mark !== undefined) return { kind: 'mark', place: mark };
    const message = scene.messageAt(x, y);
    if (message !== undefined) return { kind: 'sent', place: message };
    const computation = scene.computationAt(x, y);
    return computation === undefined ? undefined : { kind: 'computation', place: computation };
  }

  /** To the next or previous event. */
  #go(by: 1 | -1): void {
    const scene = this.#scene;
    const steps = this.#steps.under(scene.filter);
    if (steps.length === 0) return;
    if (this.#step < 0) {
      const first = steps.findIndex(({ timeNs }) => timeNs >= scene.fromNs);
      this.#step = first < 0 ? steps.length - 1 : first;
    } else this.#step = Math.max(0, Math.min(steps.length - 1, this.#step + by));
    const { timeNs, thing } = steps[this.#step];
    if (timeNs < scene.fromNs || timeNs > scene.untilNs) {
      const span = scene.untilNs - scene.fromNs;
      scene.show(timeNs - span / 4, timeNs + (3 * span) / 4);
    }
    this.#tell(thing);
    const told = this.#find('.told');
    told.textContent = `step ${this.#step + 1} of ${steps.length}: ${thing.kind === 'ended' ? 'ends\n' : thing.kind === 'sent' ? 'is sent\n' : ''}${told.textContent}`;
    this.redraw();
  }

  /** The whole round after or before what is shown. */
  #round(by: 1 | -1): void {
    const { run, fromNs, untilNs } = this.#scene;
    const middle = (fromNs + untilNs) / 2;
    const spans = run.stretches.filter(([start, end]) => end > start);
    const at =
      untilNs - fromNs >= run.endNs * 0.999
        ? by === 1
          ? -1
          : spans.length
        : spans.findIndex(([start, end]) => start <= middle && middle <= end);
    const next = spans[Math.max(0, Math.min(spans.length - 1, at + by))];
    if (next === undefined) return;
    this.#scene.show(next[0], next[1]);
    this.redraw();
  }

  #filter(change: Partial<Filter>): void {
    this.#scene.filter = { ...this.#scene.filter, ...change };
    this.#step = -1;
    const { round } = this.#scene.filter;
    const span =
      change.round === undefined ? undefined : this.#scene.run.stretches.find((one) => one[2] === round);
    if (span !== undefined && span[1] > span[0]) this.#scene.show(span[0], span[1]);
    if (change.round === -1) this.#scene.show(0, this.#scene.run.endNs);
    this.redraw();
  }

  #fillFilters({ actors, types, stretches }: Run): void {
    const fill = (name: keyof Filter, options: readonly (readonly [number, string])[]): void => {
      const select = this.#find<HTMLSelectElement>(`select[name=${name}]`);
      select.append(...options.map(([value, label]) => new Option(label, `${value}`)));
      select.addEventListener('change', () => this.#filter({ [name]: Number(select.value) }));
    };
    fill(
      'actor',
      actors.map((name, i) => [i, name] as const),
    );
    fill(
      'type',
      types.map((name, i) => [i, name] as const),
    );
    fill(
      'round',
      stretches.filter((one) => one[2] >= 0).map((one) => [one[2], `${one[2]}`] as const),
    );
    const trouble = this.#find<HTMLInputElement>('input[name=trouble]');
    trouble.addEventListener('change', () => this.#filter({ trouble: trouble.checked }));
    const critical = this.#find<HTMLInputElement>('input[name=critical]');
    critical.addEventListener('change', () => {
      this.#scene.critical = critical.checked;
      this.redraw();
    });
    this.#find('details').addEventListener('toggle', () => this.redraw());
  }

  #listen(): void {
    const canvas = this.#canvas;
    const scene = this.#scene;
    canvas.addEventListener('wheel', (event) => {
      if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      scene.zoom(event.deltaY + event.deltaX > 0 ? 1.25 : 0.8, scene.timeAt(event.offsetX));
      this.redraw();
    });
    canvas.addEventListener('pointerdown', (event) => {
      this.#dragged = { x: event.offsetX, fromNs: scene.fromNs, untilNs: scene.untilNs, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => this.#moved(event));
    canvas.addEventListener('pointerup', (event) => {
      if (this.#dragged?.moved === false) {
        this.#step = -1;
        this.#tell(this.#thingAt(event.offsetX, event.offsetY));
        this.redraw();
      }
      this.#dragged = undefined;
    });
    canvas.addEventListener('dblclick', (event) => {
      scene.zoom(0.4, scene.timeAt(event.offsetX));
      this.redraw();
    });
    canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = this.#keys[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
      this.redraw();
    });
    for (const button of this.#root.querySelectorAll<HTMLButtonElement>('button[data-key]'))
      button.addEventListener('click', () => {
        this.#keys[button.dataset['key'] ?? '']?.();
        this.redraw();
      });
  }

  readonly #keys: Readonly<Record<string, () => void>> = {
    '+': () => this.#scene.zoom(0.6),
    '=': () => this.#scene.zoom(0.6),
    '-': () => this.#scene.zoom(1.6),
    '0': () => this.#scene.show(0, this.#scene.run.endNs),
    ArrowLeft: () => this.#scene.pan(-0.15),
    ArrowRight: () => this.#scene.pan(0.15),
    n: () => this.#go(1),
    p: () => this.#go(-1),
    ']': () => this.#round(1),
    '[': () => this.#round(-1),
    Escape: () => {
      this.#step = -1;
      this.#tell(undefined);
    },
    c: () => this.#find<HTMLInputElement>('input[name=critical]').click(),
    t: () => this.#find<HTMLInputElement>('input[name=trouble]').click(),
    r: () => {
      for (const select of this.#root.querySelectorAll('select')) select.value = '-1';
      this.#find<HTMLInputElement>('input[name=trouble]').checked = false;
      this.#filter(EVERYTHING);
    },
  };

  #moved(event: PointerEvent): void {
    const dragged = this.#dragged;
    if (dragged === undefined) {
      // A selection stays until something else is selected.
      if (this.#step >= 0) return;
      const thing = this.#thingAt(event.offsetX, event.offsetY);
      this.#canvas.style.cursor = thing === undefined ? 'grab' : 'pointer';
      if (thing?.place === this.#thing?.place && thing?.kind === this.#thing?.kind) return;
      this.#tell(thing);
      this.redraw();
      return;
    }
    const by = event.offsetX - dragged.x;
    if (Math.abs(by) > 3) dragged.moved = true;
    if (!dragged.moved) return;
    const ns = (by / (this.#scene.width - this.#scene.left)) * (dragged.untilNs - dragged.fromNs);
    this.#scene.show(dragged.fromNs - ns, dragged.untilNs - ns);
    this.redraw();
  }
}

function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return { ink: of('--ink'), faint: of('--faint'), line: of('--line'), paper: of('--paper') };
}
