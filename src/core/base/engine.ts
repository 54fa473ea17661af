/**
 * Whether this JavaScript engine rounds the logarithm and similar functions like the engines whose results
 * are known. IEEE 754 leaves their last bit open, and draws of data and latencies depend on them: an engine
 * that rounds differently gives different results for the same seed, and should warn.
 */

import { platform } from '#platform';

const FUNCTIONS: readonly ((x: number) => number)[] = [Math.exp, Math.log, Math.log1p, Math.log2];

/** As literals, since engines round powers of ten differently too. */
const SIZES = [1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e9];

/** Arguments of all magnitudes that occur: from uniform draws to counts of points. */
const ARGUMENTS = Array.from({ length: 2048 }, (_, i) => {
  const fraction = ((i * 2654435761) % 4294967296) / 4294967296;
  return fraction * SIZES[i % SIZES.length];
});

/** The hash on Node.js 20, 22, 24 and 26. */
const KNOWN = '770c7562060c1893756b4504a874b3b3d1f376cc4e53bd628aca3214161a01cf';

/** SHA-256 over every bit of the results. */
export function roundingOf(functions = FUNCTIONS): string {
  const answers = Float64Array.from(functions.flatMap((f) => ARGUMENTS.map((x) => f(x))));
  return platform.crypto.createSha256().update(new Uint8Array(answers.buffer)).digest('hex');
}

let checked = false;

/** Warns, once, if results may differ from those of other machines. */
export function warnOfRounding(): void {
  if (checked) return;
  checked = true;
  if (roundingOf() === KNOWN) return;
  platform.warn(
    `${platform.name} ${platform.version} rounds Math.log or similar functions differently: results may differ from those of other machines`,
  );
}
