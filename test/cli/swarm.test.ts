import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cahoots } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();

const LIAR = `seed: 3
clients: 4
data: { source: gaussian-mixture, points: 30, dimension: 1, components: 2, deviation: 2 }
protocol: { name: lloyd, clusters: 2, timeout: 10s }
swarm: { byzantine: 1, families: [falsify], falsify: [points] }
`;
const scenario = (name: string, extra = ''): string => write(name, LIAR + extra);
const lie = 'faults=[{fault: falsify, who: client-2, message: points}]';

test('a swarm says what came of its runs, and its exit code whether anything was found', async () => {
  const file = scenario('swarm.yaml');
  const calm = await cahoots(
    'swarm',
    file,
    '--runs',
    '5',
    '--threads',
    '0',
    '--set',
    'swarm.families=[slow]',
  );
  expect(calm).toMatchObject({ code: 0, stderr: '' });
  expect(calm.stdout).toMatch(/^\S+: lloyd, 5 runs from seed 3, .*\n\noutcome +runs +reason\nexact +5\n/);
  const found = await cahoots('swarm', file, '--runs', '20', '--threads', '0');
  expect(found.code).toBe(1);
  expect(found.stdout).toMatch(/\nseed \d+ wrong\n {2}cahoots run \S+ --seed \d+ --set 'faults=\[/);
});

test('the command of a run that was found shows it again', async () => {
  const file = scenario('again.yaml');
  const said = await cahoots('swarm', file, '--runs', '20', '--threads', '0', '--json');
  const { found } = JSON.parse(said.stdout) as { found: { seed: number; set: string[]; command: string }[] };
  const { seed, set } = found[0];
  const settings = set.flatMap((setting) => ['--set', setting]);
  const again = await cahoots('run', file, '--seed', `${seed}`, ...settings);
  expect(again.code).toBe(1);
  expect(again.stdout).toMatch(/^equals Lloyd +no$/m);
  expect(found[0].command).toContain(`--seed ${seed} --set 'faults=`);
});

test('drawn faults are counted by their kinds, and those of the scenario are told in full', async () => {
  const own = 'faults: [{ fault: dropout, name: late one, who: client-1, when: { at: 30min } }]\n';
  const file = scenario('counted.yaml', own);
  const args = ['swarm', file, '--runs', '20', '--threads', '0', '--set', 'swarm.families=[slow, crash]'];
  const { notes, runs } = JSON.parse((await cahoots(...args, '--json')).stdout) as {
    notes: { title: string; text: string; of: { seeds: number[] }[] }[];
    runs: { faults: unknown[] }[];
  };
  const [late, ...others] = notes.filter(({ title }) => title === 'fault');
  expect(late.text).toMatch(/^late one: never happened/);
  expect(late.of[0].seeds).toHaveLength(20);
  const counts = others.map(({ text }) => /^(\d+) (never happened|happened): (.+)$/.exec(text));
  expect(counts.map((found) => found?.[2]).toSorted()).toEqual(['happened', 'never happened']);
  const drawn = runs.reduce((sum, { faults }) => sum + faults.length - 1, 0);
  expect(counts.reduce((sum, found) => sum + Number(found?.[1]), 0)).toBe(drawn);
  for (const found of counts) {
    const kinds = found?.[3].split(', ').map((one) => /^(\d+) (?:slow|crash)$/.exec(one)?.[1]) ?? [];
    expect(kinds.reduce((sum, count) => sum + Number(count), 0)).toBe(Number(found?.[1]));
  }
  const text = (await cahoots(...args)).stdout.replaceAll(/\s+/g, ' ');
  for (const note of notes) expect(text).toContain(`${note.title}: ${note.text} (`);
});

test('what is expected and does not come ends with 1, the command, and the first sign', async () => {
  const file = scenario('run.yaml', 'expect: { matches: lloyd }\n');
  const { code, stdout } = await cahoots('run', file, '--set', lie);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^violated +matches: expected Lloyd's labels in every iteration, got others$/m);
  expect(stdout).toMatch(/first sign +falsify 1: falsify at client-2, at 0\.0 ms\n/);
  expect(stdout).toMatch(/\nrun again +cahoots run \S+run\.yaml --seed 3 --set 'faults=\[\{fault: falsify/);
});

test('a failure that is expected ends with 0', async () => {
  const gone = ['--set', 'faults=[{fault: withhold, who: clients}]'];
  expect((await cahoots('run', scenario('fails.yaml'), ...gone)).code).toBe(1);
  expect((await cahoots('run', scenario('stops.yaml', 'expect: { finishes: false }\n'), ...gone)).code).toBe(
    0,
  );
});

test('shrink writes the smallest scenario that breaks the same, to stdout or to a file that was not there', async () => {
  const file = scenario('shrink.yaml');
  const out = join(dirname(file), 'small.yaml');
  const said = await cahoots('shrink', file, '--set', lie);
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/^# Outcome: wrong \(a clustering that claims/);
  expect(said.stdout).toMatch(/\n {2}- \{ fault: falsify, who: client-\d(, message: points)? \}\n/);
  expect(existsSync(out)).toBe(false);
  expect(await cahoots('shrink', file, '--set', lie, '--out', out)).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect(readFileSync(out, 'utf8').split('\n').slice(4)).toEqual(said.stdout.split('\n').slice(4));
  expect((await cahoots('run', out)).stdout).toMatch(/^equals Lloyd +no$/m);
  const refused = await cahoots('shrink', file, '--set', lie, '--out', out);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('expected a new file to write to, got one that exists');
});

test('shrink takes the scenario of a trace', async () => {
  const file = scenario('traced.yaml');
  const out = join(dirname(file), 'traced');
  await cahoots('run', file, '--set', lie, '--out', out);
  const { code, stdout } = await cahoots('shrink', join(out, 'run.trace'));
  expect(code).toBe(0);
  expect(stdout).toContain('fault: falsify');
  expect((await cahoots('shrink', join(out, 'run.trace'), '--set', lie)).stderr).toContain(
    '--set: expected a scenario, got a trace',
  );
  expect((await cahoots('shrink', join(out, 'run.trace'), '--seed', '4')).stderr).toContain(
    '--seed: expected a scenario, got a trace',
  );
});

test.each([
  [['swarm'], "missing required argument 'FILE'"],
  [['swarm', 'x.yaml', '--runs', '0'], '--runs: expected at least 1, got 0'],
  [['swarm', 'x.yaml', '--runs', 'many'], '--runs: expected an integer'],
  [['swarm', 'no-such.yaml'], 'no-such.yaml'],
  [['shrink', 'no-such.yaml'], 'no-such.yaml'],
  [['shrink', 'x'.repeat(300)], 'expected a scenario, got the system error ENAMETOOLONG'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await cahoots(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
