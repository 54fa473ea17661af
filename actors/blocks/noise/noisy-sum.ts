/** A noisy sum of releases: how large its modulus must be, and what the parties agree on about it. */

import { log2 } from '../../../src/core/kit/math.ts';
import { type NoiseParameters, type NoisySum, lengthOf, presentPart, sessionOf } from './agreement.ts';
import { noiseReach, type Release } from './releases.ts';
import { modulusOfSum, type SumParameters, thresholdOfSum } from '../sums/index.ts';
import type { Validity } from '../prio3/index.ts';
import { defined } from '../../../src/core/kit/index.ts';

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

/**
 * @param bits of the modulus
 * @param proven what vectors are proven to keep to, and each client's units; absent: they are masked
 * @param common the number of the set-up that it has in common with other sums; absent: none
 */
export function noisySumOf(
  {
    number,
    releases,
    bits,
    proven,
    common,
  }: {
    number: number;
    releases: readonly Release[];
    bits: number;
    common?: number | undefined;
    proven?: { readonly valid: Validity; readonly units: readonly number[] } | undefined;
  },
  settings: { noise: NoiseParameters; aggregation: SumParameters; timeout: number },
  clients: readonly string[],
): NoisySum {
  const { noise, aggregation, timeout } = settings;
  const ranges = releases.flatMap((release) => release.ranges);
  const session = sessionOf(aggregation, noise, {
    number,
    clients,
    modulus: modulusOfSum(aggregation, bits),
    length: lengthOf(ranges),
    timeoutNs: timeout,
    common,
  });
  // The masks' threshold, in number: fewer vectors hide too little.
  const threshold = Math.max(2, thresholdOfSum(aggregation, clients.length));
  return defined({
    number,
    clients,
    ranges,
    noise,
    session,
    proven: proven && { ...proven, number, clients, threshold, timeoutNs: timeout },
  });
}
