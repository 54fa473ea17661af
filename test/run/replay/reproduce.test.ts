/** Views of runs that were made earlier: from their traces alone, and only if the run comes out the same again. */

import { describe, expect, test } from 'vitest';
import { view } from '../../../src/lab/attack/attack-run.ts';
import { reproduce } from '../../../src/run/replay/reproduce.ts';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { run } from '../../../src/run/execute/run.ts';
import { reloadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { plugins, QUIET, scenarioFiles } from '../../support/scenarios.ts';
import { pluginsOf } from '../../support/plugins.ts';
import { lloyd } from '../../../bin/standard.ts';

const load = scenarioFiles();
const setting = {
  seed: 4,
  clients: 5,
  data: { source: 'gaussian-mixture', points: 40, dimension: 3, components: 2, deviation: 1 },
  protocol: { name: 'secfc', clusters: 2, privacy: 2 },
  network: { ...QUIET, latency: { uniform: { minimum: '1ms', maximum: '9ms' } } },
} as const;

async function traceOf(scenario: Scenario): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await run(scenario, { plugins, trace: (bytes) => chunks.push(Buffer.from(bytes)) });
  return Buffer.concat(chunks);
}

/** As the command line does it. */
function scenarioOf(bytes: Uint8Array): Scenario {
  const { header } = new TraceReader('run.trace', bytes);
  return reloadScenario(header.scenario, 'run.trace', '.', { plugins });
}

/** Why a trace is refused. */
async function refusal(bytes: Uint8Array, scenario = scenarioOf(bytes)): Promise<CahootsError> {
  try {
    const { problem } = await reproduce(scenario, { plugins }, { name: 'run.trace', bytes });
    if (problem !== undefined) return problem;
  } catch (error) {
    if (error instanceof CahootsError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a trace', () => {
  test.each([0, 1])('gives the very view that its run gave, on %i threads', async (threads) => {
    const scenario = load(setting);
    const live = await view(scenario, ['server', 'client-2'], { plugins });
    const bytes = await traceOf(scenario);
    const later = await view(scenarioOf(bytes), ['server', 'client-2'], {
      plugins,
      threads,
      earlier: { name: 'run.trace', bytes },
    });
    const bare = ({ agreed, members }: typeof live): object => ({
      agreed,
      members: members.map(({ random: _random, ...member }) => member),
    });
    expect(bare(later)).toEqual(bare(live));
  });

  test('of another seed, or of a scenario that was changed, is refused at the first other entry', async () => {
    const bytes = await traceOf(load(setting));
    const other = load({ ...setting, seed: 5 });
    const { code, message } = await refusal(bytes, other);
    expect(code).toBe('not-reproducible');
    expect(message).toMatch(
      /^run\.trace: expected the run of this trace again, got another one from entry \d+, sent at \d+ ns\n {2}then: client-1 sends shares 0 to client-2: [\d.]+ k?B\n {2}now: {2}client-1 sends shares 0 to client-2: [\d.]+ k?B$/,
    );
  });

  test('that says other things than happened is refused at the entry that does', async () => {
    const scenario = load(setting);
    const slower = load({ ...setting, devices: { overrides: [{ actors: ['client-3'], rate: '1Mop/s' }] } });
    const entries = (bytes: Uint8Array): object[] => [...new TraceReader('t', bytes).entries()];
    const [one, two] = [await traceOf(scenario), await traceOf(slower)];
    const strip = (entry: object): string => JSON.stringify({ ...entry, measuredNs: undefined });
    const [a, b] = [entries(one).map(strip), entries(two).map(strip)];
    const first = a.findIndex((entry, i) => entry !== b[i]);
    expect(first).toBeGreaterThan(0);
    expect((await refusal(one, slower)).message).toContain(`entry ${first + 1}, `);
  });

  test('with a changed bit is refused as damaged', async () => {
    const bytes = await traceOf(load(setting));
    const damaged = Buffer.from(bytes);
    damaged[Math.floor(bytes.length / 2)] ^= 1;
    const { code } = await refusal(damaged);
    expect(code).toBe('damaged');
  });

  test('that is cut off is good as far as it goes', async () => {
    const scenario = load(setting);
    const bytes = await traceOf(scenario);
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6));
    const { result, problem } = await reproduce(scenario, { plugins }, { name: 'cut.trace', bytes: cut });
    expect(result.ending).toBe('done');
    expect(problem?.code).toBe('cut-off');
    expect((await refusal(cut, load({ ...setting, seed: 5 }))).code).toBe('not-reproducible');
  });

  test('of a run that went on for longer is refused at its end', async () => {
    const bytes = await traceOf(load(setting));
    const shorter = load({ ...setting, protocol: { ...setting.protocol, maxIterations: 1 } });
    const { code, message } = await refusal(bytes, shorter);
    expect(code).toBe('not-reproducible');
    expect(message).toContain('got another one from entry ');
  });

  test('says which protocol or data file is not there', async () => {
    const bytes = await traceOf(load(setting));
    const { header } = new TraceReader('run.trace', bytes);
    expect(() => reloadScenario(header.scenario, 'run.trace', '.', { plugins: pluginsOf(lloyd) })).toThrow(
      'protocol',
    );
    const withFile = { ...(header.scenario as object), data: { source: 'csv', file: 'gone.csv' } };
    expect(() => reloadScenario(withFile, 'run.trace', '/nowhere', { plugins })).toThrow('/nowhere/gone.csv');
  });
});
