/** The life of a removal request: what is lost is asked for again, nobody's labels are stale, and nobody is blamed for the network. */

import { describe, expect, test } from 'vitest';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { assignToCentres } from '../../../src/core/math/cluster/centres.ts';
import type { Matrix } from '../../../src/core/base/matrix.ts';
import type { RequestRecord } from '../../../src/core/protocol/outcome.ts';
import { play, type Played, scenarioFiles } from '../../support/scenarios.ts';

const load = scenarioFiles();

const CLIENTS = 8;

/** Two requests to different clients, of 400 points in three blobs. */
const REMOVE = [
  { points: [0, 1, 2], client: 'client-2' },
  { points: [0], client: 'client-3' },
];

const CHANGES = ['clear', 'secret', 'everybody'];

function scenario(protocol: object, faults: readonly object[] = []) {
  const batch = { requests: (protocol as { change?: string }).change === 'secret' ? 2 : 1 };
  const settings = {
    batch,
    name: 'mufc',
    clusters: 3,
    aggregation: { threshold: 5 },
    timeout: '10s',
    ...protocol,
  };
  return load({
    clients: CLIENTS,
    data: {
      source: 'gaussian-mixture',
      points: 400,
      dimension: 2,
      components: 3,
      deviation: 1,
      scale: { minimum: -0.5, maximum: 0.5 },
    },
    protocol: { remove: REMOVE, ...settings },
    faults,
  });
}

const playWith = (protocol: object, faults: readonly object[] = []): Promise<Played> =>
  play(scenario(protocol, faults));

const requestsOf = ({ clustering }: Pick<Played, 'clustering'>): readonly RequestRecord[] =>
  clustering?.requests ?? [];

/** The share of some rows that are labelled, and not with the nearest centre of the final clustering. */
function stale({ clustering, labels }: Played, points: Matrix, rows: Uint32Array): number {
  const { centres } = clustering as { centres: Matrix };
  const nearest = assignToCentres(points, centres);
  const wrong = [...rows].filter((row) => ![NO_CLUSTER, nearest[row]].includes(labels![row]));
  return wrong.length / rows.length;
}

describe.each(CHANGES)('with change: %s', (change) => {
  test('every request is served, and the ledger has its outcome', async () => {
    const played = await playWith({ change });
    expect(played.findings.caveat).toBeUndefined();
    expect(requestsOf(played)).toMatchObject([
      {
        request: 1,
        clients: ['client-2'],
        state: 'served',
        points: 3,
        together: change === 'secret' ? 2 : 1,
      },
      { request: 2, clients: ['client-3'], state: 'served', points: 1, clustering: 2 },
    ]);
    const gone = [...(played.labels as Uint16Array)].filter((label) => label === NO_CLUSTER);
    expect(gone).toHaveLength(4);
  });

  test.each(['keys', 'masked', 'unmasking'])(
    'a client that misses the sum of a request (%s) has no stale labels',
    async (message) => {
      const late = { fault: 'withhold', who: 'client-5', message, to: ['server'], when: { round: 1 } };
      const loaded = scenario({ change }, [late]);
      const played = await play(loaded);
      expect(played.findings.aborted).toBeUndefined();
      // Some points lie nearer to another centre than their local one does; of a stale clustering all would.
      expect(stale(played, loaded.data.points, loaded.shards[4])).toBeLessThan(0.2);
      expect(requestsOf(played).map(({ state }) => state)).toEqual(['served', 'served']);
    },
  );

  test('a lost request is repeated until it is served', async () => {
    const lost = {
      fault: 'withhold',
      who: 'server',
      message: 'remove',
      to: ['client-2'],
      when: { round: 1 },
      for: '15s',
    };
    const played = await playWith({ change }, [lost]);
    expect(requestsOf(played).map(({ state, points }) => [state, points])).toEqual([
      ['served', 3],
      ['served', 1],
    ]);
    expect(played.findings.caveat).toBeUndefined();
    expect(played.findings.faults).toMatchObject([
      { times: expect.any(Number), firstNs: expect.any(Number) },
    ]);
  });

  test('a request that nobody answers is open, and the run says so', async () => {
    const lost = { fault: 'withhold', who: 'server', message: 'remove', to: ['client-2'] };
    const played = await playWith({ change }, [lost]);
    expect(requestsOf(played).map(({ state }) => state)).toEqual(['open', 'served']);
    expect(played.findings.caveat).toMatch(/^1 of 2 removal requests open/);
  });

  test.each([undefined, 2])(
    'a lost answer neither ends the run nor accuses anybody (blame: %s)',
    async (blame) => {
      const lost = { fault: 'withhold', who: 'client-2', message: 'removed' };
      const aggregation = { threshold: 5, ...(blame !== undefined && { blame }) };
      const { findings, clustering } = await playWith({ change, aggregation }, [lost]);
      expect(findings.aborted).toBeUndefined();
      expect(findings.blamed).toBeUndefined();
      expect(requestsOf({ clustering }).map(({ state }) => state)).toEqual(['open', 'served']);
    },
  );

  test('an answer that was lost is repeated, and nothing is removed twice', async () => {
    const lost = {
      fault: 'withhold',
      who: 'client-2',
      message: 'removed',
      when: { round: 1 },
      for: '15s',
    };
    const played = await playWith(
      { change, remove: [{ points: 'random', count: 2, client: 'client-2' }, REMOVE[1]] },
      [lost],
    );
    const gone = [...(played.labels as Uint16Array)].filter((label) => label === NO_CLUSTER).length;
    const states = requestsOf(played).map(({ state }) => state);
    expect({ gone, states, caveat: played.findings.caveat }).toEqual({
      gone: 3,
      states: ['served', 'served'],
      caveat: undefined,
    });
  });
});

test('changes whose sum failed because a client is gone are summed without it', async () => {
  const gone = { fault: 'dropout', who: 'client-8' };
  const played = await playWith({ change: 'secret' }, [gone]);
  expect(requestsOf(played).map(({ state }) => state)).toEqual(['served', 'served']);
  expect(played.findings.missing).toEqual(['client-8']);
});

describe('a batch is clustered', () => {
  const REQUESTS = 12;
  const clusteringsOf = async (batch: object, more: object = {}) => {
    const remove = [{ points: 'random', requests: REQUESTS }];
    const played = await playWith({ change: 'clear', remove, batch, ...more });
    const requests = requestsOf(played);
    expect(requests.map(({ state }) => state)).toEqual(requests.map(() => 'served'));
    expect(requests).toHaveLength(REQUESTS);
    return requests.map(({ clustering }) => clustering);
  };

  test('after a number of requests', async () => {
    expect(await clusteringsOf({ requests: 5 })).toEqual([5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 13, 13]);
  });

  test('before more points than allowed are outstanding', async () => {
    const remove = [{ points: 'random', count: 2, requests: REQUESTS }];
    expect(await clusteringsOf({ points: 5 }, { remove })).toEqual([3, 3, 3, 6, 6, 6, 9, 9, 9, 12, 12, 12]);
  });

  test('at an interval, and at once if the interval is 0', async () => {
    const every = new Set(await clusteringsOf({ every: '2ms' }));
    expect(every.size).toBeGreaterThan(1);
    expect(every.size).toBeLessThan(REQUESTS);
    expect(new Set(await clusteringsOf({ every: '0ms' })).size).toBe(REQUESTS);
  });

  test('for every request by default', async () => {
    expect(new Set(await clusteringsOf({})).size).toBe(REQUESTS);
  });

  test('in secret only after another client has changed something', async () => {
    const own = { client: 'client-2', requests: 3 };
    const remove = [
      { points: 'random', ...own },
      { points: 'random', client: 'client-3' },
    ];
    const played = await playWith({ change: 'secret', batch: { requests: 2 }, remove });
    expect(requestsOf(played)).toMatchObject(
      remove.flatMap((_, i) => (i === 0 ? [{}, {}, {}] : [{}])).map(() => ({ clustering: 4, together: 2 })),
    );
  });
});

test('a scenario can expect that all requests are served', async () => {
  const lost = { fault: 'withhold', who: 'server', message: 'remove', to: ['client-2'] };
  const expecting = (faults: object[]) => ({
    ...scenario({ change: 'clear' }, faults),
    expect: { requests: 'served' as const },
  });
  expect((await play(expecting([]))).findings.violated).toBeUndefined();
  expect((await play(expecting([lost]))).findings.violated).toEqual([
    { property: 'requests', message: 'expected all served, got these open: 1' },
  ]);
});

test('clients with fewer distinct points than clusters unlearn like others', async () => {
  const shards = [
    [[0.1], [0.1], [0.1], [0.4]],
    [[-0.2], [-0.3], [0.3], [0.2]],
  ];
  const protocol = {
    name: 'mufc',
    clusters: 4,
    secrecy: 'none',
    remove: [{ points: [1, 2], client: 'client-1' }],
  };
  for (let seed = 1; seed <= 60; seed++) {
    const played = await play(load({ shards, seed, protocol }));
    expect(requestsOf(played)).toMatchObject([{ state: 'served', points: 2 }]);
    expect([...(played.labels as Uint16Array)].filter((label) => label === NO_CLUSTER)).toHaveLength(2);
  }
});
