/** The queue at each link over time. */

import type { CausalGraph } from '../../run/timing/causal-graph.ts';

export interface Queue {
  /** `uplink of client-7`. */
  readonly link: string;
  /** The sum of all waits. */
  readonly queuedNs: number;
  /** Queued bytes from each moment on, in order of time. */
  readonly changes: readonly { readonly timeNs: number; readonly bytes: number }[];
}

/** The links with any waits, those with the longest total first. */
export function queuesOf(causalGraph: CausalGraph): Queue[] {
  const { moments = [], directory } = causalGraph;
  const waits = new Map<string, { queuedNs: number; steps: [number, number][] }>();
  for (const moment of moments) {
    if (moment.kind === 'step') continue;
    const hop = causalGraph.hop(moment.hop);
    const up = moment.kind === 'uplink';
    const fromNs = up ? hop.enteredNs : hop.arrivedNs;
    const untilNs = up ? hop.departedNs - hop.uplinkNs : hop.leftNs - hop.downlinkNs;
    if (untilNs <= fromNs) continue;
    const link = up ? `uplink of ${directory.name(hop.from)}` : `downlink of ${directory.name(hop.to)}`;
    let wait = waits.get(link);
    if (wait === undefined) waits.set(link, (wait = { queuedNs: 0, steps: [] }));
    wait.queuedNs += untilNs - fromNs;
    wait.steps.push([fromNs, hop.wireBytes], [untilNs, -hop.wireBytes]);
  }
  return [...waits]
    .map(([link, { queuedNs, steps }]) => ({ link, queuedNs, changes: summed(steps) }))
    .toSorted((a, b) => b.queuedNs - a.queuedNs);
}

function summed(steps: [number, number][]): { timeNs: number; bytes: number }[] {
  const changes: { timeNs: number; bytes: number }[] = [];
  let bytes = 0;
  for (const [timeNs, more] of steps.toSorted(([a], [b]) => a - b)) {
    bytes += more;
    const last = changes[changes.length - 1];
    if (last?.timeNs === timeNs) last.bytes = bytes;
    else changes.push({ timeNs, bytes });
  }
  return changes;
}
