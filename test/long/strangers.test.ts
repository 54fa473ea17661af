/**
 * `RUNS` (5000) bodies of every kind, from any bytes to messages of the study with one byte changed, under the subjects of each kind that a
 * study at a broker uses, while it runs: its rows are those of a local sweep.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { group } from 'd3-array';
import { sample } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { anyBody, Stranger } from '../support/broker-stranger.ts';
import { PROGRAM } from '../support/built.ts';
import { runsOr, say } from '../support/long.ts';
import { hasServer, NatsServer } from '../support/nats-server.ts';
import { SMALL } from '../support/small-scenario.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const bodies = runsOr(5000);
/** Enough for the study to last longer than the disturbance. */
const RUNS = 1000;
const AT_ONCE = 50;
const write = temporaryFiles();
const folder = mkdtempSync(join(tmpdir(), 'cahoots-strangers-'));
const server = new NatsServer();
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

let news = '';
function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (news += text));
  started.push(child);
  return child;
}

test.skipIf(!hasServer)('change no row, with a key and without', async () => {
  const file = write(
    'tiny.yaml',
    `${SMALL.replace('name: secfc', 'name: lloyd').replace('  privacy: 2\n', '')}sweep: { seeds: ${RUNS} }\n`,
  );
  const key = write('study.key', 'the key that a study and its workers share');
  const at = (name: string, kept: string): string => join(folder, name, kept);
  await once(start('sweep', file, '--out', join(folder, 'local')), 'exit');
  await server.start();
  for (const [name, flags] of [
    ['keyed', ['--key', key]],
    ['open', []],
  ] as const) {
    news = '';
    const stranger = await Stranger.at(server.address.slice('nats://'.length));
    const worker = start('worker', `${server.address}?ack=2s`, '--threads', '1', ...flags);
    const boss = start(
      'sweep',
      file,
      '--on',
      `${server.address}?ack=2s`,
      '--out',
      join(folder, name),
      ...flags,
    );
    while (!stranger.heard.some(({ subject }) => subject.startsWith('cahoots.results.'))) await pause(20);
    let sent = 0;
    for (; sent < bodies; sent += AT_ONCE) {
      const kinds = group(stranger.heard, ({ subject }) => subject.split('.', 2).join('.'));
      const [, , study = ''] = kinds.get('cahoots.results')?.at(-1)?.subject.split('.') ?? [];
      // Most have no result yet.
      const orders = (kinds.get('cahoots.orders') ?? []).slice(-500);
      const jobOf = (n: number): string => orders[n % orders.length].subject.split('.').at(-1) ?? '';
      // The broker keeps one message under the subject of a result, so each body has another.
      const subjects: readonly ((n: number) => string)[] = [
        ...[...kinds.values()].map((heard) => (n: number) => heard[(n * 7) % heard.length].subject),
        (n) => `cahoots.results.${study}.${jobOf(n)}`,
        () => `cahoots.direct.${study}`,
        () => 'cahoots.check.nobody',
        () => 'cahoots.tries.nothing',
        () => '$JS.ACK.cahoots-orders.x',
      ];
      const alike = stranger.heard.slice(-500).filter(({ data }) => data.length > 0);
      for (const subjectOf of subjects) {
        const any = sample(anyBody(alike.map(({ data }) => data)), { numRuns: AT_ONCE, seed: sent });
        for (const [n, body] of any.entries())
          stranger.say(subjectOf(sent + n), body, alike[(sent + n) % alike.length].headers);
      }
      await stranger.nc.flush();
      await pause(10);
    }
    const journal = at(name, 'runs.jsonl');
    const done = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 1 : 0;
    say(`${name}: ${sent} bodies on each kind of subject, then ${done} of ${RUNS} done`);
    expect(done).toBeLessThan(RUNS);
    if (boss.exitCode === null) await once(boss, 'exit');
    expect(boss.exitCode).toBe(0);
    expect(readFileSync(at(name, 'rows.jsonl'), 'utf8')).toBe(
      readFileSync(at('local', 'rows.jsonl'), 'utf8'),
    );
    const [dropped = ''] = /dropped [\d,]+ messages of strangers: .*/.exec(news) ?? [];
    say(dropped);
    // Not what the broker refused, but what the coordinator read.
    const [, ofResults = '0'] = /([\d,]+) on cahoots\.results/.exec(dropped) ?? [];
    expect(Number(ofResults.replaceAll(',', ''))).toBeGreaterThan(bodies / 2);
    worker.kill('SIGINT');
    await once(worker, 'exit');
    await stranger.close();
  }
});
