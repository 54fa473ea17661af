/** Relations are found exactly, and those that hold by chance are none. */

import { describe, expect, test } from 'vitest';
import { Random, type Stream } from '../../../../src/core/base/random.ts';
import { rankOf } from '../../../../src/lab/attack/simulate/rank.ts';
import { relationsAmong } from '../../../../src/lab/attack/simulate/relations.ts';
import type { Slot } from '../../../../src/lab/attack/simulate/slots.ts';

const P = 2 ** 28 - 57;
const streams = new Random(11);
const stream = streams.stream('relations');

function row(columns: number, modulus: number): Float64Array {
  return Float64Array.from({ length: columns }, () => stream.integer(modulus));
}

function rank(rows: readonly Float64Array[], modulus: number): number {
  return rankOf({ count: rows.length, at: (i) => rows[i] }, rows[0].length, modulus, stream);
}

describe('the rank modulo a prime', () => {
  test.each([2, 3, P, 2 ** 31 - 1])('of random vectors modulo %i is full', (modulus) => {
    expect(
      rank(
        Array.from({ length: 80 }, () => row(7, modulus)),
        modulus,
      ),
    ).toBe(7);
  });

  test.each([2, 3, P, 2 ** 31 - 1])('sees one relation modulo %i', (modulus) => {
    const [a, b, c] = [1, modulus - 1, Math.floor(modulus / 2)];
    const related = Array.from({ length: 80 }, () => {
      const own = row(7, modulus);
      const sum = [a, b, c].reduce((all, factor, i) => all + BigInt(factor) * BigInt(own[3 * i]), 0n);
      return Float64Array.of(...own, Number(sum % BigInt(modulus)));
    });
    expect(rank(related, modulus)).toBe(7);
  });

  test.each([2, P])('modulo %i sees every one of a thousand samples', (modulus) => {
    for (let at = 0; at < 1000; at += 37) {
      const rows = Array.from({ length: 1000 }, (_, i) => {
        const [first, second] = row(2, modulus);
        return Float64Array.of(first, second, i === at ? 1 : 0);
      });
      expect(rank(rows, modulus)).toBe(3);
    }
  });
});

describe('relations', () => {
  const RUNS = 16;

  /** Vectors of some pairs of views, made run by run. */
  function among(
    vectors: number,
    real: (random: Stream) => readonly number[][],
    simulated = real,
  ): ReturnType<typeof relationsAmong> {
    const views = (make: typeof real) => Array.from({ length: RUNS }, () => make(stream));
    const [reals, others] = [views(real), views(simulated)];
    const slots = Array.from({ length: vectors }, (_, v): Slot => {
      const own = (all: typeof reals) => all.map((run) => ({ entries: run[v], bytes: run[v].length }));
      return {
        type: 'share',
        from: `client-${v}`,
        to: 'server',
        field: 'values',
        nth: 0,
        plane: 0,
        residues: true,
        modulus: BigInt(P),
        raw: false,
        real: own(reals),
        simulated: own(others),
      };
    });
    return relationsAmong(
      slots,
      Array.from({ length: RUNS }, () => 0),
      stream,
    );
  }

  /** Ten vectors of 40 entries. Of the second five all but `changing` entries are those of the first. */
  const repeated = (changing: number) => (): number[][] => {
    const first = Array.from({ length: 5 }, () => Array.from(row(40, P)));
    return [
      ...first,
      ...first.map((own) => own.map((entry, i) => (i < changing ? stream.integer(P) : entry))),
    ];
  };

  test('that hold at all entries but few are none', () => {
    for (let time = 0; time < 20; time++) {
      const { searched, found, untested } = among(10, repeated(1));
      expect({ found, untested }).toEqual({ found: [], untested: [] });
      expect(searched).toEqual([{ vectors: 10, modulus: P }]);
    }
  });

  test('that hold because there are too few samples of a kind are none', () => {
    // Only three runs differ at that entry, so there are three samples of five more vectors: two relations by chance on either side.
    for (let time = 0; time < 20; time++) {
      let run = 0;
      const seldom = (): number[][] => repeated(run++ % RUNS < 4 && run > 1 ? 1 : 0)();
      expect(among(10, seldom).found).toEqual([]);
    }
  });

  test('of real runs only are found', () => {
    const sum = (own: readonly number[][]): number[] =>
      own[0].map((_, i) => own.reduce((all, { [i]: entry }) => all + entry, 0) % P);
    const sound = (): number[][] => Array.from({ length: 5 }, () => Array.from(row(40, P)));
    const broken = (): number[][] => {
      const four = sound().slice(1);
      return [...four, sum(four)];
    };
    const { found } = among(5, broken, sound);
    expect(found).toEqual([
      {
        where: `1 linear relations modulo ${P} among 5 vectors of 40 residues such as values of share in real runs only, 0 in simulated ones only`,
        pValue: 0.001,
      },
    ]);
    expect(among(5, sound).found).toEqual([]);
    expect(among(5, broken).found).toEqual([]);
  });
});
