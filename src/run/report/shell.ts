/** Commands to paste into a shell. */

/**
 * The command that repeats a run.
 * @param flags any others, such as those that load plugins
 */
export function commandOfRun(
  file: string,
  seed: number,
  set: readonly string[] = [],
  flags: readonly string[] = [],
): string {
  const settings = set.flatMap((one) => ['--set', one]);
  return shellCommand('cahoots', 'run', file, '--seed', `${seed}`, ...settings, ...flags);
}

/** Quotes words with characters that are special to a shell. */
export function shellCommand(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
