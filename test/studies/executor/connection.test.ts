/** Who may work at a broker, and who listens: logins, and encryption with certificates of both sides. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import { openBroker } from '../../../src/studies/executor/nats/broker.ts';
import { addressOf, connected } from '../../../src/studies/executor/nats/connection.ts';
import { work } from '../../../src/studies/executor/nats/worker.ts';
import { hasServer, NatsServer } from '../../support/nats-server.ts';
import { square, weigh } from '../../support/executor-jobs.ts';
import { thoroughly } from '../../support/long.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('skipped: encrypted connections, as there is no openssl\n');

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'cahoots-tls-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function workAt(address: string, { signal }: AbortController, key?: string): Promise<void> {
  const options = {
    plugins: [],
    threads: 1,
    cache: folder,
    limitMs: 60_000,
    versions: 'a test',
    key,
    signal,
  };
  return work(address, { ...options, onNews: () => undefined });
}

async function nineAt(address: string): Promise<unknown> {
  const stop = new AbortController();
  const working = workAt(address, stop);
  try {
    const keys = [`${'0'.repeat(63)}1`];
    return await Promise.race([runBatch(square, [{ of: 3 }], { threads: 0, on: address, keys }), working]);
  } finally {
    stop.abort();
    await working.catch(() => undefined);
  }
}

async function withServer(config: string, check: (host: string) => Promise<void>): Promise<void> {
  writeFileSync(at('server.conf'), config);
  const server = new NatsServer(['-c', at('server.conf')]);
  await server.start();
  try {
    await check(server.address.slice('nats://'.length));
  } finally {
    await server.remove();
  }
}

const NINE = [{ square: 9 }];

test.skipIf(!hasServer)('a user and a password, as an address has them', async () => {
  await withServer('authorization { user: alice, password: "s3 cret" }', async (host) => {
    expect(await nineAt(`nats://alice:s3%20cret@${host}`)).toEqual(NINE);
    await expect(nineAt(`nats://alice:other@${host}`)).rejects.toThrow(
      `expected a NATS server at nats://${host}, got: `,
    );
    await expect(nineAt(`nats://${host}`)).rejects.toThrow('Authorization');
  });
});

test.skipIf(!hasServer || !hasOpenssl)('certificates of both sides', async () => {
  certificate('ca', ['-x509', '-days', '2'], 'ca');
  for (const name of ['server', 'client']) {
    certificate(name, [], 'csr');
    writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1\n');
    const signing = ['-CA', at('ca.ca'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')];
    openssl('x509', '-req', '-days', '2', '-in', at(`${name}.csr`), ...signing, '-out', at(`${name}.pem`));
  }
  const config = `tls { cert_file: "${at('server.pem')}", key_file: "${at('server.key')}", ca_file: "${at('ca.ca')}", verify: true }`;
  await withServer(config, async (host) => {
    const own = `&cert=${at('client.pem')}&key=${at('client.key')}`;
    expect(await nineAt(`tls://${host}?ca=${at('ca.ca')}${own}`)).toEqual(NINE);
    await expect(nineAt(`nats://${host}`)).rejects.toThrow('certificate');
  });
});

test.skipIf(!hasServer)(
  'the permissions of docs/sweeps.md, which separate workers from coordinators',
  async () => {
    const page = readFileSync(new URL('../../../docs/sweeps.md', import.meta.url), 'utf8');
    const [, config = ''] = /```\n(# permissions\.conf\n[^`]*)```/.exec(page) ?? [];
    await withServer(config, async (host) => {
      const [coordinator, worker] = ['coordinator:one%20secret', 'worker:another%20secret'].map(
        (login) => `nats://${login}@${host}`,
      );
      // A worker alone cannot make the broker ready.
      await expect(workAt(worker, new AbortController())).rejects.toThrow(
        'expected a NATS server with JetStream',
      );
      writeFileSync(at('study.key'), 'the key that a study and its workers share');
      writeFileSync(at('seven'), 'seven b');
      const digest = sha256(readFileSync(at('seven')));
      for (const [i, key] of [at('study.key'), ...thoroughly([], [undefined])].entries()) {
        const { nc } = await openBroker(coordinator, '--on', { plugins: [], role: 'coordinator', key });
        await nc.close();
        const stop = new AbortController();
        const working = workAt(worker, stop, key);
        const weighed = await runBatch(weigh, [at('seven')], {
          threads: 0,
          on: coordinator,
          key,
          keys: [`${i}`.padStart(64, '0')],
          files: () => ({ [at('seven')]: digest }),
        });
        expect(weighed).toEqual([{ bytes: 7, digest }]);
        stop.abort();
        await working;
      }
      await refused(worker, [
        'cahoots.orders.a.b.c',
        '$O.cahoots-files.M.x',
        '$JS.API.STREAM.DELETE.cahoots-results',
      ]);
      await refused(coordinator, ['cahoots.results.a.b', 'cahoots.tries.a']);
    });
  },
);

/** Whoever logs in so may publish under none of these subjects. */
async function refused(address: string, subjects: readonly string[]): Promise<void> {
  const nc = await connected(addressOf(address, '--on'), 'worker');
  for (const subject of subjects)
    await expect(nc.request(subject, '', { timeout: 2000 })).rejects.toThrow(/Permissions Violation/i);
  await nc.close();
}

test.skipIf(!hasServer)('no encryption where none is there is refused', async () => {
  await withServer('', async (host) => {
    await expect(nineAt(`tls://${host}`)).rejects.toThrow("server does not support 'tls'");
  });
});

function certificate(name: string, more: readonly string[], ending: string): void {
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    at(`${name}.key`),
  ];
  openssl('req', ...more, ...key, '-subj', `/CN=${name}`, '-out', at(`${name}.${ending}`));
}

function openssl(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
