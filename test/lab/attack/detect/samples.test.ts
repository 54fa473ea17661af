import { expect, test } from 'vitest';
import { vectorsOf } from '../../../../src/lab/attack/detect/samples.ts';
import { sealedCopy } from '../../../../src/core/engine/compute/sealed.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import {
  type AnyMessageType,
  type FieldKind,
  integer,
  message,
  packed,
  packedResidues,
  packedSealedResidues,
  residues,
  sealedResidues,
} from '../../../../src/core/engine/wire/message.ts';

const planes = [Uint32Array.of(1, 2), Uint32Array.of(3, 4)];
const ring = new ModularVectors(1n << 70n);
const large = ring.pack(ring.from([5n, 2n ** 69n + 1n]));

test.each<[string, unknown, unknown, bigint[][]]>([
  [
    'words',
    residues,
    planes,
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  [
    'words without gaps',
    packedResidues,
    planes,
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  [
    'words under seal',
    sealedResidues,
    sealedCopy(planes),
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  [
    'words under seal, without gaps',
    packedSealedResidues,
    sealedCopy(planes),
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  ['long integers', packed, large, [[5n, 2n ** 69n + 1n]]],
  // As of a plugin that brings its own copy of Cahoots.
  [
    'a kind that is nobody else’s',
    { ...residues },
    planes,
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
])('finds residues in %s', (_name, kind, value, found) => {
  const type = message('shares', { round: integer, values: kind as FieldKind<unknown> }) as AnyMessageType;
  expect(vectorsOf(type, { round: 1, values: value })).toEqual([{ field: 'values', planes: found }]);
});
