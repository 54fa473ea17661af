/**
 * Short vectors of lattices of integers, by the LLL reduction (Lenstra, Lenstra, Lovász 1982; in integers alone as in
 * Cohen, A Course in Computational Algebraic Number Theory, algorithm 2.6.7). Whoever combines vectors of residues so that
 * the result is small has found that they are less random than they look.
 */

/**
 * The shortest vector that a reduction finds among all integer combinations of these vectors modulo M.
 * Undefined where the first columns cannot be brought to the identity: the vectors are dependent, or M is unlucky.
 * @param vectors fewer than they have entries, each in [0, M)
 */
export function shortestModulo(
  vectors: readonly (readonly bigint[])[],
  modulus: bigint,
): bigint[] | undefined {
  const basis = moduloBasis(vectors, modulus);
  return basis && reduced(basis)[0];
}

/** [I | B] for the vectors, and M times the unit vectors of the other columns. */
function moduloBasis(vectors: readonly (readonly bigint[])[], modulus: bigint): bigint[][] | undefined {
  const rows = vectors.map((vector) => [...vector]);
  const size = vectors[0].length;
  for (let c = 0; c < rows.length; c++) {
    const pivot = rows.findIndex((row, r) => r >= c && gcd(row[c], modulus) === 1n);
    if (pivot < 0) return undefined;
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    const inverse = inverseModulo(rows[c][c], modulus);
    rows[c] = rows[c].map((value) => (value * inverse) % modulus);
    rows.forEach((row, r) => {
      const factor = row[c];
      if (r === c || factor === 0n) return;
      rows[r] = row.map((value, at) => mod(value - factor * rows[c][at], modulus));
    });
  }
  for (let c = rows.length; c < size; c++) {
    rows.push(Array.from({ length: size }, (_, at) => (at === c ? modulus : 0n)));
  }
  return rows;
}

/** A reduced basis, its vectors roughly by length; the rows given are changed. */
export function reduced(basis: bigint[][]): bigint[][] {
  const n = basis.length;
  // d[i + 1] is the determinant of the first i + 1 inner products, l[i][j] = d[j + 1] mu[i][j].
  const d: bigint[] = Array.from({ length: n + 1 }, () => 1n);
  const l: bigint[][] = basis.map(() => Array.from({ length: n }, () => 0n));
  const dot = (a: readonly bigint[], b: readonly bigint[]): bigint =>
    a.reduce((sum, value, at) => sum + value * b[at], 0n);
  const orthogonalise = (k: number): void => {
    for (let j = 0; j <= k; j++) {
      let u = dot(basis[k], basis[j]);
      for (let i = 0; i < j; i++) u = (d[i + 1] * u - l[k][i] * l[j][i]) / d[i];
      if (j < k) l[k][j] = u;
      else d[k + 1] = u;
    }
  };
  const reduce = (k: number, j: number): void => {
    const twice = 2n * l[k][j];
    if ((twice < 0n ? -twice : twice) <= d[j + 1]) return;
    const q = floorDivide(twice + d[j + 1], 2n * d[j + 1]);
    basis[k] = basis[k].map((value, at) => value - q * basis[j][at]);
    l[k][j] -= q * d[j + 1];
    for (let i = 0; i < j; i++) l[k][i] -= q * l[j][i];
  };
  const swap = (k: number, known: number): void => {
    [basis[k], basis[k - 1]] = [basis[k - 1], basis[k]];
    for (let j = 0; j < k - 1; j++) [l[k][j], l[k - 1][j]] = [l[k - 1][j], l[k][j]];
    const lambda = l[k][k - 1];
    const b = (d[k - 1] * d[k + 1] + lambda * lambda) / d[k];
    for (let i = k + 1; i <= known; i++) {
      const t = l[i][k];
      l[i][k] = (d[k + 1] * l[i][k - 1] - lambda * t) / d[k];
      l[i][k - 1] = (b * t + lambda * l[i][k]) / d[k + 1];
    }
    d[k] = b;
  };
  orthogonalise(0);
  let known = 0;
  let k = 1;
  while (k < n) {
    if (k > known) orthogonalise((known = k));
    reduce(k, k - 1);
    // Lovász's condition with 3/4.
    if (4n * d[k + 1] * d[k - 1] < 3n * d[k] * d[k] - 4n * l[k][k - 1] * l[k][k - 1]) {
      swap(k, known);
      k = Math.max(1, k - 1);
    } else {
      for (let j = k - 2; j >= 0; j--) reduce(k, j);
      k++;
    }
  }
  return basis;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b < 0n ? q - 1n : q;
}

export function mod(a: bigint, m: bigint): bigint {
  const rest = a % m;
  return rest < 0n ? rest + m : rest;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

function inverseModulo(a: bigint, m: bigint): bigint {
  let [r0, r1, s0, s1] = [m, mod(a, m), 0n, 1n];
  while (r1 > 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [s0, s1] = [s1, s0 - q * s1];
  }
  return mod(s0, m);
}
