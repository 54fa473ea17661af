/** The part of a run that a picture covers. */

import { CahootsError } from '../../core/base/errors.ts';
import type { Message } from '../record/events.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { Choice } from './picture.ts';

/**
 * The window that was chosen; by default the whole run.
 * @throws CahootsError if the run has no such round, or the window is empty
 */
export function windowOf(
  { stretches, endNs }: RunRecord,
  { round, fromNs, untilNs }: Choice,
): { readonly fromNs: number; readonly untilNs: number } {
  const span = stretches.find((one) => one.part === 'round' && one.round === round);
  if (round !== undefined && span === undefined) {
    const rounds = stretches.filter(({ part }) => part === 'round').map((one) => one.round);
    const message = `expected a round of the run (${rounds[0]} to ${rounds[rounds.length - 1]}), got ${round}`;
    throw new CahootsError('bad-input', message, { path: '--round' });
  }
  const from = fromNs ?? span?.startNs ?? 0;
  const until = Math.min(untilNs ?? span?.endNs ?? endNs, endNs);
  if (from < until) return { fromNs: from, untilNs: until };
  throw new CahootsError(
    'bad-input',
    `expected a window of the run's ${endNs} ns, got ${from} to ${until} ns`,
    {
      path: '--from',
    },
  );
}

/** Whether a message counts in a round as in tables: its sender was in it, and did not announce the result with it. */
export function isOfRound(
  { stretches, directory }: RunRecord,
  round: number,
  message: Pick<Message, 'round' | 'from' | 'sentNs'>,
): boolean {
  if (message.round !== round) return false;
  const delivery = stretches.find(({ part }) => part === 'delivery');
  return message.from !== directory.reporter || message.sentNs !== delivery?.startNs;
}
