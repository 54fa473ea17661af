/**
 * What FastLloyd fixes before it sees data: how far a centre may move in each iteration, how one Gaussian mechanism
 * is split over sums and counts, and how many iterations a budget permits (Diaa, Humphries and Kerschbaum 2025;
 * constants from their program). Lengths are in half sides of the cube [-1, 1]^d.
 */

import { exp, log, square } from '../../src/core/kit/math.ts';

/**
 * fastlloyd: sums of differences to the centre, of points within a radius of it. glloyd: sums of the points themselves, after
 * Su et al. (2016) with Gaussian noise.
 */
export type Method = 'fastlloyd' | 'glloyd';

/** What a schedule depends on: public numbers only. */
export interface Extent {
  readonly method: Method;
  readonly points: number;
  readonly dimension: number;
  readonly clusters: number;
  /** alpha */
  readonly reach: number;
}

/** Su et al. assume that the mean of coordinates is twice this. */
const RHO = 0.225;

/** The length of the diagonal of the cube [-1, 1]^d. */
export function diagonal(dimension: number): number {
  return 2 * Math.sqrt(dimension);
}

/** eta: half the diagonal in the first iteration if the radius shrinks, alpha sqrt(d) / k^(1/d) in all others. */
export function radiusOf(
  { dimension: d, clusters: k, reach }: Extent,
  iteration: number,
  shrinks: boolean,
): number {
  if (shrinks && iteration === 0) return Math.sqrt(d);
  return reach * Math.sqrt(d) * exp(-log(k) / d);
}

/**
 * Noise multipliers (standard deviation over sensitivity) of sums and of counts such that `rounds` iterations
 * together cost as much as one Gaussian of multiplier sigma. They minimise the expected error of a centre whose true
 * move is half a radius (glloyd: of a mean of 2 rho).
 */
export function multipliers(
  { method, dimension: d }: Extent,
  rounds: number,
  sigma: number,
): { readonly sums: number; readonly counts: number } {
  const h = method === 'fastlloyd' ? 2 * Math.sqrt(d) : Math.sqrt(d) / (2 * RHO);
  const each = Math.sqrt(rounds) * sigma;
  return { sums: each * Math.sqrt((1 + h) / h), counts: each * Math.sqrt(1 + h) };
}

const FEWEST = 2;
const MOST = 7;
/** The bound on the expected squared error of all centres together, for clusters of equal size. */
const ERROR = 0.004;

/** T: as many iterations as keep the expected error small, from 2 to 7; 7 without noise. */
export function roundsFor(extent: Extent, sigma: number | undefined): number {
  if (sigma === undefined) return MOST;
  const { method, points, dimension: d, clusters: k } = extent;
  const most =
    method === 'fastlloyd'
      ? (4 * ERROR) / square(radiusOf(extent, 1, true) * (1 + 2 * Math.sqrt(d)))
      : ERROR / square(Math.sqrt(d) * (2 * RHO + Math.sqrt(d)));
  const rounds = Math.floor((most * square(points / sigma)) / (k * k * k));
  return Math.min(MOST, Math.max(FEWEST, rounds));
}

/** 1/(N ln N), or 1/4 for fewer than three points. */
export function standardDelta(points: number): number {
  return Math.min(0.25, 1 / (points * log(Math.max(3, points))));
}
