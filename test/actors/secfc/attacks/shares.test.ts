/** Share pooling: exactly the ramp of the algebra, everything from l+t on, and protocols with a hole are caught. */

import { playing } from '../../../../src/testing/playing.ts';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../../bin/standard.ts';
import type { Agreed } from '../../../../actors/secfc/agreed.ts';
import { published, sharePooling, shareRank, type Sharing } from '../../../../actors/secfc/attacks/shares.ts';
import { compareValues, type Pooled } from '../../../../actors/secfc/attacks/pooled.ts';
import {
  type EncodeInput,
  encodeShares,
  secretsOf,
  sharesOf,
} from '../../../../actors/secfc/sharing/encode.ts';
import { play } from '../../../../src/lab/attack/game.ts';
import { chiSquareTail, pearson } from '../../../../src/core/math/statistics/chi-square.ts';
import { subsets } from '../../../../src/lab/attack/coalitions.ts';
import { fieldKernel } from '../../../../src/core/math/field/field-kernel.ts';
import { encodingWeights, evaluationPoints } from '../../../../src/core/math/field/lagrange.ts';
import { uniformResidues } from '../../../../src/core/math/field/noise.ts';
import { residueZeros, type ResidueMatrix } from '../../../../src/core/math/field/residues.ts';
import { WordField } from '../../../../src/core/math/field/word-field.ts';
import { zeros } from '../../../../src/core/base/matrix.ts';
import type { Truth } from '../../../../src/core/protocol/attack.ts';
import type { AnyProtocol } from '../../../../src/core/protocol/protocol.ts';
import { Random } from '../../../../src/core/base/random.ts';
import type { Behaviour } from '../../../../src/core/engine/actors/effects.ts';
import { pluginsWith } from '../../../support/plugins.ts';
import { scenarioFiles, type Setting } from '../../../support/scenarios.ts';
import { attackOf, attempt, findingsOf } from '../../../support/attack-attempts.ts';

const load = scenarioFiles();

const mixture = (points: number, dimension: number) => ({
  source: 'gaussian-mixture',
  points,
  dimension,
  components: 3,
  deviation: 2,
});

describe.each([
  { n: 10, l: 1, t: 4, m: 60, d: 3 },
  { n: 16, l: 4, t: 3, m: 80, d: 8 },
  { n: 40, l: 5, t: 8, m: 80, d: 10 },
])('with n=$n, t=$t, l=$l', ({ n, l, t, m, d }) => {
  test('coalitions of every size from 1 to l+t+1 learn what the algebra says, and from l+t on everything', async () => {
    const sizes = Array.from({ length: l + t + 1 }, (_, i) => i + 1);
    const scenario = load({
      seed: 2,
      clients: n,
      data: mixture(m, d),
      protocol: { name: 'secfc', clusters: 3, privacy: t, segments: l, maxIterations: 1 },
      collusion: sizes.map((any) => ({ any, draws: 3, attacks: ['share-rank', 'share-pooling'] })),
    } as Setting);
    const findings = await findingsOf(scenario);
    const leaked = (size: number): number => Math.min(l, Math.max(0, size - t));
    for (const [i, size] of sizes.entries()) {
      const [rank, pooled] = findings.slice(2 * i, 2 * i + 2);
      const exposed = { least: leaked(size) / l, most: leaked(size) / l };
      expect({ attack: rank.attack, exposed: rank.exposed }).toMatchObject({ attack: 'share-rank', exposed });
      expect({ attack: pooled.attack, exposed: pooled.exposed }).toMatchObject({
        attack: 'share-pooling',
        exposed,
      });
      expect(rank.measures).toEqual({ 'symbols leaked': `${leaked(size)} of ${l}` });
      const [back, of] = String(pooled.measures['coordinates back']).split(' of ').map(Number);
      expect(back).toBe(size >= l + t ? of : 0);
    }
    const uniform = findings.slice(0, 2 * t).flatMap(({ evidence }) => evidence?.pValue ?? []);
    expect(uniform.length).toBe(t);
    expect(Math.min(...uniform)).toBeGreaterThan(1e-4);
  });
});

test('no coalition of up to t clients has rank for anything, exhaustively', async () => {
  const scenario = load({
    seed: 2,
    clients: 9,
    data: mixture(40, 2),
    protocol: { name: 'secfc', clusters: 2, privacy: 4, maxIterations: 1 },
    collusion: [{ upTo: 4, attacks: ['share-rank'] }],
  } as Setting);
  const [{ attempts, exposed }] = await findingsOf(scenario);
  expect({ attempts, exposed }).toEqual({
    attempts: 9 + 36 + 84 + 126,
    exposed: { least: 0, mean: 0, most: 0 },
  });
});

test('a member that never got some shares pools the others', async () => {
  const scenario = load({
    seed: 2,
    clients: 9,
    data: mixture(36, 2),
    protocol: { name: 'secfc', clusters: 2, privacy: 2, maxIterations: 1 },
    network: { latency: '1ms', transport: 'datagram', loss: 0.3 },
  });
  const members = ['client-1', 'client-2', 'client-3'];
  const { guess, truth } = await attempt(scenario, secfc, attackOf(secfc, 'share-pooling'), members);
  const { values, equal } = compareValues(guess as Pooled[], truth as Truth<Agreed>);
  const { moduli, width } = truth.agreed as Agreed;
  expect(truth.hidden.length).toBe(24);
  // Some of the hidden values come back, and all that do are right.
  expect(values).toBeGreaterThan(0);
  expect(values).toBeLessThan(24 * width * moduli.length);
  expect(equal).toBe(values);
});

describe('t shares in a small field', () => {
  const [p, t, l] = [7, 2, 1];
  const code = { n: 4, l, t };
  const RUNS = 7 ** 2 * 100;

  /** The shares of one secret point under many keys, in one small field. */
  function sharesOfSecret(secret: number, encode = encodeShares.run): ResidueMatrix[] {
    const points = zeros(1, 1);
    points.values[0] = secret;
    const random = new Random(secret);
    return Array.from({ length: RUNS }, (_, i) =>
      encode({ points, scale: 1, code, width: 1, moduli: [p], noiseKey: random.secretKey(`${i}`) }),
    );
  }

  test('are jointly uniform whatever the secret, for every pair of clients', () => {
    for (const secret of [0, 1, 5]) {
      const runs = sharesOfSecret(secret);
      for (const [a, b] of subsets(code.n, t)) {
        const counts = new Float64Array(p ** t);
        for (const { planes } of runs) counts[planes[0][a] * p + planes[0][b]]++;
        expect(chiSquareTail(pearson(counts), p ** t - 1)).toBeGreaterThan(1e-4);
      }
    }
  });

  test('and t+1 shares are not: the test detects it', () => {
    const runs = sharesOfSecret(5);
    const counts = new Float64Array(p ** 3);
    for (const { planes } of runs) counts[(planes[0][0] * p + planes[0][1]) * p + planes[0][2]]++;
    expect(chiSquareTail(pearson(counts), p ** 3 - 1)).toBeLessThan(1e-12);
  });
});

describe('a broken protocol is caught', () => {
  const setting = {
    seed: 3,
    clients: 6,
    data: mixture(30, 2),
    protocol: { name: 'secfc', clusters: 2, privacy: 2, maxIterations: 1 },
  } as const;
  const members = ['client-2', 'client-5'];
  const RUNS = 40;

  /** SecFC in which clients share their points in another way. */
  function withSharing(encode: (input: EncodeInput) => ResidueMatrix): AnyProtocol {
    const other = { ...encodeShares, run: encode };
    function* encoding(own: Behaviour): Behaviour {
      let result: unknown;
      for (;;) {
        const step = own.next(result);
        if (step.done === true) return;
        const effect = step.value;
        const shares = effect.kind === 'compute' && effect.task.name === encodeShares.name;
        result = yield shares ? { ...effect, task: other as never } : effect;
      }
    }
    const tasks = secfc.tasks.map((task) => (task.name === other.name ? other : task));
    return playing(
      { ...secfc, tasks },
      'client',
      (own) => (self, given) => encoding(own(self, given as never)),
    );
  }

  type Noise = (key: Uint8Array, p: number, length: number) => Uint32Array[];

  /** The published encoding, but for its noise or its evaluation points. */
  function encodeWith(input: EncodeInput, noiseOf: Noise, sharing: Sharing = published): ResidueMatrix {
    const length = input.points.rows * input.width;
    const secrets = secretsOf(input);
    const shares = residueZeros(input.code.n, length, input.moduli);
    input.moduli.forEach((p, plane) => {
      const outputs = Array.from({ length: input.code.n }, (_, j) => sharesOf(shares, plane, j));
      const inputs = [...secrets[plane], ...noiseOf(input.noiseKey, p, length)];
      fieldKernel.combine(p, sharing(input)[plane], inputs, outputs);
    });
    return shares;
  }

  const games = async (protocol: AnyProtocol) => {
    const scenario = load(setting);
    const all = pluginsWith(protocol);
    const [game] = await play(scenario, protocol, { plugins: all }, [members], [sharePooling()], RUNS);
    return game;
  };

  test('the sound one passes: t clients learn nothing', async () => {
    const { shown, control } = await games(withSharing(encodeShares.run));
    expect(shown.interval[0]).toBeLessThan(0);
    expect(shown.interval[1]).toBeGreaterThan(0);
    expect(control.interval[0]).toBeLessThan(0);
  });

  test('noise that is used again for every point', async () => {
    const repeating = withSharing((input) =>
      encodeWith(input, (key, p, length) =>
        uniformResidues(key, [p], input.code.t, input.width)[0].map((own) =>
          Uint32Array.from({ length }, (_, i) => own[i % input.width]),
        ),
      ),
    );
    const { shown, control } = await games(repeating);
    expect(shown.advantage).toBe(1);
    expect(control.interval[0]).toBeLessThan(0);
  });

  test('noise from a range of 16 bits', async () => {
    const short = withSharing((input) =>
      encodeWith(input, (key, p, length) =>
        uniformResidues(key, [p], input.code.t, length)[0].map((own) => own.map((value) => value & 0xffff)),
      ),
    );
    const { shown, control } = await games(short);
    expect(shown.advantage).toBe(1);
    expect(control.interval[0]).toBeLessThan(0);
  });

  test('evaluation points that overlap: alpha_2 is beta_1', async () => {
    const overlapping: Sharing = ({ code, moduli }) =>
      moduli.map((p) => {
        const field = new WordField(p);
        const { alphas, betas } = evaluationPoints(field, code);
        return encodingWeights(field, {
          betas,
          alphas: alphas.map((alpha, j) => (j === 1 ? betas[0] : alpha)),
        });
      });
    const broken = withSharing((input) =>
      encodeWith(input, (key, p, length) => uniformResidues(key, [p], input.code.t, length)[0], overlapping),
    );
    const scenario = load(setting);
    const caught = await attempt(scenario, broken, shareRank(overlapping), ['client-2']);
    expect(caught.score).toMatchObject({ exposed: 1, measures: { 'symbols leaked': '1 of 1' } });
    const pooled = await attempt(scenario, broken, sharePooling(overlapping), ['client-2']);
    expect(pooled.score).toMatchObject({ exposed: 1, measures: { 'coordinates back': '50 of 50' } });
    const others = await attempt(scenario, broken, shareRank(overlapping), ['client-1', 'client-3']);
    expect(others.score.exposed).toBe(0);
  });
});
