/** Damage to valid files, of the kinds that happen: bytes changed, cut off, put in, moved, and lengths altered. */

import * as fc from 'fast-check';

type Change = (bytes: Buffer) => Buffer;

const within = (bytes: Buffer, share: number): number => Math.floor(share * (bytes.length + 1));
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

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

/** @param tokens texts that mean something in this format, put in or over what stands there */
export function damage(tokens: readonly string[]): fc.Arbitrary<Change> {
  const put = fc.constantFrom(...tokens).map((token) => Buffer.from(token, 'latin1'));
  const spliced = fc.tuple(
    share,
    fc.constantFrom(0, 0, 1, 1, 2, 7),
    fc.oneof(put, fc.uint8Array({ maxLength: 3 })),
  );
  const overwritten = fc
    .tuple(share, fc.oneof(put, fc.uint8Array({ minLength: 1, maxLength: 4 })))
    .map(([at, added]) => splice(at, added.length, added));
  const change = fc.oneof(
    { weight: 3, arbitrary: spliced.map((args) => splice(...args)) },
    { weight: 3, arbitrary: overwritten },
    { weight: 3, arbitrary: nudged },
    { weight: 1, arbitrary: truncated },
    { weight: 1, arbitrary: moved },
  );
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => (bytes) => changes.reduce((before, apply) => apply(before), bytes));
}
