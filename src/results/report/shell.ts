/** Commands as a person pastes them into a shell. */

/**
 * The command that shows a run again.
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

/** Words that mean something to a shell are quoted. */
export function shellCommand(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
