/** A sweep at a broker whose worker, broker and coordinator are killed (-9) in a random order while it runs, and go on. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Random } from '../../src/core/base/random.ts';
import { NatsServer } from './nats-server.ts';

/** Starts the program with these arguments. */
export type Start = (...args: readonly string[]) => ChildProcess;

export interface Havoc {
  /** Who was killed, in order. */
  readonly killed: readonly string[];
  /** Lines of the journal, and how many different keys they have. */
  readonly lines: number;
  readonly keys: number;
  /** The rows that came out. */
  readonly rows: string;
}

const WHO = ['worker', 'broker', 'coordinator'] as const;
/** For each that is killed this many are started in vain at most. */
const REFUSED = 3;

/**
 * @param file a sweep
 * @param folder where it is kept
 * @param runs of the sweep
 * @param kills how many
 */
export async function havoc(
  start: Start,
  file: string,
  folder: string,
  { runs, kills, seed }: { readonly runs: number; readonly kills: number; readonly seed: number },
): Promise<Havoc> {
  mkdirSync(folder, { recursive: true });
  const draw = new Random(seed).stream('havoc');
  const server = new NatsServer();
  await server.start();
  const address = `${server.address}?ack=2s`;
  const worker = (): ChildProcess => start('worker', address, '--threads', '1');
  const coordinator = (): ChildProcess => start('sweep', file, '--on', address, '--out', folder);
  const journal = join(folder, 'runs.jsonl');
  const lines = (): string[] =>
    existsSync(journal)
      ? readFileSync(journal, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
  const workers = [worker(), worker()];
  let boss = coordinator();
  const killed: string[] = [];
  let again = 0;
  /** Whoever begins while no broker is there says so and ends; people start it again. */
  const restart = (): void => {
    if (again > REFUSED * kills) return;
    for (const [i, { exitCode }] of workers.entries()) {
      if (exitCode !== EXIT.badInput) continue;
      workers[i] = worker();
      again++;
    }
    if (boss.exitCode !== EXIT.badInput) return;
    boss = coordinator();
    again++;
  };
  try {
    for (let i = 1; i <= kills; i++) {
      const from = Math.floor(((i - 0.5) * runs) / (kills + 1));
      for (restart(); lines().length < from && boss.exitCode === null; restart()) await pause(20);
      await pause(draw.integer(300));
      const who = WHO[draw.integer(WHO.length)];
      killed.push(who);
      if (who === 'broker') {
        await server.kill();
        await pause(draw.integer(1000));
        await server.start();
      } else if (who === 'worker') {
        const which = draw.integer(workers.length);
        await kill(workers[which]);
        workers[which] = worker();
      } else {
        await kill(boss);
        boss = coordinator();
      }
    }
    for (restart(); boss.exitCode === null; restart()) await pause(20);
  } finally {
    for (const child of [...workers, boss]) await kill(child);
    await server.remove();
  }
  const found = lines();
  const keys = new Set(found.map((line) => (JSON.parse(line) as { key: string }).key));
  const rows = join(folder, 'rows.jsonl');
  return {
    killed,
    lines: found.length,
    keys: keys.size,
    rows: existsSync(rows) ? readFileSync(rows, 'utf8') : '',
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
