/** Commands as a person pastes them into a shell. */

/** Words that mean something to a shell are quoted. */
export function shellCommand(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
