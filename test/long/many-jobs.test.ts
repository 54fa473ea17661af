/**
 * `RUNS` (5000) tiny jobs at a broker, with a worker that comes late, one that leaves, a coordinator that is killed and
 * goes on, and, if `OTHER_NODE` is the path of another major version of Node.js, a worker of that: rows are those of a
 * local sweep.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { PROGRAM } from '../support/built.ts';
import { runsOr, say } from '../support/long.ts';
import { hasServer, NatsServer } from '../support/nats-server.ts';
import { SMALL } from '../support/small-scenario.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const runs = runsOr(5000);
const other = process.env['OTHER_NODE'];
const write = temporaryFiles();
const folder = mkdtempSync(join(tmpdir(), 'cahoots-many-'));
const server = new NatsServer();
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

let news = '';
function start(node: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(node, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (news += text));
  started.push(child);
  return child;
}

test.skipIf(!hasServer)('come to the rows of a local sweep, whoever comes and goes', async () => {
  const file = write(
    'tiny.yaml',
    `${SMALL.replace('name: secfc', 'name: lloyd').replace('  privacy: 2\n', '')}sweep: { seeds: ${runs} }\n`,
  );
  const rowsOf = (name: string): string => readFileSync(join(folder, name, 'rows.jsonl'), 'utf8');
  const own = process.execPath;
  await once(start(own, 'sweep', file, '--out', join(folder, 'local'), '--threads', '1'), 'exit');
  await server.start();
  const hire = (node = own): ChildProcess => start(node, 'worker', server.address, '--threads', '1');
  const coordinate = (): ChildProcess =>
    start(own, 'sweep', file, '--on', server.address, '--out', join(folder, 'far'));
  const first = hire();
  if (other !== undefined) hire(other);
  let boss = coordinate();
  const done = (): number => {
    const journal = join(folder, 'far', 'runs.jsonl');
    return existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 1 : 0;
  };
  const until = async (part: number): Promise<void> => {
    while (done() < part * runs && boss.exitCode === null) await pause(50);
    say(`${done()} of ${runs} done`);
  };
  await until(0.2);
  hire();
  await until(0.4);
  first.kill('SIGINT');
  await once(first, 'exit');
  await until(0.6);
  boss.kill('SIGKILL');
  await once(boss, 'exit');
  expect(done()).toBeLessThan(runs);
  boss = coordinate();
  await once(boss, 'exit');
  expect(boss.exitCode).toBe(0);
  expect(done()).toBe(runs);
  expect(rowsOf('far')).toBe(rowsOf('local'));
  expect(news.includes('gets nothing to do: it runs other code')).toBe(other !== undefined);
});
