/** The container: built and used where there is a builder; elsewhere its last steps are done one by one. */

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { version } from '../src/core/base/package.ts';
import { PROGRAM } from './support/built.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-container-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [first, last] = readFileSync('Dockerfile', 'utf8')
  .split(/^FROM .*$/m)
  .slice(1);
const steps = (stage: string, instruction: string): string[] =>
  [...stage.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest]) => rest);

/** A client without a server builds nothing. */
const builder = ['docker', 'podman'].find(
  (name) => spawnSync(name, ['ps'], { stdio: 'ignore', timeout: 10_000 }).status === 0,
);

describe.skipIf(builder === undefined)('the image', () => {
  const docker = (...args: readonly string[]): string =>
    execFileSync(builder ?? '', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

  test('has the command on its path, and runs as nobody', { timeout: 600_000 }, () => {
    docker('build', '--quiet', '--tag', 'cahoots-test', '.');
    expect(docker('run', '--rm', 'cahoots-test', '--version')).toBe(version());
    const inside = (command: string): string =>
      docker('run', '--rm', '--entrypoint', 'sh', 'cahoots-test', '-c', command);
    expect(inside('id -un')).toBe('nobody');
    expect(inside('cahoots --version')).toBe(version());
  });
});

describe.skipIf(builder !== undefined || process.platform === 'win32')('without a builder', () => {
  test('the steps of the first stage are scripts and files that there are', () => {
    expect(steps(first, 'COPY')).toEqual(['package.json package-lock.json ./', '. .']);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    for (const [, script] of steps(first, 'RUN')
      .join(' && ')
      .matchAll(/npm run (\S+)/g))
      expect(Object.keys(scripts)).toContain(script);
  });

  test('those of the last one put the command on the path, for nobody too', () => {
    expect(steps(last, 'USER')).toEqual(['nobody']);
    expect(last.indexOf('USER')).toBeGreaterThan(last.lastIndexOf('RUN'));
    expect(JSON.parse(steps(last, 'ENTRYPOINT')[0])).toEqual(['cahoots']);
    // As the first stage leaves it, with this folder as the root.
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'cahoots'));
    mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
    cpSync(dirname(dirname(PROGRAM)), join(folder, 'cahoots/dist'), { recursive: true });
    cpSync('package.json', join(folder, 'cahoots/package.json'));
    cpSync('scenarios', join(folder, 'cahoots/scenarios'), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'cahoots/node_modules'));
    const env = { PATH: `${folder}/usr/local/bin:${process.env['PATH']}` };
    for (const step of steps(last, 'RUN'))
      execFileSync('sh', ['-c', step.replaceAll(/(?<= )\/(?=cahoots|usr)/g, `${folder}/`)], { env });
    expect(readdirSync(join(folder, 'cahoots/.compiled'))).toHaveLength(1);
    const isRoot = process.getuid?.() === 0;
    const said = spawnSync('cahoots', ['--version'], {
      cwd: '/',
      encoding: 'utf8',
      env,
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    });
    expect(said).toMatchObject({ status: 0, stdout: `${version()}\n` });
  });
});
