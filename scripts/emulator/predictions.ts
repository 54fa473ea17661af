/**
 * Runs that are predicted, and then run for real through the emulator: three protocols, three networks, 6 to 20
 * clients. Half of them are held back: the models of TCP and of devices are developed on the others only, and are not
 * changed for the results of these.
 */

import type { Rates } from './world.ts';

export type Net = keyof typeof NETS;

export interface Prediction {
  readonly protocol: 'secfc' | 'mufc' | 'feddp';
  readonly net: Net;
  readonly clients: number;
  readonly points: number;
  readonly heldBack?: true;
}

const M = 1e6;
const SERVER: Rates = { up: 200 * M, down: 200 * M };

/**
 * One-way delays, and the rates of all links. The rates of the wide area and of phones are those of the presets; the
 * server's is what the emulator can carry.
 */
export const NETS = {
  lan: { delayMs: 0.5, server: { up: 100 * M, down: 100 * M }, clients: { up: 100 * M, down: 100 * M } },
  wan: { delayMs: 40, server: SERVER, clients: { up: 20 * M, down: 100 * M } },
  mobile: { delayMs: 80, server: SERVER, clients: { up: 8 * M, down: 40 * M } },
} as const satisfies Record<
  string,
  { readonly delayMs: number; readonly server: Rates; readonly clients: Rates }
>;

export const PREDICTIONS: readonly Prediction[] = [
  { protocol: 'secfc', net: 'lan', clients: 6, points: 1000 },
  { protocol: 'mufc', net: 'wan', clients: 8, points: 1000 },
  { protocol: 'feddp', net: 'mobile', clients: 7, points: 600 },
  { protocol: 'secfc', net: 'wan', clients: 12, points: 1000 },
  { protocol: 'mufc', net: 'mobile', clients: 6, points: 3000 },
  { protocol: 'feddp', net: 'lan', clients: 12, points: 2000 },
  { protocol: 'secfc', net: 'mobile', clients: 8, points: 3000, heldBack: true },
  { protocol: 'mufc', net: 'lan', clients: 20, points: 10_000, heldBack: true },
  { protocol: 'feddp', net: 'wan', clients: 10, points: 1500, heldBack: true },
  { protocol: 'secfc', net: 'wan', clients: 20, points: 300, heldBack: true },
  { protocol: 'mufc', net: 'wan', clients: 16, points: 100, heldBack: true },
  { protocol: 'feddp', net: 'mobile', clients: 15, points: 5000, heldBack: true },
];

export function nameOf({ protocol, net, clients, points }: Prediction): string {
  return `${protocol} ${net} ${clients} ${points}`;
}

/** The settings given to a scenario of the protocol. */
export function settingsOf({ protocol, net, clients, points }: Prediction): Record<string, unknown> {
  const { delayMs, server, clients: ends } = NETS[net];
  const link = ({ up, down }: Rates) => ({ uplink: `${up / M}Mbps`, downlink: `${down / M}Mbps` });
  return {
    clients,
    'data.points': points,
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
  };
}
