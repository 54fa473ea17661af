import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import { run } from '../../../src/run/execute/run.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const plugins = [standard];
const { load } = scenarios();
const SECFC = 'secfc\n  clusters: 2\n  privacy: 2';
const CUBE = '  scale: { minimum: -0.5, maximum: 0.5 }\n  partition:';
const text = (protocol: string, by: string): string =>
  edited(SMALL, [SECFC, `${protocol}\n  clusters: 3\n  start: { protocol: ${by} }`], ['  partition:', CUBE]);
const played = async (scenario: string, seed: number, set: readonly string[] = []) =>
  run(load(scenario, { seed, set }), { plugins });

describe.each([
  ['secfc', 'mufc'],
  ['secfc', 'kfed'],
  ['lloyd', 'mufc'],
  ['lloyd', 'kfed'],
])('%s that %s starts', (protocol, by) => {
  const scenario = text(protocol === 'secfc' ? 'secfc\n  privacy: 2' : 'lloyd\n  scale: 1000', by);

  test("begins from the other's clustering, and equals centralised Lloyd from there", async () => {
    const alone = edited(SMALL, [SECFC, `${by}\n  clusters: 3`], ['  partition:', CUBE]);
    for (let seed = 1; seed <= 3; seed++) {
      const { findings, outcome, ledger } = await played(scenario, seed);
      expect(findings).toMatchObject({ equalsLloyd: true, converged: true, start: { protocol: by } });
      const first = outcome?.kind === 'clustered' ? outcome.history?.[0] : undefined;
      expect(new Set(first).size).toBe(3);
      const said = new Set(ledger.traffic().map(({ type }) => type));
      expect(said).toContain('start-labels');
      // What the other costs by itself is in it, phase by phase.
      const { ledger: other } = await played(alone, seed);
      const phases = other.phases.filter((phase) => phase !== '' && phase !== 'tell');
      expect(ledger.phases).toEqual(expect.arrayContaining(phases));
    }
  });

  test('states in its certificate what the other reveals', async () => {
    const { certificate } = await attackRun(load(scenario, { seed: 1 }), { plugins });
    const alone = edited(SMALL, [SECFC, `${by}\n  clusters: 3`], ['  partition:', CUBE]);
    const other = await attackRun(load(alone, { seed: 1 }), { plugins });
    expect(certificate?.statement).toContain(`The start is found by ${by}: ${other.certificate?.statement}`);
    const names = JSON.stringify(certificate);
    expect(names.includes('start-kfed-')).toBe(by === 'kfed');
  });
});

test('a client lost in the first stage is missing in the result, and the others continue', async () => {
  const set = [
    'faults=[{ fault: dropout, who: client-5, when: { at: 0ms } }]',
    'protocol.timeout=1s',
    'protocol.privacy=1',
  ];
  const { findings } = await played(text('secfc\n  privacy: 2', 'kfed'), 3, set);
  expect(findings).toMatchObject({ equalsLloyd: true, missing: ['client-5'] });
});

test('a server that restarts during the iterations continues from there', async () => {
  const scenario = text('secfc\n  privacy: 2', 'kfed');
  const plain = await played(scenario, 2);
  const set = ['faults=[{ fault: crash, who: server, when: { round: 2 }, restartAfter: 10ms }]'];
  const { findings, labels } = await played(scenario, 2, set);
  expect(findings).toMatchObject({ equalsLloyd: true });
  expect(labels).toEqual(plain.labels);
});

test.each([
  ['start: { protocol: mufc }', 'unit cube'],
  ['start: { protocol: kfed, clustersPerClient: 9 }', 'protocol.start.clustersPerClient: expected at most'],
  ['start: { protocol: kfed }\n  align: {}', 'protocol.start: expected another start'],
  ['start: { protocol: feddp }', 'with protocol: mufc or kfed'],
])('impossible settings are refused: %s', (settings, said) => {
  expect(() => load(edited(SMALL, [SECFC, `${SECFC}\n  ${settings}`]))).toThrow(said);
});
