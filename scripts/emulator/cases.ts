/** The cases that are sent both through the emulator and in the simulation. */

import type { ControlName } from '../../src/core/engine/tcp/spec.ts';
import type { Bounds } from './compared.ts';
import type { Sending } from './ends.ts';
import type { Party } from './world.ts';

export interface Case {
  readonly name: string;
  readonly delayMs: number;
  /** Packets that wait at a link. */
  readonly queue: number;
  /** Congestion control; default cubic. */
  readonly control?: ControlName;
  /** The probability that a packet is lost. */
  readonly loss?: number;
  readonly parties: readonly Party[];
  readonly sendings: readonly Sending[];
  /** When connections open; default first: with their first message. */
  readonly connect?: 'before' | 'first';
  /** How often it is measured; default 5. */
  readonly times?: number;
  /** Where the simulation is known to be off by more than it should be: its published errors. */
  readonly bounds?: Partial<Bounds>;
}

const M = 1e6;
const WAYS = [
  { name: '40 ms, 20 Mbit/s', delayMs: 40, rate: { up: 20 * M, down: 20 * M } },
  { name: '80 ms, 8 up and 40 Mbit/s down', delayMs: 80, rate: { up: 8 * M, down: 40 * M } },
  { name: '10 ms, 50 Mbit/s', delayMs: 10, rate: { up: 50 * M, down: 50 * M } },
] as const;

const from0 = (tos: readonly number[], bytes: readonly number[]): Sending[] =>
  tos.map((to, i) => ({ atMs: 0, from: 0, to, bytes: bytes[i] }));
const to0 = (froms: readonly number[], bytes: readonly number[]): Sending[] =>
  froms.map((from, i) => ({ atMs: 0, from, to: 0, bytes: bytes[i] }));
const SHORT = [1, 2, 3, 4, 5, 6, 7, 8];

export const CASES: readonly Case[] = WAYS.flatMap(({ name, delayMs, rate }) => {
  const way = (what: string, ends: number, sendings: readonly Sending[]): Case => ({
    name: `${name}: ${what}`,
    delayMs,
    queue: 100_000,
    parties: Array.from({ length: ends }, () => rate),
    sendings,
  });
  return [
    ...[2000, 14_000, 60_000, 400_000, 2_000_000].map((bytes) =>
      way(`one flow, ${bytes} B`, 2, from0([1], [bytes])),
    ),
    way('one connection, 400 kB at 0, 1.5, 1.6 and 5 s', 2, [
      { atMs: 0, from: 0, to: 1, bytes: 400_000 },
      { atMs: 1500, from: 0, to: 1, bytes: 400_000 },
      { atMs: 1600, from: 0, to: 1, bytes: 400_000 },
      { atMs: 5000, from: 0, to: 1, bytes: 400_000 },
    ]),
    way('two flows of one sender', 3, from0([1, 2], [1_000_000, 1_000_000])),
    way('two flows of one sender, one shorter', 3, from0([1, 2], [300_000, 1_000_000])),
    way('two flows to one receiver', 3, to0([1, 2], [1_000_000, 1_000_000])),
    way('two flows to one receiver, one shorter', 3, to0([1, 2], [300_000, 1_000_000])),
    way(
      'eight short flows of one sender',
      9,
      from0(
        SHORT,
        SHORT.map(() => 5000),
      ),
    ),
    way(
      'eight short flows to one receiver',
      9,
      to0(
        SHORT,
        SHORT.map(() => 5000),
      ),
    ),
  ];
});
