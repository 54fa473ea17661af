/** The part of a run shown in a timeline: its window, its filter, and positions on the canvas. */

import { square } from '../../../core/math/elementary/index.ts';
import type { Run } from './data.ts';
import { EVERYTHING, type Filter, within } from './filter.ts';

/** How many lines are drawn without a noticeable delay; if there are more, every n-th is. */
const MOST_LINES = 12_000;

/** The width of a letter beside a lane, and how many of a name have room. */
const LETTER = 6;
const FEWEST_LETTERS = 14;
const MOST_LETTERS = 22;
const TOP = 20;
const BOTTOM = 8;

export class Scene {
  readonly run: Run;
  filter: Filter = EVERYTHING;
  critical = true;
  fromNs = 0;
  untilNs: number;
  width = 800;
  readonly laneHeight: number;
  /** How many letters of a name have room beside its lane. */
  readonly letters: number;
  readonly left: number;
  /** Messages in the window, and those that are drawn. */
  found: readonly number[] = [];
  drawn: readonly number[] = [];

  constructor(run: Run) {
    this.run = run;
    this.untilNs = run.endNs;
    this.laneHeight = Math.max(6, Math.min(30, Math.floor(660 / run.actors.length)));
    const longest = run.actors.reduce((most, { length }) => Math.max(most, length), FEWEST_LETTERS);
    this.letters = Math.min(longest, MOST_LETTERS);
    this.left = LETTER * this.letters + 8;
  }

  get height(): number {
    return TOP + this.laneHeight * this.run.actors.length + BOTTOM;
  }

  get top(): number {
    return TOP;
  }

  x(timeNs: number): number {
    return this.left + ((timeNs - this.fromNs) / (this.untilNs - this.fromNs)) * (this.width - this.left - 6);
  }

  timeAt(x: number): number {
    return this.fromNs + ((x - this.left) / (this.width - this.left - 6)) * (this.untilNs - this.fromNs);
  }

  y(actor: number): number {
    return TOP + this.laneHeight * (actor + 0.5);
  }

  /** Where a message's line ends: short of the receiver if it is lost. */
  endOf(i: number): { x: number; y: number } {
    const { messages, times } = this.run;
    const to = this.y(messages.to[i]);
    return {
      x: this.x(times.endNs[i]),
      y: messages.fate[i] === LOST ? (this.y(messages.from[i]) + to) / 2 : to,
    };
  }

  /** Shows a window, clipped to the run. */
  show(fromNs: number, untilNs: number): void {
    const span = Math.min(this.run.endNs, Math.max(untilNs - fromNs, 1000));
    this.fromNs = Math.max(0, Math.min(fromNs, this.run.endNs - span));
    this.untilNs = this.fromNs + span;
  }

  zoom(factor: number, aroundNs = (this.fromNs + this.untilNs) / 2): void {
    this.show(aroundNs - (aroundNs - this.fromNs) * factor, aroundNs + (this.untilNs - aroundNs) * factor);
  }

  pan(share: number): void {
    const by = share * (this.untilNs - this.fromNs);
    this.show(this.fromNs + by, this.untilNs + by);
  }

  /** Finds what is in the window. */
  look(): void {
    this.found = within(this.run, this.filter, this.fromNs, this.untilNs);
    if (this.found.length <= MOST_LINES) {
      this.drawn = this.found;
      return;
    }
    const { messages, faults } = this.run;
    const every = this.found.length / MOST_LINES;
    this.drawn = this.found.filter(
      (i, at) =>
        messages.critical[i] === 1 ||
        messages.fate[i] > 1 ||
        faults.has(i) ||
        Math.floor(at / every) > Math.floor((at - 1) / every),
    );
  }

  /** The message whose line is close to a point, or undefined. */
  messageAt(x: number, y: number): number | undefined {
    const { messages, times } = this.run;
    let best: number | undefined;
    let least = 36;
    for (const i of this.drawn) {
      const end = this.endOf(i);
      const away = distance(x, y, this.x(times.sentNs[i]), this.y(messages.from[i]), end.x, end.y);
      if (away < least) {
        least = away;
        best = i;
      }
    }
    return best;
  }

  computationAt(x: number, y: number): number | undefined {
    const { computations, endNs: last } = this.run;
    const timeNs = this.timeAt(x);
    const slack = (2 * (this.untilNs - this.fromNs)) / this.width;
    const found = computations.actor.findIndex(
      (actor, i) =>
        Math.abs(this.y(actor) - y) < this.laneHeight * 0.3 &&
        computations.startNs[i] - slack <= timeNs &&
        (computations.endNs[i] < 0 ? last : computations.endNs[i]) + slack >= timeNs,
    );
    return found < 0 ? undefined : found;
  }

  markAt(x: number, y: number): number | undefined {
    const { marks } = this.run;
    const found = marks.actor.findIndex(
      (actor, i) => Math.abs(this.y(actor) - y) < 7 && Math.abs(this.x(marks.timeNs[i]) - x) < 7,
    );
    return found < 0 ? undefined : found;
  }
}

const LOST = 3;

/** The squared distance of a point from a line segment. */
function distance(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return square(x - x1 - share * dx) + square(y - y1 - share * dy);
}
