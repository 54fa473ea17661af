import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { PROGRAM } from '../support/built.ts';
import { hasServer, NatsServer } from '../support/nats-server.ts';
import { SMALL } from '../support/small-scenario.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = (name: string): string => readFileSync(join(root, 'examples/clusters/workers', name), 'utf8');
const SWEEP = 'scenarios/sweep/thesis.yaml';

/** What the deployments of workers at a broker start, on this machine, on a sweep in the place of the one that they name. */
describe.skipIf(!hasServer)('a deployment of workers', { timeout: 120_000 }, () => {
  const server = new NatsServer();
  let working: ChildProcess[] = [];
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cahoots-workers-'));
    mkdirSync(join(folder, 'scenarios/sweep'), { recursive: true });
    writeFileSync(join(folder, SWEEP), `${SMALL}sweep: { protocol: [lloyd, kfed], seeds: 3 }\n`);
    const bin = join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    const tools = {
      cahoots: `exec '${process.execPath}' '${PROGRAM}' "$@"`,
      // Which would stay between a worker and what ends it.
      npx: '[ "$1" = --no ] && shift && exec "$@"',
      srun: 'exec "$@"',
      hostname: 'echo 127.0.0.1',
    };
    for (const [name, line] of Object.entries(tools))
      writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    symlinkSync('/usr/sbin/nats-server', join(bin, 'nats-server'));
    await server.start();
    sh(`cahoots sweep ${SWEEP} --out whole --threads 1`);
  });
  // The next sweep is to find workers of its own deployment alone.
  afterEach(async () => {
    for (const worker of working) worker.kill();
    await Promise.all(
      working.filter(({ exitCode }) => exitCode === null).map((worker) => once(worker, 'exit')),
    );
    working = [];
  });
  afterAll(async () => {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = (env: Readonly<Record<string, string>>) => ({
    cwd: folder,
    env: { ...process.env, ...env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}` },
  });

  function sh(command: string, env: Readonly<Record<string, string>> = {}): void {
    rmSync(join(folder, 'grid'), { recursive: true, force: true });
    const { status, stderr } = spawnSync('bash', ['-euc', command], {
      ...environment(env),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  }

  /** A worker, until the tests end. */
  function hire(command: string, env: Readonly<Record<string, string>> = {}): void {
    working.push(spawn('bash', ['-euc', `exec ${command}`], { ...environment(env), stdio: 'ignore' }));
  }

  /** The arguments of a container, for the program that its image starts. */
  const called = (words: readonly string[], broker: string): string =>
    `cahoots ${words.map((word) => word.replace(broker, server.address)).join(' ')}`;

  const rows = (name: string): string => readFileSync(join(folder, name, 'rows.jsonl'), 'utf8');

  test('of Docker Compose', () => {
    const { services } = parse(example('compose.yaml')) as {
      services: Record<string, { command: string[]; image: string; depends_on?: string[] }>;
    };
    const broker = 'nats://broker:4222';
    expect(services['worker'].image).toBe(services['sweep'].image);
    for (const { depends_on: on = [] } of Object.values(services))
      expect(Object.keys(services)).toEqual(expect.arrayContaining(on));
    hire(called(services['worker'].command, broker));
    sh(called(services['sweep'].command, broker));
    expect(rows('grid')).toBe(rows('whole'));
  });

  test('of Kubernetes', () => {
    const text = example('kubernetes.yaml');
    const [service, broker, job] = parseAllDocuments(text).map((document) => document.toJS());
    expect(service.spec.selector).toEqual(broker.spec.template.metadata.labels);
    expect(broker.spec.selector.matchLabels).toEqual(broker.spec.template.metadata.labels);
    const address = `nats://${service.metadata.name}:${service.spec.ports[0].port}`;
    hire(called(job.spec.template.spec.containers[0].args, address));
    const [, sweep = ''] = /# (cahoots sweep .*)/.exec(text) ?? [];
    sh(sweep.replace(address, server.address));
    expect(rows('grid')).toBe(rows('whole'));
  });

  test('of GitHub Actions', () => {
    const { jobs } = parse(example('github-actions.yaml')) as {
      jobs: Record<string, { env: object; steps: { name?: string; run?: string }[] }>;
    };
    const command = (name: string): string =>
      jobs[name === 'work' ? 'worker' : name].steps.find((step) => step.name === name)?.run ?? '';
    expect(Object.keys(jobs['sweep'].env)).toEqual(['BROKER', 'FILE']);
    const env = { BROKER: server.address, FILE: SWEEP };
    hire(command('work'), env);
    sh(command('sweep'), env);
    expect(rows('grid')).toBe(rows('whole'));
  });

  test('of Slurm, with a broker of its own that knows its workers', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    const script = join(root, 'examples/clusters/workers/slurm.sh');
    sh(`bash '${script}' ${SWEEP}`, { SLURM_CPUS_PER_TASK: '1', PORT: `${port}` });
    expect(rows('grid')).toBe(rows('whole'));
  });

  test('ends by itself when there was nothing to do for as long as it was told', async () => {
    const worker = spawn('bash', ['-euc', `exec cahoots worker '${server.address}' --idle 1s`], {
      ...environment({}),
      stdio: 'ignore',
    });
    expect(await once(worker, 'exit')).toEqual([0, null]);
  });
});
