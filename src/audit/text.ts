/** Audits as text for a terminal: one line for each, what it rests on, and what it could have seen. */

import type { Audited } from './audited.ts';

/** Ends with a newline. */
export function auditText(audited: readonly Audited[], confidence = 0.95): string {
  const lines = audited.map(({ audit, kind, status, claim, because, sees }) => {
    const what = claim === '' ? '' : `${claim}: `;
    const power = sees === undefined ? '' : `; it could have shown ${sees}`;
    return `${audit} (${kind}): ${what}${status.toUpperCase()} (${because}${power})\n`;
  });
  const sure = `With ${(100 * confidence).toPrecision(3)} % confidence none of the claims that hold is refuted. What is not refuted is not proved.\n`;
  return `${lines.join('')}\n${sure}`;
}
