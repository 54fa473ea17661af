/** What this process has used. */

import { existsSync, readFileSync } from 'node:fs';
import type { Meter } from '../run/estimate/estimate.ts';

const STATUS = '/proc/self/status';

export const meter: Meter = {
  cpuNs() {
    const { user, system } = process.cpuUsage();
    return (user + system) * 1e3;
  },
  peakBytes() {
    // Linux counts the parent's share in `maxRSS`, which outlives the start of another program, but not in its own high-water mark.
    const [, kibibytes] =
      (existsSync(STATUS) && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))) || [];
    return 1024 * Number(kibibytes ?? process.resourceUsage().maxRSS);
  },
};
