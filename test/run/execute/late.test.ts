/** What comes after everybody knows the result decides nothing: neither the end of a run nor its exit code nor what is expected of time. */

import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { exitCode } from '../../../src/cli/run-result.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import type { Rule } from '../../../src/core/engine/network/rule.ts';

const plugins = [standard];
const HOUR_NS = 3.6e12;
/** A copy of every packet comes an hour later. */
const echo: Rule = { name: 'echo', apply: () => ({ kind: 'duplicate', ns: HOUR_NS }) };

describe.each(['secfc', 'lloyd', 'kfed', 'mufc', 'dckmeans', 'feddp', 'fastlloyd'])('%s', (name) => {
  const load = (...set: readonly string[]) =>
    loadScenario(`scenarios/swarm/${name}.yaml`, { plugins, seed: 1, set });

  test.each(['2h', '30min'])(
    'with a copy of every packet an hour later, and a limit of %s',
    async (limit) => {
      const plain = await run(load(), { plugins });
      const { resultNs, knownNs } = plain.ledger.ends(plain.endNs);
      expect(knownNs).toBeLessThan(HOUR_NS / 2);
      const scenario = load(`limits.time=${limit}`, `expect.time=${resultNs}ns`);
      const late = await run(scenario, { plugins, rules: [echo] });
      expect(late.ending).toBe('done');
      expect(late.findings).toEqual(plain.findings);
      expect(late.outcome).toEqual(plain.outcome);
      expect(late.ledger.ends(late.endNs)).toMatchObject({ resultNs, knownNs });
      expect(exitCode(scenario, late)).toBe(exitCode(load(), plain));
      expect(exitCode(scenario, late)).toBe(0);
      const tight = load(`expect.time=${(resultNs ?? 0) - 1}ns`);
      expect(exitCode(tight, await run(tight, { plugins, rules: [echo] }))).toBe(1);
    },
  );
});
