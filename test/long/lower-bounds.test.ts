/** What audits show of epsilon stays below the truth: full games of neighbouring data sets, at budgets from small to large. */

import { afterAll, expect, test } from 'vitest';
import { auditScenario } from '../../src/lab/audit/audit.ts';
import { agreedOf } from '../../src/run/execute/cast.ts';
import { protocolNamed } from '../../src/run/plugin/registry.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { table } from '../../src/run/report/table.ts';
import { runsOr, say, SEED } from '../support/long.ts';
import { plugins } from '../support/plugins.ts';

const EPSILONS = [0.5, 1, 4];
/** With each of `RUNS` seeds, from `SEED` on. */
const games = ['fastlloyd', 'feddp'].flatMap((name) =>
  EPSILONS.flatMap((epsilon) =>
    Array.from({ length: runsOr(5) }, (_, at) => ({ name, epsilon, seed: SEED + at })),
  ),
);
/** In all of these games together no true claim is refuted, with this confidence. */
const CONFIDENCE = 0.95;

const rows: string[][] = [];

/** The scenario with so much of its budget. */
function spending(name: string, share: number, seed: number): Scenario {
  const file = `scenarios/${name}.yaml`;
  const { budget } = loadScenario(file, { plugins }).parameters as unknown as {
    readonly budget: Readonly<Record<string, number>>;
  };
  const set = Object.entries(budget)
    .filter(([part]) => part !== 'delta')
    .map(([part, epsilon]) => `protocol.budget.${part}=${share * epsilon}`);
  return loadScenario(file, { plugins, set: [...set, `seed=${seed}`] });
}

function claimedBy(scenario: Scenario): number {
  const protocol = protocolNamed({ plugins }, scenario.protocol);
  const audit = protocol.audits?.find(({ name }) => name === 'neighbours');
  if (audit?.kind !== 'game') throw new Error('expected a game of neighbouring data sets');
  return audit.claim?.(agreedOf(scenario, protocol))?.epsilon ?? Number.NaN;
}

/** What composes is not the sum of its parts, so the share is found by halving. */
function claiming(name: string, epsilon: number, seed: number): Scenario {
  let [low, high] = [0.01, 20];
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (claimedBy(spending(name, middle, seed)) < epsilon) low = middle;
    else high = middle;
  }
  return spending(name, low, seed);
}

test.each(games)('$name at epsilon $epsilon, seed $seed', async ({ name, epsilon, seed }) => {
  const scenario = claiming(name, epsilon, seed);
  const claimed = claimedBy(scenario);
  expect(claimed).toBeCloseTo(epsilon, 1);
  const audited = await auditScenario(scenario, {
    plugins,
    audits: ['neighbours'],
    twins: false,
    confidence: 1 - (1 - CONFIDENCE) / games.length,
  });
  const { epsilon: shown, pairs, told } = audited?.[0].measures ?? {};
  rows.push([name, claimed.toFixed(2), `${seed}`, Number(shown).toFixed(2), `${told} of ${pairs}`]);
  expect(shown).toBeLessThanOrEqual(claimed);
});

afterAll(() => say(table(['protocol', 'epsilon', 'seed', 'at least', 'told apart'], rows, ['protocol'])));
