/** Cahoots as `npm install` of its tarball puts it into a folder; what it asks for is linked. */

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The tarball of the build that is there: packed once, as that takes seconds, by whoever needs it first. */
export function tarball(): string {
  const folder = join(inject('shared'), 'packed');
  const packed = join(folder, 'cahoots.tgz');
  while (!existsSync(packed)) {
    if (mkdirSync(folder, { recursive: true }) === undefined) {
      // Another process is packing it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      continue;
    }
    try {
      const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
      const name = execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }).trim();
      renameSync(join(folder, name), packed);
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
  }
  return packed;
}

/** @returns the folder of the package, with the build that is there, in `folder/node_modules` */
export function installPacked(folder: string): string {
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'cahoots');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', tarball(), '-C', installed, '--strip-components=1']);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    bin: { cahoots: string };
    dependencies: object;
    peerDependencies: object;
  };
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const program = join(installed, manifest.bin.cahoots);
  chmodSync(program, 0o755);
  symlinkSync(program, join(modules, '.bin/cahoots'));
  return installed;
}
