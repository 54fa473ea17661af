/** Share pooling: what colluding clients learn about the others' points from their shares (section 4.2). */

import { square } from '../../../src/core/kit/math.ts';
import { quantise, shareWeights, type Weights, WordField } from '../../../src/core/kit/field.ts';
import { leakedSymbols, uniformity } from '../../../src/core/kit/attack.ts';
import { type Attack, type Evidence, row, type Score, type Truth } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { CheckedShares, Shares } from '../messages.ts';
import {
  clientsOf,
  compareValues,
  noiseStructure,
  pool,
  type Pooled,
  recoveredCoordinates,
} from './pooled.ts';

/** The public weights of segments and noise in every client's shares. */
export type Sharing = (agreed: Pick<Agreed, 'code' | 'moduli'>) => Weights;

/** The sharing of the paper: Lagrange coding with the protocol's own points. */
export const published: Sharing = ({ code, moduli }) => shareWeights(code, moduli);

/**
 * The algebra alone, once per coalition rather than per point, as it depends only on who colludes.
 * @param sharing in place of the protocol's own
 */
export function shareRank(sharing: Sharing = published): Attack<Agreed, number> {
  return {
    name: 'share-rank',
    summary: 'how many symbols of every point these clients can determine, from the rank of what they hold',
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

/** The shares themselves, pooled. */
export function sharePooling(sharing: Sharing = published): Attack<Agreed, readonly Pooled[]> {
  return {
    name: 'share-pooling',
    summary: 'combines the shares of these clients so that the noise cancels',
    needs: { clients: 1 },
    reads: [Shares, CheckedShares],
    guess: (view) => pool(view, sharing(view.agreed)),
    score: scorePooled,
    fit(pooled, candidate) {
      const { values, equal } = compareValues(pooled, candidate);
      return values > 0 ? equal / values : noiseStructure(pooled, candidate);
    },
  };
}

function scorePooled(pooled: readonly Pooled[], truth: Truth<Agreed>): Score {
  const { agreed, points } = truth;
  const { values, equal } = compareValues(pooled, truth);
  const others = new Set(truth.hidden);
  // A client that left before it shared anything has nothing to lose.
  const shared = pooled.reduce((sum, { rows }) => sum + rows.filter((at) => others.has(at)).length, 0);
  const secret = pooled.reduce((sum, { rows }) => sum + rows.length, 0);
  const entries = agreed.moduli.length * agreed.code.l * agreed.width * secret;
  let back = 0;
  for (const [at, coordinates] of recoveredCoordinates(pooled, agreed)) {
    if (!others.has(at)) continue;
    const point = row(points, at);
    coordinates.forEach((found, c) => {
      back += Number(found === BigInt(quantise(point[c], agreed.scale)));
    });
  }
  const all = shared * agreed.dimension;
  const uniform = values > 0 ? undefined : uniformShares(pooled);
  return {
    exposed: entries === 0 ? 0 : equal / entries,
    evidence: uniform,
    measures: { 'coordinates back': `${back} of ${all}` },
    meaning:
      entries === 0
        ? 'no share of anybody else came, so there was nothing to try'
        : values === 0
          ? 'no combination of the pooled shares is free of noise'
          : back === all
            ? 'every point of the others comes back bit for bit'
            : learnedText(Math.round((equal / entries) * agreed.code.l), agreed.code.l),
  };
}

/** Whether the members' shares are uniform: each member's alone and all of theirs together, prime by prime, of all owners at once. */
function uniformShares(pooled: readonly Pooled[]): Evidence | undefined {
  const primes = pooled[0]?.planes.length ?? 0;
  const tests = Array.from({ length: primes }, (_, plane) => {
    const { p } = pooled[0].planes[plane];
    const holders = Math.min(...pooled.map(({ planes }) => planes[plane].shares.length));
    const vectors = Array.from({ length: holders }, (__, j) =>
      Uint32Array.from(pooled.flatMap(({ planes }) => [...planes[plane].shares[j]])),
    );
    const together = vectors.length > 1 ? [uniformity(vectors, p)] : [];
    return [...vectors.map((vector) => uniformity([vector], p)), ...together];
  })
    .flat()
    .filter((test) => test !== undefined);
  if (tests.length === 0) return undefined;
  const least = Math.min(...tests.map(({ pValue }) => pValue));
  const [weakest] = tests.toSorted((a, b) => square(a.entries) / a.cells - square(b.entries) / b.cells);
  return { tries: tests.length, pValue: Math.min(1, least * tests.length), weakest };
}

function learnedText(leaked: number, segments: number): string {
  if (leaked === 0)
    return 'nothing, where noise is uniform and drawn anew: no combination of such shares is free of it';
  if (leaked >= segments) return 'every point of the others, bit for bit';
  return `${leaked} combination${leaked === 1 ? '' : 's'} of the ${segments} segments of every point`;
}
