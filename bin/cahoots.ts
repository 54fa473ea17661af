#!/usr/bin/env node
/** The program: the command line of `src/` with the protocols of `actors/`. */

import * as protocols from '../actors/index.ts';
import { main } from '../src/cli/main.ts';

// A reader that closes early, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 70));

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const { href } = new URL(`../actors/index.${ending}`, import.meta.url);
process.exitCode = await main(process.argv.slice(2), protocols, href);
