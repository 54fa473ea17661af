/**
 * Runs that are predicted, and then run for real through the emulator: seven protocols on four slow networks, with so
 * little to compute that the network takes most of the time.
 */

import { availableParallelism } from 'node:os';
import type { Rates } from './world.ts';

export type Net = keyof typeof NETS;

/** By how much, as a part, a run's figures may be off; of the rounds, all but a tenth. */
export interface RunBounds {
  readonly result: number;
  readonly rounds: number;
  readonly bytes: number;
}

export const RUN_BOUNDS: RunBounds = { result: 0.1, rounds: 0.2, bytes: 0.02 };

export interface Prediction {
  readonly protocol: 'secfc' | 'mufc' | 'feddp' | 'fastlloyd' | 'dckmeans' | 'kfed' | 'lloyd';
  readonly net: Net;
  readonly clients: number;
  readonly points: number;
  readonly dimension: number;
  readonly set?: Readonly<Record<string, unknown>>;
  /** Where the prediction is known to be off by more than it should be: its published errors. */
  readonly bounds?: Partial<RunBounds>;
}

const M = 1e6;

/** One-way delays, and the rates of all links. The rates of phones are those of the preset. */
export const NETS = {
  dsl: { delayMs: 20, server: { up: 100 * M, down: 100 * M }, clients: { up: 2 * M, down: 16 * M } },
  mobile: { delayMs: 80, server: { up: 200 * M, down: 200 * M }, clients: { up: 8 * M, down: 40 * M } },
  satellite: { delayMs: 270, server: { up: 50 * M, down: 50 * M }, clients: { up: 2 * M, down: 20 * M } },
  thin: { delayMs: 60, server: { up: 4 * M, down: 4 * M }, clients: { up: M / 2, down: 2 * M } },
} as const satisfies Record<
  string,
  { readonly delayMs: number; readonly server: Rates; readonly clients: Rates }
>;

/** Packets that wait at a link. */
export const QUEUE = 1000;

/** The clients of a sum that has as few. */
const THRESHOLD = { 'protocol.aggregation': { threshold: 4 } };

export const PREDICTIONS: readonly Prediction[] = [
  { protocol: 'secfc', net: 'dsl', clients: 5, points: 400, dimension: 8 },
  { protocol: 'secfc', net: 'satellite', clients: 5, points: 200, dimension: 3 },
  { protocol: 'mufc', net: 'mobile', clients: 6, points: 300, dimension: 3, set: THRESHOLD },
  {
    protocol: 'mufc',
    net: 'satellite',
    clients: 8,
    points: 400,
    dimension: 6,
    bounds: { result: 0.13, bytes: 0.03 },
  },
  { protocol: 'feddp', net: 'mobile', clients: 7, points: 600, dimension: 3 },
  { protocol: 'feddp', net: 'thin', clients: 7, points: 400, dimension: 6 },
  { protocol: 'lloyd', net: 'mobile', clients: 12, points: 20_000, dimension: 10, bounds: { rounds: 1.6 } },
  { protocol: 'lloyd', net: 'thin', clients: 6, points: 400, dimension: 100 },
  { protocol: 'kfed', net: 'thin', clients: 4, points: 24, dimension: 2000 },
  { protocol: 'kfed', net: 'satellite', clients: 6, points: 36, dimension: 1000 },
  { protocol: 'dckmeans', net: 'satellite', clients: 5, points: 40, dimension: 1000 },
  {
    protocol: 'fastlloyd',
    net: 'satellite',
    clients: 6,
    points: 300,
    dimension: 4,
    bounds: { result: 0.15 },
  },
];

export function nameOf({ protocol, net, clients, points, dimension }: Prediction): string {
  return `${protocol} ${net} ${clients} ${points} ${dimension}`;
}

/** The settings given to a scenario of the protocol. */
export function settingsOf(one: Prediction): Record<string, unknown> {
  const { protocol, net, clients, points, dimension, set } = one;
  const { delayMs, server, clients: ends } = NETS[net];
  const link = ({ up, down }: Rates) => ({ uplink: `${up / M}Mbps`, downlink: `${down / M}Mbps` });
  return {
    clients,
    'data.points': points,
    'data.dimension': dimension,
    // All processes of parties run on this machine.
    'devices.machines': [{ actors: ['*'], processors: availableParallelism() }],
    network: {
      transport: 'tcp',
      tcp: { connect: 'before' },
      latency: `${delayMs}ms`,
      loss: 0,
      server: link(server),
      clients: link(ends),
    },
    ...(protocol === 'secfc' && { 'protocol.privacy': 2 }),
    'protocol.timeout': '60s',
    ...set,
  };
}
