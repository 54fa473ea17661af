/** Audits as text for a terminal: one verdict for each, what it rests on, and what it could have seen. */

import { paragraph } from '../../run/report/table.ts';
import type { Audited } from './audited.ts';

/** Ends with a newline. */
export function auditText(audited: readonly Audited[], confidence = 0.95): string {
  const lines = audited.map(({ audit, kind, status, claim, because, sees }) => {
    const what = claim === '' ? '' : `${claim}: `;
    return [
      paragraph(`${audit} (${kind}): ${what}${status.toUpperCase()}`),
      paragraph(because, '  '),
      ...(sees === undefined ? [] : [paragraph(`it could have shown ${sees}`, '  ')]),
    ].join('');
  });
  const sure = paragraph(
    `With ${(100 * confidence).toPrecision(3)} % confidence none of the claims that hold is refuted. What is not refuted is not proved.`,
  );
  return `${lines.join('')}\n${sure}`;
}
