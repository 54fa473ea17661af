/** Settings on the command line: a path, a sign and a text, as in `--set protocol.privacy=3`. */

import { CahootsError, type Place } from '../../core/base/errors.ts';

/**
 * Its parts, and how errors name it.
 * @throws CahootsError if it has other parts
 */
export function assignment(
  flag: '--set' | '--axis',
  given: string,
): { readonly path: string; readonly text: string; readonly place: Place } {
  const [, path, text] = /^([\w-]+(?:\.[\w-]+)*)=(.*)$/s.exec(given) ?? [];
  if (path !== undefined && text !== undefined) return { path, text, place: { path: `${flag} ${given}` } };
  const expected = flag === '--set' ? 'path=value' : 'path=values, such as protocol.privacy=1..4';
  throw new CahootsError('bad-input', `expected ${expected}, got ${given}`, { path: flag });
}
