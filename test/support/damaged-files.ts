/** Damage to valid files, of the kinds that happen: bytes changed, cut off, put in, moved, and lengths altered. */

import * as fc from 'fast-check';

type Change = (bytes: Buffer) => Buffer;

const within = (bytes: Buffer, share: number): number => Math.floor(share * (bytes.length + 1));
/** Evenly spread, which doubles are not. */
const share = fc.nat(2 ** 16 - 1).map((n) => n / 2 ** 16);

const splice = (at: number, removed: number, added: Uint8Array): Change => {
  return (bytes) => {
    const from = within(bytes, at);
    return Buffer.concat([bytes.subarray(0, from), added, bytes.subarray(from + removed)]);
  };
};

/** A byte of the file counted up or down, which makes lengths and digits a little larger or smaller. */
const nudged = fc.tuple(share, fc.constantFrom(-1, 1, 128)).map(([at, by]): Change => {
  return (bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[Math.floor(at * copy.length)] += by;
    return copy;
  };
});

const truncated = share.map(
  (at): Change =>
    (bytes) =>
      bytes.subarray(0, within(bytes, at)),
);

/** A piece of the file again at another place. */
const moved = fc.tuple(share, share, share).map(([from, to, at]): Change => {
  return (bytes) => {
    const piece = bytes.subarray(within(bytes, Math.min(from, to)), within(bytes, Math.max(from, to)));
    return splice(at, 0, piece.subarray(0, 40))(bytes);
  };
});

/** A unit of the format, such as a number or a cell, in place of another, before it, or nothing in its place. */
const exchanged = (units: RegExp, put: fc.Arbitrary<Buffer>): fc.Arbitrary<Change> => {
  const kinds = fc.constantFrom('replace', 'replace', 'insert', 'remove');
  return fc.tuple(share, fc.option(share), put, kinds).map(([at, from, token, kind]): Change => {
    return (bytes) => {
      const found = [...bytes.toString('latin1').matchAll(units)];
      if (found.length === 0) return bytes;
      const { index, 0: old } = found[Math.floor(at * found.length)];
      const other = from === null ? token : Buffer.from(found[Math.floor(from * found.length)][0], 'latin1');
      return Buffer.concat([
        bytes.subarray(0, index),
        kind === 'remove' ? Buffer.alloc(0) : other,
        bytes.subarray(kind === 'insert' ? index : index + old.length),
      ]);
    };
  });
};

/**
 * Damaged files.
 *
 * @param valid what they were
 * @param tokens texts that mean something in this format, put in or over what stands there
 * @param units what a file of this format consists of
 */
export function damaged(
  valid: readonly Buffer[],
  tokens: readonly string[],
  units: RegExp,
): fc.Arbitrary<Buffer> {
  const put = fc.constantFrom(...tokens).map((token) => Buffer.from(token, 'latin1'));
  const spliced = fc
    .tuple(share, fc.constantFrom(0, 0, 1, 1, 2, 7), fc.oneof(put, fc.uint8Array({ maxLength: 3 })))
    .map((args) => splice(...args));
  const overwritten = fc
    .tuple(share, fc.oneof(put, fc.uint8Array({ minLength: 1, maxLength: 4 })))
    .map(([at, added]) => splice(at, added.length, added));
  const change = fc.oneof(
    { weight: 3, arbitrary: exchanged(units, put) },
    { weight: 2, arbitrary: spliced },
    { weight: 2, arbitrary: overwritten },
    { weight: 2, arbitrary: nudged },
    { weight: 1, arbitrary: truncated },
    { weight: 1, arbitrary: moved },
  );
  const few = fc.oneof(
    { weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
  );
  return fc
    .tuple(fc.constantFrom(...valid), few)
    .map(([whole, changes]) => changes.reduce((bytes, apply) => apply(bytes), whole));
}
