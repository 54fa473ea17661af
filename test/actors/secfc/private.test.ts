import { describe, expect, test } from 'vitest';
import { lloyd, secfc } from '../../../bin/standard.ts';
import { Shares } from '../../../actors/secfc/messages.ts';
import { clusterSizes } from '../../../src/core/base/labels.ts';
import { largestModuli } from '../../../src/core/math/field/moduli.ts';
import { quantise } from '../../../src/core/math/field/quantise.ts';
import type { Clustering } from '../../support/scenarios.ts';
import { Random } from '../../../src/core/base/random.ts';
import type { Delivered } from '../../../src/core/engine/messages/bus.ts';
import { type AnyMessageType, decodeMessage, encodeMessage } from '../../../src/core/engine/wire/message.ts';
import { encode } from '../../../src/core/engine/wire/bytes.ts';
import { bodyOf, type History, type PartiesPlayed, playParties, SERVER } from '../../support/scenarios.ts';

/** What every party of SecFC is sent, read from the bytes themselves. */

const SCALE = 1000;

const MODULI = largestModuli(3);

const CLUSTERS = 3;

const shapes = [
  { n: 6, l: 1, t: 2, d: 4, reveal: false },
  { n: 8, l: 2, t: 2, d: 8, reveal: true },
];

type Points = readonly (readonly number[])[];

/** Four points for each client, of coordinates that are large and all different, so nothing is found by chance. */
function pointsOf(n: number, d: number): readonly Points[] {
  const stream = new Random(7).stream('points');
  const coordinate = (): number => Math.round((stream.uniform() - 0.5) * 2e8) / SCALE;
  return Array.from({ length: n }, () =>
    Array.from({ length: 4 }, () => Array.from({ length: d }, coordinate)),
  );
}

const startOf = (points: number): Uint16Array => Uint16Array.from({ length: points }, (_, i) => i % CLUSTERS);

const played = new Map<string, Promise<PartiesPlayed>>();

/** A run of SecFC, which several tests look at. */
function playSecure({ n, l, t, d, reveal }: (typeof shapes)[0]): Promise<PartiesPlayed> {
  const key = JSON.stringify([n, l, t, d, reveal]);
  const shards = pointsOf(n, d);
  const run =
    played.get(key) ??
    playParties({
      protocol: secfc,
      settings: { clusters: CLUSTERS, segments: l, privacy: t, scale: SCALE, reveal, moduli: MODULI.length },
      shards,
      start: startOf(4 * n),
    });
  played.set(key, run);
  return run;
}

describe.each(shapes)('with $n clients, l=$l, t=$t, d=$d, reveal $reveal', (shape) => {
  const { n, l, d, reveal } = shape;
  const shards = pointsOf(n, d);
  const clients = Array.from({ length: n }, (_, j) => j + 1);
  const width = Math.ceil(d / l);

  test('the server is sent reports of ready clients, distances, and shares of centres if they are revealed', async () => {
    const { history, clustering } = await playSecure(shape);
    const answers = clients.flatMap((from) =>
      clustering.history.slice(0, -1).map((labels) => {
        const present = clusterSizes(labels, CLUSTERS).filter((size) => size > 0).length;
        return { from, type: 'distances', elements: 4 * n * present };
      }),
    );
    const ready = clients.map((from) => ({ from, type: 'ready', elements: 0 }));
    const centres = clients.map((from) => ({ from, type: 'centre-shares', elements: CLUSTERS * width }));
    expect(lettersTo(history, SERVER)).toEqual(sorted([...ready, ...answers, ...(reveal ? centres : [])]));
  });

  test('a client is sent shares by every other client, and assignments and the outcome by the server', async () => {
    const { history, clustering } = await playSecure(shape);
    for (const client of clients) {
      const others = clients.filter((other) => other !== client);
      const shares = others.map((from) => ({ from, type: 'shares', elements: 4 * width }));
      const orders = clustering.history
        .slice(1)
        .map(() => ({ from: SERVER, type: 'assignment', elements: 0 }));
      const outcome = { from: SERVER, type: 'outcome', elements: 0 };
      expect(lettersTo(history, client)).toEqual(sorted([...shares, ...orders, outcome]));
    }
  });

  test('the server receives no trace of a point, of a sum of points or of a mean', async () => {
    const { history, clustering } = await playSecure(shape);
    const bytes = bytesTo(history, SERVER);
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(found(bytes, tracesOfPoints(shards.flat()))).toEqual([]);
    expect(found(bytes, tracesOfCentres(shards.flat(), clustering))).toEqual([]);
  });

  test("a client receives no trace of others' points, of a centre, or of shares addressed to others", async () => {
    const { history, clustering } = await playSecure(shape);
    for (const client of clients) {
      const bytes = bytesTo(history, client);
      const others = shards.filter((_, j) => j + 1 !== client);
      expect(found(bytes, tracesOfPoints(others.flat()))).toEqual([]);
      expect(found(bytes, tracesOfCentres(shards.flat(), clustering))).toEqual([]);
      expect(
        found(
          bytes,
          tracesOfShares(history, (to) => to !== client),
        ),
      ).toEqual([]);
    }
  });

  test('the search finds what is there: shares at their receiver, and points in shares without noise', async () => {
    const { history } = await playSecure(shape);
    for (const client of clients) {
      const traces = tracesOfShares(history, (to) => to === client);
      expect(traces).toHaveLength((n - 1) * MODULI.length * Math.floor((4 * width) / 3));
      expect(found(bytesTo(history, client), traces)).toHaveLength(traces.length);
    }
    for (const points of shards) {
      const values = MODULI.map((p) => Uint32Array.from(quantised(points).flat(), (q) => ((q % p) + p) % p));
      const bare = Buffer.from(encodeMessage(Shares, { values }));
      const traces = tracesOfPoints(points).filter(({ what }) => what.startsWith('residues'));
      expect(traces).toHaveLength(points.length * MODULI.length * (d - 2));
      expect(found(bare, traces)).toEqual(traces);
    }
  });

  test('the server of centralised Lloyd receives every point: the same search finds all', async () => {
    const counts = await Promise.all(
      [undefined, SCALE].map(async (scale) => {
        const { history } = await playParties({
          protocol: lloyd,
          settings: { clusters: CLUSTERS, ...(scale !== undefined && { scale }) },
          shards,
          start: startOf(4 * n),
        });
        const traces = found(bytesTo(history, SERVER), tracesOfPoints(shards.flat()));
        return traces.map(({ what }) => what);
      }),
    );
    const every = (what: string): string[] => Array.from({ length: 4 * n * d }, () => what);
    expect(counts).toEqual([every('point as doubles'), every('quantised point as doubles')]);
  });

  test('nothing is smuggled along: a message is exactly the bytes of its declared fields', async () => {
    const { history } = await playSecure(shape);
    const types = new Map(secfc.messages.map((type) => [type.name, type as AnyMessageType]));
    for (const { payload } of history.of('delivered')) {
      const read = decodeMessage(payload, types) as { readonly type: AnyMessageType; readonly body: object };
      expect(Buffer.compare(encodeMessage(read.type, read.body), payload)).toBe(0);
    }
  });
});

interface Trace {
  readonly what: string;
  readonly bytes: Buffer;
}

/** Those of the traces that stand anywhere in the bytes. */
function found(bytes: Buffer, traces: readonly Trace[]): readonly Trace[] {
  return traces.filter((trace) => bytes.includes(trace.bytes));
}

/** Everything that was delivered to an actor. */
function bytesTo(history: History, to: number): Buffer {
  return Buffer.concat(
    history
      .of('delivered')
      .filter((letter) => letter.to === to)
      .map(({ payload }) => payload),
  );
}

/** What an actor received, in an order that does not depend on time. */
function lettersTo(history: History, to: number): readonly object[] {
  const letters = history.of('delivered').filter((letter) => letter.to === to);
  return sorted(
    letters.map(({ from, payload }: Delivered) => {
      const { type, body } = bodyOf<{ values?: readonly Uint32Array[] }>(secfc, payload);
      return { from, type, elements: body.values?.[0].length ?? 0 };
    }),
  );
}

function sorted(letters: readonly { from: number; type: string; elements: number }[]): readonly object[] {
  const key = ({ from, type, elements }: (typeof letters)[0]): string => `${from} ${type} ${elements}`;
  return letters.toSorted((a, b) => key(a).localeCompare(key(b)));
}

/** Every way in which a point could be written: a double, or three of its entries in a row as anything shorter. */
function tracesOfPoints(points: Points): Trace[] {
  return [
    ...doubles('point as doubles', points),
    ...doubles('quantised point as doubles', quantised(points)),
    ...triples('point as floats', points, (triple) => Float32Array.from(triple)),
    ...triples('point as MessagePack', points, (triple) => encode(triple).subarray(1)),
    ...shortTraces(quantised(points)),
  ];
}

/** The same for the sums and means of all clusters in all iterations. */
function tracesOfCentres(points: Points, { history }: Clustering): Trace[] {
  return history.flatMap((labels) => {
    const sizes = clusterSizes(labels, CLUSTERS);
    const sumsOf = (rows: Points): number[][] =>
      Array.from({ length: CLUSTERS }, (_, h) =>
        rows[0].map((__, c) => rows.reduce((sum, x, i) => sum + (labels[i] === h ? x[c] : 0), 0)),
      ).filter((_, h) => sizes[h] > 0);
    const meansOf = (rows: Points): number[][] => {
      const present = sizes.filter((size) => size > 0);
      return sumsOf(rows).map((sum, at) => sum.map((value) => value / present[at]));
    };
    const sums = sumsOf(quantised(points));
    return [
      ...doubles('sums', sums),
      ...doubles('means', meansOf(points)),
      ...doubles('means of quantised points', meansOf(quantised(points))),
      ...shortTraces(sums),
    ];
  });
}

function doubles(what: string, rows: Points): Trace[] {
  return rows.flat().map((value) => ({ what, bytes: Buffer.from(Float64Array.of(value).buffer) }));
}

/** Integers as signed words and as residues. */
function shortTraces(rows: Points): Trace[] {
  return [
    ...triples('integers as MessagePack', rows, (triple) => encode(triple).subarray(1)),
    ...triples('signed words', rows, (triple) => Int32Array.from(triple)),
    ...MODULI.flatMap((p) =>
      triples(`residues modulo ${p}`, rows, (triple) =>
        Uint32Array.from(triple, (value) => ((value % p) + p) % p),
      ),
    ),
  ];
}

function triples(what: string, rows: Points, write: (triple: readonly number[]) => ArrayBufferView): Trace[] {
  return rows.flatMap((x) =>
    x.slice(2).map((_, c) => {
      const { buffer, byteOffset, byteLength } = write(x.slice(c, c + 3));
      return { what, bytes: Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength) };
    }),
  );
}

function quantised(points: Points): number[][] {
  return points.map((x) => x.map((value) => quantise(value, SCALE)));
}

/** All values of the shares that were sent to certain clients, three in a row. */
function tracesOfShares(history: History, addressed: (to: number) => boolean): Trace[] {
  return history.sent('shares').flatMap(({ to, payload }) => {
    if (!addressed(to)) return [];
    const { body } = bodyOf<{ values: readonly Uint32Array[] }>(secfc, payload);
    return body.values.flatMap((plane) =>
      Array.from({ length: Math.floor(plane.length / 3) }, (_, i) => {
        const { buffer } = plane.slice(3 * i, 3 * i + 3);
        return { what: `share for ${to}`, bytes: Buffer.from(buffer) };
      }),
    );
  });
}
