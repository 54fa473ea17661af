import { describe, expect, test } from 'vitest';
import { kfed, lloyd, secfc } from '../../bin/standard.ts';
import { clusterSizes } from '../../src/core/base/labels.ts';
import type { PhaseCost } from '../../src/core/protocol/cost.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { Random } from '../../src/core/base/random.ts';
import type { Scenario } from '../../src/run/scenario/load.ts';
import { counted, stated } from '../support/counts.ts';
import {
  clusteringOf,
  play,
  type Played,
  scenarioFiles,
  SERVER,
  type Setting,
} from '../support/scenarios.ts';

const load = scenarioFiles();

const FRAMING_BYTES = 66;

/** What a message may cost beyond its numbers: the array, its name, a round, and a head for every block of numbers. */
const overheadBytes = (type: string, blocks: number): number => 8 + type.length + 5 * blocks;

const secure = [
  { n: 3, l: 1, t: 1, k: 1, d: 1 },
  { n: 5, l: 2, t: 1, k: 2, d: 5, reveal: true },
  { n: 5, l: 1, t: 2, k: 3, d: 2, reveal: true, scale: 1 },
  { n: 6, l: 2, t: 1, k: 2, d: 4, centreSeparation: true },
  { n: 8, l: 3, t: 1, k: 4, d: 7, reveal: true, scale: 100_000, start: 'k-means++' },
  { n: 9, l: 3, t: 2, k: 2, d: 4 },
  { n: 10, l: 1, t: 4, k: 5, d: 3, reveal: true, moduli: 6, start: 'k-means++' },
  { n: 12, l: 2, t: 3, k: 3, d: 9, centreSeparation: true, reveal: true },
  { n: 7, l: 1, t: 1, k: 2, d: 3, byzantine: 2, reveal: true },
  { n: 13, l: 2, t: 2, k: 3, d: 5, byzantine: 3 },
  { n: 4, l: 1, t: 1, k: 2, d: 3, verifiableSharing: true },
  { n: 9, l: 2, t: 2, k: 2, d: 3, verifiableSharing: true, byzantine: 1, reveal: true },
  { n: 7, l: 2, t: 1, k: 3, d: 5, disclosure: 'blinded', reveal: true },
  { n: 7, l: 1, t: 3, k: 4, d: 2, disclosure: 'order', start: 'k-means++' },
  { n: 5, l: 1, t: 2, k: 2, d: 3, minimumCluster: 2 },
];

/** How many values a client sends for a point. */
const valuesSeen = (k: number, disclosure?: string): number =>
  disclosure === 'order' ? (k * (k - 1)) / 2 : k;

describe('SecFC', () => {
  test.each(secure)('costs what its formulas say: $n clients, l=$l, t=$t, k=$k, d=$d', async (shape) => {
    const { n, l, t, k, d, ...rest } = shape;
    const { scenario, played, iterations, cost } = await playBlobs(secfc, n, d, {
      name: 'secfc',
      clusters: k,
      segments: l,
      privacy: t,
      ...rest,
    });
    expect(counted(played.ledger)).toEqual(stated(cost));

    // The count of the papers, from the shape alone.
    const m = scenario.population.points;
    const width = Math.ceil(d / l);
    const { messages } = counted(played.ledger);
    const checked = rest.verifiableSharing === true;
    const shares = messages[checked ? 'share checked-shares' : 'share shares'];
    expect(shares.elements).toBe(m * width * (n - 1) + (checked ? 2 * n * (n - 1) : 0));
    expect(messages['share openings']?.elements).toBe(checked ? 2 * n * n : undefined);
    expect(messages['iterate distances'].elements).toBe(valuesSeen(k, rest.disclosure) * m * iterations * n);
    const key = rest.disclosure === undefined ? undefined : { messages: n - 1, elements: 8 * (n - 1) };
    expect(messages['share blinding-key']).toEqual(key);
    expect(messages['reveal centre-shares']?.elements).toBe(rest.reveal ? n * k * width : undefined);
  });

  test.each(secure)(
    'sends 4 bytes per residue and little more: $n clients, l=$l, t=$t, k=$k, d=$d',
    async (shape) => {
      const { n, l, t, k, d, ...rest } = shape;
      const { scenario, played } = await playBlobs(secfc, n, d, {
        name: 'secfc',
        clusters: k,
        segments: l,
        privacy: t,
        ...rest,
      });
      const r = secfc.agree(scenario.parameters as never, scenario.population).moduli.length;
      const m = scenario.population.points;
      for (const cell of played.ledger.traffic()) {
        const { type, messages, elements, payloadBytes, wireBytes } = cell;
        const labelBits = Math.max(1, Math.ceil(Math.log2(k)));
        const hasLabels = type === 'assignment' || type === 'outcome';
        const labelBytes = hasLabels ? Math.ceil((labelBits * m) / 8) * messages : 0;
        // Salts, commitments and digests.
        const hashes = { 'checked-shares': n + 1, openings: n }[type] ?? 0;
        const planes = type === 'blinding-key' ? 1 : r;
        const numberBytes = 4 * planes * elements + labelBytes + 32 * hashes * messages;
        expect(payloadBytes).toBeGreaterThan(numberBytes);
        expect(payloadBytes).toBeLessThanOrEqual(numberBytes + messages * overheadBytes(type, r));
        expect(wireBytes).toBe(payloadBytes + messages * FRAMING_BYTES);
      }
    },
  );

  test('costs what was computed by hand for 5 clients with 11 points of dimension 5', async () => {
    const { scenario, played, iterations } = await playBlobs(secfc, 5, 5, {
      name: 'secfc',
      clusters: 2,
      segments: 2,
      privacy: 1,
      moduli: 3,
      reveal: true,
    });
    expect(scenario.population.sizes).toEqual([1, 2, 4, 1, 3]);
    expect(iterations).toBe(2);
    // Three elements a segment, to four others; distances to two clusters, twice; five answers decode.
    expect(counted(played.ledger)).toEqual({
      messages: {
        'share shares': { messages: 20, elements: 132 },
        'share ready': { messages: 5, elements: 0 },
        'iterate assignment': { messages: 10, elements: 0 },
        'iterate distances': { messages: 10, elements: 220 },
        'reveal outcome': { messages: 5, elements: 0 },
        'reveal centre-shares': { messages: 5, elements: 30 },
      },
      work: {
        'share secfc/encode-shares': { runs: 5, operations: 3 * 11 * 3 * 5 * 3 },
        'share secfc/coded-norms': { runs: 5, operations: 5 * 3 * 33 },
        'iterate secfc/coded-distances': { runs: 10, operations: 10 * 3 * (33 + 22 * 5 + 6) },
        'iterate secfc/decode-labels': { runs: 2, operations: 2 * 3 * 22 * 5 },
        'reveal secfc/coded-centres': { runs: 5, operations: 5 * 3 * 33 },
        'reveal secfc/decode-centres': { runs: 1, operations: 3 * 6 * 2 * 3 },
      },
    });
    const byClient = [1, 2, 3, 4, 5].map((client) =>
      played.history
        .sent('shares')
        .filter(({ from }) => from === client)
        .map(({ elements }) => elements),
    );
    expect(byClient).toEqual([1, 2, 4, 1, 3].map((own) => [3 * own, 3 * own, 3 * own, 3 * own]));
  });
});

const central = [
  { n: 1, k: 1, d: 1 },
  { n: 4, k: 3, d: 5 },
  { n: 4, k: 3, d: 5, scale: 1000 },
  { n: 9, k: 2, d: 3, scale: 1, centreSeparation: true },
];

describe('centralised Lloyd', () => {
  test.each(central)('costs what its formulas say: $n clients, k=$k, d=$d, scale $scale', async (shape) => {
    const { n, k, d, ...rest } = shape;
    const { scenario, played, iterations, cost } = await playBlobs(lloyd, n, d, {
      name: 'lloyd',
      clusters: k,
      ...rest,
    });
    const found = counted(played.ledger);
    expect(found).toEqual(stated(cost));

    const m = scenario.population.points;
    expect(found.messages['collect points']).toEqual({ messages: n, elements: m * d });
    // The sums of all points, then a distance of each point to each centre.
    expect(found.work['iterate lloyd/iterate'].operations).toBe(iterations * (m * d + m * k * d));
    for (const { type, messages, elements, payloadBytes, wireBytes } of played.ledger.traffic()) {
      const labelBits = Math.max(1, Math.ceil(Math.log2(k)));
      const numberBytes = type === 'result' ? Math.floor((labelBits * m) / 8) : 8 * elements;
      expect(payloadBytes).toBeGreaterThan(numberBytes);
      expect(payloadBytes).toBeLessThanOrEqual(numberBytes + messages * overheadBytes(type, 1));
      expect(wireBytes).toBe(payloadBytes + messages * FRAMING_BYTES);
    }
  });
});

const oneShot = [
  { n: 1, k: 1, d: 1 },
  { n: 5, k: 3, d: 2 },
  { n: 7, k: 4, d: 5, clustersPerClient: 2 },
  { n: 12, k: 3, d: 9, clustersPerClient: 1 },
  { n: 10, k: 2, d: 30 },
];

describe('k-FED', () => {
  test.each(oneShot)(
    "costs what its formulas say, plus clients' own iterations: $n clients, k=$k, d=$d",
    async (shape) => {
      const { n, k, d, ...rest } = shape;
      const { scenario, played, iterations, cost } = await playBlobs(kfed, n, d, {
        name: 'kfed',
        clusters: k,
        ...rest,
      });
      const { 'local lloyd/iterate': own, ...work } = counted(played.ledger).work;
      const { messages } = counted(played.ledger);
      expect({ messages, work }).toEqual(stated(cost));

      // The count of the paper: one centre for each local cluster, once.
      const { sizes } = scenario.population;
      const local = sizes.map((m) => Math.min(m, rest.clustersPerClient ?? k));
      const centres = local.reduce((sum, number) => sum + number, 0);
      expect(messages).toEqual({
        'local local-centres': { messages: n, elements: centres * d },
        'label clusters': { messages: n, elements: 0 },
      });
      expect(work['combine lloyd/iterate']).toEqual({
        runs: iterations,
        operations: iterations * centres * d * (k + 1),
      });
      for (const { type, messages: number, elements, payloadBytes, wireBytes } of played.ledger.traffic()) {
        const numberBytes = type === 'clusters' ? 2 * centres : 8 * elements;
        expect(payloadBytes).toBeGreaterThan(numberBytes);
        expect(payloadBytes).toBeLessThanOrEqual(numberBytes + number * overheadBytes(type, 1));
        expect(wireBytes).toBe(payloadBytes + number * FRAMING_BYTES);
      }

      // What the formulas leave out: each client's iterations, counted where they ran.
      const computed = played.history.of('computed').filter(({ actor, task }) => {
        return actor !== SERVER && task === 'lloyd/iterate';
      });
      const runs = sizes.map((_, j) => computed.filter(({ actor }) => actor === j + 1).length);
      expect(Math.min(...runs)).toBeGreaterThan(0);
      expect(own).toEqual({
        runs: computed.length,
        operations: runs.reduce((sum, times, j) => sum + times * sizes[j] * d * (local[j] + 1), 0),
      });
    },
  );

  test('costs what was computed by hand for 2 clients with 3 points of dimension 2', async () => {
    const shards = [
      [[0, 0]],
      [
        [9, 9],
        [0, 1],
      ],
    ];
    const { ledger, findings } = await play(load({ shards, protocol: { name: 'kfed', clusters: 2 } }));
    expect(findings).toMatchObject({ iterations: 1, converged: true });
    // One point and one centre; two points and two centres; three centres at the server.
    expect(counted(ledger)).toEqual({
      messages: {
        'local local-centres': { messages: 2, elements: 2 + 4 },
        'label clusters': { messages: 2, elements: 0 },
      },
      work: {
        'local kfed/project': { runs: 2, operations: 2 + 8 },
        'local kfed/seed': { runs: 2, operations: 2 + 16 },
        'local lloyd/iterate': { runs: 2, operations: 4 + 12 },
        'local kfed/centres': { runs: 2, operations: 2 + 4 },
        'combine kfed/spread': { runs: 1, operations: 24 },
        'combine lloyd/iterate': { runs: 1, operations: 18 },
        'combine kfed/centres': { runs: 1, operations: 6 },
      },
    });
  });
});

/** Runs a protocol on one blob a cluster, far apart, so that no cluster is ever empty; clients hold 1 to 4 points. */
async function playBlobs(
  protocol: AnyProtocol,
  clients: number,
  dimension: number,
  settings: Setting['protocol'],
): Promise<{ scenario: Scenario; played: Played; iterations: number; cost: readonly PhaseCost[] }> {
  const { clusters } = settings;
  const stream = new Random(1).stream('points');
  let next = 0;
  const point = (): number[] => {
    const blob = next++ % clusters;
    return Array.from(
      { length: dimension },
      (_, c) => 100 * blob * (c % 2 === 0 ? 1 : -1) + stream.uniform(),
    );
  };
  const shards = Array.from({ length: clients }, (_, j) =>
    Array.from({ length: [1, 2, 4, 1, 3][j % 5] }, point),
  );
  const scenario = load({ shards, seed: 3, protocol: settings });
  const played = await play(scenario);
  const { history, iterations, converged } = clusteringOf(played);
  const smallest = history.map((labels) => Math.min(...clusterSizes(labels, clusters)));
  // The conditions under which the formulas hold.
  expect({ converged, smallest: Math.min(...smallest) > 0 }).toEqual({ converged: true, smallest: true });
  const agreed: unknown = protocol.agree(scenario.parameters, scenario.population);
  return { scenario, played, iterations, cost: protocol.cost(agreed, scenario.population, iterations) };
}
