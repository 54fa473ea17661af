/** Which clustering there was at a moment of a run. */

import type { Run } from '../../../src/output/page/client/data.ts';
import type { Scatter } from '../shapes.ts';

const NO_CLUSTER = 0xffff;
/** The last part of a round in which centres are seen to move. */
const MOVING = 0.4;

/** A result that comes from nowhere begins with points in no cluster. */
export function withStart(scatter: Scatter): Scatter {
  const [only] = scatter.frames;
  if (scatter.frames.length !== 1) return scatter;
  return { ...scatter, frames: [new Uint16Array(only.length).fill(NO_CLUSTER), only] };
}

/** @returns the frame, with a fraction while it becomes the next */
export function frameAt({ stretches, endNs }: Run, frames: number, timeNs: number): number {
  const rounds = stretches.filter(([, , round]) => round >= 0);
  const result = stretches.find(([, , round]) => round === -1)?.[1] ?? endNs;
  // The first rounds may prepare those that improve the clustering.
  const steps = frames - 1 > rounds.length ? [] : rounds.slice(rounds.length - (frames - 1));
  const spans = frames === 2 || steps.length === 0 ? [[0, result] as const] : steps;
  const at = spans.filter(([, end]) => end <= timeNs).length;
  if (at >= spans.length) return frames - 1;
  const [start, end] = spans[at];
  const from = end - (end - start) * MOVING;
  return at + Math.max(0, Math.min(0.999, (timeNs - from) / (end - from)));
}
