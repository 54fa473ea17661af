/**
 * Activates a page's interactive parts: sorting, themes, timelines, unfolding for print. Without it the page
 * is still readable.
 */

import { unpack } from './data.ts';
import { unfoldForPrint } from './print.ts';
import { sortable } from './tables.ts';
import { themeButton } from './theme.ts';
import { Timeline } from './timeline.ts';

const timelines: Timeline[] = [];

for (const table of document.querySelectorAll<HTMLTableElement>('table.sortable')) sortable(table);

const button = document.querySelector<HTMLButtonElement>('button.theme');
if (button !== null) themeButton(button, () => timelines.forEach((one) => one.redraw()));

unfoldForPrint();

async function wake(root: HTMLElement): Promise<void> {
  const source = root.querySelector('script[type="text/plain"]');
  const run = await unpack(source?.textContent ?? '');
  timelines.push(new Timeline(root, run));
  root.dataset['awake'] = 'yes';
}

for (const root of document.querySelectorAll<HTMLElement>('.timeline')) void wake(root);
