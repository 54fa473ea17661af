/** Results that a protocol's author got wrong: said, and not measured as if they were clusterings. */

import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../src/run/execute/outcome.ts';

const scenario = {
  parties: { reporter: 'server', servers: ['server', 'helper'] },
  population: { clients: ['client-1', 'client-2'], sizes: [2, 1], points: 3, dimension: 2 },
  parameters: { clusters: 2 },
} as unknown as Parameters<typeof outcomeOf>[1];

function outcome(results: Readonly<Record<string, unknown>>) {
  const simulated = { results: new Map(Object.entries(results)) };
  return outcomeOf(simulated as unknown as Parameters<typeof outcomeOf>[0], scenario).outcome;
}

const labels = Uint16Array.of(0, 1, 1);
const good = { kind: 'clustered', labels, history: [labels], iterations: 1, converged: true };

const missed = { ...good, labels: Uint16Array.of(0, 1, 0xffff), missing: ['client-2'] };

describe('the outcome of a run', () => {
  test('is what the reporting party finished with', () => {
    expect(outcome({ server: good })).toBe(good);
    expect(outcome({ server: missed })).toBe(missed);
    expect(outcome({ server: { kind: 'aborted', reason: 'too few' } })).toMatchObject({ reason: 'too few' });
    expect(outcome({})).toBeUndefined();
    expect(outcome({ server: null })).toBeUndefined();
    const empty = { ...good, centres: { rows: 2, columns: 2, values: Float64Array.of(0, 1, NaN, NaN) } };
    expect(outcome({ server: empty })).toBe(empty);
  });

  test('has the labels of clients where only they know them', () => {
    const { labels: _, history: __, ...unlabelled } = good;
    const local = { 'client-1': { labels: Uint16Array.of(0, 1) }, 'client-2': { labels: Uint16Array.of(1) } };
    expect(outcome({ server: unlabelled, ...local })).toMatchObject({ labels });
    expect(() => outcome({ server: unlabelled, ...local, 'client-2': { labels } })).toThrow(
      'client-2 finishes with 3 labels for 1 points',
    );
  });

  test.each([
    ['server finishes with something other than a clustering', { ...good, kind: 'other' }],
    ['server finishes with something other than a clustering', 5],
    ['server finishes with 2 labels for 3 points', { ...good, labels: Uint16Array.of(0, 1) }],
    ['server finishes with labels that are not a Uint16Array', { ...good, labels: [0, 1, 1] }],
    ['server finishes with a history that is not a list of labels', { ...good, history: 7 }],
    ['server finishes with labels that are not a Uint16Array', { ...good, history: [undefined] }],
    ['server finishes after many iterations', { ...good, iterations: 'many' }],
    ['server does not say whether the clustering converged', { ...good, converged: undefined }],
    ['server aborts without a reason', { kind: 'aborted' }],
    ['server finishes after -1 iterations', { ...good, iterations: -1 }],
    ['server finishes after 0.5 iterations', { kind: 'aborted', reason: 'none', iterations: 0.5 }],
    [
      'server finishes with missing clients of which client-3 does not exist',
      { ...good, missing: ['client-3'] },
    ],
    ['server finishes with missing clients that are not a list of names', { ...good, missing: 'client-1' }],
    [
      'server finishes with missing clients of which client-1 is named twice',
      { ...good, missing: ['client-1', 'client-1'] },
    ],
    ['server finishes with blamed parties of which nobody does not exist', { ...good, blamed: ['nobody'] }],
    [
      'server finishes with blamed parties of which client-3 does not exist',
      { kind: 'aborted', reason: 'a lie', blamed: ['client-1', 'helper', 'client-3'] },
    ],
    ['server finishes with uncounted clients of which 1 does not exist', { ...good, uncounted: [1] }],
    [
      'server finishes with missing clients of which server does not exist',
      { kind: 'aborted', reason: 'none', missing: ['client-1', 'server'] },
    ],
    [
      'server finishes with the label 2 where there are 2 clusters',
      { ...good, labels: Uint16Array.of(0, 2, 0xffff) },
    ],
    [
      'server finishes with the label 9 where there are 2',
      { ...good, history: [labels, Uint16Array.of(0, 9, 0)] },
    ],
    [
      'server finishes with centres that are not a matrix with 2 columns',
      { ...good, centres: { rows: 2, columns: 2, values: new Float64Array(3) } },
    ],
    [
      'server finishes with the centre 1 (from 0) of which 1 of 2 coordinates are no numbers',
      { ...good, centres: { rows: 2, columns: 2, values: Float64Array.of(0, 1, 2, Number.NaN) } },
    ],
  ])('%s', (mistake, result) => {
    expect(() => outcome({ server: result })).toThrow(mistake);
  });
});
