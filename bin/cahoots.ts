#!/usr/bin/env node
/** The program: the command line of `src/` with the protocols of `actors/`. */

import { standard } from '../actors/index.ts';
import { main } from '../src/cli/main.ts';

// A reader that closes early, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 70));

process.exitCode = await main(process.argv.slice(2), [standard]);
