/**
 * All parties of a scenario on this machine, each in a process of its own that knows only its own inputs and
 * what is agreed, over sockets on the loopback interface. A process that dies is restarted from what it kept
 * on disk.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { placesOf } from '../run/plugin/modules.ts';
import { protocolNamed } from '../run/plugin/registry.ts';
import { buildOf } from '../core/platform/node/build.ts';
import { inputsOf } from '../run/execute/cast.ts';
import type { RunOptions } from '../run/execute/run.ts';
import type { Scenario } from '../run/scenario/load.ts';
import type { Bound } from '../core/engine/clock/bounds.ts';
import { Child } from './child.ts';
import { collect, type RealResult } from './collect.ts';
import { type PartyInputs, splitInputs, writeParts } from './inputs.ts';
import type { Address } from './mesh.ts';
import type { Report } from './process-messages.ts';
import type { Place } from './places.ts';

export interface RealOptions extends Pick<RunOptions, 'plugins' | 'trace' | 'made' | 'bus' | 'signal'> {
  /** Whether everything is sent in the clear instead of over TLS. */
  readonly plain?: boolean | undefined;
  /** Whether computations take at least as long as on the scenario's devices. */
  readonly paced?: boolean | undefined;
  /** Where each party is; absent: on the loopback interface. */
  readonly places?: ReadonlyMap<string, Place> | undefined;
  /** Whether what parties save also survives a failure of the machine. */
  readonly durable?: boolean | undefined;
  /** How often a process that dies is restarted. */
  readonly restarts?: number | undefined;
  /** Called with the number of each process when its party begins, or begins again. */
  readonly onProcess?: ((party: string, pid: number, life: number) => void) | undefined;
}

const HERE: Place = { host: '127.0.0.1', inside: [] };
const PATIENCE_MS = 60_000;
const MOST_PARTIES = 64;
const RESTARTS = 1;

/**
 * Plays a scenario with a process for each of its parties, and collects their records.
 * @throws CahootsError if the scenario asks for what is only simulated, or is too large for one machine
 */
export async function playHere(scenario: Scenario, options: RealOptions): Promise<RealResult> {
  const parts = scenario.parties.servers.length + scenario.parties.clients.length;
  if (parts > MOST_PARTIES)
    throw new CahootsError(
      'bad-input',
      `expected at most ${MOST_PARTIES} parties on one machine, got ${parts}`,
      {
        path: 'clients',
      },
    );
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-real-'));
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

async function play(scenario: Scenario, options: RealOptions, folder: string): Promise<RealResult> {
  const { restarts = RESTARTS, signal, onProcess, places, durable = false } = options;
  const parts = await partsOf(scenario, options);
  const plugins = placesOf(options.plugins);
  const build = buildOf(plugins.map(({ module }) => module));
  const files = writeParts(folder, parts);
  const parties = parts.map(({ name }, at) => ({ name, inputs: files[at] }));
  const records = join(folder, 'records');
  let bound: Bound | undefined;
  const addresses = new Map<string, Address>();
  const children = new Set<Child>();
  let problem: Error | undefined;
  const leave = (): void => {
    for (const child of children) child.send({ kind: 'stop' });
  };
  const callAll = (those: Iterable<Child>): void => {
    for (const child of those) child.send({ kind: 'connect', addresses: [...addresses] });
  };

  /** Follows a party through its lives. */
  const look = async ({ name, inputs }: (typeof parties)[number]): Promise<void> => {
    const { host, inside } = places?.get(name) ?? HERE;
    for (let life = 1; ; life++) {
      let isOver = false;
      const child = new Child((report: Report) => {
        if (report.kind === 'listening') {
          addresses.set(name, { host, port: report.port });
          if (addresses.size === parties.length) callAll(life === 1 ? children : [child]);
        } else if (report.kind === 'begun') onProcess?.(name, child.pid ?? 0, life);
        else {
          isOver = true;
          if (report.kind === 'wrong')
            problem ??= new CahootsError('bad-input', report.message, { path: name });
          else if (report.end.refused !== undefined)
            problem ??= new Error(`${name} was refused by ${report.end.refused}`);
          else bound ??= report.end.bound;
          if (problem !== undefined || bound !== undefined) leave();
        }
      }, inside);
      children.add(child);
      const address = { host, port: addresses.get(name)?.port ?? 0 };
      child.send({
        kind: 'start',
        inputs,
        folder: records,
        plugins,
        build,
        patienceMs: PATIENCE_MS,
        durable,
        address,
      });
      if (signal?.aborted === true) child.send({ kind: 'stop' });
      const { code, output: said } = await child.gone;
      children.delete(child);
      if (isOver || signal?.aborted === true) return;
      // An error of ours, not an accident.
      if (code !== null && code !== 0)
        problem ??= new Error(`the process of ${name} ended with ${code}\n${said}`);
      if (problem !== undefined) return leave();
      // The others continue without it, as their protocol provides.
      if (life > restarts) return;
    }
  };
  const stop = (): void => {
    leave();
    setTimeout(() => [...children].forEach((child) => child.kill()), 1000).unref();
  };
  signal?.addEventListener('abort', stop);
  const limitNs = scenario.limits.timeNs;
  const late = setTimeout(stop, Math.min(2 ** 31 - 1, limitNs / 1e6 + 2 * PATIENCE_MS));
  try {
    await Promise.all(parties.map(look));
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
    for (const child of children) child.kill();
  }
  if (problem !== undefined) throw problem;
  return collect(scenario, records, { ...options, bound, aborted: signal?.aborted === true });
}

/** Rejects what a scenario asks for and only a simulation can do. */
function refuse({ faults, adversary, network }: Scenario): void {
  const no = (path: string, expected: string, got: string): never => {
    throw new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path });
  };
  if (faults.length > 0)
    no('faults', 'none, as faults are simulated (end processes instead)', `${faults.length}`);
  if (adversary !== undefined) no('collusion', 'parties that follow the protocol', adversary.name);
  if (network.paths === 'star') no('network.paths', 'mesh, as every pair has a connection', 'star');
}
