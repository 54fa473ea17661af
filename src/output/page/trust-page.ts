/** The table of trust as a page. */

import type { Cell } from '../../lab/trust/trust.ts';
import { CONDITIONS, MEANING } from '../../lab/trust/conditions.ts';
import { COLUMNS, exposedText, keptText } from '../../lab/trust/text.ts';
import { h, tableOf } from './html.ts';
import { pageText } from './page.ts';

/** A file that needs no other. */
export function trustPage(cells: readonly Cell[]): string {
  const others = CONDITIONS.map((one) => h`<li>${one}: ${MEANING[one]}</li>`);
  const table = tableOf<Cell>(
    'Every cell is computed by the command beside it',
    [
      { title: 'protocol', words: true, text: ({ protocol }) => protocol },
      { title: 'adversary', words: true, text: ({ adversary }) => adversary },
      { title: 'attackers', words: true, text: ({ attackers }) => attackers },
      { title: 'others', words: true, text: (cell) => cell.others },
      { title: 'verdict', words: true, text: ({ verdict }) => verdict.toUpperCase() },
      { title: 'exposed', text: exposedText, value: ({ exposed }) => exposed },
      { title: 'accuracy kept', text: keptText, value: ({ accuracyKept }) => accuracyKept },
      { title: 'computed by', words: true, text: ({ command }) => h`<code>${command}</code>` },
    ],
    cells,
  );
  return pageText({
    title: 'Trust',
    subtitle: 'what is left of privacy and accuracy if parties look, deviate, or fail',
    top: h`<p>How the others are:</p><ul>${others}</ul>${COLUMNS.map((line) => h`<p class="faint">${line}</p>`)}`,
    sections: [{ id: 'table', title: 'Table', body: table }],
  });
}
