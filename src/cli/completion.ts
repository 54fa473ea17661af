/** Completions of a partial command line: commands, flags, the values of a flag, files. */

import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from './command.ts';
import { type Flag, flagName } from './flag.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Prints a shell's completion script. */
export async function printScript(shell: (typeof SHELLS)[number]): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab');
  tab.setup('cahoots', 'cahoots', shell);
}

/** Prints the completions of the last word, as requested by a shell's script. */
export async function printCompletions(
  commands: readonly Command[],
  words: readonly string[],
): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab');
  const written = words.at(-1) ?? '';
  const files = (complete: Complete): void => {
    for (const file of filesLike(written)) complete(file, '');
  };
  for (const { name, summary, flags, takes } of commands) {
    const command = tab.command(name, summary);
    for (const file of takes) command.argument(file, files, file.endsWith('...'));
    for (const [key, flag] of Object.entries(flags)) {
      const offered = offeredBy(flag, files);
      if (offered === undefined) command.option(flagName(key).slice(2), flag.summary);
      else command.option(flagName(key).slice(2), flag.summary, offered);
    }
  }
  tab.parse([...words]);
}

type Complete = (value: string, description: string) => void;

const OF_FILES: ReadonlySet<string> = new Set(['FILE', 'DIR', 'TRACE']);

/** Undefined for a switch. */
function offeredBy(
  { placeholder, choices = [] }: Flag<unknown>,
  files: (complete: Complete) => void,
): ((complete: Complete) => void) | undefined {
  if (placeholder === undefined) return undefined;
  if (OF_FILES.has(placeholder)) return files;
  return (complete) => {
    for (const choice of choices) complete(choice, '');
  };
}

/** The contents of the folder in a partial path; none if it cannot be read. */
function filesLike(written: string): string[] {
  const folder = written.endsWith('/') ? written : dirname(written);
  const before = written.includes('/') ? `${folder.replace(/\/$/, '')}/` : '';
  try {
    return readdirSync(folder, { withFileTypes: true }).map(
      (entry) => before + entry.name + (entry.isDirectory() ? '/' : ''),
    );
  } catch {
    return [];
  }
}
