/** Networks that scenarios name: `network.preset`. */

import type { Bandwidth, NetworkSpec } from '../../core/engine/network/network.ts';

const MS = 1e6;
const MBPS = 1e6;

export interface Preset extends Pick<NetworkSpec, 'latency' | 'loss' | 'retransmitNs'> {
  readonly server: Bandwidth;
  readonly clients: Bandwidth;
}

const symmetric = (bps: number): Bandwidth => ({ uplinkBps: bps, downlinkBps: bps });

/**
 * Round figures, for comparing protocols; for predictions measure your own network. docs/network.md compares
 * them with published measurements.
 */
export const PRESETS = {
  lan: {
    latency: { normal: { mean: 0.3 * MS, deviation: 0.05 * MS } },
    loss: 0,
    retransmitNs: 10 * MS,
    server: symmetric(1000 * MBPS),
    clients: symmetric(1000 * MBPS),
  },
  wan: {
    latency: { lognormal: { median: 40 * MS, sigma: 0.3 } },
    loss: 0.001,
    retransmitNs: 200 * MS,
    server: symmetric(1000 * MBPS),
    clients: { uplinkBps: 20 * MBPS, downlinkBps: 100 * MBPS },
  },
  mobile: {
    latency: { lognormal: { median: 80 * MS, sigma: 0.6 } },
    loss: 0.01,
    retransmitNs: 400 * MS,
    server: symmetric(1000 * MBPS),
    clients: { uplinkBps: 8 * MBPS, downlinkBps: 40 * MBPS },
  },
} as const satisfies Record<string, Preset>;

type PresetName = keyof typeof PRESETS;

export const presetNames = Object.keys(PRESETS) as readonly PresetName[];

/** What of a network a text tells. */
const NAMES = ['latency', 'loss', 'clients', 'server'] as const;

/** What a preset supplies, in words, by the setting that replaces it. */
function presetValues(name: PresetName): Record<(typeof NAMES)[number], string> {
  const { latency, loss, clients, server } = PRESETS[name];
  const median = 'normal' in latency ? latency.normal.mean : latency.lognormal.median;
  return {
    latency: `${median / MS} ms`,
    loss: `loss ${loss * 100} %`,
    clients: `clients ${bandwidthText(clients)}`,
    server: `others ${bandwidthText(server)}`,
  };
}

/** The uplink, and the downlink if it has another bandwidth. */
function bandwidthText({ uplinkBps, downlinkBps }: Bandwidth): string {
  const mbps = (bps: number): number => bps / MBPS;
  return uplinkBps === downlinkBps
    ? `${mbps(uplinkBps)} Mbps`
    : `${mbps(uplinkBps)}/${mbps(downlinkBps)} Mbps`;
}

/** When the presets were chosen; docs/network.md has their sources. */
const CHOSEN = '2026-11';

/** What the presets are. */
export const PRESETS_ARE = `round figures of ${CHOSEN}: one-way latency, loss, bandwidth of clients up/down and of others`;

/** All presets, a line each. */
export function presetLines(): string {
  return presetNames.map((name) => `  ${name.padEnd(7)} ${textOf(name)}`).join('\n');
}

/** All presets, in one sentence. */
export function presetTexts(): string {
  return presetNames.map((name) => `${name} (${textOf(name)})`).join('; ');
}

function textOf(name: PresetName): string {
  return Object.values(presetValues(name)).join(', ');
}

/** The network of a scenario: what it gives itself is not its preset's. */
type Given = { readonly preset: PresetName } & { readonly [K in (typeof NAMES)[number]]?: unknown };

/** What a network takes from its preset, and what the scenario gives instead. */
export function presetText(settings: Given): string {
  const values = presetValues(settings.preset);
  const kept = NAMES.filter((name) => settings[name] === undefined).map((name) => values[name]);
  const given = NAMES.filter((name) => settings[name] !== undefined);
  if (kept.length === 0) return 'as the scenario says';
  return [
    `preset ${settings.preset} (${CHOSEN}): ${kept.join(', ')}`,
    ...(given.length === 0 ? [] : [`as the scenario says: ${given.join(', ')}`]),
  ].join('; ');
}
