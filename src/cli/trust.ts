/** `cahoots trust`: what became of claims, attacks and accuracy for parties that look or deviate, among others that may fail. */

import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { buildOf } from '../core/platform/node/build.ts';
import { trustMarkdown, trustText } from '../lab/trust/text.ts';
import { REPEATS } from '../lab/attack/attack-run.ts';
import { type Cell, trustOf } from '../lab/trust/trust.ts';
import { replaceWhole } from '../run/data/write.ts';
import { Journal } from '../studies/batch/journal.ts';
import type { Action } from './command.ts';
import type { TrustFlags } from './commands/trust.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { refuseOwnSource } from './own-source.ts';
import { print, printJson } from './print.ts';
import { showCount } from './progress.ts';
import { whereOf } from './where.ts';

export const trustCommand: Action<TrustFlags> = {
  async run({ files, values, plugins }) {
    const { json, markdown, out, html, others, set, repeats = REPEATS } = values;
    if (json && markdown)
      throw new CahootsError('bad-input', 'expected one of --json and --markdown, got both', {
        path: '--markdown',
      });
    if (html !== undefined) refuseOwnSource(html, files, '--html');
    const kept = out === undefined ? undefined : join(out, 'cells.jsonl');
    return interruptible(async (signal) => {
      const journal = kept === undefined ? undefined : new Journal(kept, buildOf([import.meta.url]));
      const progress = showCount('runs with their coalitions');
      try {
        const cells = await trustOf(files, {
          plugins,
          set,
          repeats,
          conditions: others && [others],
          ...whereOf(values, progress),
          signal,
          journal,
        });
        progress.hide();
        if (html !== undefined) {
          const { trustPage } = await import('../output/page/trust-page.ts');
          replaceWhole(html, trustPage(cells));
        }
        if (json) printJson(cells);
        else print(markdown ? trustMarkdown(cells) : trustText(cells));
        return cells.some(isBroken) ? EXIT.violated : EXIT.done;
      } catch (error) {
        if (!signal.aborted) throw error;
        progress.hide();
        sayInterrupted('what was computed', kept);
        return EXIT.interrupted;
      } finally {
        progress.hide();
        journal?.close();
      }
    });
  },
};

function isBroken({ verdict }: Cell): boolean {
  return verdict === 'refuted' || verdict === 'flagged';
}
