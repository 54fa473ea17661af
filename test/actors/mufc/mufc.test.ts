import { describe, expect, test } from 'vitest';
import { mufc } from '../../../bin/standard.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { fromRows, type Matrix } from '../../../src/core/base/matrix.ts';
import { PASS, type Rule } from '../../../src/core/engine/network/rule.ts';
import type { Traffic } from '../../../src/run/trace/account.ts';
import { counted, stated } from '../../support/counts.ts';
import { dropping, endsOf, play, type Played, scenarioFiles, SERVER } from '../../support/scenarios.ts';
import { blobs, playWatched } from '../../support/mufc-watched.ts';

const load = scenarioFiles();

const CLIENTS = 6;

const POINTS = blobs().flat().length;

async function playMufc(
  settings: object = {},
  options: { seed?: number; rules?: readonly Rule[]; shards?: number[][][]; faults?: readonly object[] } = {},
): Promise<Played> {
  const { seed = 1, rules, shards = blobs(), faults = [] } = options;
  const protocol = { name: 'mufc', clusters: 3, restarts: 3, ...settings };
  return play(load({ shards, seed, protocol, faults }), rules && { rules });
}

const centresOf = ({ clustering }: Played): number[] => [...(clustering?.centres?.values ?? [])];

describe('training', () => {
  test('finds clusters of which every client has a part', async () => {
    const { findings, labels, clustering } = await playMufc();
    expect(findings.aborted).toBeUndefined();
    const truth = Uint16Array.from({ length: POINTS }, (_, i) => i % 3);
    const named = new Map([...truth].map((blob, i) => [blob, (labels as Uint16Array)[i]]));
    expect([...(labels as Uint16Array)]).toEqual([...truth].map((blob) => named.get(blob)));
    expect(clustering?.centres).toMatchObject({ rows: 3, columns: 2 });
  });

  test('gives the same whatever the code, the graph and the checks of the sum are', async () => {
    const plain = centresOf(await playMufc());
    for (const aggregation of [
      { code: 'hashed' },
      { code: 'integers' },
      { neighbours: 4, threshold: 3 },
      { malicious: true },
      { blame: 1 },
    ])
      expect(centresOf(await playMufc({ aggregation }))).toEqual(plain);
  });

  test('gives the same with room for all cells that there are, and nothing with less', async () => {
    const levels = 2;
    const played = await playMufc({ levels });
    const withRoom = await playMufc({ levels, room: 4 });
    expect(centresOf(withRoom)).toEqual(centresOf(played));
    const elements = ({ ledger }: Played) => ledger.traffic().find(({ type }) => type === 'masked')?.elements;
    expect(elements(withRoom)).toBeLessThan(elements(played) as number);
    expect(elements(await playMufc({ levels, room: 1000 }))).toBe(elements(played));
    const { findings } = await playMufc({ levels, room: 1 });
    expect(findings.aborted).toBe(`the sum of ${CLIENTS} clients does not decode to at most 1 cells`);
  });

  test('costs what its formulas say', async () => {
    for (const settings of [
      {},
      { levels: 2, room: 8 },
      { secrecy: 'none' },
      { aggregation: { code: 'hashed', blame: 1 } },
    ]) {
      const protocol = { name: 'mufc', clusters: 3, ...settings };
      const scenario = load({ shards: blobs(3, [4, 5, 6]), protocol });
      const { ledger, clustering } = await play(scenario);
      const agreed: unknown = mufc.agree(scenario.parameters as never, scenario.population);
      const cost = mufc.cost(agreed as never, scenario.population, clustering?.iterations ?? 0);
      expect(counted(ledger)).toEqual(stated(cost));
    }
  });

  test('sends 2KL elements of the size of p from every client, as the paper counts, and one check sum', async () => {
    const scenario = load({ shards: blobs(3, [4, 5, 6]), protocol: { name: 'mufc', clusters: 3 } });
    const { ledger } = await play(scenario);
    const masked = ledger.traffic().find(({ type }) => type === 'masked') as Traffic;
    // K = 3, L = 3; 15 points make 4 levels, 64 cells and p = 67.
    expect(masked.elements).toBe(3 * (2 * 3 * 3 + 1));
    const bytes = 3 * Math.ceil(((2 * 3 * 3 + 1) * 7) / 8);
    expect(masked.payloadBytes).toBeGreaterThan(bytes);
    expect(masked.payloadBytes).toBeLessThan(bytes + 3 * 60);
  });
});

describe('removals', () => {
  const removed = (played: Played): number[] =>
    [...(played.labels as Uint16Array)].flatMap((label, row) => (label === NO_CLUSTER ? [row] : []));

  test.each(['scma', 'none'])(
    'take points out of the clustering, one request after the other: %s',
    async (secrecy) => {
      const remove = [
        { points: [0, 3], client: 'client-1' },
        { points: 'random', count: 2, requests: 2 },
        { points: 'adversarial', count: 1, client: 'client-3' },
        { points: 'adversarial', count: 2 },
        { clients: ['client-4', 'client-2'] },
      ];
      const played = await playMufc({ remove, secrecy });
      expect(played.findings.aborted).toBeUndefined();
      // Rows in order of the clients: client-1 has rows 0 to 6, client-2 rows 7 to 10, client-4 row 20.
      const gone = removed(played);
      expect(gone).toEqual(expect.arrayContaining([0, 3, 7, 8, 9, 10, 20]));
      expect(gone.length).toBeGreaterThanOrEqual(2 + 1 + 4 + 1);
      expect(gone.length).toBeLessThanOrEqual(2 + 4 + 1 + 2 + 5);
      expect(played.ledger.rounds.map(({ round }) => round)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    },
  );

  test('of the point that contributes most find it', async () => {
    const shards = blobs();
    shards[4][2] = [0.49, -0.49];
    const remove = [{ points: 'adversarial' }];
    for (const secrecy of ['scma', 'none'])
      expect(removed(await playMufc({ remove, secrecy }, { shards }))).toEqual([7 + 4 + 9 + 1 + 2]);
  });

  test('of everything end with no points left', async () => {
    const everybody = Array.from({ length: CLIENTS }, (_, j) => `client-${j + 1}`);
    const { findings } = await playMufc({ remove: [{ clients: everybody }], secrecy: 'none' });
    expect(findings.aborted).toBe('there are no points left');
  });

  test('that hit no centre lead to a new sum only with exact unlearning, not with lazy', async () => {
    // Two points in one place per client: one of them is no centre, whatever is drawn.
    const shards = blobs().map((points) => [...points, [0.3, 0.3], [0.3, 0.3], [0.3, 0.3], [0.3, 0.3]]);
    const remove = [{ points: 'random', requests: 4 }];
    const sums = async (unlearning: string): Promise<number> => {
      const settings = { remove, unlearning, change: 'everybody' };
      const { history } = await playMufc(settings, { shards, seed: 3 });
      const changed = history.sent('learn').length / CLIENTS;
      expect(history.sent('removed')).toHaveLength(4);
      expect(history.sent('masked')).toHaveLength(CLIENTS * (1 + changed));
      return changed;
    };
    const [exact, lazy, retrain] = [await sums('exact'), await sums('lazy'), await sums('retrain')];
    expect([exact, retrain]).toEqual([4, 4]);
    expect(lazy).toBeLessThan(4);
  });

  test('cost far fewer operations at the client than retraining', async () => {
    const shards = blobs(2, [60, 60, 60]);
    const operations = async (unlearning: string): Promise<number> => {
      const remove = [{ points: 'random', requests: 8 }];
      const { ledger } = await playMufc({ remove, unlearning, secrecy: 'none' }, { shards });
      const seeds = ledger
        .work()
        .filter(({ task, round, by }) => task === 'one-shot/seed' && round > 0 && by === 'client');
      return seeds.reduce((sum, work) => sum + work.operations, 0);
    };
    expect((await operations('exact')) * 10).toBeLessThan(await operations('retrain'));
  });
});

/** The numbers that occur in these bytes, as doubles. */
function occurring(bytes: Buffer, values: readonly number[]): number[] {
  return values.filter((x) => {
    const pattern = Buffer.alloc(8);
    pattern.writeDoubleLE(x);
    return bytes.includes(pattern);
  });
}

describe('a point that was removed', () => {
  const shards = blobs();
  /** Of these clients everything that is a centre, and more, goes. */
  const remove = [{ points: [0, 1, 2, 3, 4], client: 'client-1' }, { clients: ['client-2'] }];
  const gone = [...shards[0].slice(0, 5), ...shards[1]].flat();

  const found = (bytes: Buffer): number[] => occurring(bytes, gone);

  test.each(['scma', 'none'])(
    "is neither in its client's memory nor in any later message: %s",
    async (secrecy) => {
      const matrices = shards.map((points) => fromRows(points));
      const bytesOf = ({ values }: Matrix): Buffer => Buffer.from(new Uint8Array(values.buffer));
      expect(found(Buffer.concat(matrices.map(bytesOf)))).toHaveLength(gone.length);
      const { history, outcome } = await playWatched(matrices, { remove, secrecy });
      expect(outcome.kind).toBe('clustered');
      expect(found(Buffer.concat(matrices.map(bytesOf)))).toEqual([]);

      const [first] = history.sent('removed');
      const before = history.of('sent').filter(({ id }) => id < first.id);
      const [, second] = history.sent('removed');
      const after = history.of('sent').filter(({ id }) => id > second.id);
      expect(after.length).toBeGreaterThan(10);
      expect(found(Buffer.concat(after.map(({ payload }) => payload)))).toEqual([]);
      // The same search sees centres that are sent in the clear, while they are there.
      const seen = found(Buffer.concat(before.map(({ payload }) => payload)));
      expect(seen.length > 0).toBe(secrecy === 'none');
    },
  );
});

describe('faults', () => {
  const silent = (client: number, type: string): Rule => {
    let gone = false;
    return dropping((packet) => {
      gone ||= packet.sender === client && packet.type.name === type;
      return gone && packet.sender === client;
    });
  };

  test.each(['keys', 'secret-shares', 'masked', 'unmasking'])(
    'a client that drops out before its %s does not end the run',
    async (type) => {
      const { findings, labels } = await playMufc({ timeout: '10s' }, { rules: [silent(2, type)] });
      expect(findings.aborted).toBeUndefined();
      expect((labels as Uint16Array).length).toBe(POINTS);
    },
  );

  test.each(['scma', 'none'])('duplicated orders are executed once: %s', async (secrecy) => {
    const twice: Rule = {
      name: 'twice',
      apply: ({ sender }) => (sender === SERVER ? { kind: 'duplicate', ns: 5e6 } : PASS),
    };
    const remove = [{ points: 'random', requests: 2 }, { points: 'adversarial' }, { clients: ['client-2'] }];
    const { findings, labels } = await playMufc({ remove, secrecy }, { rules: [twice] });
    const calm = await playMufc({ remove, secrecy });
    expect(findings.aborted).toBeUndefined();
    expect(labels).toEqual(calm.labels);
  });

  test('too many dropouts end the run, and the server says how many are missing', async () => {
    const rules = [1, 2, 3].map((client) => silent(client, 'masked'));
    const { findings, history } = await playMufc({ timeout: '10s' }, { rules });
    expect(findings.aborted).toBe('expected at least 5 masked vectors, got 3 in time: 3 of 6 are missing');
    expect(endsOf(history).server).toBeDefined();
  });

  test('a client that drops out when asked to remove points does not hold up the others', async () => {
    const remove = [
      { points: [0], client: 'client-2' },
      { points: [0], client: 'client-3' },
    ];
    const { findings, labels } = await playMufc(
      { remove, timeout: '10s' },
      { rules: [silent(2, 'removed')] },
    );
    expect(findings.aborted).toBeUndefined();
    expect((labels as Uint16Array)[11]).toBe(NO_CLUSTER);
  });
});

test('the server receives no trace of a point, nor of centres unless they are in the clear', async () => {
  const shards = blobs();
  const traces = async (secrecy: string): Promise<number> => {
    const { history } = await playMufc({ secrecy });
    const payloads = history.of('delivered').flatMap(({ to, payload }) => (to === SERVER ? [payload] : []));
    const bytes = Buffer.concat(payloads);
    return occurring(bytes, shards.flat(2)).length;
  };
  expect(await traces('scma')).toBe(0);
  // Three centres of two coordinates each, of one client its only point.
  expect(await traces('none')).toBe(2 * (5 * 3 + 1));
});

describe('settings that cannot work are refused', () => {
  const refused = (protocol: object, shards = blobs()): string => {
    try {
      load({ shards, protocol: { name: 'mufc', clusters: 3, ...protocol } });
      return 'accepted';
    } catch (error) {
      return (error as Error).message.replace(/^.*?: protocol/, 'protocol').split('\n')[0];
    }
  };

  test.each([
    [{ remove: [{ clients: ['client-7'] }] }, 'protocol.remove.0.clients'],
    [{ remove: [{ points: 'random', client: 'nobody' }] }, 'protocol.remove.0.client'],
    [{ remove: [{ points: [4], client: 'client-2' }] }, 'protocol.remove.0.points'],
    [{ remove: [{ points: [1, 1], client: 'client-2' }] }, 'protocol.remove.0.points'],
    [{ aggregation: { threshold: 7 } }, 'protocol.aggregation.threshold'],
    [{ aggregation: { threshold: 4, malicious: true } }, 'protocol.aggregation.threshold'],
    [{ aggregation: { neighbours: 3 } }, 'protocol.aggregation.neighbours'],
  ])('%o', (settings, path) => {
    expect(refused(settings)).toContain(path);
  });

  test('points outside the unit cube', () => {
    const far = [[[0.1, 0.2]], [[0.3, 0.7]], [[0.1, 0.1]]];
    expect(refused({}, far)).toContain('expected points in the unit cube');
    expect(refused({ secrecy: 'none' }, far)).toBe('accepted');
  });
});

test('a client that restarts after a crash does not cluster points that it erased', async () => {
  const shards = blobs();
  const remove = [
    { points: [0, 1], client: 'client-2' },
    { points: [0], client: 'client-3' },
  ];
  const crash = {
    fault: 'crash',
    who: 'client-2',
    when: { sent: 'removed', messages: 1 },
    restartAfter: '1ms',
  };
  const { findings, labels } = await playMufc(
    { remove, secrecy: 'none', timeout: '10s' },
    { shards, faults: [crash] },
  );
  expect(findings.aborted).toBeUndefined();
  const [before, own] = [shards[0].length, shards[1].length];
  const found = [...(labels as Uint16Array).subarray(before, before + own)];
  expect(found.map((label) => label === NO_CLUSTER)).toEqual(shards[1].map((_, i) => i < 2));
});

test.each([
  [
    'missing if it does not learn its clusters',
    { aggregation: { threshold: 4, blame: 1 } },
    'masked',
    { missing: ['client-2'], caveat: undefined, missingPoints: 4, uncountedPoints: 0 },
  ],
  [
    'named all the same if it does',
    { secrecy: 'none' },
    'summary',
    {
      missing: undefined,
      caveat: 'nothing of client-2 (owner-1) shaped the clusters, though their points are in them',
      missingPoints: 0,
      uncountedPoints: 4,
    },
  ],
])('a client whose points are not in the centres is %s', async (_, settings, message, expected) => {
  expect(blobs()[1]).toHaveLength(4);
  const faults = [{ fault: 'withhold', who: 'client-2', message, for: '20s' }];
  const { findings } = await playMufc({ timeout: '5s', ...settings }, { faults });
  const { aborted, missing, caveat, quality: { missingPoints, uncountedPoints } = {} } = findings;
  expect(aborted).toBeUndefined();
  expect({ missing, caveat, missingPoints, uncountedPoints }).toEqual(expected);
});
