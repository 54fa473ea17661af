/** What a misspelt name may have meant. */

import leven from 'leven';

/** Edits of which a third of a name may consist. */
const LIKE = 1 / 3;

/**
 * The names like the one that was given, to be added to what is expected: `; did you mean X?`, or nothing.
 * @param known those that there are
 * @param shown how each is written
 */
export function suggestion(
  given: string,
  known: readonly string[],
  shown = (name: string): string => name,
): string {
  const far = (name: string): number => leven(given.toLowerCase(), name.toLowerCase());
  const least = known.reduce((best, name) => Math.min(best, far(name)), Number.POSITIVE_INFINITY);
  if (least > LIKE * given.length) return '';
  return meaning(known.filter((name) => far(name) === least).map(shown));
}

/** The same for names that are known to be meant. */
export function meaning(names: readonly string[]): string {
  return names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;
}
