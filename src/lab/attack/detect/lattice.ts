/**
 * Short vectors of integer lattices, by LLL reduction (Lenstra, Lenstra, Lovász 1982) with orthogonalisation
 * in doubles (Schnorr, Euchner 1994). The steps found in doubles are applied to the basis in integers, so the
 * result is always a basis of the lattice; rounding can only make it longer. Anybody who combines vectors of
 * residues so that the result is small has shown that they are less random than they look.
 */

import { gcd, modInv, toZn } from 'bigint-mod-arith';

/**
 * The shortest vector found by a reduction among all integer combinations of these vectors modulo M.
 * Undefined if no columns can be reduced to the identity: the vectors are dependent, or M has small factors
 * and this is chance.
 * @param vectors fewer than they have entries, each in [0, M)
 */
export function shortestModulo(
  vectors: readonly (readonly bigint[])[],
  modulus: bigint,
): bigint[] | undefined {
  const basis = moduloBasis(vectors, modulus);
  return basis && reduced(basis)[0];
}

/**
 * The identity in some columns and the vectors' combinations in the others, and M times the unit vectors of
 * those.
 */
function moduloBasis(vectors: readonly (readonly bigint[])[], modulus: bigint): bigint[][] | undefined {
  const rows = vectors.map((vector) => [...vector]);
  const size = vectors[0].length;
  const pivots = new Set<number>();
  for (let r = 0; r < rows.length; r++) {
    const c = rows[r].findIndex((value, at) => !pivots.has(at) && gcd(value, modulus) === 1n);
    if (c < 0) return undefined;
    pivots.add(c);
    const inverse = modInv(rows[r][c], modulus);
    const pivot = rows[r].map((value) => (value * inverse) % modulus);
    rows.forEach((row, other) => {
      rows[other] = other === r ? pivot : row.map((value, at) => toZn(value - row[c] * pivot[at], modulus));
    });
  }
  for (let c = 0; c < size; c++) {
    if (!pivots.has(c)) rows.push(Array.from({ length: size }, (_, at) => (at === c ? modulus : 0n)));
  }
  return rows;
}

/**
 * The maximum number of steps per row: rounding could cause cycles, and what is left then is still a basis.
 */
const STEPS = 1000;

/** A reduced basis, its vectors roughly in order of length. */
export function reduced(basis: readonly (readonly bigint[])[]): bigint[][] {
  const n = basis.length;
  const now = new Steps(basis);
  // r[i][i] is the square of the orthogonalised vector's length, mu[i][j] = r[i][j] / r[j][j].
  const r = basis.map(() => new Float64Array(n));
  const mu = basis.map(() => new Float64Array(n));
  const project = (k: number): void => {
    for (let j = 0; j <= k; j++) {
      let value = now.dot(k, j);
      for (let i = 0; i < j; i++) value -= mu[j][i] * r[k][i];
      r[k][j] = value;
      mu[k][j] = value / r[j][j];
    }
  };
  const shorten = (k: number): boolean => {
    let isShorter = false;
    for (let j = k - 1; j >= 0; j--) {
      const q = Math.max(-(2 ** 50), Math.min(2 ** 50, Math.round(mu[k][j])));
      if (Math.abs(mu[k][j]) <= 0.501 || Number.isNaN(q)) continue;
      now.subtract(k, j, q);
      for (let i = 0; i <= j; i++) mu[k][i] -= q * (i === j ? 1 : mu[j][i]);
      isShorter = true;
    }
    if (isShorter && now.isNoisy(k)) now.refresh();
    return isShorter;
  };
  project(0);
  for (let k = 1, step = 0; k < n && step < STEPS * n; step++) {
    project(k);
    while (step < STEPS * n && shorten(k)) {
      project(k);
      step++;
    }
    // Lovász's condition with 3/4.
    if (r[k][k] + mu[k][k - 1] * r[k][k - 1] < 0.75 * r[k - 1][k - 1]) {
      now.swap(k - 1, k);
      k = Math.max(1, k - 1);
      if (k === 1) project(0);
    } else k++;
  }
  now.refresh();
  return now.rows;
}

/** Rows in doubles, and the integer steps that produce them from the exact rows. */
class Steps {
  /** Exact, as of the last refresh. */
  rows: bigint[][];
  /** The current rows, in doubles. */
  #now: Float64Array[] = [];
  /** The squares of their lengths when they were last exact, except for rounding. */
  #squares: number[] = [];
  /** The bound on factors. */
  #most = 0;
  /** The current rows are these combinations of the exact ones. */
  #factors: Float64Array[] = [];

  constructor(basis: readonly (readonly bigint[])[]) {
    this.rows = basis.map((row) => [...row]);
    this.#read();
  }

  #read(): void {
    this.#now = this.rows.map((row) => Float64Array.from(row, Number));
    // Factors amplify the rounding error of the rows when they were read.
    const isExact = this.#now.every((row) => largest(row) < 2 ** 40);
    this.#most = isExact ? 2 ** 52 : 2 ** 30;
    this.#squares = this.#now.map((_, at) => this.dot(at, at));
    this.#factors = this.rows.map((_, at) => Float64Array.from(this.rows, (_row, c) => Number(c === at)));
  }

  /** Applies to the exact rows what was done to the doubles. */
  refresh(): void {
    this.rows = this.#factors.map((factors) => combined(this.rows, factors));
    this.#read();
  }

  /** Whether so much of a row has cancelled that its doubles are inaccurate. */
  isNoisy(k: number): boolean {
    return this.dot(k, k) < this.#squares[k] * 2 ** -40;
  }

  dot(i: number, j: number): number {
    const [a, b] = [this.#now[i], this.#now[j]];
    let sum = 0;
    for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
    return sum;
  }

  subtract(k: number, j: number, q: number): void {
    if (largest(this.#factors[k]) + Math.abs(q) * largest(this.#factors[j]) >= this.#most) this.refresh();
    const [factors, others, row, other] = [this.#factors[k], this.#factors[j], this.#now[k], this.#now[j]];
    for (let i = 0; i < factors.length; i++) factors[i] -= q * others[i];
    for (let c = 0; c < row.length; c++) row[c] -= q * other[c];
  }

  swap(i: number, j: number): void {
    [this.#now[i], this.#now[j]] = [this.#now[j], this.#now[i]];
    [this.#factors[i], this.#factors[j]] = [this.#factors[j], this.#factors[i]];
    [this.#squares[i], this.#squares[j]] = [this.#squares[j], this.#squares[i]];
  }
}

function largest(row: Float64Array): number {
  let most = 0;
  for (let at = 0; at < row.length; at++) most = Math.max(most, Math.abs(row[at]));
  return most;
}

/** The sum of the rows, each multiplied by its factor. */
function combined(rows: readonly (readonly bigint[])[], factors: Float64Array): bigint[] {
  const sum = rows[0].map(() => 0n);
  rows.forEach((row, r) => {
    if (factors[r] === 0) return;
    const factor = BigInt(factors[r]);
    for (let at = 0; at < row.length; at++) sum[at] += factor * row[at];
  });
  return sum;
}
