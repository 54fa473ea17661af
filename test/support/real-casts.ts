/** Casts of actors over real sockets: the same as `play` does in simulated time, all parties in this process. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Executor } from '../../src/core/engine/compute/executor.ts';
import { measure } from '../../src/core/engine/compute/measure.ts';
import { certify } from '../../src/real/certificates.ts';
import type { Terms } from '../../src/real/inputs.ts';
import { merge, type Merged } from '../../src/real/merge.ts';
import type { LifeRecord } from '../../src/real/life-record.ts';
import { readRecords } from '../../src/real/records.ts';
import {
  type Part,
  type PartyEnd,
  PartyRuntime,
  type PartyRuntimeOptions,
} from '../../src/real/party-runtime.ts';
import type { Role } from '../../src/core/engine/actors/actor.ts';
import type { Limits } from '../../src/core/engine/clock/bounds.ts';
import { Bus, type BusEvents } from '../../src/core/engine/messages/bus.ts';
import { Directory } from '../../src/core/engine/messages/directory.ts';
import { KINDS } from '../../src/run/trace/record.ts';
import { decode } from '../../src/core/engine/wire/bytes.ts';
import type { AnyMessageType } from '../../src/core/engine/wire/message.ts';
import { Note, Other, Vector } from './cast.ts';

export const SESSION = '5'.repeat(64);
export const BUILD = 'b'.repeat(64);
export const HOST = '127.0.0.1';
const PATIENCE_MS = 20_000;

export interface RealPlay {
  readonly limits?: Limits;
  readonly messageBytes?: number;
  readonly mailboxBytes?: number;
  readonly messages?: readonly AnyMessageType[];
  readonly secure?: boolean;
  /** Happens when all can be called and nobody has called yet. */
  readonly before?: (doors: {
    readonly ports: readonly number[];
    readonly parts: readonly Part[];
  }) => Promise<void>;
  /** Ends this actor's life so long after it began, and begins another. */
  readonly crash?: { readonly who: string; readonly afterMs: number; readonly backAfterMs: number };
}

/** What happened, by kind, and what came of it. */
export interface RealPlayed {
  readonly of: <K extends keyof BusEvents>(kind: K) => BusEvents[K][];
  readonly results: ReadonlyMap<string, unknown>;
  readonly ends: readonly PartyEnd[];
  readonly merged: Merged;
  readonly lives: readonly LifeRecord[];
  readonly clockErrorNs: number;
}

/** Lets sockets have a turn before each task, as a thread would. */
export const polite: Executor = {
  start: (task, input) => async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return measure(() => task.run(input));
  },
  close: () => Promise.resolve(),
};

export function termsOf(roles: readonly Role[], play: RealPlay = {}): Terms {
  const { limits = {}, messageBytes = 2 ** 28, mailboxBytes = 2 ** 28 } = play;
  const sizes = roles.map(({ role, count }) => (count === undefined ? { role } : { role, count }));
  return { roles: sizes, seed: 1, packsResidues: false, limits, messageBytes, mailboxBytes };
}

/** What each actor plays. */
export async function partsOf(roles: readonly Role[], play: RealPlay = {}): Promise<Part[]> {
  const directory = new Directory(roles);
  const names = Array.from({ length: directory.size }, (_, id) => directory.name(id));
  const identities = play.secure === true ? await certify(names) : undefined;
  return names.map((name, id) => {
    const { behaviour, retransmitAfterNs } = roles[directory.rolePlace(id)];
    return {
      name,
      agreement: termsOf(roles, play),
      session: SESSION,
      behaviour,
      retransmitAfterNs,
      messages: play.messages ?? [Note, Other, Vector],
      identity: identities?.get(name),
    };
  });
}

export function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-test-'));
  return use(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

export function runtimeOf(
  part: Part,
  folder: string,
  { build = BUILD, patienceMs = PATIENCE_MS, ...options }: Partial<PartyRuntimeOptions> = {},
): PartyRuntime {
  return new PartyRuntime({ part, folder, executor: polite, patienceMs, build, ...options });
}

/** Plays a cast to its end over loopback. */
export async function playReal(roles: readonly Role[], options: RealPlay = {}): Promise<RealPlayed> {
  const parts = await partsOf(roles, options);
  return inFolder(async (folder) => {
    let begin: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const runtimes = parts.map((part) =>
      runtimeOf(part, folder, { onBegin: part.name === options.crash?.who ? begin : undefined }),
    );
    const ports = await Promise.all(runtimes.map((runtime) => runtime.listen({ host: HOST, port: 0 })));
    const addresses = new Map(parts.map(({ name }, i) => [name, { host: HOST, port: ports[i] }]));
    await options.before?.({ ports, parts });
    for (const runtime of runtimes) runtime.connect(addresses);
    const ended = runtimes.map((runtime) => runtime.ended);
    const { crash } = options;
    if (crash !== undefined) {
      const at = parts.findIndex(({ name }) => name === crash.who);
      const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      ended.push(
        (async () => {
          await begun;
          await later(crash.afterMs);
          runtimes[at].leave();
          await later(crash.backAfterMs);
          const runtime = runtimeOf(parts[at], folder);
          const address = addresses.get(crash.who);
          if (address !== undefined) await runtime.listen(address);
          runtime.connect(addresses);
          return runtime.ended;
        })(),
      );
    }
    const ends = await Promise.all(ended);
    return { ends, ...readAll(folder, roles) };
  });
}

/** What the records in a folder tell together. */
export function readAll(folder: string, roles: readonly Role[]): Omit<RealPlayed, 'ends'> {
  const bus = new Bus();
  const log: { readonly kind: string; readonly event: unknown }[] = [];
  for (const kind of KINDS) bus.on(kind, (event: unknown) => log.push({ kind, event }));
  const { lives, clockErrorNs } = readRecords(folder, termsOf(roles).roles);
  const merged = merge(lives, bus);
  const of = <K extends keyof BusEvents>(kind: K): BusEvents[K][] =>
    log.flatMap((logged) => (logged.kind === kind ? [logged.event as BusEvents[K]] : []));
  const directory = new Directory(roles);
  const results = new Map(
    of('finished').flatMap(({ actor, result }): [string, unknown][] => {
      const value = decode(result);
      return value === null ? [] : [[directory.name(actor), value]];
    }),
  );
  return { of, results, merged, lives, clockErrorNs };
}
