/** Claims in words. */

import type { PrivacyClaim } from '../../core/protocol/audit.ts';

/** A promise of privacy in a few words. */
export function claimText({ epsilon, delta, of }: PrivacyClaim): string {
  if (epsilon === 0 && delta === 0) return `nothing tells whether ${of} is there`;
  return `(${Number(epsilon.toPrecision(4))}, ${delta})-DP for ${of}`;
}
