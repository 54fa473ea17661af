/** Looks for a planted mistake with random faults, and makes small what it finds. */

import { dirname } from 'node:path';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { swarmOutcomeText } from '../../src/studies/swarm/outcome.ts';
import { shrink } from '../../src/studies/swarm/shrink.ts';
import { swarm } from '../../src/studies/swarm/swarm.ts';
import { found } from '../../src/studies/swarm/text.ts';
import { planted, type PlantedBug } from './planted-bugs.ts';

export interface Found {
  /** In which run, from 1. */
  readonly run: number;
  /** What it came out as. */
  readonly text: string;
  /** How many faults are left of it. */
  readonly faults: number;
}

const BATCH = 20;

/**
 * @param most runs that are tried
 * @param seed of the first of them
 */
export async function hunt(
  { heals }: PlantedBug,
  file: string,
  { most, seed: first = 1 }: { readonly most: number; readonly seed?: number },
): Promise<Found | undefined> {
  const plugins = [planted];
  for (let done = 0; done < most; done += BATCH) {
    const { runs } = await swarm(file, { plugins, runs: BATCH, seed: first + done, threads: 0, heals });
    const [one] = found(runs);
    if (one === undefined) continue;
    const broken = loadScenario(file, { plugins, seed: one.seed, set: one.set });
    const { outcome, values } = await shrink(broken, { plugins, name: file, folder: dirname(file) });
    return { run: one.seed - first + 1, text: swarmOutcomeText(outcome), faults: values.faults?.length ?? 0 };
  }
  return undefined;
}
