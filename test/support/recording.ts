/** Runs that are recorded: the file, and what the bus said meanwhile. */

import { crc32 } from 'node:zlib';
import type { Role } from '../../src/core/engine/actors/actor.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import {
  type Behaviour,
  collect,
  compute,
  finish,
  phase,
  receive,
  round,
  send,
  sleep,
} from '../../src/core/engine/actors/effects.ts';
import type { Interference } from '../../src/core/engine/simulation/interference.ts';
import type { Packet, Rule, Verdict } from '../../src/core/engine/network/rule.ts';
import type { TraceHeader } from '../../src/run/trace/format.ts';
import { Ledger } from '../../src/run/trace/ledger.ts';
import { type ReadEnd, TraceReader } from '../../src/run/trace/reader.ts';
import type { Entry } from '../../src/run/trace/record.ts';
import { TraceWriter } from '../../src/run/trace/writer.ts';
import { squares, work } from './tasks.ts';
import { actor, actors, type Logged, Note, play, type Play, type Played, Vector } from './cast.ts';

export interface Recording {
  readonly file: Buffer;
  readonly hash: string;
  readonly played: Played;
  readonly roles: readonly Role[];
  /** Ledgers kept live, by roles and by actors. */
  readonly ledgers: readonly [Ledger, Ledger];
}

export const FINDINGS = { accuracy: 0.5, labels: Uint16Array.of(1, 0, 1) };

/** Plays a cast and records it, with everything that is not a role or a setting the same. */
export async function record(roles: readonly Role[], settings: Play = {}): Promise<Recording> {
  const bus = new Bus();
  const chunks: Uint8Array[] = [];
  const writer = new TraceWriter(headerOf(roles), (bytes) => chunks.push(Buffer.from(bytes)));
  const ledgers = [new Ledger(roles), new Ledger(roles, { parties: 'actors' })] as const;
  writer.attach(bus);
  for (const ledger of ledgers) ledger.attach(bus);
  const played = await play(roles, { bus, ...settings });
  const { ending, endNs } = played.result;
  const hash = writer.end({ ending, endNs, findings: FINDINGS });
  return { file: Buffer.concat(chunks), hash, played, roles, ledgers };
}

export function headerOf(roles: readonly Role[]): TraceHeader {
  return {
    roles: roles.map(({ role, count }) => (count === undefined ? { role } : { role, count })),
    scenario: { name: 'test' },
  };
}

export interface Read {
  readonly header: TraceHeader;
  readonly entries: Entry[];
  readonly outcome: ReadEnd | undefined;
}

export function read(file: Uint8Array): Read {
  const reader = new TraceReader('a.trace', file);
  const entries = [...reader.entries()];
  return { header: reader.header, entries, outcome: reader.outcome };
}

/** What the trace should hold of a happening: the length and the CRC-32 in place of a payload. */
export function entryOf(logged: Logged): Entry {
  if (logged.kind === 'finished') return { ...logged, result: Buffer.from(logged.result) };
  if (!('payload' in logged)) return logged;
  const { payload, ...rest } = logged;
  return { ...rest, payloadBytes: payload.byteLength, digest: crc32(payload) } as Entry;
}

export interface Choices {
  /** What the last client says. */
  readonly said?: number;
  readonly operations?: number;
  readonly label?: string;
  readonly patienceNs?: number;
  readonly result?: unknown;
  readonly rounds?: number;
}

/** A cast to which everything happens that can: two rounds, with loss, refusals, work, an expired wait and a stall. */
export function eventful(choices: Choices = {}): Role[] {
  const { said = 1, operations = 9, label = 'sum', patienceNs = 5000, result = [0.5], rounds = 2 } = choices;
  function* server(): Behaviour {
    for (let number = 1; number <= rounds; number++) {
      yield* phase('ask');
      yield* round(number);
      yield* send(['client-1', 'client-2', 'client-3'], Note, { value: number });
      yield* phase(label);
      const answers = yield* collect(Vector, { count: 3, timeoutNs: patienceNs });
      yield* compute(work, operations * answers.length);
    }
    yield* finish(result);
  }
  const client = actors('client', 3, function* ({ index }) {
    for (let number = 1; ; number++) {
      yield* receive(Note);
      yield* round(number);
      const values = yield* compute(
        squares,
        Float64Array.from({ length: 2 + index }, () => index + number),
      );
      yield* send('server', Vector, { values });
      if (index === 2) yield* send('server', Note, { value: said });
      yield* sleep(1);
    }
  });
  return [actor('server', server), client];
}

/** Says that it did something, and does nothing. */
export const poke: Interference = {
  begin: (controls) => controls.later(100, () => controls.report('poke', 1, 'nothing')),
  rules: [],
  outgoing: ({ payload }) => [payload],
  slowness: () => 1,
};

/** Loses an answer of the first client, malforms one of the second and repeats those of the third. */
export const mischief: Rule = {
  name: 'mischief',
  apply({ sender, receiver, id, payload }: Packet): Verdict {
    if (receiver !== 0 || id > 5) return { kind: 'delay', ns: id };
    if (sender === 1) return { kind: 'drop', reason: 'cut cable' };
    if (sender === 2) return { kind: 'tamper', payload: payload.subarray(1) };
    return { kind: 'duplicate', ns: 10 };
  },
};
