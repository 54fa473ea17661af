#!/usr/bin/env node
/** The program: the command line of `src/` with the protocols of `actors/`. */

import { EXIT } from '../src/cli/exit-codes.ts';
import { main } from '../src/cli/main.ts';
import { explainWriting } from '../src/run/data/write.ts';

// Nobody hears of it where not even this can be said.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that closes early, such as head, is no failure.
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`standard output: expected to write to it, got ${explainWriting(error)}\n`);
  process.exit(EXIT.badInput);
});

// What only looks something up needs no protocols.
void main(process.argv.slice(2), async () => [(await import('./standard.ts')).standard]).then((code) => {
  process.exitCode = code;
  // A plugin that was refused may have left something running, and what failed may be under way.
  if (code === EXIT.badInput || code === EXIT.bug) process.exit();
});
