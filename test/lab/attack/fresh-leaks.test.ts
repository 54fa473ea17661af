/** Leaks that the detectors were not made for, in sound additive sharing. */

import { expect, test } from 'vitest';
import { additive, uniformCut } from '../../../experiments/mutants/additive.ts';
import { changed, secretOf } from '../../../experiments/mutants/broken.ts';
import { examine } from '../../../experiments/mutants/examine.ts';
import { type Matrix, row } from '../../../src/core/base/matrix.ts';
import type { AnyProtocol } from '../../../src/core/protocol/protocol.ts';
import { squaredDistance } from '../../../src/core/math/cluster/squared-distance.ts';
import type { Self } from '../../../src/core/engine/actors/actor.ts';
import { thoroughly } from '../../support/long.ts';

/** Additive sharing with bytes beside every share. */
function noted(note: (shard: Matrix, self: Self) => readonly number[]): AnyProtocol {
  return changed(additive('additive') as AnyProtocol, (effect, self, shard) =>
    effect.kind === 'send' && effect.type.name === 'share'
      ? [{ ...effect, body: { ...effect.body, note: Uint8Array.from(note(shard, self)) } }]
      : [effect],
  );
}

/** Additive sharing whose shares are drawn until they fit the points. */
function drawnUntil(fits: (shares: readonly Uint32Array[], shard: Matrix) => boolean): AnyProtocol {
  return additive('additive', (self, sum, clients, shard) => {
    for (let attempt = 0; ; attempt++) {
      const random = self.random.scope(`attempt ${attempt}`);
      const shares = uniformCut({ ...self, random }, sum, clients, shard);
      if (fits(shares, shard)) return shares;
    }
  }) as AnyProtocol;
}

/** The point that is nearest to all others of its client. */
function medoid(shard: Matrix): number {
  const rows = Array.from({ length: shard.rows }, (_, i) => i);
  const costs = rows.map((i) => rows.reduce((sum, j) => sum + squaredDistance(shard, i, shard, j), 0));
  return costs.indexOf(Math.min(...costs));
}

const pads = new WeakMap<Self, number>();

/** A random byte, and the same with the order of two points hidden in it. */
function masked(shard: Matrix, self: Self): readonly number[] {
  const pad = pads.get(self) ?? self.random.secretKey('pad')[0];
  pads.set(self, pad);
  return [pad, pad ^ Number(row(shard, 0)[0] > row(shard, 1)[0])];
}

const oddCoordinates = (shard: Matrix): number =>
  shard.values.reduce((sum, value) => sum ^ (Math.round(value * 1000) & 1), 0);

const LEAKING: readonly (readonly [string, AnyProtocol])[] = [
  ['which point is the medoid', noted((shard) => [medoid(shard)])],
  [
    'a sign by the lowest bits of three shares',
    drawnUntil(([a, b, c], shard) => ((a[0] ^ b[0] ^ c[0]) & 1) === Number(secretOf(shard))),
  ],
  ['the sum of the lowest bits of all coordinates', noted((shard) => [oddCoordinates(shard)])],
  ['the order of two points under a mask that is sent beside it', noted(masked)],
];

test.each(LEAKING.slice(0, thoroughly(2, 4)))('flags %s', async (name, protocol) => {
  expect((await examine({ name, what: '', protocol }, 7)).flagged).not.toEqual([]);
});
