/** Imported by a process that is measured: at its end it writes what it used to its file descriptor 3, as JSON. */

import { writeSync } from 'node:fs';
import { meter } from '../src/cli/meter.ts';

process.on('exit', () => {
  writeSync(3, JSON.stringify({ seconds: meter.cpuNs() / 1e9, peakBytes: meter.peakBytes() }));
});
