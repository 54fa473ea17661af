/** Examines one protocol as `cahoots attack` does: a small scenario, repeated runs, the verdicts. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Certificate } from '../../src/lab/attack/certificate.ts';
import { isFlagged } from '../../src/lab/attack/detect/detect.ts';
import { attackRun } from '../../src/lab/attack/attack-run.ts';
import { fails } from '../../src/lab/attack/verdict.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import type { Mutant } from './mutants.ts';

/** How often a run is repeated, as in `cahoots attack`. */
export const REPEATS = 16;

/**
 * Zero lies within the announced ranges, but not in their middle: so a coordinate's sign is a secret, and mirroring
 * flips few signs.
 */
const DATA = {
  source: 'gaussian-mixture',
  points: 40,
  dimension: 3,
  components: 2,
  deviation: 3,
  scale: { minimum: -2, maximum: 10, coordinates: 'each' },
};

const SETTINGS: Readonly<Record<string, object>> = {
  secfc: { protocol: { name: 'secfc', clusters: 2, privacy: 2, maxIterations: 3 } },
  additive: { protocol: { name: 'additive', clusters: 1 } },
  mufc: {
    data: { ...DATA, scale: { minimum: -0.1, maximum: 0.5, coordinates: 'each' } },
    protocol: {
      name: 'mufc',
      clusters: 2,
      aggregation: { threshold: 2 },
      remove: [{ points: 'adversarial', count: 3 }],
      // So that there is more than one secure sum over all clients.
      change: 'everybody',
    },
    collusion: [{ any: 2, draws: 10 }, { members: ['server'] }],
  },
};

export interface Examined {
  /** Why the protocol is flagged; undefined if it is not. */
  readonly flagged: string | undefined;
  readonly certificate: Certificate;
}

export async function examine({ protocol }: Mutant, seed: number): Promise<Examined> {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-mutants-'));
  try {
    const file = join(folder, 'scenario.yaml');
    writeFileSync(
      file,
      stringify({
        seed,
        clients: 5,
        data: DATA,
        network: { preset: 'lan' },
        collusion: [{ any: 2, draws: 10 }],
        ...SETTINGS[protocol.name],
      }),
    );
    const plugins = [plugin(import.meta.url, { name: 'a mutant', protocols: [protocol] })];
    const scenario = loadScenario(file, { plugins });
    const { certificate } = await attackRun(scenario, { plugins, repeats: REPEATS });
    if (certificate === undefined) throw new Error('the run was interrupted');
    return { flagged: objection(certificate), certificate };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Verdicts that fail or, if a protocol claims nothing, suspicious tests and traffic. */
function objection({ verdicts, detected }: Certificate): string | undefined {
  const failed = verdicts.find(fails);
  if (failed !== undefined) return `${failed.status}: ${failed.because.join('; ')}`;
  const tests = detected?.coalitions.flatMap((one) => one.tests) ?? [];
  const test = tests.find((one) => isFlagged(one, tests.length));
  if (test !== undefined) return `${test.test}: ${test.where}`;
  const [traffic] = detected?.traffic.clients ?? [];
  return traffic && `traffic: ${traffic[0]} in ${traffic[1]} of ${detected?.traffic.compared ?? 0} pairs`;
}
