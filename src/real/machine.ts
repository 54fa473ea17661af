/**
 * All parties of a scenario on this machine, each in a process of its own that knows only its own inputs and
 * what is agreed, over sockets on the loopback interface. A process that dies is restarted from what it kept
 * on disk.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../core/base/defined.ts';
import { CahootsError } from '../core/base/errors.ts';
import { placesOf } from '../run/plugin/modules.ts';
import { protocolNamed } from '../run/plugin/registry.ts';
import { buildOf } from '../core/platform/node/build.ts';
import { inputsOf } from '../run/execute/cast.ts';
import type { RunOptions } from '../run/execute/run.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { collect, type RealResult } from './collect.ts';
import { type PartyInputs, splitInputs, writeParts } from './inputs.ts';
import { PartyProcesses } from './party-processes.ts';
import type { Place } from './places.ts';
import { temporaryFolder } from './temporary-folder.ts';
import type { ComputingTime, UsedTime } from './metered.ts';
import type { ProcessorTime } from '../core/platform/node/thread-times.ts';

export interface RealOptions extends Pick<RunOptions, 'plugins' | 'trace' | 'made' | 'bus' | 'signal'> {
  /** Whether everything is sent in the clear instead of over TLS. */
  readonly plain?: boolean | undefined;
  /** Whether computations take at least as long as on the scenario's devices. */
  readonly paced?: boolean | undefined;
  /** Where each party is; absent: on the loopback interface. */
  readonly places?: ReadonlyMap<string, Place> | undefined;
  /** Whether what parties save also survives a failure of the machine. */
  readonly durable?: boolean | undefined;
  /** How long parties wait for each other before they begin; absent: a minute. */
  readonly patienceMs?: number | undefined;
  /** How often a process that dies is restarted. */
  readonly restarts?: number | undefined;
  /** Called with the number of each process when its party begins, or begins again. */
  readonly onProcess?: ((party: string, pid: number, life: number) => void) | undefined;
}

export interface PlayedHere extends RealResult {
  /** Of the processes of all parties, while they were parties; absent where that is not known. */
  readonly processors?: ProcessorTime;
  /** The computations of each party that ended. */
  readonly computing: readonly ComputingTime[];
  /** What each used of processors, computation by computation and turn by turn. */
  readonly used: readonly UsedTime[];
}

const HERE: Place = { host: '127.0.0.1', inside: [] };
const PATIENCE_MS = 60_000;
const MOST_PARTIES = 64;
const RESTARTS = 1;

/**
 * Plays a scenario with a process for each of its parties, and collects their records.
 * @throws CahootsError if the scenario asks for what is only simulated, or is too large for one machine
 */
export async function playHere(scenario: Scenario, options: RealOptions): Promise<PlayedHere> {
  const parts = scenario.parties.servers.length + scenario.parties.clients.length;
  if (parts > MOST_PARTIES)
    throw new CahootsError(
      'bad-input',
      `expected at most ${MOST_PARTIES} parties on one machine, got ${parts}`,
      {
        path: 'clients',
      },
    );
  const folder = temporaryFolder('real');
  try {
    return await play(scenario, options, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The inputs of each party, in order, with certificates unless it is plain.
 * @throws CahootsError if the scenario asks for what is only simulated
 */
export async function partsOf(
  scenario: Scenario,
  { plugins, plain = false, paced = false }: Pick<RealOptions, 'plugins' | 'plain' | 'paced'>,
): Promise<readonly PartyInputs[]> {
  refuse(scenario);
  const protocol = protocolNamed({ plugins }, scenario.protocol);
  const { servers, clients } = scenario.parties;
  // Loaded only when requested, since it is large.
  const identities = plain
    ? undefined
    : await (await import('./certificates.ts')).certify([...servers, ...clients]);
  return splitInputs(scenario, protocol, inputsOf(scenario, protocol), paced, identities);
}

async function play(scenario: Scenario, options: RealOptions, folder: string): Promise<PlayedHere> {
  const {
    restarts = RESTARTS,
    signal,
    onProcess,
    places,
    durable = false,
    patienceMs = PATIENCE_MS,
  } = options;
  const parts = await partsOf(scenario, options);
  const plugins = placesOf(options.plugins);
  const build = buildOf(plugins.map(({ module }) => module));
  const files = writeParts(folder, parts);
  const records = join(folder, 'records');
  const processes = new PartyProcesses({
    parties: parts.map(({ name }, at) => ({ name, inputs: files[at], place: places?.get(name) ?? HERE })),
    start: { folder: records, plugins, build, patienceMs, durable },
    restarts,
    signal,
    onProcess,
  });
  const stop = (): void => processes.stop();
  signal?.addEventListener('abort', stop);
  const limitNs = scenario.limits.timeNs;
  const late = setTimeout(stop, Math.min(2 ** 31 - 1, limitNs / 1e6 + 2 * patienceMs));
  try {
    const bound = await processes.run();
    const result = collect(scenario, records, { ...options, bound, aborted: signal?.aborted === true });
    const { processors, computing, used } = processes;
    return defined({ ...result, processors, computing, used });
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
    processes.kill();
  }
}

/** Rejects what a scenario asks for and only a simulation can do. */
function refuse({ faults, layers, adversary, network }: Scenario): void {
  const no = (path: string, expected: string, got: string): never => {
    throw new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path });
  };
  if (faults.length > 0)
    no('faults', 'none, as faults are simulated (end processes instead)', `${faults.length}`);
  if (layers.length > 0) no('use', 'none, as middleware is simulated', `${layers.length}`);
  if (adversary !== undefined) no('collusion', 'parties that follow the protocol', adversary.name);
  if (network.paths === 'star') no('network.paths', 'mesh, as every pair has a connection', 'star');
}
