/**
 * `npm run mutants -- calibration [RUNS]`: whether p-values of the tests that compare real with simulated views are right: over
 * many examinations of sound protocols those that can take many values are uniform (Kolmogorov and Smirnov), and those
 * that cannot are at most as often below any level as that level says (binomial). Holm's correction over all tests.
 */

import { secfc, mufc } from '../../bin/standard.ts';
import { Random } from '../../src/core/base/random.ts';
import { binomialAtMost } from '../../src/core/math/statistics/binomial.ts';
import { claimsOf } from '../../src/lab/attack/claims.ts';
import { coveringCoalitions } from '../../src/lab/attack/simulate/covering.ts';
import { examine } from '../../src/lab/attack/simulate/examine.ts';
import { agreedOf } from '../../src/run/execute/cast.ts';
import { table } from '../../src/run/report/table.ts';
import { type BatchOptions, runBatch } from '../../src/studies/batch/batch.ts';
import { defineJob } from '../../src/studies/executor/job.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { scenarioOf } from './examine.ts';

/** As many pairs as by default. */
const PAIRS = 16;

const SMALL = {
  clients: 4,
  data: { source: 'gaussian-mixture', points: 12, dimension: 2, components: 2, deviation: 3 },
};
const SUBJECTS: Readonly<Record<string, { readonly protocol: AnyProtocol; readonly setting: object }>> = {
  secfc: {
    protocol: secfc,
    setting: { ...SMALL, protocol: { name: 'secfc', clusters: 2, privacy: 1, maxIterations: 2 } },
  },
  mufc: {
    protocol: mufc,
    setting: {
      ...SMALL,
      data: { ...SMALL.data, scale: { minimum: -0.5, maximum: 0.5 } },
      protocol: { name: 'mufc', clusters: 2, aggregation: { threshold: 3 } },
    },
  },
};

interface CalibrationRequest {
  readonly subject: string;
  readonly seed: number;
}

/** The p-value of each test, by what is tested. */
type PValues = readonly (readonly [test: string, pValue: number])[];

export const calibrationRun = defineJob(
  import.meta.url,
  'calibration',
  async ({ subject, seed }: CalibrationRequest): Promise<PValues> => {
    const { protocol, setting } = SUBJECTS[subject];
    const { scenario, plugins } = scenarioOf({ name: subject, what: '', protocol, setting }, seed);
    const random = new Random(seed).scope('calibration');
    const found: (readonly [string, number])[] = [];
    for (const [c, claim] of claimsOf(protocol, agreedOf(scenario, protocol)).entries()) {
      const [members] = coveringCoalitions(claim, scenario.parties);
      if (claim.simulator === undefined || members === undefined) continue;
      const of = random.scope(`${c}`);
      const { tests } = await examine(scenario, protocol, claim.simulator, members, PAIRS, of, { plugins });
      for (const { test, of: what, pValue } of tests)
        found.push([`claim ${c + 1}: ${test} of ${what}`, pValue]);
    }
    return found;
  },
);

/** The levels at which discrete p-values are held. */
const LEVELS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5];

/** Fewer different values are no continuous distribution. */
const MANY = 0.8;

/** Ends with a newline. */
export async function calibrationTable(runs: number, batch: BatchOptions): Promise<string> {
  const texts: string[] = [];
  for (const subject of Object.keys(SUBJECTS)) {
    const requests = Array.from({ length: runs }, (_, i) => ({ subject, seed: i + 1 }));
    const results = await runBatch(calibrationRun, requests, batch);
    texts.push(`${subject}, ${runs} runs\n\n${tableFor(results)}`);
  }
  return texts.join('\n');
}

function tableFor(results: readonly PValues[]): string {
  const byTest = new Map<string, number[]>();
  for (const result of results)
    for (const [test, pValue] of result) byTest.set(test, [...(byTest.get(test) ?? []), pValue]);
  const rows = [...byTest].map(([test, pValues]) => ({ test, pValues, ...judged(pValues) }));
  const adjusted = holm(rows.map(({ chance }) => chance));
  return table(
    ['test', 'runs', 'least p', 'p <= 0.01', 'p <= 0.05', 'held by', 'chance', 'Holm'],
    rows.map(({ test, pValues, by, chance }, i) => [
      test,
      `${pValues.length}`,
      Math.min(...pValues).toPrecision(2),
      shareBelow(pValues, 0.01),
      shareBelow(pValues, 0.05),
      by,
      chance.toPrecision(2),
      adjusted[i].toPrecision(2),
    ]),
    ['test', 'held by'],
  );
}

/** How likely such p-values are, if they are right. */
export function judged(pValues: readonly number[]): { readonly by: string; readonly chance: number } {
  const different = new Set(pValues).size / pValues.length;
  if (different >= MANY) return { by: 'uniform', chance: uniformChance(pValues) };
  const chances = LEVELS.map((level) =>
    atLeast(pValues.filter((p) => p <= level).length, pValues.length, level),
  );
  return { by: 'levels', chance: Math.min(1, LEVELS.length * Math.min(...chances)) };
}

/** The p-value of Kolmogorov's and Smirnov's test of uniformity (with Stephens' correction for few values). */
export function uniformChance(values: readonly number[]): number {
  const n = values.length;
  const sorted = values.toSorted((a, b) => a - b);
  const farthest = Math.max(...sorted.map((x, i) => Math.max((i + 1) / n - x, x - i / n)));
  const scaled = (Math.sqrt(n) + 0.12 + 0.11 / Math.sqrt(n)) * farthest;
  let sum = 0;
  for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * (k * scaled) ** 2);
  return scaled < 0.2 ? 1 : Math.min(1, Math.max(0, sum));
}

/** P-values corrected for their number (Holm 1979). */
export function holm(pValues: readonly number[]): number[] {
  const order = [...pValues.keys()].toSorted((a, b) => pValues[a] - pValues[b]);
  const adjusted: number[] = [];
  let least = 0;
  order.forEach((at, i) => {
    least = Math.max(least, Math.min(1, (pValues.length - i) * pValues[at]));
    adjusted[at] = least;
  });
  return adjusted;
}

function shareBelow(pValues: readonly number[], level: number): string {
  const count = pValues.filter((p) => p <= level).length;
  return `${((100 * count) / pValues.length).toFixed(1)} %`;
}

/** The probability of at least k of n. */
function atLeast(k: number, n: number, share: number): number {
  return k === 0 ? 1 : 1 - binomialAtMost(n, k - 1, share);
}
