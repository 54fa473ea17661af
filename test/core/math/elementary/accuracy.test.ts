/** How exact elementary functions are, judged by bigint arithmetic. */

import { expect, test } from 'vitest';
import {
  cos,
  exp,
  expm1,
  log,
  log1p,
  log2,
  pow,
  powerOfTwo,
  sin,
  square,
} from '../../../../src/core/math/elementary/index.ts';
import { exact, fixed, unitsOff } from '../../../support/exact-elementary.ts';
import { Draw } from '../../../support/elementary-results.ts';

/** Every function, the exact one, and arguments. */
const CASES: readonly (readonly [
  name: string,
  own: (x: number) => number,
  wanted: keyof Omit<typeof exact, 'pow'>,
  argument: (draw: Draw) => number,
])[] = [
  ['exp of any size', exp, 'exp', (draw) => draw.between(-745, 709.7)],
  ['exp of small numbers', exp, 'exp', (draw) => draw.between(-1, 1)],
  ['expm1 of any size', expm1, 'expm1', (draw) => draw.between(-40, 709.7)],
  ['expm1 of small numbers', expm1, 'expm1', (draw) => draw.between(-1, 1) * powerOfTwo(-draw.integer(40))],
  ['log of any size', log, 'log', (draw) => draw.positive()],
  ['log near 1', log, 'log', (draw) => 1 + draw.between(-0.5, 1) * powerOfTwo(-draw.integer(40))],
  ['log1p of any size', log1p, 'log1p', (draw) => draw.between(0, 1) * powerOfTwo(draw.integer(900))],
  ['log1p of small numbers', log1p, 'log1p', (draw) => draw.between(-1, 1) * powerOfTwo(-draw.integer(40))],
  ['log2 of any size', log2, 'log2', (draw) => draw.positive()],
  ['log2 near 1', log2, 'log2', (draw) => 1 + draw.between(-0.5, 1) * powerOfTwo(-draw.integer(40))],
  ['sin', sin, 'sin', (draw) => draw.between(-1, 1) * powerOfTwo(20 - draw.integer(40))],
  ['cos', cos, 'cos', (draw) => draw.between(-1, 1) * powerOfTwo(20 - draw.integer(40))],
  ['sin near multiples of pi/2', sin, 'sin', (draw) => draw.integer(600_000) * (Math.PI / 2)],
  ['cos near multiples of pi/2', cos, 'cos', (draw) => draw.integer(600_000) * (Math.PI / 2)],
];

const RUNS = 1500;

/** In units of the last place; 0.88 is the worst of 60,000 draws of each. */
const MOST = 0.9;

test.each(CASES)('%s is off by less than a unit in the last place', (name, own, wanted, argument) => {
  const draw = new Draw(name.length);
  let worst = 0;
  for (let i = 0; i < RUNS; i++) {
    const x = argument(draw);
    worst = Math.max(worst, unitsOff(own(x), exact[wanted](x)));
  }
  expect(worst).toBeLessThan(MOST);
});

test.each([
  ['draws of a heavy tail', (draw: Draw) => [draw.between(0, 1), -draw.between(0.2, 3)]],
  ['anything', (draw: Draw) => [draw.positive(), draw.between(-2, 2) * powerOfTwo(-draw.integer(60))]],
  ['large exponents', (draw: Draw) => [draw.between(0.5, 2), draw.between(-900, 900)]],
  [
    'numbers near 1 and huge exponents',
    (draw: Draw) => [1 + draw.between(-1, 1) * 2 ** -30, draw.between(-1, 1) * 2 ** 38],
  ],
] as const)('powers: %s', (name, argument) => {
  const draw = new Draw(name.length);
  let worst = 0;
  for (let i = 0; i < RUNS; i++) {
    const [x, y] = argument(draw);
    const got = pow(x, y);
    if (got === 0 || got === Infinity) continue;
    worst = Math.max(worst, unitsOff(got, exact.pow(x, y)));
  }
  expect(worst).toBeLessThan(MOST);
});

test('exact where the exact value is a double', () => {
  for (let n = -1074; n <= 1023; n++) {
    const power = powerOfTwo(n);
    expect(log2(power)).toBe(n);
    expect(pow(2, n)).toBe(power);
    expect(fixed(power)).toBe(n >= -400 ? 1n << BigInt(400 + n) : 0n);
  }
  expect([exp(0), exp(1), log(1), log1p(0), sin(0), cos(0)]).toEqual([1, Math.E, 0, 0, 0, 1]);
  expect([pow(3, 5), pow(10, 22), pow(0.5, 3), square(-3)]).toEqual([243, 1e22, 0.125, 9]);
  expect([expm1(-0), log1p(-0), sin(-0), pow(-0, 3)]).toEqual([-0, -0, -0, -0]);
});

test('sine and cosine of the largest double, by an independent reduction', () => {
  // Ng 1992, "Argument reduction for huge arguments: good to the last bit".
  expect([sin(Number.MAX_VALUE), cos(Number.MAX_VALUE)]).toEqual([0.004961954789184062, -0.9999876894265599]);
});

test('ends of the range of doubles', () => {
  expect([exp(710), exp(Infinity), expm1(710), powerOfTwo(1024)]).toEqual([
    Infinity,
    Infinity,
    Infinity,
    Infinity,
  ]);
  expect([exp(-746), exp(-Infinity), expm1(-Infinity), powerOfTwo(-1075)]).toEqual([0, 0, -1, 0]);
  expect([exp(-745.13), pow(2, -1074.4)]).toEqual([Number.MIN_VALUE, Number.MIN_VALUE]);
  for (const logarithm of [log, log2]) {
    expect([logarithm(0), logarithm(-0), logarithm(Infinity)]).toEqual([-Infinity, -Infinity, Infinity]);
    expect(logarithm(-1)).toBeNaN();
  }
  expect([log1p(-1), log1p(Infinity)]).toEqual([-Infinity, Infinity]);
  expect([log1p(-1.5), exp(NaN), expm1(NaN), log(NaN), log1p(NaN), log2(NaN)].every(Number.isNaN)).toBe(true);
});

test('powers of what is negative, zero, infinite or no number are those of ECMAScript', () => {
  const some = [
    0,
    -0,
    0.5,
    -0.5,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    2.5,
    2 ** 53 + 2,
    -(2 ** 64),
    1e300,
    -1e300,
    Infinity,
    -Infinity,
    NaN,
  ];
  // Where they are finite, `**` may round otherwise.
  const rounded = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(14)) : value);
  for (const x of some)
    for (const y of some) expect([x, y, rounded(pow(x, y))]).toEqual([x, y, rounded(x ** y)]);
});

test.each([
  ['sin', sin],
  ['cos', cos],
] as const)('%s of angles of any size', (name, own) => {
  const draw = new Draw(name.length);
  for (let i = 0; i < 300; i++) {
    const x = draw.between(-1, 1) * powerOfTwo(20 + draw.integer(300));
    expect(unitsOff(own(x), exact[name](x))).toBeLessThan(MOST);
  }
  expect([own(Infinity), own(-Infinity), own(NaN)].every(Number.isNaN)).toBe(true);
});

test('a power of two has an integer exponent', () => {
  expect(powerOfTwo(-1074)).toBe(Number.MIN_VALUE);
  expect([powerOfTwo(-1075), powerOfTwo(1024)]).toEqual([0, Number.POSITIVE_INFINITY]);
  expect(() => powerOfTwo(27.5)).toThrow('expected an integer exponent, got 27.5');
  expect(() => powerOfTwo(Number.NaN)).toThrow('expected an integer exponent, got NaN');
});
