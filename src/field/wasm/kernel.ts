/**
 * The field kernel with SIMD, in AssemblyScript. Residues are below 2^28, so a product is below 2^56 and 64-bit lanes sum
 * 128 of them, with room for a few more terms, before anything is reduced.
 *
 * Addresses are in bytes. The caller lays everything out in memory; see ../wasm-kernel.ts.
 */

/** Terms that are summed before a reduction. */
const BLOCK: i32 = 128;

/** `x mod p`: the quotient in doubles is right to within one for any 64-bit x, as it stays below 2^37. */
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

/** The inner product of two vectors, below 2^64 and not reduced to the end. */
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

export function squaredNorms(p: u32, rows: usize, count: i32, columns: i32, norms: usize): void {
  const inverse = 1.0 / <f64>p;
  for (let i = 0; i < count; i++) {
    const row = rows + ((<usize>(i * columns)) << 2);
    store<u32>(norms + ((<usize>i) << 2), <u32>reduce(dot(row, row, columns, p, inverse), p, inverse));
  }
}

/** Adds every row to the 64-bit sums of its label; labels of 16 bits, from `clusters` on in none. */
export function addRows(
  rows: usize,
  count: i32,
  columns: i32,
  labels: usize,
  clusters: i32,
  sums: usize,
): void {
  for (let i = 0; i < count; i++) {
    const label = <i32>load<u16>(labels + ((<usize>i) << 1));
    if (label >= clusters) continue;
    const row = rows + ((<usize>(i * columns)) << 2);
    const sum = sums + ((<usize>(label * columns)) << 3);
    for (let c = 0; c < columns; c++) {
      const at = sum + ((<usize>c) << 3);
      store<u64>(at, load<u64>(at) + word(row, c));
    }
  }
}

/**
 * `distances[i][h] = <centres[h], x_i> + squares[h] norms[i] + constants[h]`, see distanceTerms in ../word-kernel.ts.
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
  for (let i = 0; i < count; i++) {
    const row = rows + ((<usize>(i * columns)) << 2);
    const norm = word(norms, i);
    for (let h = 0; h < clusters; h++) {
      const product = dot(row, centres + ((<usize>(h * columns)) << 2), columns, p, inverse);
      const distance = product + norm * word(squares, h) + word(constants, h);
      store<u32>(distances + ((<usize>(i * clusters + h)) << 2), <u32>reduce(distance, p, inverse));
    }
  }
}
