/** The keys under which the runs of tables are kept: of all that a run follows from, its scenario and the files of its data. */

import { dirname } from 'node:path';
import { standard } from '../../actors/index.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { Fingerprints } from '../../src/results/fingerprint.ts';

const plugins = [standard];

interface Order {
  readonly file: string;
  readonly variant: number;
  readonly set: readonly string[];
  readonly seed: number;
  /** What the run follows from besides its scenario. */
  readonly centres?: unknown;
}

/** Orders that differ only in their seed share everything else, which is read once. */
export function keysOf(orders: readonly Order[]): string[] {
  const sources = new Map<string, unknown>();
  const fingerprints = new Map<string, Fingerprints>();
  return orders.map(({ file, variant, set, seed, centres }) => {
    const kind = JSON.stringify([file, variant, set]);
    if (!sources.has(kind)) sources.set(kind, loadScenario(file, { plugins, set, variant }).source);
    const folder = dirname(file);
    if (!fingerprints.has(folder)) fingerprints.set(folder, new Fingerprints(folder));
    return (fingerprints.get(folder) as Fingerprints).of({ ...(sources.get(kind) as object), seed, centres });
  });
}
