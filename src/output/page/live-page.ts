/** The page of a run or study in progress: it receives server-sent events, and is replaced by the report. */

import { h, raw } from './html.ts';
import type { LivePage } from './live-shape.ts';
import { programs } from './page.ts';
import { STYLE } from './style.ts';

/** The page of a run or study in progress, as HTML. */
export function livePage({ title, table }: LivePage): string {
  const cells = table.columns.map(
    (column) => h`<th class="${column.words ? 'words' : ''}">${column.title}</th>`,
  );
  return h`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'">
<title>${title}, running</title><style>${raw(STYLE)}</style></head><body>
<header><div><h1>${title}</h1><p class="faint" role="status">running; the report comes when it is done</p></div></header>
<main><div class="cards" aria-live="polite"></div><div class="wide"><table><caption>${table.caption}</caption>
<thead><tr>${cells}</tr></thead><tbody></tbody></table></div></main>
<script>${raw(programs('live'))}</script></body></html>
`.html;
}
