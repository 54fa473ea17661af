import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { thoroughly } from '../support/long.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

test('the README is one that is read: 150 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(151);
});

test('npm start is the run that documents begin with', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['start']).toContain('run scenarios/quickstart.yaml');
});

test('code that documents quote stands in the files that they name', () => {
  const example = readFileSync(`${root}examples/sums/protocol.ts`, 'utf8');
  const tour = readFileSync(`${root}docs/first-run.md`, 'utf8');
  const quoted = [...tour.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
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
  const files = ['sums', 'noisy-sum', 'checked-sum'].flatMap((folder) =>
    readdirSync(`${root}examples/${folder}`).map((file) => `${folder}/${file}`),
  );
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(`${root}examples/${file}`, 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
    expect(imported.filter((name) => !/^(cahoots(\/\w+)?|node:\w+|\.\/[\w-]+\.ts)$/.test(name))).toEqual([]);
  }
});

// On every change test/lab/attack/scenarios.test.ts tries this attack.
test.runIf(thoroughly(false, true))('the attack that the example brings runs', () => {
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
