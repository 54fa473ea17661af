/** A noisy sum of releases: how large its modulus must be, and what the parties agree on about it. */

import { log2 } from '../../../src/core/kit/math.ts';
import { type NoiseParameters, type NoisySum, lengthOf, presentPart, sessionOf } from './agreement.ts';
import { noiseReach, type Release } from './releases.ts';
import type { AggregationParameters } from '../secagg/session.ts';

/**
 * Bits of a modulus that are enough for any honest sum with its noise, except for a negligible tail ({@link
 * noiseReach}).
 * @param largest the largest value of an element of a release, without noise
 */
export function modulusBits(
  releases: readonly Release[],
  largest: (release: Release) => number,
  noise: NoiseParameters,
  clients: number,
): number {
  const shares = Math.max(1, presentPart(noise, clients, clients, Number.POSITIVE_INFINITY));
  const most = releases.map((release) => largest(release) + noiseReach(release) * shares);
  return Math.ceil(log2(2 * Math.max(0, ...most) + 1)) + 1;
}

/** @param bits of the modulus */
export function noisySumOf(
  { number, releases, bits }: { number: number; releases: readonly Release[]; bits: number },
  settings: { noise: NoiseParameters; aggregation: AggregationParameters; timeout: number },
  clients: readonly string[],
): NoisySum {
  const { noise, aggregation, timeout } = settings;
  const ranges = releases.flatMap((release) => release.ranges);
  const session = sessionOf(aggregation, noise, {
    number,
    clients,
    modulus: 1n << BigInt(bits),
    length: lengthOf(ranges),
    timeoutNs: timeout,
  });
  return { number, clients, ranges, noise, session };
}
