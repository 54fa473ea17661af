import { expect, test } from 'vitest';
import { clientNamesOf, fullName } from '../../../src/run/data/client-names.ts';
import type { DataSet } from '../../../src/run/data/data-set.ts';
import { partitionPoints } from '../../../src/run/data/partition.ts';
import { fromRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';

const points = fromRows([[1], [2], [3], [4]]);
const CLIENTS = ['client-1', 'client-2'];

function namesIn(data: DataSet) {
  const shards = partitionPoints(data, { by: 'client' }, CLIENTS.length, new Random(1));
  return clientNamesOf(data, CLIENTS, shards);
}

test('clients are called as the owners of their points', () => {
  const data = { points, owners: Uint32Array.of(1, 0, 1, 0), ownerNames: ['Bonn', 'Celle'], skipped: 0 };
  expect(namesIn(data)).toEqual({ 'client-1': 'Bonn', 'client-2': 'Celle' });
});

test('owners without names are called by their numbers, of which some may be missing', () => {
  const data = { points, owners: Uint32Array.of(40, 7, 7, 40), skipped: 0 };
  expect(namesIn(data)).toEqual({ 'client-1': '7', 'client-2': '40' });
});

test('data without owners name no clients', () => {
  expect(clientNamesOf({ points, skipped: 0 }, CLIENTS, [])).toBeUndefined();
});

test('a name in full has both names, and that of nobody else', () => {
  const names = { 'client-1': 'Bonn' };
  const full = ['client-1', 'client-2', 'server', 'toString'].map((name) => fullName(name, names));
  expect(full).toEqual(['client-1 (Bonn)', 'client-2', 'server', 'toString']);
  expect(fullName('client-1')).toBe('client-1');
});
