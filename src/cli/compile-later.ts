/** When V8 compiles with optimisation. */

import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of bytecode that a function runs through before V8 considers it, twice what Node.js 20 takes. Most commands are over in
 * seconds, of which optimising is a fourth of all processor time: a tenth of all is saved so, and what runs for long is found soon
 * enough.
 */
const BUDGET_BYTES = 150_000;

/** Must be called before there is much to compile. Versions from 22 on go by other measures, which suit short runs. */
export function compileLater(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`);
}
