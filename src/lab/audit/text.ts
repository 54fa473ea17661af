/** Audits as text for a terminal: one verdict for each, what it rests on, and what it could have seen. */

import { counted } from '../../run/report/format.ts';
import { paragraph } from '../../run/report/table.ts';
import type { Audited } from './audited.ts';
import { isSeen, type TwinPower } from './power.ts';

/** Ends with a newline. */
export function auditText(audited: readonly Audited[], confidence = 0.95): string {
  const lines = audited.map(({ audit, kind, status, claim, because, sees, power }) => {
    const what = claim === '' ? '' : `${claim}: `;
    return [
      paragraph(`${audit} (${kind}): ${what}${status.toUpperCase()}`),
      paragraph(because, '  '),
      ...(sees === undefined ? [] : [paragraph(`it could have shown ${sees}`, '  ')]),
      ...(power === undefined ? [] : [paragraph(powerText(power, kind), '  ')]),
    ].join('');
  });
  const sure = paragraph(
    `With ${(100 * confidence).toPrecision(3)} % confidence none of the claims that hold is refuted. What is not refuted is not proved.`,
  );
  return `${lines.join('')}\n${sure}`;
}

/** How often an audit refutes twins with less noise, and what follows from that. */
function powerText(power: readonly TwinPower[], kind: Audited['kind']): string {
  const [none] = power;
  const twins = power.map(({ noise, trials, audits, refuted }) => {
    const part = noise === 0 ? 'no noise' : `${noise} of the noise`;
    const each = counted(trials, kind === 'game' ? 'pair' : 'run');
    return `with ${part} in ${refuted} of ${audits} audits of ${each}`;
  });
  const weak = isSeen(none) ? '' : ': an audit that cannot see that noise is missing shows nothing';
  return `its twins are refuted, ${twins.join(', ')}${weak}`;
}
