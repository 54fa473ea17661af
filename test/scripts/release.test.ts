/** Releases: their parts, and what builds and publishes them. test/long builds one twice. */

import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checksumsOf, headed, lastingBill, notesOf } from '../../scripts/release.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a release', () => {
  test('has the changes of its version, which must be there', () => {
    const changelog = '# Changes\n\n## Unreleased\n\n- new\n\n## 0.1.0\n\n- old\n';
    expect(notesOf(headed(changelog, '0.2.0'), '0.2.0')).toBe('- new\n');
    expect(notesOf(headed(changelog, '0.2.0'), 'Unreleased')).toBe('\n');
    expect(notesOf(changelog, '0.1.0')).toBe('- old\n');
    expect(() => notesOf(changelog, '0.2.0')).toThrow('expected a section for 0.2.0, got none');
  });

  test('has checksums that sha256sum accepts, and refuses for other bytes', () => {
    const files = new Map([['a b.txt', new TextEncoder().encode('a')]]);
    writeFileSync(join(folder, 'a b.txt'), 'a');
    writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(files));
    const check = (): string =>
      execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(check()).toBe('a b.txt: OK\n');
    writeFileSync(join(folder, 'a b.txt'), 'b');
    expect(check).toThrow('did NOT match');
  });

  test('has a bill of its packages that is the same whenever and wherever it is written', async () => {
    const bills = ['here', 'elsewhere'].map(async (name) => {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      for (const file of ['package.json', 'package-lock.json'])
        writeFileSync(join(cwd, file), readFileSync(file));
      const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
      return (await promisify(execFile)('npm', args, { cwd, maxBuffer: 1e9 })).stdout;
    });
    const [one, two] = await Promise.all(bills);
    expect(one).not.toBe(two);
    expect(lastingBill(one, 'cahoots')).toBe(lastingBill(two, 'cahoots'));
    const { bomFormat, metadata, components } = JSON.parse(lastingBill(one, 'cahoots')) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { name: string; properties: { name: string }[] }[];
    };
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'cahoots']);
    const names = components.map(({ name }) => name);
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    const forDevelopment = components.filter(({ properties }) =>
      properties.some((property) => property.name === 'cdx:npm:package:development'),
    );
    expect(forDevelopment.map(({ name }) => name)).toContain('vitest');
    expect(forDevelopment.map(({ name }) => name)).not.toContain('fflate');
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'runs-on'?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly name: string;
  readonly on: object;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const WORKFLOWS = '.github/workflows';

describe.each(readdirSync(WORKFLOWS))('the workflow %s', (file) => {
  const text = readFileSync(join(WORKFLOWS, file), 'utf8');
  const { name, on, permissions, jobs } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('is whole: when it runs, where, how long at most, and what each step does', () => {
    expect(name).toMatch(/\S/);
    expect(Object.keys(on).length).toBeGreaterThan(0);
    for (const job of Object.values(jobs)) {
      expect(job['runs-on']).toMatch(/^ubuntu-\d+\.\d+$/);
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      expect(['', ...Object.keys(jobs)]).toContain(job.needs ?? '');
      for (const { uses, run } of job.steps)
        expect([uses, run].filter((part) => part !== undefined)).toHaveLength(1);
    }
  });

  test('may read, and write only what its jobs name; it has no secret, and leaves no credentials', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(text).not.toMatch(/secrets\.|password|pull_request_target/i);
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((uses) => !/^actions\/[a-z-]+@v\d+$/.test(uses))).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkouts.filter(({ with: given }) => given?.['persist-credentials'] !== false)).toEqual([]);
    // What others can choose, such as a branch's name, is no part of a command.
    for (const { run = '' } of steps) expect(run).not.toContain('github.');
  });

  test('runs scripts and files that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const commands = steps.map(({ run = '' }) => run).join('\n');
    const named = [...commands.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, script]) => script);
    expect(named.filter((script) => !Object.keys(scripts).includes(script))).toEqual([]);
    const paths = [...commands.matchAll(/\b(?:scripts|test)\/[\w./-]+/g)].map(([path]) => path);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

test('CI runs on every version of Node.js that is promised, from the oldest on', () => {
  const { jobs } = parse(readFileSync(join(WORKFLOWS, 'ci.yml'), 'utf8')) as {
    jobs: { test: { strategy: { matrix: { node: number[] } } } };
  };
  expect(jobs.test.strategy.matrix.node).toEqual([20, 22, 24]);
});

test('whoever reports a bug is asked for a pack', () => {
  const { body } = parse(readFileSync('.github/ISSUE_TEMPLATE/bug.yml', 'utf8')) as {
    body: { id?: string; attributes: { description?: string }; validations?: { required?: boolean } }[];
  };
  const pack = body.find(({ id }) => id === 'pack');
  expect(pack?.attributes.description).toContain('cahoots pack out/run.trace --out run.pack');
  expect(pack?.validations?.required).toBe(true);
});
