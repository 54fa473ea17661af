/** When V8 compiles with optimisation. */

import { setFlagsFromString } from 'node:v8';

/**
 * How many bytes of bytecode a function executes before V8 considers optimising it, twice the default of
 * Node.js 20. Most commands end within seconds, a quarter of whose processor time is spent on optimising:
 * this saves a tenth of the total, and long-running functions are still found soon enough.
 */
const BUDGET_BYTES = 150_000;

/**
 * Must be called before there is much to compile. Versions from 22 on use other criteria, which suit short
 * runs.
 */
export function compileLater(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`);
}
