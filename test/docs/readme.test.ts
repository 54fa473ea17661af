import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandsIn, comparable } from '../../scripts/transcripts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

const commands = commandsIn(readme);

describe('every command of the README prints what stands there', () => {
  test.each(commands)('$command', ({ command, written }) => {
    // The installation is what continuous integration does before the tests; npm start is the run that it starts.
    const shell = command.replace(/^npm ci && npm start$/, 'cahoots run scenarios/quickstart.yaml');
    const program = shell.replace(/^cahoots/, 'node dist/bin/cahoots.js');
    const { stdout, stderr } = spawnSync('bash', ['-c', program], { cwd: root, encoding: 'utf8' });
    expect(comparable(stdout + stderr)).toBe(comparable(written));
  });
});

test('the README has commands to check', () => {
  expect(commands.length).toBeGreaterThanOrEqual(3);
  expect(commands[0]?.command).toBe('npm ci && npm start');
  const scripts = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts.scripts['start']).toContain('run scenarios/quickstart.yaml');
});

test('code that the README quotes stands in the files that it names', () => {
  const example = readFileSync(`${root}examples/sums/protocol.ts`, 'utf8');
  const quoted = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(quoted.some((block) => block.length > 1000 && example.includes(block.trim()))).toBe(true);
});

test('the example protocol runs, in worker threads', () => {
  const { stdout, status } = spawnSync('node', ['--import', 'tsx', 'examples/sums/run.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/\niterations +4\nconverged +no\n/);
});

test('examples use the doors of the package and no others', () => {
  const files = ['sums', 'noisy-sum'].flatMap((folder) =>
    readdirSync(`${root}examples/${folder}`).map((file) => `${folder}/${file}`),
  );
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(`${root}examples/${file}`, 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
    expect(imported.filter((name) => !/^(cahoots(\/\w+)?|node:\w+|\.\/[\w-]+\.ts)$/.test(name))).toEqual([]);
  }
});

test('the attack that the example brings runs', () => {
  const { stdout, status } = spawnSync('node', ['--import', 'tsx', 'examples/sums/attack.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/\nserver +single-mover +1 +17\.3 %/);
  const words = stdout.replaceAll(/\s+/g, ' ');
  expect(words).toContain('points exposed 52 of 300');
  expect(words).toContain('points exposed 118 of 300');
});

test('every file that the documents link to is there', () => {
  for (const document of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/plugins.md']) {
    const text = readFileSync(`${root}${document}`, 'utf8');
    const folder = dirname(`${root}${document}`);
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(existsSync(join(folder, link)), `${document}: ${link}`).toBe(true);
    }
  }
});
