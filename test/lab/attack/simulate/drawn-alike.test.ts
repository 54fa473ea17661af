/** What randomness decides in public is the same in all runs of an examination. */

import { expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { type RealRun, simulator } from '../../../../src/core/protocol/simulator.ts';
import { DrawnAlike } from '../../../../src/lab/attack/simulate/drawn-alike.ts';

const honest = ['client-2', 'client-3', 'client-4'];
const members = ['client-1', ...honest].map((name) => ({ name, random: () => new Random(1).again(name) }));
const real = { members } as unknown as RealRun;
type RandomOf = (name: string) => Random;

/** A lottery in which everybody draws one of so many lots, and the sum counts. */
const drawing = (lots: number) =>
  simulator({
    functionality: () => ({}),
    standIns: {},
    decided: () => (randomOf: RandomOf) =>
      members.reduce((sum, { name }) => sum + randomOf(name).stream('lot').integer(lots), 0) % lots,
  });

/** What is decided in several runs, and whether honest parties draw with what they were given. */
function runs(lots: number) {
  const alike = new DrawnAlike(honest);
  return Array.from({ length: 12 }, (_, seed) => {
    const given = new Random(seed);
    const streams = alike.streams(given);
    alike.decidedIn(real, drawing(lots), streams);
    const randomOf: RandomOf = (name) =>
      streams(name)?.again(name) ?? (members.find((one) => one.name === name)?.random() as Random);
    const decided = drawing(lots).decided?.(real)?.(randomOf);
    const own = honest.filter((name) => streams(name) === given);
    return { decided, own: own.length, others: streams('client-1') };
  });
}

test('honest parties draw again, one at a time, until it is as in the first run', () => {
  const all = runs(30);
  expect(new Set(all.map(({ decided }) => decided))).toHaveLength(1);
  expect(all[0].own).toBe(3);
  expect(all.every(({ own, others }) => own >= 2 && others === undefined)).toBe(true);
  expect(all.some(({ own }) => own === 2)).toBe(true);
});

test('what is never drawn again is left as it comes', () => {
  const all = runs(2 ** 52);
  expect(new Set(all.map(({ decided }) => decided))).toHaveLength(12);
  expect(all.every(({ own }) => own === 3)).toBe(true);
});

test('it counts as learnt, if the simulator names it', () => {
  const alike = new DrawnAlike(honest);
  const streams = alike.streams(new Random(1));
  const silent = simulator({ functionality: () => ({}), standIns: {} });
  expect(alike.decidedIn(real, silent, streams)).toBeUndefined();
  expect(alike.decidedIn(real, drawing(30), streams)?.question).toBe('what is decided in public');
});
