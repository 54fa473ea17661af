/** Options of SecFC against its server: they change what it sees and nothing of what comes out. */

import { sealedCopy } from '../../../src/core/engine/compute/sealed.ts';
import { planesOf } from '../../../src/core/engine/wire/sealed-residues.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { unblinding } from '../../../actors/secfc/attacks/blinding.ts';
import { blindDistances, columnsOf, pairColumn } from '../../../actors/secfc/iteration/blinding.ts';
import { BlindingKey, Distances } from '../../../actors/secfc/messages.ts';
import { clusterSizes, NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { largestModuli } from '../../../src/core/math/field/moduli.ts';
import { Reconstruction, toResidues } from '../../../src/core/math/field/residues.ts';
import { fromRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import {
  bodyOf,
  clusteringOf,
  dropping,
  endsOf,
  play,
  scenarioFiles,
  SERVER,
  type Setting,
} from '../../support/scenarios.ts';
import { attackOf, attempt } from '../../support/attack-attempts.ts';
import { pluginsWith } from '../../support/plugins.ts';

const load = scenarioFiles();

function setting(protocol: object, clients = 7, points = 60): Setting {
  return {
    seed: 5,
    clients,
    data: { source: 'gaussian-mixture', points, dimension: 4, components: 4, deviation: 3 },
    protocol: { name: 'secfc', clusters: 4, privacy: 2, ...protocol } as Setting['protocol'],
  };
}

describe.each(['blinded', 'order'])('with disclosure %s', (disclosure) => {
  test.each([
    { segments: 1 },
    { segments: 2, privacy: 1 },
    { segments: 1, start: 'k-means++', scale: 1 },
    { segments: 2, reveal: true },
    { segments: 1, clusters: 1 },
    { segments: 1, clusters: 12, scale: 0.1 },
  ])('the clustering equals Lloyd in every iteration: %j', async (rest) => {
    const { findings, clustering } = await play(load(setting({ disclosure, ...rest })));
    expect(findings).toMatchObject({ equalsLloyd: true, converged: true });
    const plain = await play(load(setting(rest)));
    expect(clustering?.history).toEqual(plain.clustering?.history);
  });

  test('the same values never recur, not even for the same clustering', async () => {
    const { history } = await play(load(setting({ disclosure })));
    const from = (round: number) =>
      history
        .sent('distances')
        .map(({ from: client, payload }) => ({
          client,
          ...bodyOf<{ round: number; values: readonly Uint32Array[] }>(secfc, payload).body,
        }))
        .find((answer) => answer.client === 1 && answer.round === round);
    const rounds = Math.max(
      ...history.sent('distances').map(({ payload }) => bodyOf<{ round: number }>(secfc, payload).body.round),
    );
    const last = from(rounds)?.values[0];
    const before = from(rounds - 1)?.values[0];
    const same = last?.filter((value, i) => value === before?.[i] && value !== 0).length;
    expect(same).toBe(0);
  });

  test('the key goes from the first client to the others, and never to the server', async () => {
    const { history } = await play(load(setting({ disclosure })));
    const keys = history.sent(BlindingKey.name);
    expect(keys.map(({ from, to }) => [from, to])).toEqual([2, 3, 4, 5, 6, 7].map((to) => [1, to]));
    const words = Buffer.from(bodyOf<{ words: Uint32Array[] }>(secfc, keys[0].payload).body.words[0].buffer);
    const toServer = history.of('delivered').filter(({ to }) => to === SERVER);
    expect(toServer.length).toBeGreaterThan(10);
    expect(toServer.some(({ payload }) => Buffer.from(payload).includes(words))).toBe(false);
  });

  test('clients without the key stop, and say why', async () => {
    const lost = dropping(({ type }) => type === BlindingKey);
    const { history, findings } = await play(load(setting({ disclosure, timeout: '2s' })), { rules: [lost] });
    const ends = endsOf(history);
    expect(ends['client-2'].result).toBe('the key that blinds distances did not come in time');
    expect(findings.aborted).toContain('in time');
  });
});

test('if the server sees only the order, comparisons with thirds of distances are refused', () => {
  expect(() => load(setting({ disclosure: 'order', centreSeparation: true }))).toThrow(
    'protocol.centreSeparation: expected false where the server sees the order of distances only, got true',
  );
});

describe('what is sent in place of distances', () => {
  const moduli = largestModuli(5);
  const reconstruction = new Reconstruction(moduli);
  const key = new Random(1).secretKey('key');
  const table = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }))
    .chain(([points, k]) =>
      fc.tuple(
        fc.array(fc.array(fc.nat(1e6), { minLength: k, maxLength: k }), {
          minLength: points,
          maxLength: points,
        }),
        fc.array(fc.nat(k - 1), { minLength: points, maxLength: points }),
      ),
    );

  test('are the distances times a factor of each point, or differences of the right sign', () => {
    fc.assert(
      fc.property(table, ([rows, assigned]) => {
        const clusters = rows[0].length;
        const labels = Uint16Array.from(assigned);
        const sizes = clusterSizes(labels, clusters);
        const present = [...sizes.keys()].filter((h) => sizes[h] > 0);
        const columns = present.length;
        const seen = rows.map((row) => present.map((h) => row[h]));
        const { planes } = toResidues(fromRows(seen), moduli);
        const input = { values: sealedCopy(planes), labels, clusters, moduli, key, round: 3 };

        const blinded = planesOf(blindDistances.run({ ...input, disclosure: 'blinded' }));
        seen.forEach((row, i) => {
          const factors = row.flatMap((value, h) =>
            value === 0 ? [] : Number(reconstruction.exact(blinded, i * columns + h)) / value,
          );
          expect(new Set(factors).size).toBeLessThanOrEqual(1);
          for (const factor of factors)
            expect(Number.isInteger(factor) && factor >= 1 && factor <= 2 ** 32).toBe(true);
        });

        const compared = planesOf(blindDistances.run({ ...input, disclosure: 'order' }));
        const pairs = columnsOf('order', columns);
        seen.forEach((row, i) => {
          for (let h = 1; h < columns; h++) {
            for (let g = 0; g < h; g++) {
              const value = reconstruction.exactSigned(compared, i * pairs + pairColumn(g, h));
              const [near, far] = [row[g] * sizes[present[h]] ** 2, row[h] * sizes[present[g]] ** 2];
              expect(Math.sign(Number(value))).toBe(Math.sign(far - near));
            }
          }
        });
      }),
    );
  });
});

describe('resistance to attacks', () => {
  test('common divisors recover most blinded distances, the more clusters the more', async () => {
    const share = async (clusters: number): Promise<number> => {
      const { score } = await attempt(
        load(setting({ disclosure: 'blinded', clusters, maxIterations: 3 }, 7, 200)),
        secfc,
        unblinding,
        ['server'],
      );
      return score.exposed;
    };
    const [two, four, eight] = [await share(2), await share(4), await share(8)];
    expect(two).toBeGreaterThan(0.1);
    expect(four).toBeGreaterThan(two);
    expect(eight).toBeGreaterThan(0.95);
  });

  test('the server derives a map from comparisons: factors average out, and divisors are exact', async () => {
    const attack = attackOf(secfc, 'comparisons');
    const data = { source: 'gaussian-mixture', points: 160, dimension: 2, components: 5, deviation: 4 };
    const scenario = load({
      seed: 4,
      clients: 5,
      data,
      protocol: { name: 'secfc', clusters: 6, privacy: 2, disclosure: 'order' },
    } as Setting);
    const { score } = await attempt(scenario, secfc, attack, ['server']);
    expect(score.exposed).toBeGreaterThan(0.5);
    expect(score.advantage?.interval[0]).toBeGreaterThan(0.4);
    const [claimed, right] =
      `${score.measures['differences claimed exact']}`.match(/\d+/g)?.map(Number) ?? [];
    expect(right).toBeGreaterThan(0.95 * claimed);
    expect(claimed).toBeGreaterThan(1000);
  });

  test('for other points the same map is no better than chance', async () => {
    const attack = attackOf(secfc, 'comparisons');
    const scenario = load(setting({ disclosure: 'order' }));
    const { guess, truth } = await attempt(scenario, secfc, attack, ['server']);
    const { points } = truth;
    const turned = { ...points, values: points.values.toReversed() };
    const elsewhere = attack.score(guess, { ...truth, points: turned });
    expect(elsewhere.advantage?.value).toBeLessThan(0.05);
  });
});

describe('with a minimum cluster size', () => {
  test.each([2, 5, 10])(
    'of %i points, the clustering equals Lloyd under the same rule',
    async (minimumCluster) => {
      const scenario = load(setting({ minimumCluster, clusters: 6, start: 'k-means++' }));
      const played = await play(scenario);
      expect(played.findings).toMatchObject({ equalsLloyd: true, converged: true });
      for (const labels of clusteringOf(played).history) {
        for (const size of clusterSizes(labels, 6)) expect(size === 0 || size >= minimumCluster).toBe(true);
      }
      expect(clusteringOf(played).labels?.includes(NO_CLUSTER)).toBe(false);
      expect(played.history.refusals('assignment')).toEqual([]);
    },
  );

  test('clients refuse assignments with smaller ones, and a server that insists learns nothing', async () => {
    const adversary = { collusion: [{ members: ['server'], adversary: 'steering', attacks: ['geometry'] }] };
    const scenario = load({ ...setting({ minimumCluster: 5 }), ...adversary } as Setting);
    const steering = secfc.privacy?.adversaries?.[0];
    const own = steering?.roles.server;
    if (own === undefined) throw new Error('there is no steering server');
    // It believes that any cluster is accepted.
    const greedy = {
      ...steering,
      roles: {
        server: {
          ...own,
          play: (self: never, { agreed, start }: { agreed: object; start: never }) =>
            own.play(self, { agreed: { ...agreed, minimumCluster: 1 }, start } as never),
        },
      },
    };
    const protocol = { ...secfc, privacy: { ...secfc.privacy, adversaries: [greedy] } };
    const played = await play(scenario, { plugins: pluginsWith(protocol as never) });
    expect(played.history.refusals('assignment')).toContain('too small a cluster');
    expect(played.history.sent(Distances.name)).toEqual([]);
  });

  test('of more points than possible is refused', () => {
    expect(() => load(setting({ minimumCluster: 16 }))).toThrow(
      'protocol.minimumCluster: expected at most 15, so that 4 clusters can be, got 16',
    );
  });
});
