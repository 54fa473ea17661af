/**
 * `npm run paper -- attacks-controls --seeds RUNS`: games of every attack that can distinguish two draws of the
 * hidden points, on instances so small that hundreds of runs take seconds, and their controls, which see a run on
 * neither and must be at chance.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { standard } from '../../bin/standard.ts';
import { attacked as sums } from '../../examples/sums/privacy.ts';
import { type Game, play, type Tries } from '../../src/lab/attack/game.ts';
import { coinTail } from '../../src/core/math/statistics/binomial.ts';
import { probability } from '../../src/lab/attack/verdict.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import { protocolNamed } from '../../src/run/plugin/registry.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { fixed } from '../../src/run/report/format.ts';
import { table } from '../../src/run/report/table.ts';
import { sha256 } from '../../src/run/tidy/fingerprint.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { runBatch } from '../../src/studies/batch/batch.ts';
import { defineJob } from '../../src/studies/executor/job.ts';
import { type PaperOptions, refuseData } from '../paper/options.ts';

const example = plugin(import.meta.url, { name: 'sums', protocols: [sums as AnyProtocol] });
const plugins = [standard, example];

export interface Instance {
  readonly members: readonly string[];
  readonly protocol: { readonly name: string } & Record<string, unknown>;
  /** Replaces what all instances have in common. */
  readonly rest?: object;
}

const DATA = {
  source: 'gaussian-mixture',
  points: 15,
  dimension: 2,
  components: 2,
  deviation: 3,
  holdOut: 5,
};
const LAN = { preset: 'lan' };

const CUBE = { minimum: -0.5, maximum: 0.5 };

/** All attacks that these members can attempt, `runs` games of each. */
export async function games({ members, protocol, rest = {} }: Instance, runs: number): Promise<Game[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-controls-'));
  try {
    const file = join(folder, 'scenario.yaml');
    writeFileSync(file, stringify({ seed: 2, clients: 3, data: DATA, protocol, network: LAN, ...rest }));
    const scenario = loadScenario(file, { plugins });
    const own = protocolNamed({ plugins }, scenario.protocol);
    const agreed = own.agree(scenario.parameters as never, scenario.population) as never;
    const attacks = (own.privacy?.attacks ?? []).filter(
      ({ needs, concerns, inapplicable }) =>
        concerns?.(agreed) !== false &&
        (needs.server !== true || members.includes('server')) &&
        members.length - Number(members.includes('server')) >= (needs.clients ?? 0) &&
        inapplicable?.(agreed) === undefined,
    );
    return await play(scenario, own, { plugins }, [members], attacks, runs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SMALL = { name: 'secfc', clusters: 2, privacy: 1, maxIterations: 3 };

const FEDDP = {
  name: 'feddp',
  clusters: 2,
  rounds: 1,
  clip: 1,
  budget: { outer: 5, weights: 0.5, sums: 1, counts: 0.5, roundSums: 0.5, roundCounts: 0.5 },
  server: { uniform: 20 },
  aggregation: { threshold: 2 },
};

/** The instances in the table, by adversary and protocol. */
const INSTANCES: Readonly<Record<string, Instance>> = {
  't clients of SecFC': { members: ['client-2'], protocol: SMALL },
  't+1 clients of SecFC': { members: ['client-1', 'client-3'], protocol: SMALL },
  'server of SecFC, reveal': { members: ['server'], protocol: { ...SMALL, clusters: 3, reveal: true } },
  'server and a client of SecFC': { members: ['server', 'client-2'], protocol: { ...SMALL, clusters: 4 } },
  'server of SecFC, l = 2': {
    members: ['server'],
    protocol: { ...SMALL, segments: 2 },
    rest: { clients: 5 },
  },
  'server of SecFC, blinded': {
    members: ['server'],
    protocol: { ...SMALL, clusters: 4, disclosure: 'blinded' },
  },
  'server of SecFC, order': { members: ['server'], protocol: { ...SMALL, disclosure: 'order' } },
  'server of SecFC, start from subsets': {
    members: ['server'],
    protocol: { ...SMALL, start: { subsets: 1 } },
  },
  'server of SecFC, verifiable sharing': {
    members: ['server'],
    protocol: { ...SMALL, verifiableSharing: true },
  },
  'malicious server of SecFC': {
    members: ['server'],
    protocol: SMALL,
    rest: { collusion: [{ members: ['server'], adversary: 'steering' }] },
  },
  'lying client of SecFC': {
    members: ['client-1'],
    protocol: { ...SMALL, clusters: 4, maxIterations: 20 },
    rest: { collusion: [{ members: ['client-1'], adversary: 'probing' }] },
  },
  'server and all clients of MUFC but one': {
    members: ['server', 'client-1', 'client-2'],
    protocol: { name: 'mufc', clusters: 2, aggregation: { threshold: 2 } },
    rest: { data: { ...DATA, points: 20, deviation: 4, holdOut: 0, scale: CUBE } },
  },
  'server of MUFC and a Sybil': {
    members: ['server', 'client-3'],
    protocol: { name: 'mufc', clusters: 2, aggregation: { threshold: 2 } },
    rest: {
      data: { ...DATA, points: 20, deviation: 4, holdOut: 0, scale: CUBE },
      collusion: [{ members: ['server', 'client-3'], adversary: 'isolating' }],
    },
  },
  'server of FedDP and a Sybil': {
    members: ['server', 'client-3'],
    protocol: FEDDP,
    rest: {
      data: { ...DATA, points: 60, deviation: 1, holdOut: 0, scale: CUBE },
      collusion: [{ members: ['server', 'client-3'], adversary: 'sybils' }],
    },
  },
  'server of MUFC, no secrecy': {
    members: ['server'],
    protocol: { name: 'mufc', clusters: 2, secrecy: 'none' },
    rest: { data: { ...DATA, scale: CUBE } },
  },
  'server of DC-KMeans': {
    members: ['server'],
    protocol: { name: 'dckmeans', clusters: 2 },
    rest: { data: { ...DATA, scale: CUBE } },
  },
  'server of Lloyd over sums': {
    members: ['server'],
    protocol: { name: 'sums', clusters: 3, rounds: 6 },
    rest: {
      data: { source: 'gaussian-mixture', points: 40, dimension: 2, components: 3, deviation: 4 },
    },
  },
  'server of k-FED': { members: ['server'], protocol: { name: 'kfed', clusters: 2 } },
  'server of Lloyd': { members: ['server'], protocol: { name: 'lloyd', clusters: 2 } },
};

interface ControlRequest {
  readonly name: string;
  readonly runs: number;
}

export const controlGames = defineJob(
  import.meta.url,
  'control-games',
  ({ name, runs }: ControlRequest): Promise<Game[]> => games(INSTANCES[name], runs),
);

/** Ends with a newline. */
export async function attackControls(options: PaperOptions): Promise<string> {
  refuseData(options, 'these games draw their points');
  const { seeds: runs } = options;
  const requests = Object.keys(INSTANCES).map((name): ControlRequest => ({ name, runs }));
  const keys = requests.map(({ name }) => sha256(JSON.stringify(['control-games', name, runs])));
  const played = await runBatch(controlGames, requests, { ...options, keys });
  const all = played.flatMap((own, at) => own.map((game) => ({ who: requests[at].name, ...game })));
  const text = ({ advantage, interval: [low, high] }: Tries): string =>
    `${fixed(advantage, 2)} in [${fixed(low, 2)}, ${fixed(high, 2)}]`;
  const chances = all.map(({ control }) => coinTail(control.right, control.runs));
  const rows = all.map(({ who, attack, shown, control }, at) => [
    who,
    attack,
    text(shown),
    text(control),
    probability(chances[at]),
  ]);
  const missing = all.filter(({ control: { interval } }) => interval[0] > 0 || interval[1] < 0).length;
  const least = Math.min(...chances) * all.length;
  return [
    table(['coalition', 'attack', 'advantage', 'control', "control's p"], rows, ['coalition', 'attack']),
    `${runs} runs each; ${missing} of ${all.length} controls miss zero with their 95 % interval; smallest p of all controls, corrected, ${probability(least)}\n`,
  ].join('\n');
}
