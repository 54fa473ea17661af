import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bus, type BusEvents } from '../../../src/core/engine/messages/bus.ts';
import { compute, finish } from '../../../src/core/engine/actors/effects.ts';
import type { TraceHeader } from '../../../src/run/trace/format.ts';
import { type Entry, KINDS, LAYOUTS } from '../../../src/run/trace/record.ts';
import { TraceWriter } from '../../../src/run/trace/writer.ts';
import { work } from '../../support/tasks.ts';
import { actor, actors, type Logged } from '../../support/cast.ts';
import {
  entryOf,
  eventful,
  FINDINGS,
  headerOf,
  mischief,
  poke,
  read,
  record,
} from '../../support/recording.ts';
import { payloadOf } from '../../support/payload.ts';

const HEADER: TraceHeader = {
  roles: [{ role: 'server' }, { role: 'client', count: 3 }],
  scenario: { seed: 7 },
};

/** Names and reasons: few, so that they come up again, and some longer than a frame. */
const strings = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('', 'a', 'share', 'späť', '鍵'.repeat(100)) },
  { weight: 5, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.integer({ min: 30_000, max: 70_000 }).map((length) => 'n'.repeat(length)) },
);

const binaries = fc.oneof(
  { weight: 20, arbitrary: fc.uint8Array() },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 30_000, max: 100_000 }).map((length) => new Uint8Array(length).fill(3)),
  },
);

const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  u32: fc.oneof(fc.nat(100), fc.constantFrom(0, 1, 2 ** 32 - 1)),
  f64: fc.oneof(
    fc.maxSafeInteger().map(Math.abs),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  ),
  string: strings,
  bytes: binaries,
};

/** Fields that hold the number of an actor. */
const ACTORS = new Set(['from', 'to', 'by', 'actor']);

/** Anything that can be said on a bus. */
const happenings: fc.Arbitrary<Logged> = fc.constantFrom(...KINDS).chain((kind) => {
  const layout = LAYOUTS[kind] as readonly (readonly [string, string])[];
  const own = layout.filter(([field]) => field !== 'payloadBytes' && field !== 'digest');
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    own.map(([field, type]) => [field, ACTORS.has(field) ? fc.nat(2) : fields[type]]),
  );
  if (own.length < layout.length) model['payload'] = binaries;
  if (kind === 'computed') model['measuredNs'] = fc.nat(1e12);
  return fc.record(model).map((event) => {
    const { payload } = event as { payload?: Uint8Array };
    const digest = payload === undefined ? {} : { digest: crc32(payload) };
    return { kind, ...event, ...digest } as unknown as Logged;
  });
});

/** Has a bus say it as a run does. */
function say(bus: Bus, { kind, ...event }: Logged): void {
  if (kind === 'sent') {
    const sent = event as BusEvents['sent'];
    bus.sent({ ...sent, payloadBytes: sent.payload.byteLength, payload: payloadOf(sent.payload) });
  } else if (kind === 'delivered') {
    const delivered = event as BusEvents['delivered'];
    const { payload } = delivered;
    bus.delivered({ ...delivered, payloadBytes: payload.byteLength, payload: payloadOf(payload) });
  } else bus.emit(kind, event as never);
}

/** Records what is said, and flushes after those at the given places. */
function write(said: readonly Logged[], flushes: readonly number[] = []): { file: Buffer; hash: string } {
  const chunks: Uint8Array[] = [];
  const bus = new Bus();
  const writer = new TraceWriter(HEADER, (bytes) => chunks.push(Buffer.from(bytes)));
  writer.attach(bus);
  said.forEach(({ kind, ...event }, i) => {
    say(bus, { kind, ...event } as Logged);
    if (flushes.includes(i)) writer.flush();
  });
  const hash = writer.end({ ending: 'done', endNs: 5, findings: FINDINGS });
  return { file: Buffer.concat(chunks), hash };
}

describe('what is recorded', () => {
  test('comes back, whatever it is, and however it is divided', () => {
    fc.assert(
      fc.property(
        fc.array(happenings, { maxLength: 40, size: 'max' }),
        fc.array(fc.nat(40)),
        (said, flushes) => {
          const { file, hash } = write(said, flushes);
          const back = read(file);
          expect(back.header).toEqual(HEADER);
          expect(back.entries.map(comparable)).toEqual(said.map((logged) => comparable(entryOf(logged))));
          expect(back.outcome).toEqual({ end: { ending: 'done', endNs: 5, hash, findings: FINDINGS } });
        },
      ),
    );
  });

  test('of a run is what happened in it, everything that can', async () => {
    const { file, played, hash, roles } = await record(eventful(), { rules: [mischief], interference: poke });
    const back = read(file);
    expect(new Set(played.log.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(back.entries).toEqual(played.log.map(entryOf));
    expect(back.header).toEqual(headerOf(roles));
    const { ending, endNs } = played.result;
    expect(back.outcome).toEqual({ end: { ending, endNs, hash, findings: FINDINGS } });
  });

  test('of many computations has each with the time measured for it, over any number of frames', async () => {
    const device = actors('device', 3, function* ({ index }) {
      for (let i = 0; i < 7000; i++) yield* compute(work, i + index);
    });
    const { file, played } = await record([device]);
    const measured = played.of('computed').map(({ measuredNs }) => measuredNs);
    expect(measured).toHaveLength(21_000);
    expect(new Set(measured).size).toBeGreaterThan(10);
    const entries = read(file).entries.filter(({ kind }) => kind === 'computed');
    expect(entries.map(({ measuredNs }) => measuredNs)).toEqual(measured);
  });

  test('may have names and results beyond 64 KiB', async () => {
    const result = new Uint8Array(300_000).map((_, i) => i);
    const reason = 'because '.repeat(20_000);
    const cast = [actor('a', () => finish(result)), ...eventful()];
    const rules = [{ name: 'reason', apply: () => ({ kind: 'drop', reason }) as const }];
    const { file, played } = await record(cast, { rules });
    const { entries, outcome } = read(file);
    expect(entries.map(comparable)).toEqual(played.log.map((logged) => comparable(entryOf(logged))));
    expect(entries.filter((entry) => entry.kind === 'lost' && entry.reason === reason)).toHaveLength(6);
    expect(outcome).toHaveProperty('end');
  });

  test('is in the file as soon as it is flushed, also of a run that breaks off', () => {
    const chunks: Uint8Array[] = [];
    const bus = new Bus();
    const writer = new TraceWriter(HEADER, (bytes) => chunks.push(Buffer.from(bytes)));
    writer.attach(bus);
    const stalled: BusEvents['stalled'] = { timeNs: 3, actor: 1, awaiting: 'a' };
    bus.emit('stalled', stalled);
    const before = read(Buffer.concat(chunks));
    writer.flush();
    const after = read(Buffer.concat(chunks));
    writer.flush();
    expect(before.entries).toEqual([]);
    expect(after.entries).toEqual([{ kind: 'stalled', ...stalled }]);
    expect(read(Buffer.concat(chunks))).toEqual(after);
    expect(after.outcome).toMatchObject({ problem: { code: 'cut-off' } });
  });

  test('is hashed alike without a file', async () => {
    const { hash, played } = await record(eventful());
    const bus = new Bus();
    const writer = new TraceWriter(headerOf(eventful()));
    writer.attach(bus);
    for (const logged of played.log) say(bus, logged);
    expect(writer.end({ ending: 'limit', endNs: 0, findings: null })).toBe(hash);
  });
});

describe('the hash', () => {
  test('of the same run is the same', async () => {
    const network = { latency: { lognormal: { median: 5000, sigma: 1 } }, loss: 0.1 };
    const hashes = await Promise.all([1, 2, 3].map(async () => (await record(eventful(), { network })).hash));
    expect(new Set(hashes).size).toBe(1);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is the same wherever the file was flushed', () => {
    fc.assert(
      fc.property(fc.array(happenings, { maxLength: 10 }), fc.array(fc.nat(10)), (said, flushes) => {
        expect(write(said, flushes).hash).toBe(write(said).hash);
      }),
    );
  });

  test('is another when anything at all is different', () => {
    const differ = fc.tuple(happenings, happenings).filter(([a, b]) => text(a) !== text(b));
    fc.assert(
      fc.property(fc.array(happenings, { maxLength: 3 }), differ, (before, [a, b]) => {
        expect(write([...before, a]).hash).not.toBe(write([...before, b]).hash);
        expect(write([...before, a]).hash).not.toBe(write(before).hash);
        expect(write([a, b]).hash).not.toBe(write([b, a]).hash);
      }),
    );
  });

  test('is another for another run', async () => {
    const jitter = { latency: { uniform: { minimum: 10, maximum: 4000 } } };
    const casts = [
      record(eventful()),
      record(eventful({ said: 2 })),
      record(eventful({ operations: 10 })),
      record(eventful({ label: 'add' })),
      record(eventful({ result: [0.25] })),
      record(eventful({ rounds: 3 })),
      record(eventful(), { rules: [mischief] }),
      record(eventful({ patienceNs: 5001 }), { rules: [mischief] }),
      record(eventful(), { limits: { timeNs: 4000 } }),
      record(eventful(), { network: { framingBytes: 1 } }),
      record(eventful(), { network: jitter }),
      record(eventful(), { network: jitter, seed: 2 }),
    ];
    const hashes = (await Promise.all(casts)).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(casts.length);
  });

  test('is another for another scenario or cast, though the same happens', () => {
    const empty = (header: TraceHeader): string =>
      new TraceWriter(header).end({ ending: 'done', endNs: 0, findings: null });
    const hashes = [
      HEADER,
      { ...HEADER, scenario: { seed: 8 } },
      { ...HEADER, roles: [{ role: 'server' }, { role: 'client', count: 4 }] },
    ].map(empty);
    expect(new Set(hashes).size).toBe(3);
  });

  test('is the same whatever was measured and found out', () => {
    const computed = (measuredNs: number): Logged => ({
      kind: 'computed',
      timeNs: 1,
      actor: 0,
      task: 'work',
      measuredNs,
    });
    const [quick, slow] = [write([computed(1)]), write([computed(1e9)])];
    expect(quick.hash).toBe(slow.hash);
    expect(quick.file.equals(slow.file)).toBe(false);
    const ends = [null, { accuracy: 1 }].map((findings) =>
      new TraceWriter(HEADER).end({ ending: 'done', endNs: 0, findings }),
    );
    expect(ends[0]).toBe(ends[1]);
  });
});

/** What of a happening counts: all but measured time. */
function text(logged: Logged): string {
  const { measuredNs: _, ...entry } = entryOf(logged);
  return JSON.stringify(entry);
}

/** Quicker to compare than thousands of bytes one by one. */
function comparable(entry: Entry): unknown {
  return entry.kind === 'finished' ? { ...entry, result: Buffer.from(entry.result).toString('hex') } : entry;
}
