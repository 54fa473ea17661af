/** Commands as a person pastes them into a shell. */

/** The command that shows a run again. */
export function commandOfRun(file: string, seed: number, set: readonly string[] = []): string {
  return shellCommand('cahoots', 'run', file, '--seed', `${seed}`, ...set.flatMap((one) => ['--set', one]));
}

/** Words that mean something to a shell are quoted. */
export function shellCommand(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
