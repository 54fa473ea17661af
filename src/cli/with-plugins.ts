/**
 * The work of a command that calls code of plugins: what this does besides what it is asked for, such as ending the process, is
 * told as any other mistake of theirs.
 */

import { CahootsError } from '../core/base/errors.ts';
import { supervisedWork } from '../core/platform/node/supervised.ts';
import { Unruly } from '../core/platform/platform.ts';
import { blamed } from '../run/plugin/blame.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { EXIT } from './exit-codes.ts';

/** Frames of a stack: from where the process is ended to where that is heard of there are several of Node.js. */
const STACK_FRAMES = 50;

/**
 * The result of work.
 * @throws CahootsError for what is left running when it is done, and for work that waits for what never happens
 */
export async function withPlugins<T>(plugins: readonly Plugin[], work: () => Promise<T>): Promise<T> {
  const loaded = plugins.filter(({ origin }) => origin !== undefined);
  const listed = (values: readonly unknown[]): string => [...new Set(values)].join(' or ');
  const expected = `plugin ${listed(loaded.map(({ name }) => name))} to do its work`;
  try {
    return await supervisedWork(work, () => sayWhoEnds(loaded), expected);
  } catch (error) {
    if (!(error instanceof Unruly)) throw error;
    const file = listed(loaded.map(({ origin }) => origin));
    throw new CahootsError('bad-input', error.message, { file });
  }
}

/** The process is ending before its work is done: by a plugin, or by us, who have said why. */
function sayWhoEnds(plugins: readonly Plugin[]): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_FRAMES;
  const ended = new Error('one that ends the process');
  Error.stackTraceLimit = stackTraceLimit;
  const error = blamed(ended, { plugins });
  if (!(error instanceof CahootsError)) return;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT.badInput;
}
