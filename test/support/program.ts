/** The command line, in this process where only its words matter and in one of its own where the process does. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { Plugin } from '../../src/run/plugin/plugin.ts';
import { PROGRAM } from './built.ts';
import { plugins } from './plugins.ts';

export const QUICKSTART = fileURLToPath(new URL('../../scenarios/quickstart.yaml', import.meta.url));

export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `cahoots` with these arguments writes and returns, without a process of its own. */
export const cahoots = (...args: readonly string[]): Promise<Said> => cahootsWith(plugins, ...args);

/** The same with other plugins. */
export async function cahootsWith(known: readonly Plugin[], ...args: readonly string[]): Promise<Said> {
  const streams = ['stdout', 'stderr'] as const;
  const written = { stdout: '', stderr: '' };
  const spies = streams.map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    return {
      code: await main(args, () => Promise.resolve(known)),
      ...written,
    };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Starts the program, as it was built, as a process of its own. */
export function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What a process writes until it ends. `code` is null where a signal killed it. */
export function ended(child: ChildProcess): Promise<Said> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (written[name] += text));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...written }));
  });
}

/** The hash that a run printed. */
export const hashOf = ({ stdout }: Said): string | undefined =>
  /^trace hash +([0-9a-f]{64})$/m.exec(stdout)?.[1];
