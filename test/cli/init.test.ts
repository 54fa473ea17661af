/** `cahoots init`: what it writes runs as it is. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cahoots, ended, hashOf } from '../support/program.ts';
import { Project } from '../support/plugin-project.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'cahoots-init-'));
const PATIENTS = fileURLToPath(new URL('../../examples/own-data/patients.csv', import.meta.url));

describe('cahoots init', () => {
  test('writes a scenario that runs, and compares four protocols', async () => {
    const first = join(folder(), 'first');
    const { code, stdout } = await cahoots('init', first);
    expect(code).toBe(0);
    expect(stdout).toContain(`wrote ${join(first, 'scenario.yaml')}\n\nnext:\n  cahoots run `);
    const file = join(first, 'scenario.yaml');
    expect(readFileSync(file, 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\S+scenario\.schema\.json\n/,
    );
    const run = await cahoots('run', file);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^first: secfc, 10 clients/);
    const { stdout: compared } = await cahoots('compare', file, '--threads', '0');
    expect(compared).toMatch(/^ +secfc +lloyd +mufc +kfed/);
    expect(compared).toMatch(/^start: a random cluster for every point \(2 runs of secfc, lloyd\)$/m);
  });

  test('leaves what it would write as it is', async () => {
    const first = join(folder(), 'first');
    await cahoots('init', first);
    const again = await cahoots('init', first);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(/^kept .*scenario\.yaml\n/);
  });

  test('copies the scenarios and examples of the package, as they are there', async () => {
    const here = folder();
    expect((await cahoots('init', here, '--examples')).stdout).toMatch(
      /^wrote .*scenarios\nwrote .*examples\n$/,
    );
    for (const file of [
      'scenarios/quickstart.yaml',
      'scenarios/faults/partition.yaml',
      'examples/own-data/patients.csv',
    ])
      expect(readFileSync(join(here, file), 'utf8')).toBe(readFileSync(file, 'utf8'));
    const quickstart = await cahoots('run', join(here, 'scenarios/quickstart.yaml'));
    expect(quickstart.code).toBe(0);
    expect((await cahoots('init', here, '--examples')).stdout).toMatch(
      /^kept .*scenarios\nkept .*examples\n$/,
    );
  });

  test('writes one for a table, with its clusters and clients', async () => {
    const patients = join(folder(), 'patients');
    const args = ['init', patients, '--csv', PATIENTS, '--label', 'diagnosis', '--client', 'hospital'];
    expect((await cahoots(...args)).code).toBe(0);
    expect(readFileSync(join(patients, 'scenario.yaml'), 'utf8')).toMatch(/^ +clusters: 3\b/m);
    const run = await cahoots('run', join(patients, 'scenario.yaml'));
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^patients: secfc, 5 clients, 120 points of dimension 3/);
    expect(run.stdout).toMatch(/^accuracy +\d/m);
    // As traces read no data from above their folder.
    expect(readFileSync(join(patients, 'patients.csv'))).toEqual(readFileSync(PATIENTS));
    const out = join(patients, 'out');
    expect((await cahoots('run', join(patients, 'scenario.yaml'), '--out', out)).code).toBe(0);
    expect((await cahoots('replay', join(out, 'run.trace'), '--data', patients)).code).toBe(0);
  });

  test('writes one for a table of which only points are known', async () => {
    const table = join(folder(), 'points.csv');
    writeFileSync(
      table,
      `x,y\n${Array.from({ length: 40 }, (_, i) => `${i % 7},${(i * i) % 11}`).join('\n')}\n`,
    );
    const plain = join(folder(), 'plain');
    expect((await cahoots('init', plain, '--csv', table)).code).toBe(0);
    expect((await cahoots('run', join(plain, 'scenario.yaml'))).code).toBe(0);
  });

  test('writes one for a table with words, names and gaps, and says what it made of them', async () => {
    const table = join(folder(), 'people.csv');
    const rows = Array.from({ length: 40 }, (_, i) => {
      const height = i === 7 ? 'NA' : `${150 + (i % 9)},${i % 10}`;
      return `person ${i};${height};${'ABC'[i % 3]}`;
    });
    writeFileSync(table, `name;height;sex\n${rows.join('\n')}\n`);
    const people = join(folder(), 'people');
    expect((await cahoots('init', people, '--csv', table)).code).toBe(0);
    const scenario = readFileSync(join(people, 'scenario.yaml'), 'utf8');
    expect(scenario).toContain('# name a column of true clusters with --label');
    expect(scenario).toContain('# column sex has words: each word becomes a coordinate, 0 or 1.\n');
    expect(scenario).toContain('# column name identifies the rows: left out.\n');
    expect(scenario).toContain('# 1 row lacks a value: left out.\n');
    const run = await cahoots('run', join(people, 'scenario.yaml'));
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^people: secfc, 5 clients, 39 points of dimension 4/);
  });

  test('takes a column for the clients that is named like them, and says so', async () => {
    const table = join(folder(), 'sites.csv');
    const rows = Array.from({ length: 60 }, (_, i) => `${i % 7},${(i * i) % 11},site ${i % 6}`);
    writeFileSync(table, `x,y,site\n${rows.join('\n')}\n`);
    const sites = join(folder(), 'sites');
    const { stdout } = await cahoots('init', sites, '--csv', table);
    expect(stdout).toContain('held by 6 clients, as column site says\n');
    expect(stdout).toContain(
      'column site, by its name, says who holds a row; partition: { by: iid } deals rows out evenly\n',
    );
    const scenario = join(sites, 'scenario.yaml');
    const { stdout: ran } = await cahoots('run', scenario);
    expect(ran).toMatch(/6 clients, 60 points of dimension 2/);
    expect(ran).toMatch(/^clients +client-1 \(site 0\), client-2 \(site 1\), /m);
    const even = await cahoots('run', scenario, '--set', 'data.partition={ by: iid }', '--set', 'clients=4');
    expect(even.stdout).toMatch(/4 clients, 60 points of dimension 2/);
    expect(even.stdout).not.toMatch(/^clients /m);
  });

  test('takes no clients from a column that names too few for a protocol', async () => {
    const table = join(folder(), 'two.csv');
    const rows = Array.from({ length: 40 }, (_, i) => `${i % 7},${'AB'[i % 2]}`);
    writeFileSync(table, `x,hospital\n${rows.join('\n')}\n`);
    const { code, stdout } = await cahoots('init', join(folder(), 'two'), '--csv', table);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'points of dimension 3 in 3 clusters (set how many you want), held by 5 clients\n',
    );
    expect(stdout).toContain(
      'column hospital is named like a client, but has too few kinds: a coordinate unless under data.ignore\n',
    );
  });

  test('leaves out what numbers the rows, and a column of numbers with words in it, and says so on the terminal', async () => {
    const table = join(folder(), 'odd.csv');
    const rows = Array.from({ length: 40 }, (_, i) => {
      const weight = i === 5 ? 'heavy' : `${60 + (i % 9)}`;
      return `${i + 1},${150 + (i % 9)},${i === 9 ? '-' : i % 4},${weight}`;
    });
    writeFileSync(table, `PatientID,height,visits,weight\n${rows.join('\n')}\n`);
    const odd = join(folder(), 'odd');
    const { code, stdout } = await cahoots('init', odd, '--csv', table);
    expect(code).toBe(0);
    expect(stdout).toContain('column PatientID identifies the rows: left out\n');
    expect(stdout).toMatch(/^column weight has words among its numbers, such as "heavy", .*: left out$/m);
    expect(stdout).toContain('1 row lacks a value: left out\n');
    expect((await cahoots('run', join(odd, 'scenario.yaml'))).stdout).toMatch(/39 points of dimension 2/);
  });

  test('writes a protocol that runs, alike on threads, and stands a swarm', async () => {
    const parent = folder();
    expect((await cahoots('init', join(parent, 'my-sums'), '--protocol')).code).toBe(0);
    const project = new Project(join(parent, 'beside'));
    mkdirSync(join(parent, 'my-sums/node_modules'));
    symlinkSync(
      fileURLToPath(new URL('../..', import.meta.url)),
      join(parent, 'my-sums/node_modules/cahoots'),
    );
    const [none, two, swarm] = await project.many([
      ['../my-sums', 'run', 'scenario.yaml', '--threads', '0'],
      ['../my-sums', 'run', 'scenario.yaml', '--threads', '2'],
      ['../my-sums', 'swarm', 'scenario.yaml', '--runs', '10', '--threads', '1'],
    ]);
    expect({ code: none.code, stderr: none.stderr }).toEqual({ code: 0, stderr: '' });
    expect(hashOf(none)).toBe(hashOf(two));
    expect({ code: swarm.code, stderr: swarm.stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('writes a protocol that keeps the contract, as its own tests show', async () => {
    const parent = folder();
    await cahoots('init', join(parent, 'tested'), '--protocol');
    mkdirSync(join(parent, 'tested/node_modules'));
    const packages = { cahoots: '../..', vitest: '../../node_modules/vitest' };
    for (const [name, from] of Object.entries(packages))
      symlinkSync(fileURLToPath(new URL(from, import.meta.url)), join(parent, 'tested/node_modules', name));
    const vitest = join(parent, 'tested/node_modules/vitest/vitest.mjs');
    const { code, stdout } = await ended(
      spawn(process.execPath, [vitest, 'run'], {
        cwd: join(parent, 'tested'),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    expect(stdout).toMatch(/protocol\.test\.js/);
    expect(code).toBe(0);
  });

  test('overwrites nothing, and says what it cannot take', async () => {
    const first = join(folder(), 'first');
    await cahoots('init', first);
    writeFileSync(join(first, 'scenario.yaml'), 'mine');
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await cahoots('init', ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      return stderr;
    };
    expect(await refused(first)).toContain('expected a folder without scenario.yaml');
    expect(readFileSync(join(first, 'scenario.yaml'), 'utf8')).toBe('mine');
    expect(await refused(join(first, 'Über uns'))).toContain('expected a folder named in small letters');
    expect(await refused(join(first, 'x'), '--label', 'kind')).toBe(
      '--label: expected it with --csv, got it without\n',
    );
    expect(await refused(join(first, 'x'), '--csv', PATIENTS, '--protocol')).toContain('got both');
    expect(await refused(join(first, 'x'), '--csv', 'nowhere.csv')).toContain('nowhere.csv');
    expect(existsSync(join(first, 'x'))).toBe(false);
  });
});
