/** A message type for each kind of field, and one with several. */

import {
  type AnyMessageType,
  flag,
  integer,
  labels,
  message,
  reals,
  residues,
} from '../../src/core/engine/wire/message.ts';

export const Everything = message('everything', {
  round: integer,
  last: flag,
  assignment: labels,
  points: reals,
  shares: residues,
});
export const Empty = message('empty', {});
export const Integer = message('integer', { value: integer });
export const Flag = message('flag', { value: flag });
export const Labels = message('labels', { value: labels });
export const Reals = message('reals', { value: reals });
export const Residues = message('residues', { value: residues });

export const all: readonly AnyMessageType[] = [Everything, Empty, Integer, Flag, Labels, Reals, Residues];
export const types = new Map(all.map((type) => [type.name, type]));
