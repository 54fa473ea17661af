/**
 * `node --import tsx scripts/matrix.ts [MAJOR...]`, after `npm run build`: golden hashes, tests of rounding in engines and tests of the command line, on every
 * version of Node.js on which results are promised to be the same. The binaries come from npm packages, whose install
 * scripts are not run.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAJORS = ['20', '22', '24', '26'];
const TESTS = [
  'test/golden.test.ts',
  'test/core/base',
  'test/core/math/elementary',
  'test/core/engine/network/distribution.test.ts',
  'test/run/data/partition.test.ts',
  'test/cli',
];

const root = fileURLToPath(new URL('../', import.meta.url));
const system = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${system}-${process.arch}`;

/** The path of a major version's binary. */
function nodeOf(major: string): string {
  const folder = join(root, 'node_modules', '.cache', 'matrix', major);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--silent'];
  const { status } = spawnSync('npm', ['install', ...flags, `${name}@${major}`], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm has no ${name}@${major}`);
  return program;
}

function passes(major: string): boolean {
  const node = nodeOf(major);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  process.stdout.write(`\n${version}\n`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(node, [vitest, 'run', '--reporter=dot', ...TESTS], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

const given = process.argv.slice(2);
const majors = given.length > 0 ? given : MAJORS;
const outcomes = majors.map((major) => [major, passes(major)] as const);
for (const [major, passed] of outcomes)
  process.stdout.write(`Node.js ${major}: ${passed ? 'the same' : 'NOT THE SAME'}\n`);
process.exitCode = outcomes.every(([, passed]) => passed) ? 0 : 1;
