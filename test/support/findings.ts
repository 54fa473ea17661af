/** Findings of runs, to be held against those of others. */

import type { Findings } from '../../src/run/execute/findings.ts';

/** Without the figure that says what it cost in bytes. */
export function withoutBytes({ figures = [], ...findings }: Findings): Findings {
  return { ...findings, figures: figures.filter(({ name }) => name !== 'bytesOverPaper') };
}
