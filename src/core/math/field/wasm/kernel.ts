/**
 * The field kernel with SIMD, in AssemblyScript. Residues are below 2^28, so a product is below 2^56 and 64-bit lanes sum
 * 128 of them, with room for a few more terms, before anything is reduced.
 *
 * Addresses are in bytes. The caller lays everything out in memory; see ../wasm-kernel.ts.
 */

/** Terms summed before a reduction. */
const BLOCK: i32 = 128;

/** `x mod p`: the quotient, below 2^37, is right to within one in doubles for any 64-bit x. */
function reduce(x: u64, p: u64, inverse: f64): u64 {
  const r = <i64>(x - <u64>(<f64>x * inverse) * p);
  return <u64>(r < 0 ? r + <i64>p : r >= <i64>p ? r - <i64>p : r);
}

function lanes(sum: v128): u64 {
  return <u64>i64x2.extract_lane(sum, 0) + <u64>i64x2.extract_lane(sum, 1);
}

function word(base: usize, index: i32): u64 {
  return <u64>load<u32>(base + ((<usize>index) << 2));
}

function four(base: usize, index: i32): v128 {
  return v128.load(base + ((<usize>index) << 2));
}

/** The inner product of two vectors, below 2^64 and not fully reduced. */
function dot(a: usize, b: usize, length: i32, p: u64, inverse: f64): u64 {
  const whole = length & ~3;
  let total: u64 = 0;
  let i = 0;
  while (i < whole) {
    const end = min(whole, i + BLOCK);
    let low = i64x2.splat(0);
    let high = i64x2.splat(0);
    for (; i < end; i += 4) {
      const x = four(a, i);
      const y = four(b, i);
      low = i64x2.add(low, i64x2.extmul_low_i32x4_u(x, y));
      high = i64x2.add(high, i64x2.extmul_high_i32x4_u(x, y));
    }
    total = reduce(total + lanes(i64x2.add(low, high)), p, inverse);
  }
  for (; i < length; i++) total += word(a, i) * word(b, i);
  return total;
}

/** `outputs[a] = sum over b of weights[a][b] * inputs[b]`: rows of `length` elements, a multiple of 4. */
export function combine(
  p: u32,
  weights: usize,
  inputs: usize,
  inputCount: i32,
  outputs: usize,
  outputCount: i32,
  length: i32,
): void {
  const inverse = 1.0 / <f64>p;
  const stride = (<usize>length) << 2;
  for (let i = 0; i < length; i += 4) {
    const column = (<usize>i) << 2;
    for (let a = 0; a < outputCount; a++) {
      const row = weights + ((<usize>(a * inputCount)) << 2);
      let low = i64x2.splat(0);
      let high = i64x2.splat(0);
      let b = 0;
      while (b < inputCount) {
        if (b > 0) {
          low = reduceLanes(low, p, inverse);
          high = reduceLanes(high, p, inverse);
        }
        for (const end = min(inputCount, b + BLOCK); b < end; b++) {
          const weight = v128.load32_splat(row + ((<usize>b) << 2));
          const value = v128.load(inputs + <usize>b * stride + column);
          low = i64x2.add(low, i64x2.extmul_low_i32x4_u(weight, value));
          high = i64x2.add(high, i64x2.extmul_high_i32x4_u(weight, value));
        }
      }
      const output = outputs + <usize>a * stride + column;
      store<u32>(output, <u32>reduce(i64x2.extract_lane(low, 0), p, inverse));
      store<u32>(output, <u32>reduce(i64x2.extract_lane(low, 1), p, inverse), 4);
      store<u32>(output, <u32>reduce(i64x2.extract_lane(high, 0), p, inverse), 8);
      store<u32>(output, <u32>reduce(i64x2.extract_lane(high, 1), p, inverse), 12);
    }
  }
}

function reduceLanes(sum: v128, p: u64, inverse: f64): v128 {
  const first = reduce(i64x2.extract_lane(sum, 0), p, inverse);
  const second = reduce(i64x2.extract_lane(sum, 1), p, inverse);
  return i64x2.replace_lane(i64x2.splat(first), 1, second);
}

/** The squared norms modulo p of `count` rows of words, each `columns` long; rows and norms by address. */
export function squaredNorms(p: u32, rows: usize, count: i32, columns: i32, norms: usize): void {
  const inverse = 1.0 / <f64>p;
  for (let i = 0; i < count; i++) {
    const row = rows + ((<usize>(i * columns)) << 2);
    store<u32>(norms + ((<usize>i) << 2), <u32>reduce(dot(row, row, columns, p, inverse), p, inverse));
  }
}

/** How many rows can be summed below 2^32. */
const ROWS: u32 = 16;

/**
 * Adds every row to the 64-bit sums of its 16-bit label; labels from `clusters` on belong to no cluster. Most
 * additions are of 32 bits, twice as many at a time, into `parts`, which is as long as the sums, with the
 * number of rows in each part in `counts`. Both are 0 before and after.
 */
export function addRows(
  rows: usize,
  count: i32,
  columns: i32,
  labels: usize,
  clusters: i32,
  sums: usize,
  parts: usize,
  counts: usize,
): void {
  const stride = (<usize>columns) << 2;
  const whole = (<usize>(columns & ~3)) << 2;
  for (let i = 0; i < count; i++) {
    const label = <i32>load<u16>(labels + ((<usize>i) << 1));
    if (label >= clusters) continue;
    const counted = counts + ((<usize>label) << 2);
    if (load<u32>(counted) == ROWS) addPart(label, columns, sums, parts, counts);
    store<u32>(counted, load<u32>(counted) + 1);
    let part = parts + <usize>label * stride;
    let row = rows + <usize>i * stride;
    const end = row + stride;
    for (const wholeEnd = row + whole; row < wholeEnd; row += 16, part += 16) {
      v128.store(part, i32x4.add(v128.load(part), v128.load(row)));
    }
    for (; row < end; row += 4, part += 4) store<u32>(part, load<u32>(part) + load<u32>(row));
  }
  for (let label = 0; label < clusters; label++) addPart(label, columns, sums, parts, counts);
}

/** Moves a cluster's 32-bit partial sums to its 64-bit sums. */
function addPart(label: i32, columns: i32, sums: usize, parts: usize, counts: usize): void {
  const part = parts + ((<usize>(label * columns)) << 2);
  const sum = sums + ((<usize>(label * columns)) << 3);
  for (let c = 0; c < columns; c++) {
    const at = sum + ((<usize>c) << 3);
    store<u64>(at, load<u64>(at) + word(part, c));
  }
  memory.fill(part, 0, (<usize>columns) << 2);
  store<u32>(counts + ((<usize>label) << 2), 0);
}

/**
 * Subtracts every row whose label changed from the 64-bit sums of its old label and adds it to those of its
 * new one; labels from `clusters` on belong to no cluster. Records the new labels.
 */
export function moveRows(
  rows: usize,
  count: i32,
  columns: i32,
  before: usize,
  after: usize,
  clusters: i32,
  sums: usize,
): void {
  const stride = (<usize>columns) << 2;
  for (let i = 0; i < count; i++) {
    const from = <i32>load<u16>(before + ((<usize>i) << 1));
    const to = <i32>load<u16>(after + ((<usize>i) << 1));
    if (from == to) continue;
    store<u16>(before + ((<usize>i) << 1), <u16>to);
    const row = rows + <usize>i * stride;
    if (from < clusters) addRow(sums + ((<usize>from * stride) << 1), row, columns, -1);
    if (to < clusters) addRow(sums + ((<usize>to * stride) << 1), row, columns, 1);
  }
}

/** Adds a row to 64-bit sums, or subtracts it: `sign` is 1 or -1. */
function addRow(sum: usize, row: usize, columns: i32, sign: i64): void {
  const whole = columns & ~3;
  const signs = i64x2.splat(sign);
  let c = 0;
  for (; c < whole; c += 4) {
    const at = sum + ((<usize>c) << 3);
    const words = four(row, c);
    v128.store(at, i64x2.add(v128.load(at), i64x2.mul(signs, i64x2.extend_low_i32x4_u(words))));
    v128.store(at, i64x2.add(v128.load(at, 16), i64x2.mul(signs, i64x2.extend_high_i32x4_u(words))), 16);
  }
  for (; c < columns; c++) {
    const at = sum + ((<usize>c) << 3);
    store<u64>(at, load<u64>(at) + <u64>sign * word(row, c));
  }
}

/** Adds four products to the sums of a block. */
function multiplyAdd(sum: v128, x: v128, y: v128): v128 {
  return i64x2.add(sum, i64x2.add(i64x2.extmul_low_i32x4_u(x, y), i64x2.extmul_high_i32x4_u(x, y)));
}

/** The sums of a block, reduced to start the next one. */
function carry(sum: v128, p: u64, inverse: f64): v128 {
  return i64x2.replace_lane(i64x2.splat(0), 0, reduce(lanes(sum), p, inverse));
}

/**
 * `distances[i][h] = <centres[h], x_i> + squares[h] norms[i] + constants[h]`, see distanceTerms in ../word-kernel.ts.
 * Four centres at a time, so that a row is loaded once for four products.
 */
export function scaledDistances(
  p: u32,
  rows: usize,
  count: i32,
  columns: i32,
  norms: usize,
  centres: usize,
  squares: usize,
  constants: usize,
  clusters: i32,
  distances: usize,
): void {
  const inverse = 1.0 / <f64>p;
  const whole = columns & ~3;
  const stride = (<usize>columns) << 2;
  const grouped = clusters & ~3;
  for (let i = 0; i < count; i++) {
    const row = rows + <usize>i * stride;
    const norm = word(norms, i);
    const out = distances + ((<usize>(i * clusters)) << 2);
    for (let h = 0; h < grouped; h += 4) {
      const first = centres + <usize>h * stride;
      const second = first + stride;
      const third = second + stride;
      const fourth = third + stride;
      let a = i64x2.splat(0);
      let b = i64x2.splat(0);
      let c = i64x2.splat(0);
      let d = i64x2.splat(0);
      let at = 0;
      while (at < whole) {
        if (at > 0) {
          a = carry(a, p, inverse);
          b = carry(b, p, inverse);
          c = carry(c, p, inverse);
          d = carry(d, p, inverse);
        }
        for (const end = min(whole, at + BLOCK); at < end; at += 4) {
          const values = four(row, at);
          a = multiplyAdd(a, values, four(first, at));
          b = multiplyAdd(b, values, four(second, at));
          c = multiplyAdd(c, values, four(third, at));
          d = multiplyAdd(d, values, four(fourth, at));
        }
      }
      const target = out + ((<usize>h) << 2);
      store<u32>(target, finish(a, row, first, whole, columns, norm, squares, constants, h, p, inverse));
      store<u32>(
        target,
        finish(b, row, second, whole, columns, norm, squares, constants, h + 1, p, inverse),
        4,
      );
      store<u32>(
        target,
        finish(c, row, third, whole, columns, norm, squares, constants, h + 2, p, inverse),
        8,
      );
      store<u32>(
        target,
        finish(d, row, fourth, whole, columns, norm, squares, constants, h + 3, p, inverse),
        12,
      );
    }
    for (let h = grouped; h < clusters; h++) {
      const product = dot(row, centres + <usize>h * stride, columns, p, inverse);
      const distance = product + norm * word(squares, h) + word(constants, h);
      store<u32>(out + ((<usize>h) << 2), <u32>reduce(distance, p, inverse));
    }
  }
}

/** A distance from the last block's sums: at most 2^63 of them, and a few terms more. */
function finish(
  sum: v128,
  row: usize,
  centre: usize,
  whole: i32,
  columns: i32,
  norm: u64,
  squares: usize,
  constants: usize,
  h: i32,
  p: u64,
  inverse: f64,
): u32 {
  let total = lanes(sum) + norm * word(squares, h) + word(constants, h);
  for (let c = whole; c < columns; c++) total += word(row, c) * word(centre, c);
  return <u32>reduce(total, p, inverse);
}
