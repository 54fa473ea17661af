/** A million clients: the cost of those that nobody asks, and of a round that everybody answers. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { against, print } from './table.ts';

const GIB = 2 ** 30;

interface Crowd {
  readonly ms: number;
  readonly peakBytes: number;
}

export async function crowd(): Promise<void> {
  const sampled = crowdOf(1_000_000, 10, 10_000);
  print('1,000,000 clients, of whom 1% are asked in each of 10 rounds', [
    ['s', 'GiB at the peak'],
    [(sampled.ms / 1000).toFixed(1), against(sampled.peakBytes / GIB, 'at most', 1.5)],
  ]);
  const rows = [['clients', 's', 'us for a message', 'of N log N from 10^4 on', 'GiB at the peak']];
  let first: number | undefined;
  for (const clients of [10_000, 100_000, 1_000_000]) {
    const { ms, peakBytes } = crowdOf(clients, 1, clients);
    const normal = ms / (clients * Math.log(clients));
    first ??= normal;
    rows.push([
      `${clients}`,
      (ms / 1000).toFixed(2),
      ((ms * 1000) / (2 * clients)).toFixed(1),
      against(normal / first, 'at most', 1),
      against(peakBytes / GIB, 'at most', 2.5),
    ]);
  }
  print('All clients answer one round', rows);
}

function crowdOf(...numbers: number[]): Crowd {
  const file = fileURLToPath(new URL('crowd-process.js', import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, [file, ...numbers.map(String)], { encoding: 'utf8' }),
  ) as Crowd;
}
