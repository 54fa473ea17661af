/**
 * Bodies folded into integers: their plain values, and the places of their vectors in the receiver's memory. If very many messages
 * wait, this takes a tenth of the memory of the objects, and the garbage collector does not scan it. As with codecs, the functions for
 * each type of message are made from the declared fields.
 */

import { functionSource, make } from './codec.ts';
import { flag, integer, numbers, reals } from './fields.ts';
import type { AnyMessageType } from './message-type.ts';
import { packedResidues, residues } from './residues.ts';
import { MOST_PLANES } from './sealed-residues.ts';

export interface Folding {
  /** The most words that a body folds into. */
  readonly most: number;
  /**
   * Folds a body and returns where its words end; -1 if it was changed into something else after it was read.
   * @param memories those of the vectors so far; new ones are added
   */
  readonly fold: (body: object, words: Int32Array, at: number, memories: ArrayBufferLike[]) => number;
  /** A body with the same entries. */
  readonly unfold: (words: Int32Array, at: number, memories: readonly ArrayBufferLike[]) => object;
}

/** Source text, in which `v` is the field's value and `$` what stands for it. */
interface FieldFolding {
  readonly most: number;
  readonly fold: string;
  readonly unfold: string;
}

const INTEGER: FieldFolding = {
  most: 1,
  fold: 'if (v >>> 0 !== v) return -1; words[at++] = v;',
  unfold: '$ = words[at++] >>> 0;',
};

const FLAG: FieldFolding = {
  most: 1,
  fold: "if (typeof v !== 'boolean') return -1; words[at++] = v ? 1 : 0;",
  unfold: '$ = words[at++] === 1;',
};

function vector(kind: 'Float64Array' | 'Uint32Array'): FieldFolding {
  return {
    most: 3,
    fold: `
  if (!(v instanceof ${kind})) return -1;
  words[at++] = v.length; words[at++] = h.memoryAt(memories, v.buffer); words[at++] = v.byteOffset;`,
    unfold: `{ const l = words[at++], m = memories[words[at++]]; $ = h.vectorIn(${kind}, m, words[at++], l); }`,
  };
}

const RESIDUES: FieldFolding = {
  most: 2 + 2 * MOST_PLANES,
  fold: `
  if (!Array.isArray(v) || v.length > ${MOST_PLANES}) return -1;
  words[at++] = v.length; words[at++] = v.length === 0 ? 0 : v[0].length;
  for (let i = 0; i < v.length; i++) {
    const plane = v[i];
    if (!(plane instanceof Uint32Array) || plane.length !== v[0].length) return -1;
    words[at++] = h.memoryAt(memories, plane.buffer); words[at++] = plane.byteOffset;
  }`,
  unfold: `
  {
    const n = words[at++], l = words[at++];
    $ = new Array(n);
    for (let i = 0; i < n; i++) { const m = memories[words[at++]]; $[i] = h.vectorIn(Uint32Array, m, words[at++], l); }
  }`,
};

const FIELDS: ReadonlyMap<unknown, FieldFolding> = new Map<unknown, FieldFolding>([
  [integer, INTEGER],
  [flag, FLAG],
  [numbers, vector('Uint32Array')],
  [reals, vector('Float64Array')],
  [residues, RESIDUES],
  [packedResidues, RESIDUES],
]);

const known = new WeakMap<AnyMessageType, { readonly folding: Folding | undefined }>();

/** How bodies of a type are folded; undefined if it has no fields, or one of a kind that cannot be folded. */
export function foldingOf(type: AnyMessageType): Folding | undefined {
  let entry = known.get(type);
  if (entry === undefined) known.set(type, (entry = { folding: compile(type) }));
  return entry.folding;
}

function compile({ fields, fieldNames }: AnyMessageType): Folding | undefined {
  const compiled = fieldNames.flatMap((field) => {
    const code = FIELDS.get(fields[field]);
    // In an object literal, this name sets the prototype.
    return code === undefined || field === '__proto__' ? [] : [{ name: JSON.stringify(field), ...code }];
  });
  if (compiled.length === 0 || compiled.length !== fieldNames.length) return undefined;
  const fold = compiled.map((field) => `v = body[${field.name}];\n${field.fold}`);
  const unfold = compiled.map((field, i) => `let f${i};\n${field.unfold.replaceAll('$', `f${i}`)}`);
  const body = compiled.map(({ name }, i) => `${name}: f${i}`).join(', ');
  const counted = [
    'let n = 0, v;',
    `for (const key in body) n++;`,
    `if (n !== ${compiled.length}) return -1;`,
  ];
  return make<Folding>([
    `most: ${compiled.reduce((sum, { most }) => sum + most, 0)}`,
    `fold: ${functionSource('body, words, at, memories', [...counted, ...fold, 'return at;'].join('\n'))}`,
    `unfold: ${functionSource('words, at, memories', [...unfold, `return { ${body} };`].join('\n'))}`,
  ]);
}
