/** Who may work at a broker, and who listens: logins, and encryption with certificates of both sides. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { work } from '../../../src/studies/executor/nats/worker.ts';
import { hasServer, NatsServer } from '../../support/nats-server.ts';
import { square } from '../../support/executor-jobs.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('skipped: encrypted connections, as there is no openssl\n');

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'cahoots-tls-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function nineAt(address: string): Promise<unknown> {
  const stop = new AbortController();
  const working = work(address, {
    plugins: [],
    threads: 1,
    cache: folder,
    limitMs: 60_000,
    versions: 'a test',
    onNews: () => undefined,
    signal: stop.signal,
  });
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
