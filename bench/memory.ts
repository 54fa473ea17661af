/** How much memory a benchmark takes. */

import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/**
 * The most that this process has had in memory, in bytes. Linux counts the parent's share in `maxRSS`, which outlives
 * the start of another program, but not in its own high-water mark.
 */
export function peakBytes(): number {
  const [, kibibytes] =
    (existsSync(STATUS) && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))) || [];
  return 1024 * Number(kibibytes ?? process.resourceUsage().maxRSS);
}
