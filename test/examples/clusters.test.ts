import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROGRAM } from '../support/built.ts';
import { SMALL } from '../support/small-scenario.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const example = (name: string): string => join(root, 'examples/clusters', name);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-clusters-'));
  writeFileSync(join(folder, 'sweep.yaml'), `${SMALL}sweep: { protocol: [lloyd, kfed], seeds: 3 }\n`);
  // As npm would install it, which is where npx looks.
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const program = join(folder, 'node_modules/.bin/cahoots');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, { mode: 0o755 });
  sh('cahoots sweep sweep.yaml --out whole --threads 1');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sh(command: string, env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync('bash', ['-euc', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  if (status !== 0) throw new Error(stderr);
}

/** What the parts came to, merged by the command that the file says. */
function merged(parts: readonly (() => void)[], merge: string): string {
  rmSync(join(folder, 'parts'), { recursive: true, force: true });
  for (const part of parts) part();
  sh(merge);
  return readFileSync(join(folder, 'grid/rows.jsonl'), 'utf8');
}

const whole = (): string => readFileSync(join(folder, 'whole/rows.jsonl'), 'utf8');

test('the array of Slurm does a sweep in parts, which are the whole together', { timeout: 60_000 }, () => {
  const text = readFileSync(example('slurm.sh'), 'utf8');
  const [, merge] = /--wrap '(.*)'/.exec(text) ?? [];
  const part = (index: number) => () =>
    sh(`bash '${example('slurm.sh')}' sweep.yaml`, {
      SLURM_CPUS_PER_TASK: '1',
      SLURM_ARRAY_TASK_ID: `${index}`,
      SLURM_ARRAY_TASK_COUNT: '2',
    });
  expect(merged([part(1), part(2)], merge)).toBe(whole());
});

test('the indexed job of Kubernetes does so too', { timeout: 60_000 }, () => {
  const text = readFileSync(example('kubernetes.yaml'), 'utf8');
  const [container] = parse(text).spec.template.spec.containers as [{ args: [string] }];
  const merge = /: (cahoots merge .*)/.exec(text)?.[1] ?? '';
  const part = (index: number) => () =>
    sh(container.args[0], { FILE: 'sweep.yaml', PARTS: '2', JOB_COMPLETION_INDEX: `${index}` });
  expect(merged([part(0), part(1)], merge)).toBe(whole());
});

test('and the matrix of GitHub Actions', { timeout: 60_000 }, () => {
  const { jobs } = parse(readFileSync(example('github-actions.yaml'), 'utf8')) as {
    jobs: Record<string, { steps: { name?: string; run?: string }[] }>;
  };
  const command = (job: string, step: string): string =>
    jobs[job].steps.find(({ name }) => name === step)?.run ?? '';
  const part = (index: number) => () =>
    sh(command('part', 'sweep'), { FILE: 'sweep.yaml', PARTS: '2', PART: `${index}` });
  expect(merged([part(1), part(2)], command('merge', 'merge'))).toBe(whole());
});
