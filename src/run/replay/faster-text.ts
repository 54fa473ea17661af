/** What would make a run faster, in words. */

import { time } from '../report/format.ts';
import { table } from '../report/table.ts';
import type { Rerun } from './reruns.ts';

const FASTER_TITLE = 'what would make it faster';

/** Ends with a newline. */
export function fasterText(reruns: readonly Rerun[]): string {
  if (reruns.length === 0) return 'nothing that could be faster held the result up\n';
  const head = [FASTER_TITLE, 'result at', 'gained', ''];
  return table(
    head,
    reruns.map((one) => [one.change, resultText(one), gainText(one), flawText(one)]),
    [FASTER_TITLE, ''],
  );
}

/** When the result came. */
export function resultText({ resultNs }: Rerun): string {
  return resultNs === undefined ? 'never' : time(resultNs);
}

/** How much earlier it came, negative if later; empty if there is nothing to compare. */
export function gainText({ earlierNs }: Rerun): string {
  if (earlierNs === undefined) return '';
  return earlierNs < 0 ? `-${time(-earlierNs)}` : time(earlierNs);
}

/** Why it is not a result like another. */
export function flawText({ notes: [first] }: Rerun): string {
  return first === undefined ? '' : `${first.title}: ${first.text}`;
}
