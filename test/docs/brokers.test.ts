/** What docs/sweeps.md has for workers at a broker, as it stands there but for address and port. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAM } from '../support/built.ts';
import { hasServer, portOf, said } from '../support/nats-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs/sweeps.md'), 'utf8');
const [bare = '', safe = '', keyed = ''] = [...page.matchAll(/```\n([^`]*cahoots worker [^`]*)```/g)].map(
  ([, block]) => block,
);

const folder = mkdtempSync(join(tmpdir(), 'cahoots-brokers-'));
const running = new Set<ChildProcess>();
const path = `${join(folder, '.bin')}:${process.env['PATH'] ?? ''}:/usr/sbin`;
const env = { ...process.env, PATH: path, NO_COLOR: '1' };
beforeAll(() => {
  symlinkSync(join(root, 'scenarios'), join(folder, 'scenarios'));
  mkdirSync(join(folder, '.bin'));
  const program = join(folder, '.bin/cahoots');
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${PROGRAM} "$@"\n`);
  chmodSync(program, 0o755);
});
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(command: string): ChildProcess {
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: folder, env });
  running.add(child);
  return child;
}

/** Fewer runs than on the page: what matters is where they are done. */
const FEWER = " --set 'sweep={protocol: [secfc, lloyd], clients: [10, 12], seeds: 2}'";

const play = (command: string): string =>
  execFileSync('bash', ['-ec', command], { cwd: folder, env, encoding: 'utf8' });

test.skipIf(!hasServer)(
  'workers do a sweep, with and without certificates, and with a key',
  { timeout: 120_000 },
  async () => {
    const here = (text: string): string => text.replaceAll('192.0.2.7', '127.0.0.1');
    const [, server = ''] = /`(nats-server -js -a 127\.0\.0\.1)`/.exec(page) ?? [];
    const rows: string[] = [];

    const port = await portOf(start(`${server} -p -1 -sd store`));
    const [worker = '', sweep = ''] = here(bare).replaceAll(':4222', `:${port}`).trim().split('\n');
    await said(start(worker), /./);
    play(sweep + FEWER);
    rows.push(readFileSync(join(folder, 'grid/rows.jsonl'), 'utf8'));

    const [secret = '', keyedWorker = '', keyedSweep = ''] = keyed
      .replaceAll(':4222', `:${port}`)
      .trim()
      .split('\n');
    play(secret);
    await said(start(keyedWorker), /./);
    play(keyedSweep + FEWER);
    rows.push(readFileSync(join(folder, 'keyed-grid/rows.jsonl'), 'utf8'));

    const lines = here(safe).trim().split('\n');
    const at = lines.findIndex((line) => line.startsWith('nats-server'));
    play(`${lines.slice(0, at).join('\n')}`);
    const safePort = await portOf(start(`${lines[at]} -p -1 -sd safe`));
    const safeWorker = lines[at + 1].replaceAll(':4222', `:${safePort}`);
    await said(start(safeWorker), /./);
    const address = /'(tls:.*)'/.exec(safeWorker)?.[1] ?? '';
    play(sweep.replace(/nats:\S+/, `'${address}'`).replace('--out grid', '--out safe-grid') + FEWER);
    rows.push(readFileSync(join(folder, 'safe-grid/rows.jsonl'), 'utf8'));

    expect(rows[0].split('\n')).toHaveLength(9);
    expect(rows.slice(1)).toEqual([rows[0], rows[0]]);
  },
);
