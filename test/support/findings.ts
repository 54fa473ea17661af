/** Findings of runs, to be held against those of others. */

import type { Findings } from '../../src/run/execute/findings.ts';

/** Without what says what it cost: the figure of bytes, and the timeout that was chosen by the time that a step takes. */
export function withoutCost(findings: Findings): Findings {
  const { figures = [], timeout: _, ...others } = findings;
  return { ...others, figures: figures.filter(({ name }) => name !== 'bytesOverPaper') };
}
