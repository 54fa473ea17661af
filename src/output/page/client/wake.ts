/** Activates tables and timelines, wherever on a page they are. */

import { unpack } from './data.ts';
import { sortable } from './tables.ts';
import { Timeline } from './timeline.ts';

/** @returns redraws the timelines, for when colours change */
export function wake(part: ParentNode): () => void {
  const timelines: Timeline[] = [];
  for (const table of part.querySelectorAll<HTMLTableElement>('table.sortable')) sortable(table);
  for (const root of part.querySelectorAll<HTMLElement>('.timeline'))
    void unpack(root.querySelector('script[type="text/plain"]')?.textContent ?? '').then((run) => {
      timelines.push(new Timeline(root, run));
      root.dataset['awake'] = 'yes';
    });
  return () => timelines.forEach((one) => one.redraw());
}
