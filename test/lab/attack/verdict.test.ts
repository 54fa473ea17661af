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

test('an attack that a claim names and nobody tried is missing, whatever others found', () => {
  const tried = (attack: string, client: number) => ({
    attack,
    coalition: `any ${client} clients`,
    roles: { client },
    attempts: 1,
    exposed: { least: 0, most: 0 },
    worst: [],
  });
  const missing = (findings: readonly object[]) =>
    verdictOf(
      { says: 'two clients learn nothing', coalition: { client: 2 }, attacks: ['rank', 'pooling'] },
      {
        findings: findings as never,
        detected: undefined,
        simulation: undefined,
        ledger: { explainedBytes: 1, testedBytes: 0, untestedBytes: 0, entries: [] },
      },
    ).missing.slice(1);
  expect(missing([tried('rank', 2), tried('pooling', 2)])).toEqual([]);
  expect(missing([tried('rank', 2)])).toEqual([
    'tried only with coalitions beyond it, or not at all: pooling',
  ]);
  expect(missing([tried('rank', 2), tried('pooling', 1)])).toEqual([
    'attacks were tried with coalitions of up to 1, where it allows 2: pooling',
  ]);
});
