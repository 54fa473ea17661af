/** HTML by hand: strings are escaped, HTML has a type of its own. */

import { escaped } from '../figure/text.ts';

/** A piece of HTML. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | undefined | readonly (string | Html)[];

/** Combines pieces of HTML; interpolated strings are text. */
export function h(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.reduce((all, string, i) => all + htmlOf(parts[i - 1]) + string) };
}

/** Marks a string as HTML. */
export function raw(html: string): Html {
  return { html };
}

function htmlOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(`${part}`);
  return 'html' in part ? part.html : part.map((one) => htmlOf(one)).join('');
}

export interface Column<T> {
  readonly title: string;
  /** Words are left-aligned. */
  readonly words?: boolean;
  readonly text: (row: T) => string | Html;
  /** The sort key; absent: its text. */
  readonly value?: (row: T) => number | string | undefined;
}

/** More rows belong into files. */
const MOST_ROWS = 500;

/** A table that can be sorted if the page's scripts run. */
export function tableOf<T>(
  caption: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
  most = MOST_ROWS,
): Html {
  const head = columns.map(
    ({ title, words }) =>
      h`<th scope="col" class="${words ? 'words' : ''}"><button type="button">${title}</button></th>`,
  );
  const body = rows.slice(0, most).map((row) => {
    const cells = columns.map(({ words, text, value }) => {
      const shown = text(row);
      const key = value === undefined ? (typeof shown === 'string' ? shown : '') : (value(row) ?? '');
      return h`<td class="${words ? 'words' : ''}" data-value="${key}">${shown}</td>`;
    });
    return h`<tr>${cells}</tr>\n`;
  });
  const left = rows.length - most;
  return h`<div class="wide"><table class="sortable"><caption>${caption}</caption><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>${left > 0 ? h`<p class="faint">and ${left.toLocaleString('en-US')} more rows, in the trace.</p>` : undefined}`;
}
