import { describe, expect, test } from 'vitest';
import { Profiled } from '../../../src/run/execute/profiled.ts';
import type { Profile } from '../../../src/run/scenario/profile.ts';

const profile: Profile = {
  profile: 1,
  machine: '',
  tasks: {
    add: [
      { operations: 300, coldNs: [9000], warmNs: 3000 },
      { operations: 100, coldNs: [5000, 2000], warmNs: 1000 },
    ],
  },
  messages: { note: [{ bytes: 10, encodeNs: 50, decodeNs: 70 }] },
};

describe('the duration of a task', () => {
  test('is the one that was measured, cold for the first runs of each actor, warm for the others', () => {
    const times = new Profiled(() => profile);
    expect([1, 2, 3, 4].map(() => times.computeNs(0, 'add', 100))).toEqual([5000, 2000, 1000, 1000]);
    expect(times.computeNs(1, 'add', 100)).toBe(5000);
    expect(times.warnings).toEqual([]);
  });

  test('lies between those of the shapes around it', () => {
    const times = new Profiled(() => profile);
    expect(times.computeNs(0, 'add', 150)).toBe(6000);
    times.computeNs(0, 'add', 150);
    expect(times.computeNs(0, 'add', 250)).toBe(2500);
    expect(times.warnings).toEqual([]);
  });

  test('goes by the rate of the nearest shape beyond them, and the run says so', () => {
    const times = new Profiled(() => profile);
    times.computeNs(0, 'add', 100);
    times.computeNs(0, 'add', 100);
    expect(times.computeNs(0, 'add', 50)).toBe(500);
    expect(times.computeNs(0, 'add', 600)).toBe(6000);
    expect(times.warnings).toEqual([
      'task add had a size outside its device profile 2 times: its duration was scaled',
    ]);
  });

  test('of a task that was not measured, or of a device, goes by counted operations', () => {
    const times = new Profiled((actor) => (actor === 0 ? profile : undefined));
    expect(times.computeNs(0, 'other', 1)).toBeUndefined();
    expect(times.computeNs(0, 'constructor', 1)).toBeUndefined();
    expect(times.computeNs(1, 'add', 100)).toBeUndefined();
    expect(times.warnings).toHaveLength(2);
    expect(times.warnings[0]).toContain('task other is not in its device profile');
  });
});

test('messages take what they were measured to take, by their bytes', () => {
  const times = new Profiled(() => profile);
  expect([times.encodeNs(0, 'note', 10), times.decodeNs(0, 'note', 20)]).toEqual([50, 140]);
  expect(times.encodeNs(0, 'other', 10)).toBe(0);
});

test('turns take what the first, the second and later ones were measured to take, and messages are in them', () => {
  const times = new Profiled(() => ({ ...profile, turns: { coldNs: [900, 400], warmNs: 70 } }));
  expect([0, 0, 1, 0, 0].map((actor) => times.turnNs(actor))).toEqual([900, 400, 900, 70, 70]);
  expect([times.encodeNs(0, 'note', 10), times.decodeNs(0, 'note', 20)]).toEqual([0, 0]);
  expect(new Profiled(() => profile).turnNs(0)).toBe(0);
});
