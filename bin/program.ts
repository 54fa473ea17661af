/** What the program does: the command line of `src/` with the protocols of `actors/`. */

import { EXIT } from '../src/cli/exit-codes.ts';
import { main } from '../src/cli/main.ts';
import type { Plugin } from '../src/run/plugin/plugin.ts';
import { explainWriting } from '../src/run/data/write.ts';

// Nobody hears of it where not even this can be said.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that closes early, such as head, is no failure.
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`standard output: expected to write to it, got ${explainWriting(error)}\n`);
  process.exit(EXIT.badInput);
});

const standard = async (): Promise<Plugin[]> => {
  // What only looks something up needs neither.
  const { compileLater } = await import('../src/cli/compile-later.ts');
  compileLater();
  return [(await import('./standard.ts')).standard];
};

process.exitCode = await main(process.argv.slice(2), standard);
// A plugin that was refused may have left something running, and what failed may be under way.
if (process.exitCode === EXIT.badInput || process.exitCode === EXIT.bug) process.exit();
