/** The statistics of a client's points in each release (FedDP-KMeans, Algorithms 1 and 2). */

import { assignToCentres, type Labels, NO_CLUSTER, squaredDistance } from '../../src/core/kit/cluster.ts';
import { type Matrix, row, zeros } from '../../src/core/kit/index.ts';

/** X^T X: the diagonal, then the entries right of it, row after row. */
export function outerTriangle(points: Matrix): Float64Array {
  const d = points.columns;
  const triangle = new Float64Array((d * (d + 1)) / 2);
  const inFours = points.rows - (points.rows % 4);
  for (let i = 0; i < inFours; i += 4) addFour(triangle, points, i);
  for (let i = inFours; i < points.rows; i++) {
    const x = row(points, i);
    for (let a = 0, at = d; a < d; a++) {
      triangle[a] += x[a] * x[a];
      addRow(triangle, at, x, a);
      at += d - a - 1;
    }
  }
  return triangle;
}

/** Adds the products of four points, each entry's in their order: an entry is read and written once for all of them. */
function addFour(triangle: Float64Array, points: Matrix, first: number): void {
  const d = points.columns;
  const [w, x, y, z] = [
    row(points, first),
    row(points, first + 1),
    row(points, first + 2),
    row(points, first + 3),
  ];
  for (let a = 0, at = d; a < d; a++) {
    const [p, q, r, s] = [w[a], x[a], y[a], z[a]];
    triangle[a] = triangle[a] + p * p + q * q + r * r + s * s;
    if (p !== 0 && q !== 0 && r !== 0 && s !== 0) {
      for (let b = a + 1, to = at; b < d; b++, to++)
        triangle[to] = triangle[to] + p * w[b] + q * x[b] + r * y[b] + s * z[b];
    } else for (const one of [w, x, y, z]) addRow(triangle, at, one, a);
    at += d - a - 1;
  }
}

/** Adds a point's products with its coordinate `a`, from `at` on. */
function addRow(triangle: Float64Array, at: number, x: Float64Array, a: number): void {
  const value = x[a];
  if (value === 0) return;
  for (let b = a + 1, to = at; b < x.length; b++, to++) triangle[to] += value * x[b];
}

/** The symmetric matrix of a triangle. */
export function symmetric(triangle: Float64Array, d: number): Matrix {
  const matrix = zeros(d, d);
  let at = d;
  for (let a = 0; a < d; a++) {
    matrix.values[a * d + a] = triangle[a];
    for (let b = a + 1; b < d; b++, at++) {
      matrix.values[a * d + b] = triangle[at];
      matrix.values[b * d + a] = triangle[at];
    }
  }
  return matrix;
}

/** The coordinates of points along directions, one per row: m x rank. */
export function coordinatesOf(points: Matrix, directions: Matrix, unit: number): Matrix {
  const projected = zeros(points.rows, directions.rows);
  for (let i = 0; i < points.rows; i++) {
    const x = row(points, i);
    for (let h = 0; h < directions.rows; h++) {
      const direction = row(directions, h);
      let sum = 0;
      for (let c = 0; c < x.length; c++) sum += x[c] * direction[c];
      projected.values[i * directions.rows + h] = sum * unit;
    }
  }
  return projected;
}

/** How many points are nearest to each of `others`. */
export function histogram(points: Matrix, others: Matrix): Float64Array {
  return countLabels(nearest(points, others), others.rows);
}

/** The nearest of each point, in batches as labels have 16 bits; ties to the lowest index. */
function nearest(points: Matrix, others: Matrix): Uint32Array {
  const found = new Uint32Array(points.rows);
  for (let i = 0; i < points.rows; i++) {
    let least = Number.POSITIVE_INFINITY;
    for (let q = 0; q < others.rows; q++) {
      const distance = squaredDistance(others, q, points, i);
      if (distance < least) {
        least = distance;
        found[i] = q;
      }
    }
  }
  return found;
}

function countLabels(labels: Uint32Array, clusters: number): Float64Array {
  const counts = new Float64Array(clusters);
  for (const label of labels) counts[label]++;
  return counts;
}

/**
 * The nearest centre of each point; points whose distance to it exceeds `margin` times that to any other centre are
 * in no cluster (Awasthi and Sheffet 2012: 1/3; 1 excludes none).
 */
export function assignWithMargin(points: Matrix, centres: Matrix, margin: number): Labels {
  const labels = assignToCentres(points, centres);
  if (margin >= 1) return labels;
  return labels.map((label, i) => {
    const reach = margin * margin;
    const own = squaredDistance(centres, label, points, i);
    for (let h = 0; h < centres.rows; h++) {
      if (h !== label && own > reach * squaredDistance(centres, h, points, i)) return NO_CLUSTER;
    }
    return label;
  });
}

/** Sums of the points of each cluster, K rows of d, then how many each has. */
export function clusterSums(points: Matrix, labels: Labels, clusters: number): Float64Array {
  const d = points.columns;
  const sums = new Float64Array(clusters * (d + 1));
  for (let i = 0; i < points.rows; i++) {
    if (labels[i] === NO_CLUSTER) continue;
    const x = row(points, i);
    const at = labels[i] * d;
    for (let c = 0; c < d; c++) sums[at + c] += x[c];
    sums[clusters * d + labels[i]]++;
  }
  return sums;
}
