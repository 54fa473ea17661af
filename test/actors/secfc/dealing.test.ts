/** Owners whose shares are not of one polynomial are named before the first round, and what is opened for that reveals nothing. */

import { describe, expect, test } from 'vitest';
import { openShares } from '../../../actors/secfc/sharing/dealing.ts';
import { MASKS } from '../../../actors/secfc/sharing/encode.ts';
import { CheckedShares, Openings } from '../../../actors/secfc/messages.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { encodingWeights, evaluationPoints } from '../../../src/core/math/field/lagrange.ts';
import { WordField } from '../../../src/core/math/field/word-field.ts';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { encodeMessage } from '../../../src/core/engine/wire/message.ts';
import { PASS, type Rule } from '../../../src/core/engine/network/rule.ts';
import {
  bodyOf,
  clusteringOf,
  dropping,
  endsOf,
  play,
  scenarioFiles,
  tampering,
} from '../../support/scenarios.ts';
import { lying } from '../../../experiments/frontier/forging.ts';
import { randomly } from '../../support/random-lies.ts';
import { dealingWrong } from '../../support/inconsistent-dealing.ts';
import { randomShards } from '../../support/secfc-shards.ts';
import { secfc } from '../../../bin/standard.ts';

const load = scenarioFiles();

/** Of openings. */
interface Body {
  readonly missing: Uint32Array;
  readonly values: readonly Uint32Array[];
  readonly digests: Uint8Array;
}

/** Ten clients, of whom any two learn nothing: five answers decode. */
function tenClients(settings: object = {}): Scenario {
  const shards = randomShards();
  const protocol = { name: 'secfc' as const, clusters: 3, privacy: 2, timeout: '10s', ...settings };
  return load({ seed: 1, shards, protocol });
}

const checked = { verifiableSharing: true };
const random = randomly();

/** A rule for the messages to some clients only. */
const only = (rule: Rule, to: readonly number[]): Rule => ({
  ...rule,
  apply: (packet, timeNs) => (to.includes(packet.receiver) ? rule.apply(packet, timeNs) : PASS),
});

describe('an owner that deals wrong shares', () => {
  test('makes honest clients look Byzantine if the dealing is not verified', async () => {
    const wrong = lying([3], 'shares', random);
    const played = await play(tenClients({ byzantine: 2 }), { rules: [only(wrong, [8, 9])] });
    expect(played.findings).toMatchObject({ blamed: ['client-8', 'client-9'] });
    const all = await play(tenClients({ byzantine: 2 }), { rules: [wrong] });
    expect(all.findings.aborted).toMatch(/^expected at most 2 wrong answers/);
  });

  test.each([
    { what: 'to one', victims: [1] },
    { what: 'to some', victims: [1, 2, 4] },
    { what: 'to all', victims: [1, 2, 4, 5, 6, 7, 8, 9, 10] },
  ])('$what is named if the dealing is verified, and the others cluster theirs', async ({ victims }) => {
    const played = await play(tenClients(checked), { rules: [dealingWrong(3, victims)] });
    expect(played.ending).toBe('done');
    expect(played.findings).toMatchObject({
      equalsLloyd: true,
      converged: true,
      missing: ['client-3'],
      blamed: ['client-3'],
    });
    expect(clusteringOf(played).labels?.slice(8, 12)).toEqual(new Uint16Array(4).fill(NO_CLUSTER));
    expect(played.history.refusals('checked-shares')).toEqual([]);
    // Before the first round, and nobody waited for anything.
    expect(played.endNs).toBeLessThan(1e9);
  });

  test('is named although as many clients as agreed lie about their shares', async () => {
    const played = await play(tenClients({ ...checked, byzantine: 1 }), {
      rules: [dealingWrong(3, [1, 2, 4, 5]), lying([8], 'openings', random)],
    });
    expect(played.findings).toMatchObject({ equalsLloyd: true, missing: ['client-3'], blamed: ['client-3'] });
    expect(played.history.refusals('distances')).toContain('unexpected sender');
  });

  test.each([{ to: [9] }, { to: [1, 2, 4, 5, 6, 7, 8, 9, 10] }])(
    'and does not commit to them is named: to $to',
    async ({ to }) => {
      const rules = [only(lying([3], 'checked-shares', random), to)];
      const played = await play(tenClients(checked), { rules });
      expect(played.findings).toMatchObject({
        equalsLloyd: true,
        missing: ['client-3'],
        blamed: ['client-3'],
      });
    },
  );

  test('and sends different commitments to different clients is named', async () => {
    const rule = tampering(
      ({ sender, receiver, type }) => sender === 3 && type === CheckedShares && receiver % 2 === 0,
      (payload) => {
        const { body } = bodyOf<{
          values: readonly Uint32Array[];
          salt: Uint8Array;
          commitments: Uint8Array;
        }>(secfc, payload);
        // Its own, which only it looks at.
        return encodeMessage(CheckedShares, { ...body, commitments: body.commitments.with(2 * 32, 0) });
      },
    );
    const played = await play(tenClients(checked), { rules: [rule] });
    expect(played.findings).toMatchObject({ equalsLloyd: true, missing: ['client-3'], blamed: ['client-3'] });
  });
});

describe('if everybody deals correctly', () => {
  test('verification changes no cluster, with or without Byzantine parties', async () => {
    const plain = await play(tenClients());
    for (const byzantine of [0, 2]) {
      const played = await play(tenClients({ ...checked, byzantine }));
      expect(played.outcome).toEqual(plain.outcome);
    }
  });

  test('one client with shares that do not match their commitment, or that says so, gets nobody blamed if Byzantine parties are provided for', async () => {
    const rules = [only(lying([3], 'checked-shares', random), [9])];
    const played = await play(tenClients({ ...checked, byzantine: 1 }), { rules });
    expect(played.outcome).toEqual((await play(tenClients())).outcome);
    expect(endsOf(played.history)['client-9'].result).toBe('could not answer without the shares of client-3');
  });

  test('a client that lies about all of its shares is ignored, and no owner is blamed', async () => {
    const rules = [lying([6], 'openings', random)];
    const played = await play(tenClients({ ...checked, byzantine: 1 }), { rules });
    expect(played.outcome).toEqual((await play(tenClients())).outcome);
    const taken = played.history.refusals('distances');
    expect(taken).toContain('unexpected sender');
  });

  test('clients that open nothing, or are silent from the start, do not stop the run', async () => {
    const mute = dropping(({ sender, type }) => sender === 2 && type.name === 'openings');
    const played = await play(tenClients(checked), { rules: [mute] });
    expect(played.outcome).toEqual((await play(tenClients())).outcome);
    const silent = await play(tenClients(checked), { rules: [dropping(({ sender }) => sender === 2)] });
    expect(silent.findings).toMatchObject({ equalsLloyd: true, missing: ['client-2'] });
    expect(silent.findings).not.toHaveProperty('blamed');
  });

  test.each([
    ['values', (body: Body) => ({ ...body, values: body.values.map((plane) => plane.slice(1)) })],
    ['digests', (body: Body) => ({ ...body, digests: body.digests.slice(1) })],
    ['a place that is no client', (body: Body) => ({ ...body, missing: Uint32Array.of(10) })],
    ['a place twice', (body: Body) => ({ ...body, missing: Uint32Array.of(1, 1) })],
  ])('openings with wrong %s are refused', async (_, change) => {
    const rule = tampering(
      ({ sender, type }) => sender === 4 && type === Openings,
      (payload) => encodeMessage(Openings, change(bodyOf<Body>(secfc, payload).body)),
    );
    const played = await play(tenClients(checked), { rules: [rule] });
    expect(played.history.wrong('openings')).toHaveLength(1);
    expect(played.outcome).toEqual((await play(tenClients())).outcome);
  });
});

/** Over F_5, with every value of a point, of the noise and of the masks: l = t = 1, three clients. */
describe('what is opened', () => {
  const p = 5;
  const field = new WordField(p);
  const code = { n: 3, l: 1, t: 1 };
  const weights = encodingWeights(field, evaluationPoints(field, code));
  const digest = new Uint8Array(32).fill(3);
  const elements = [0, 1, 2, 3, 4];
  const share = (client: number, secret: number, noise: number): number =>
    field.add(field.mul(weights[client][0], secret), field.mul(weights[client][1], noise));

  /** How often each view occurs, over all noise and masks, by the secret. */
  const views = (
    see: (values: readonly (readonly number[])[]) => string,
    masks: readonly number[] = elements,
  ): ReadonlyMap<string, number>[] =>
    elements.map((secret) => {
      const counts = new Map<string, number>();
      for (const noise of elements)
        for (const a of masks)
          for (const b of masks)
            for (const c of masks)
              for (const d of masks) {
                const values = [0, 1, 2].map((j) => [
                  share(j, secret, noise),
                  share(j, a, b),
                  share(j, c, d),
                ]);
                const view = see(values);
                counts.set(view, (counts.get(view) ?? 0) + 1);
              }
      return counts;
    });
  const cache = new Map<string, string>();
  const open = (values: readonly number[], key = digest): string => {
    const name = `${key[0]} ${values.join()}`;
    const known = cache.get(name) ?? openShares(key, [p], [Uint32Array.from(values)]).join();
    cache.set(name, known);
    return known;
  };
  const same = (counts: readonly ReadonlyMap<string, number>[]): boolean =>
    counts.every(
      (one) => one.size === counts[0].size && [...one].every(([view, n]) => counts[0].get(view) === n),
    );

  test("has the same distribution for every point, given t clients' shares", () => {
    expect(MASKS).toBe(2);
    for (const client of [0, 1, 2]) {
      const seen = views((values) => [...values.map((one) => open(one)), ...values[client]].join(' '));
      expect(same(seen)).toBe(true);
    }
  });

  test('is uniform: every pair of polynomials is equally frequent', () => {
    const [counts] = views((values) => values.map((one) => open(one)).join(' '));
    expect(counts.size).toBe(p ** 4);
    expect(new Set(counts.values()).size).toBe(1);
  });

  test('would reveal the point without masks, or with other factors for one client, which the same count detects', () => {
    const both = (values: readonly (readonly number[])[]): string =>
      [...values.map((one) => open(one)), ...values[0]].join(' ');
    expect(same(views(both, [0]))).toBe(false);
    const other = new Uint8Array(32).fill(4);
    const split = (values: readonly (readonly number[])[]): string =>
      [...values.map((one, j) => open(one, j === 2 ? other : digest)), ...values[0]].join(' ');
    expect(same(views(split))).toBe(false);
  });
});
