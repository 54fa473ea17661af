/** The messages of a run between its parties, as far as they have come at a moment of virtual time. */

import type { Run } from '../../../src/output/page/client/data.ts';
import { timeText } from '../../../src/output/page/client/words.ts';
import { FATES, MARKS } from '../../../src/output/page/payload-shape.ts';
import { colourOf, type Colours, fitted } from './colours.ts';

export const AXIS = 22;
/** More lanes than this cannot be told apart. */
export const MOST_LANES = 40;
const FINISHED = MARKS.indexOf('finished');
const LOST = FATES.indexOf('lost');
const REFUSED = FATES.indexOf('refused');
/** How near to a line counts as pointing at it, in pixels. */
const NEAR = 7;

/** The parties that are drawn, from the top: all, or those that hold no points, those in trouble, and some of the others. */
export function lanesOf({ actors, marks, spans }: Run, servers: readonly string[]): number[] {
  if (actors.length <= MOST_LANES) return actors.map((_, i) => i);
  const inTrouble = marks.actor.filter((_, i) => marks.kind[i] !== FINISHED);
  const troubled = new Set([...inTrouble, ...spans.map(([, , , actor]) => actor)]);
  const all = actors.map((name, i) => ({ i, first: servers.includes(name) ? 0 : troubled.has(i) ? 1 : 2 }));
  const [told, rest] = [all.filter(({ first }) => first < 2), all.filter(({ first }) => first === 2)];
  const chosen = told.toSorted((a, b) => a.first - b.first).slice(0, MOST_LANES / 2);
  const every = rest.length / (MOST_LANES - chosen.length);
  const some = rest.filter((_, k) => Math.floor(k / every) > Math.floor((k - 1) / every));
  return [...chosen, ...some.slice(0, MOST_LANES - chosen.length)]
    .map(({ i }) => i)
    .toSorted((a, b) => a - b);
}

export class SpaceTime {
  readonly run: Run;
  readonly lanes: readonly number[];
  readonly laneHeight: number;
  /** Messages between parties that are drawn, in the order in which they were sent. */
  readonly messages: readonly number[];
  #width = 0;
  readonly #laneOf: ReadonlyMap<number, number>;
  readonly #canvas: HTMLCanvasElement;
  /** What is over at some time, drawn once. */
  readonly #past = document.createElement('canvas');
  #pastNs = -1;
  #pastLook = '';

  constructor(canvas: HTMLCanvasElement, run: Run, lanes: readonly number[], laneHeight: number) {
    this.#canvas = canvas;
    this.run = run;
    this.lanes = lanes;
    this.laneHeight = laneHeight;
    this.#laneOf = new Map(lanes.map((actor, lane) => [actor, lane]));
    const { from, to } = run.messages;
    this.messages = run.messages.id.flatMap((_, i) =>
      this.#laneOf.has(from[i]) && this.#laneOf.has(to[i]) ? [i] : [],
    );
  }

  get height(): number {
    return this.lanes.length * this.laneHeight + AXIS;
  }

  #x(ns: number): number {
    return 6 + (ns / this.run.endNs) * (this.#width - 12);
  }

  #y(actor: number): number {
    return ((this.#laneOf.get(actor) ?? 0) + 0.5) * this.laneHeight;
  }

  draw(timeNs: number, colours: Colours, selected: number | undefined): void {
    this.#width = this.#canvas.clientWidth;
    const context = fitted(this.#canvas, this.#width, this.height);
    if (context === undefined) return;
    context.clearRect(0, 0, this.#width, this.height);
    context.font = '11px system-ui, sans-serif';
    this.#drawGround(context, colours);
    this.#settle(timeNs, colours);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.#past, 0, 0);
    context.restore();
    this.#drawComputing(context, timeNs, colours);
    this.#drawUnderWay(context, timeNs);
    if (selected !== undefined) this.#drawSelected(context, selected, timeNs, colours);
    this.#drawMarks(context, timeNs, colours);
    context.strokeStyle = colours.ink;
    context.lineWidth = 1;
    line(context, this.#x(timeNs), 0, this.#x(timeNs), this.height - AXIS + 4);
  }

  /** The message whose line passes here, if it has come so far. */
  messageAt(x: number, y: number, timeNs: number): number | undefined {
    let nearest: number | undefined;
    let least = NEAR;
    for (const i of this.messages) {
      const { sentNs, endNs } = this.run.times;
      if (sentNs[i] > timeNs) break;
      const end = this.#head(i, timeNs);
      const distance = toSegment(x, y, this.#x(sentNs[i]), this.#y(this.run.messages.from[i]), end.x, end.y);
      // Of two, the one that is under way.
      const rank = endNs[i] > timeNs ? distance - 2 : distance;
      if (distance < NEAR && rank < least) [nearest, least] = [i, rank];
    }
    return nearest;
  }

  /** How far a message has come. */
  #head(i: number, timeNs: number): { readonly x: number; readonly y: number } {
    const { messages, times } = this.run;
    const took = times.endNs[i] - times.sentNs[i];
    const share = took <= 0 ? 1 : Math.min(1, (timeNs - times.sentNs[i]) / took);
    const [a, b] = [this.#y(messages.from[i]), this.#y(messages.to[i])];
    return { x: this.#x(Math.min(timeNs, times.endNs[i])), y: a + (b - a) * share };
  }

  #drawGround(context: CanvasRenderingContext2D, colours: Colours): void {
    const { stretches, spans } = this.run;
    const bottom = this.height - AXIS;
    context.lineWidth = 1;
    context.strokeStyle = colours.line;
    for (const actor of this.lanes) line(context, 0, this.#y(actor), this.#width, this.#y(actor));
    context.fillStyle = colours.bad;
    for (const [, startNs, endNs, actor] of spans) {
      context.globalAlpha = 0.13;
      const width = Math.max(2, this.#x(endNs) - this.#x(startNs));
      if (actor < 0) context.fillRect(this.#x(startNs), 0, width, bottom);
      else if (this.#laneOf.has(actor))
        context.fillRect(this.#x(startNs), this.#y(actor) - this.laneHeight / 2, width, this.laneHeight);
    }
    context.globalAlpha = 1;
    let free = 0;
    context.fillStyle = colours.faint;
    context.setLineDash([2, 3]);
    for (const [startNs, , round] of stretches) {
      const x = this.#x(startNs);
      line(context, x, 0, x, bottom + 4);
      const text = round >= 0 ? `round ${round}` : round === -1 ? 'result' : 'late';
      if (x < free || x + context.measureText(text).width > this.#width) continue;
      context.fillText(text, x + 3, bottom + 15);
      free = x + context.measureText(text).width + 12;
    }
    context.setLineDash([]);
    const total = timeText(this.run.endNs);
    const at = this.#width - context.measureText(total).width - 2;
    if (at > free) context.fillText(total, at, bottom + 15);
  }

  /** Brings the picture of what is over up to date: only what is new, unless time went back. */
  #settle(timeNs: number, colours: Colours): void {
    const look = `${this.#width} ${this.height} ${devicePixelRatio} ${colours.paper}`;
    const context = fitted(this.#past, this.#width, this.height);
    if (context === undefined) return;
    if (look !== this.#pastLook || timeNs < this.#pastNs) {
      context.clearRect(0, 0, this.#width, this.height);
      this.#pastNs = -1;
      this.#pastLook = look;
    }
    const { messages, times } = this.run;
    context.lineWidth = 1;
    const many = this.messages.length > 1500;
    for (const i of this.messages) {
      if (times.sentNs[i] > timeNs) break;
      if (times.endNs[i] > timeNs || times.endNs[i] <= this.#pastNs) continue;
      const isBad = messages.fate[i] === LOST || messages.fate[i] === REFUSED;
      context.globalAlpha = isBad ? 0.8 : many ? 0.12 : 0.3;
      context.strokeStyle = isBad ? colours.bad : colourOf(messages.type[i]);
      const end = this.#head(i, timeNs);
      line(context, this.#x(times.sentNs[i]), this.#y(messages.from[i]), end.x, end.y);
      if (isBad) cross(context, end.x, end.y, 3);
    }
    context.globalAlpha = 1;
    this.#pastNs = timeNs;
  }

  #drawComputing(context: CanvasRenderingContext2D, timeNs: number, colours: Colours): void {
    const { actor, startNs, endNs } = this.run.computations;
    const high = Math.max(2, Math.min(5, this.laneHeight / 4));
    context.fillStyle = colours.faint;
    context.globalAlpha = 0.75;
    for (let i = 0; i < actor.length; i++) {
      if (startNs[i] > timeNs || !this.#laneOf.has(actor[i])) continue;
      const until = endNs[i] < 0 ? timeNs : Math.min(endNs[i], timeNs);
      const x = this.#x(startNs[i]);
      context.fillRect(x, this.#y(actor[i]) - high / 2, Math.max(1, this.#x(until) - x), high);
    }
    context.globalAlpha = 1;
  }

  #drawUnderWay(context: CanvasRenderingContext2D, timeNs: number): void {
    const { messages, times } = this.run;
    context.lineWidth = 1.3;
    for (const i of this.messages) {
      if (times.sentNs[i] > timeNs) break;
      if (times.endNs[i] <= timeNs) continue;
      const end = this.#head(i, timeNs);
      context.strokeStyle = context.fillStyle = colourOf(messages.type[i]);
      context.globalAlpha = 0.55;
      line(context, this.#x(times.sentNs[i]), this.#y(messages.from[i]), end.x, end.y);
      context.globalAlpha = 1;
      dot(context, end.x, end.y, 2.6);
    }
  }

  #drawSelected(context: CanvasRenderingContext2D, i: number, timeNs: number, colours: Colours): void {
    const { messages, times } = this.run;
    const end = this.#head(i, Math.max(timeNs, times.sentNs[i]));
    context.strokeStyle = context.fillStyle = colours.ink;
    context.lineWidth = 2.5;
    line(context, this.#x(times.sentNs[i]), this.#y(messages.from[i]), end.x, end.y);
    dot(context, end.x, end.y, 4);
  }

  #drawMarks(context: CanvasRenderingContext2D, timeNs: number, colours: Colours): void {
    const { actor, timeNs: at, kind } = this.run.marks;
    for (let i = 0; i < actor.length; i++) {
      if (at[i] > timeNs || !this.#laneOf.has(actor[i])) continue;
      context.fillStyle = [colours.bad, '#c765a0', '#00966b', colours.bad][kind[i]];
      const [x, y] = [this.#x(at[i]), this.#y(actor[i])];
      context.beginPath();
      context.moveTo(x, y - 4);
      context.lineTo(x + 4, y + 4);
      context.lineTo(x - 4, y + 4);
      context.fill();
    }
  }
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function cross(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  line(context, x - size, y - size, x + size, y + size);
  line(context, x - size, y + size, x + size, y - size);
}

function toSegment(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - (x1 + share * (x2 - x1)), y - (y1 + share * (y2 - y1)));
}
