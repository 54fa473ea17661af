import { expect, test } from 'vitest';
import { verdictOf } from '../../../src/lab/attack/verdict.ts';

test('the smallest probability of several tests is told as corrected for all of them', () => {
  const tested = (name: string, pValue: number) => ({
    test: name,
    tries: 1,
    pValue,
    where: `in ${name}`,
    sees: '',
  });
  const tests = [tested('first', 0.5), tested('second', 0.001), tested('third', 0.9), tested('fourth', 0.7)];
  const coalitions = [{ members: ['client-1'], roles: { client: 1 }, tests, untested: [] }];
  const traffic = { pairs: 1, compared: 0, others: [], clients: [] };
  const { status, because } = verdictOf(
    { says: 'a client learns nothing', coalition: { client: 1 }, attacks: [] },
    {
      findings: [],
      detected: { runs: 16, coalitions, traffic } as never,
      simulation: undefined,
      ledger: { explainedBytes: 1, testedBytes: 1, untestedBytes: 0, entries: [] },
    },
  );
  expect(status).toBe('flagged');
  expect(because).toEqual(['1 of 4 tests, smallest p 0.0040', 'second: client-1: in second']);
});

test('beside parties whose messages are falsified, a difference from simulated runs leaves a claim open', () => {
  const differs = {
    test: 'values',
    of: 'labels of result',
    pValue: 1e-9,
    where: 'entry 3',
    members: ['client-1'],
  };
  const simulation = {
    claim: '',
    coalitions: [],
    provoked: [],
    of: 1,
    without: [],
    flagged: [differs],
    level: 1e-4,
    thorough: false,
    faults: 1,
  };
  const judged = (falsifying: readonly string[]) =>
    verdictOf(
      { says: 'a client learns nothing', coalition: { client: 1 }, attacks: [] },
      {
        findings: [],
        detected: undefined,
        simulation: simulation as never,
        falsifying,
        ledger: { explainedBytes: 1, testedBytes: 0, untestedBytes: 0, entries: [] },
      },
    );
  expect(judged([]).status).toBe('flagged');
  const { status, missing } = judged(['client-9']);
  expect(status).toBe('open');
  expect(missing.join('\n')).toContain(
    'p 1.0e-9; what client-9 sent was falsified, which no simulator foresees',
  );
});
