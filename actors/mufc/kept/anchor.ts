/**
 * One stored iteration of Lloyd. At its base is a layer of all rows, as they were when the anchor was dropped; above
 * it, nearer to the current centres, a layer of the rows whose labels could have changed since. An anchor stays in
 * place while rows come and go: its sums are updated as if the rows had always, or never, been there.
 */

import { defineTask, type Matrix } from '../../../src/core/kit/index.ts';
import { type Layer, layerOf, limitsAt, type Placed, placeOf, within } from './layer.ts';
import { addTo, copySums, move, noSums, type Sums } from './sums.ts';
import type { Change } from './units.ts';

export interface Anchor {
  readonly base: Layer;
  /** The label of each row at the base, with room for future rows. */
  readonly firm: Uint16Array;
  /** Rows from here on came after the base. */
  readonly since: number;
  /** The layer above the base, or the base itself. */
  readonly near: Layer;
  /** The label of each row at the layer above. */
  readonly labels: Uint16Array;
  /** Margins of the rows that came after the layer above, from `late` on. */
  readonly late: number;
  readonly lateMargins: readonly number[];
  /** The sums for the labels at the layer above. */
  readonly sums: Sums;
}

interface Held {
  readonly points: Matrix;
  /** How many units each row holds; rows without units are skipped. */
  readonly weights: Float64Array;
  readonly centres: Matrix;
}

export interface DropInput extends Held {
  readonly occupied: number;
  /** The number of rows to reserve room for. */
  readonly room: number;
}

/** A Lloyd iteration over all rows, and their grouping. Operations: m d (k + 1), and 2m. */
export const dropAnchor = defineTask('kept/anchor', {
  operations: ({ points, occupied, centres }: DropInput) =>
    occupied * (points.columns * (centres.rows + 1) + 2),
  run({ points, weights, centres, occupied, room }): Anchor {
    const labels = new Uint16Array(new SharedArrayBuffer(2 * room));
    const sums = noSums(centres.rows, points.columns);
    const rows = new Uint32Array(occupied);
    const own = new Uint16Array(occupied);
    const margins = new Float64Array(occupied);
    let span = 0;
    let at = 0;
    for (let item = 0; item < points.rows; item++) {
      if (weights[item] === 0) continue;
      const { label, margin } = placeOf(points, item, centres);
      addTo(sums, label, points, item, weights[item]);
      labels[item] = label;
      [rows[at], own[at], margins[at]] = [item, label, margin];
      if (margin < Infinity) span = Math.max(span, margin);
      at++;
    }
    const everywhere = Array.from({ length: centres.rows }, () => Infinity);
    const base = layerOf(centres, rows, own, margins, span, everywhere);
    const { rows: late } = points;
    return { base, firm: labels.slice(), since: late, near: base, labels, late, lateMargins: [], sums };
  },
});

export interface ApproachInput extends Held {
  readonly anchor: Anchor;
  /** For each label, the margin up to which the layer above the base must contain all rows. */
  readonly horizon: readonly number[];
}

/** How many rows must be examined for a layer above the base at these centres. */
export function bandOf({ anchor, points, centres, horizon }: Omit<ApproachInput, 'weights'>): number {
  const { base, since } = anchor;
  const limits = limitsAt(base, centres);
  return limits.reduce((sum, limit, label) => {
    const [from, to] = within(base, label, Math.max(0, limit) + horizon[label]);
    return sum + to - from;
  }, points.rows - since);
}

/** A layer above the base at these centres. Operations: k d and 2 d per row examined, and one per row of the layer before. */
export const approach = defineTask('kept/approach', {
  operations: (input: ApproachInput) => {
    const { columns } = input.points;
    const { rows: k } = input.centres;
    const before = input.anchor.near === input.anchor.base ? 0 : input.anchor.near.order.length;
    return 2 * k * columns + bandOf(input) * columns * (k + 2) + before;
  },
  run(input): { near: Layer; items: Uint32Array; labels: Uint16Array; sums: Sums } {
    const { anchor, points, weights, centres, horizon } = input;
    const { base, firm, since } = anchor;
    const limits = limitsAt(base, centres).map((limit, label) => Math.max(0, limit) + horizon[label]);
    const items: number[] = [];
    limits.forEach((limit, label) => {
      const [from, to] = within(base, label, limit);
      for (let at = from; at < to; at++) if (weights[base.order[at]] > 0) items.push(base.order[at]);
    });
    for (let item = since; item < points.rows; item++) if (weights[item] > 0) items.push(item);
    const sums = copySums(anchor.sums);
    // Back to the base, and from there to the current centres.
    const away = anchor.near === base ? [] : anchor.near.order;
    for (const item of away)
      if (item < since) move(sums, points, item, weights[item], anchor.labels[item], firm[item]);
    const labels = new Uint16Array(items.length);
    const margins = new Float64Array(items.length);
    items.forEach((item, i) => {
      const { label, margin } = placeOf(points, item, centres);
      const before = item < since ? firm[item] : anchor.labels[item];
      move(sums, points, item, weights[item], before, label);
      [labels[i], margins[i]] = [label, margin];
    });
    const span = Math.max(...horizon.filter((one) => one < Infinity), 0);
    const rows = Uint32Array.from(items);
    return { near: layerOf(centres, rows, labels, margins, span, horizon), items: rows, labels, sums };
  },
});

/** An anchor with another layer above its base. */
export function approached(
  anchor: Anchor,
  { near, items, labels, sums }: ReturnType<typeof approach.run>,
  rows: number,
): Anchor {
  if (anchor.near !== anchor.base)
    for (const item of anchor.near.order) if (item < anchor.since) anchor.labels[item] = anchor.firm[item];
  items.forEach((item, i) => (anchor.labels[item] = labels[i]));
  return { ...anchor, near, late: rows, lateMargins: [], sums };
}

/** A copy of the anchor for another iteration. */
export function copyAnchor(anchor: Anchor): Anchor {
  return { ...anchor, labels: anchor.labels.slice() };
}

export interface SettleInput {
  readonly anchors: readonly Anchor[];
  readonly points: Matrix;
  readonly changes: readonly Change[];
}

/**
 * Applies changes to anchors: each one's new sums, and the labels of the changed rows. Operations, per anchor: d per
 * change and k d per new row.
 */
export const settle = defineTask('kept/settle', {
  operations: ({ anchors, points, changes }: SettleInput) => {
    const k = anchors[0].near.centres.rows;
    const fresh = changes.filter(({ from }) => from === 0).length;
    return anchors.length * points.columns * (changes.length + k * fresh);
  },
  run: ({ anchors, points, changes }): { sums: Sums; places: Placed[] }[] =>
    anchors.map(({ near: { centres }, labels, sums: before }) => {
      const sums = copySums(before);
      const places = changes.map(({ item, from, to }) => {
        const place = from === 0 ? placeOf(points, item, centres) : { label: labels[item], margin: 0 };
        addTo(sums, place.label, points, item, to - from);
        return place;
      });
      return { sums, places };
    }),
});

/** An anchor after changes; new rows have a place in it from now on. */
export function settled(
  anchor: Anchor,
  changes: readonly Change[],
  { sums, places }: { readonly sums: Sums; readonly places: readonly Placed[] },
): Anchor {
  const lateMargins = [...anchor.lateMargins];
  changes.forEach(({ item, from }, i) => {
    if (from > 0) return;
    anchor.labels[item] = places[i].label;
    lateMargins[item - anchor.late] = places[i].margin;
  });
  return { ...anchor, lateMargins, sums };
}
