/**
 * A bias of one part in a thousand in sampling modulo p: residues below p / 2 have probability (1 + 0.001) / 2. How
 * many residues the uniformity test needs to detect it, and how often it does. `npm run mutants -- bias [TRIES]`.
 */

import { chiSquareTail, pearson } from '../../src/core/math/statistics/chi-square.ts';
import { LEVEL } from '../../src/lab/attack/detect/detect.ts';
import { RANGES } from '../../src/lab/attack/detect/evenness.ts';
import { keystream, Random } from '../../src/core/base/random.ts';
import { table } from '../../src/run/report/table.ts';

const P = 2 ** 28 - 57;
const BIAS = 0.001;
const WORDS = 2 ** 16;

/** Whether the given number of residues from a sampler is flagged. */
function isSeen(key: Uint8Array, residues: number, bias: number): boolean {
  const draw = keystream(key);
  const counts = new Float64Array(RANGES);
  let left = residues;
  while (left > 0) {
    const words = draw(WORDS);
    for (let i = 0; i + 1 < words.length && left > 0; i += 2) {
      let value = words[i] & (2 ** 28 - 1);
      if (value >= P) continue;
      // A residue in the upper half is mirrored with probability `bias`.
      if (2 * value > P && words[i + 1] < bias * 2 ** 32) value = P - 1 - value;
      counts[Math.floor((value / P) * RANGES)]++;
      left--;
    }
  }
  return chiSquareTail(pearson(counts), RANGES - 1) < LEVEL;
}

/** A row for each number of residues: how often the biased sampler is flagged, and the sound one. */
export function biasTable(tries: number): string {
  const rows = [650_000, 4_000_000, 16_000_000, 40_000_000].map((residues) => {
    const flagged = [BIAS, 0].map(
      (bias) =>
        Array.from({ length: tries }, (_, i) =>
          isSeen(new Random(i).secretKey('bias', `${residues} ${bias}`), residues, bias),
        ).filter(Boolean).length,
    );
    return [residues.toLocaleString('en'), ...flagged.map((count) => `${count} of ${tries}`)];
  });
  return table(['residues', 'biased sampler flagged', 'sound one flagged'], rows, []);
}
