/** The program of a build that stays in one process and does one command after the other. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Said } from './program.ts';

const RESIDENT = fileURLToPath(new URL('resident-program.mjs', import.meta.url));

/** For commands that leave nothing behind. A module is imported once: one that differs from command to command needs a file of its own. */
export interface Resident {
  /** What the program says in a folder. */
  said(folder: string, ...args: readonly string[]): Promise<Said>;
  /** A script for bash that takes the program's arguments, and writes and returns what the program does. */
  readonly script: string;
  end(): void;
}

/**
 * @param build its folder
 * @param env as the commands see it
 */
export async function resident(build: string, env: NodeJS.ProcessEnv = process.env): Promise<Resident> {
  const child = spawn(process.execPath, [RESIDENT, build], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('expected a program that stays, got one that ended');
  });
  const [line] = (await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended])) as [string];
  const port = Number(line);
  return {
    async said(...words) {
      const socket = createConnection(port, '127.0.0.1');
      for (const word of [`${words.length}`, ...words]) socket.write(`${word}\0`);
      const [code, file] = (await text(socket)).trim().split(' ');
      const [stdout, stderr] = ['stdout', 'stderr'].map((name) => readFileSync(`${file}.${name}`, 'utf8'));
      return { code: Number(code), stdout, stderr };
    },
    script: `#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0' $(($# + 1)) "$PWD" "$@" >&3
read -r code file <&3
cat "$file.stdout" 2> /dev/null
cat "$file.stderr" >&2
exit "$code"
`,
    end: () => child.stdin.end(),
  };
}
