/** Share pooling: what clients that put their shares together learn about the others' points (section 4.2). */

import { leakedSymbols } from '../../../src/attack/shares.ts';
import { uniformity } from '../../../src/attack/statistics.ts';
import { shareWeights, type Weights } from '../../../src/field/code.ts';
import { quantise } from '../../../src/field/quantise.ts';
import { WordField } from '../../../src/field/word-field.ts';
import { row } from '../../../src/base/matrix.ts';
import type { Attack, Score, Truth } from '../../../src/protocol/attack.ts';
import type { Agreed } from '../agreed.ts';
import { Shares } from '../messages.ts';
import {
  clientsOf,
  compareValues,
  noiseStructure,
  pool,
  type Pooled,
  recoveredCoordinates,
  mixed,
} from './pooled.ts';

/** The public weights of segments and noise in every client's shares. */
export type Sharing = (agreed: Pick<Agreed, 'code' | 'moduli'>) => Weights;

export const published: Sharing = ({ code, moduli }) => shareWeights(code, moduli);

/**
 * The algebra alone, once per coalition and not once per point: it depends on who colludes and on nothing else.
 * @param sharing another sharing than the protocol's own
 */
export function shareRank(sharing: Sharing = published): Attack<Agreed, number> {
  return {
    name: 'share-rank',
    summary: 'how many symbols of every point these clients can determine, by the rank of what they hold',
    needs: { clients: 1 },
    reads: [],
    guess({ agreed, members }) {
      const { code, moduli } = agreed;
      const weights = sharing(agreed);
      const clients = clientsOf(members);
      const leaked = moduli.map((p, plane) => {
        const held = clients.map(({ index }) => weights[plane][index]);
        return leakedSymbols(new WordField(p), held, code.l);
      });
      return Math.max(...leaked);
    },
    score: (leaked, { agreed: { code } }) => ({
      exposed: leaked / code.l,
      measures: { 'symbols leaked': `${leaked} of ${code.l}` },
      meaning: learnedText(leaked, code.l),
    }),
  };
}

/** The shares themselves, put together. */
export function sharePooling(sharing: Sharing = published): Attack<Agreed, readonly Pooled[]> {
  return {
    name: 'share-pooling',
    summary: 'combines the shares of these clients so that the noise cancels',
    needs: { clients: 1 },
    unfit: (agreed) =>
      mixed(agreed) ?? (agreed.checkDealing ? 'it does not read shares that are checked' : undefined),
    reads: [Shares],
    guess: (view) => pool(view, sharing(view.agreed)),
    score: scorePooled,
    likeness(pooled, candidate) {
      const { values, equal } = compareValues(pooled, candidate);
      return values > 0 ? equal / values : noiseStructure(pooled, candidate);
    },
  };
}

function scorePooled(pooled: readonly Pooled[], truth: Truth<Agreed>): Score {
  const { agreed, points } = truth;
  const { values, equal } = compareValues(pooled, truth);
  const secret =
    pooled.length === 0 ? 0 : agreed.moduli.length * agreed.code.l * agreed.width * truth.hidden.length;
  let back = 0;
  for (const [at, coordinates] of recoveredCoordinates(pooled, agreed)) {
    const point = row(points, at);
    coordinates.forEach((found, c) => {
      back += Number(found === BigInt(quantise(point[c], agreed.scale)));
    });
  }
  const share = back / (truth.hidden.length * agreed.dimension);
  const uniform = values > 0 ? undefined : uniformShares(pooled);
  return {
    exposed: secret === 0 ? 0 : equal / secret,
    measures: {
      'coordinates back': `${back} of ${truth.hidden.length * agreed.dimension}`,
      ...(uniform && { 'uniformity p': uniform.pValue.toPrecision(2) }),
    },
    meaning:
      values === 0
        ? 'the pooled shares look uniform, and no combination of them is free of noise'
        : share === 1
          ? 'every point of the others comes back bit for bit'
          : learnedText(Math.round((equal / secret) * agreed.code.l), agreed.code.l),
  };
}

/** Whether the members' shares of all points, modulo the first prime, are jointly uniform. */
function uniformShares(pooled: readonly Pooled[]): ReturnType<typeof uniformity> {
  const holders = pooled[0]?.planes[0]?.shares.length ?? 0;
  const p = pooled[0]?.planes[0]?.p ?? 1;
  const vectors = Array.from({ length: holders }, (_, j) =>
    Uint32Array.from(pooled.flatMap(({ planes }) => [...(planes[0].shares[j] ?? [])])),
  );
  return uniformity(vectors, p);
}

function learnedText(leaked: number, segments: number): string {
  if (leaked === 0) return 'nothing: such shares are uniform, whatever the points of the others are';
  if (leaked >= segments) return 'every point of the others, bit for bit';
  return `${leaked} combination${leaked === 1 ? '' : 's'} of the ${segments} segments of every point`;
}
