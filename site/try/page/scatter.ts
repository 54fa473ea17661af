/** The points in their clusters, as they were at a moment of the run. */

import type { Scatter } from '../shapes.ts';
import { colourOf, type Colours, fitted } from './colours.ts';

const NO_CLUSTER = 0xffff;
const EDGE = 14;
const NEAR = 8;

type Centre = readonly [x: number, y: number] | undefined;

export interface Marked {
  /** Whose points are outlined. */
  readonly members: readonly string[];
  /** The share of each point that they got; -1 for their own; absent: nobody asked. */
  readonly shares?: Float32Array | undefined;
}

export class Points {
  readonly #canvas: HTMLCanvasElement;
  readonly scatter: Scatter;
  readonly #centres: readonly (readonly Centre[])[];
  #side = 0;

  constructor(canvas: HTMLCanvasElement, scatter: Scatter) {
    this.#canvas = canvas;
    this.scatter = scatter;
    this.#centres = scatter.frames.map((labels) => centresOf(scatter, labels));
  }

  get count(): number {
    return this.scatter.places.length / 2;
  }

  /** @param at which frame, with a fraction while centres move to the next */
  draw(at: number, colours: Colours, { members, shares }: Marked): void {
    const width = this.#canvas.clientWidth;
    const height = this.#canvas.clientHeight;
    const context = fitted(this.#canvas, width, height);
    if (context === undefined) return;
    this.#side = Math.min(width, height);
    context.clearRect(0, 0, width, height);
    const frame = Math.floor(at);
    const labels = this.scatter.frames[frame];
    const own = new Set(members);
    const radius = this.count > 600 ? 2.2 : this.count > 200 ? 2.8 : 3.6;
    for (let i = 0; i < this.count; i++) {
      const [x, y] = this.#place(i, width, height);
      const label = labels[i];
      context.fillStyle = label === NO_CLUSTER ? colours.line : colourOf(label);
      context.globalAlpha = label === NO_CLUSTER ? 1 : 0.8;
      disc(context, x, y, radius);
      context.globalAlpha = 1;
      if (own.has(this.scatter.owners[i])) ring(context, x, y, radius + 0.6, colours.ink, 0.9);
      const share = shares?.[i] ?? 0;
      if (share <= 0) continue;
      context.globalAlpha = 0.25 + 0.6 * share;
      ring(context, x, y, radius + 1.9, colours.bad, 1.1);
      context.globalAlpha = 1;
    }
    this.#drawCentres(context, at, width, height, colours);
  }

  /** The point that is here. */
  pointAt(x: number, y: number): number | undefined {
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    let nearest: number | undefined;
    let least = NEAR;
    for (let i = 0; i < this.count; i++) {
      const [px, py] = this.#place(i, width, height);
      const distance = Math.hypot(x - px, y - py);
      if (distance < least) [nearest, least] = [i, distance];
    }
    return nearest;
  }

  #place(i: number, width: number, height: number): [number, number] {
    return this.#onCanvas(this.scatter.places[2 * i], this.scatter.places[2 * i + 1], width, height);
  }

  #onCanvas(x: number, y: number, width: number, height: number): [number, number] {
    const side = this.#side - 2 * EDGE;
    return [width / 2 + (x - 0.5) * side, height / 2 - (y - 0.5) * side];
  }

  #drawCentres(
    context: CanvasRenderingContext2D,
    at: number,
    width: number,
    height: number,
    colours: Colours,
  ): void {
    const frame = Math.floor(at);
    const share = at - frame;
    const next = this.#centres[Math.min(frame + 1, this.#centres.length - 1)];
    this.#centres[frame].forEach((from, cluster) => {
      const to = next[cluster] ?? from;
      if (from === undefined || to === undefined) return;
      const place = this.#onCanvas(
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
        width,
        height,
      );
      context.fillStyle = colours.paper;
      disc(context, ...place, 7);
      context.fillStyle = colourOf(cluster);
      disc(context, ...place, 5);
      ring(context, ...place, 7, colours.ink, 1.2);
    });
  }
}

/** The mean of each cluster's points; undefined for one without. */
function centresOf({ places }: Scatter, labels: Uint16Array): Centre[] {
  const sums: [number, number, number][] = [];
  labels.forEach((label, i) => {
    if (label === NO_CLUSTER) return;
    const sum = (sums[label] ??= [0, 0, 0]);
    sum[0] += places[2 * i];
    sum[1] += places[2 * i + 1];
    sum[2]++;
  });
  return Array.from(sums, (sum) => sum && ([sum[0] / sum[2], sum[1] / sum[2]] as const));
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function ring(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
  width: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}
