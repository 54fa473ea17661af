import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { FOUND, swarmOutcomeOf, sameOutcome } from '../../../src/studies/swarm/outcome.ts';
import { shrink } from '../../../src/studies/swarm/shrink.ts';
import { type Swarm, swarm, type SwarmOptions } from '../../../src/studies/swarm/swarm.ts';
import { falsifiedIn, found, swarmText, tallies } from '../../../src/studies/swarm/text.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { explosive } from '../../support/explosive-protocol.ts';
import { CAREFUL, CARELESS, plugins } from '../../support/swarm-scenario.ts';
import { thoroughly } from '../../support/long.ts';

const write = temporaryFiles();
const swarmOf = (file: string, options: Partial<SwarmOptions> = {}): Promise<Swarm> =>
  swarm(file, { plugins, runs: 20, threads: 0, ...options });

/** Fifteen runs of the protocol with a planted bug, and their file. */
async function runCareless(): Promise<readonly [file: string, swarm: Swarm]> {
  const file = write('careless.yaml', CARELESS);
  return [file, await swarmOf(file, { runs: 15 })];
}
let begun: ReturnType<typeof runCareless> | undefined;
const careless = (): ReturnType<typeof runCareless> => (begun ??= runCareless());

describe('a protocol with a planted bug', () => {
  test('is found out, and what is found shrinks to at most three faults that a person can read', async () => {
    const [file, { runs }] = await careless();
    const [first] = found(runs);
    expect(first.kind).toBe('wrong');
    const broken = loadScenario(file, { plugins, seed: first.seed, set: first.set });
    const shrunk = await shrink(broken, { plugins, name: file, folder: dirname(file) });
    expect(shrunk).toMatchObject({ outcome: { kind: 'wrong' }, smallest: true });
    expect(shrunk.values.faults?.length ?? 0).toBeLessThanOrEqual(3);
    expect(shrunk.values.clients).toBeLessThan(9);
  });

  test('is not found where there is none', async () => {
    const { runs } = await swarmOf(write('careful.yaml', CAREFUL), { runs: thoroughly(15, 30) });
    expect(found(runs)).toEqual([]);
  });
});

test('every run shows again with its seed and its settings, and on any number of threads', async () => {
  const file = write('again.yaml', CAREFUL);
  const options = { runs: thoroughly(6, 20) };
  const { runs } = await swarmOf(file, options);
  const threaded = await swarmOf(file, { ...options, threads: 2 });
  expect(threaded.runs).toEqual(runs);
  for (const { seed, set, ...outcome } of runs.slice(0, thoroughly(2, 5))) {
    const { ending, findings } = await run(loadScenario(file, { plugins, seed, set }), { plugins });
    expect(sameOutcome(swarmOutcomeOf(ending, findings), outcome)).toBe(true);
  }
});

test('a run does not depend on how many others there are', async () => {
  const file = write('alone.yaml', CAREFUL);
  const { runs } = await swarmOf(file, { runs: 6 });
  const alone = await swarmOf(file, { runs: 1, seed: 5 });
  expect(alone.runs).toEqual([runs[4]]);
});

test('what a thread remembers of other runs changes none', async () => {
  const file = write('remembering.yaml', CAREFUL);
  const set = ['protocol.byzantine=1', 'protocol.verifiableSharing=true', 'clients=9'];
  const hashes = async (options: Partial<SwarmOptions>): Promise<unknown[]> =>
    (await swarmOf(file, { set, rows: true, ...options })).rows.map(({ hash }) => hash);
  const runs = thoroughly(2, 4);
  const all = await hashes({ runs });
  expect(all.every((hash) => typeof hash === 'string')).toBe(true);
  // The second time all that was remembered is found.
  expect(await hashes({ runs })).toEqual(all);
  // A new thread has nothing to remember.
  expect(await hashes({ runs: 1, seed: runs, threads: 1 })).toEqual([all[runs - 1]]);
});

test('rows that nobody keeps are not made, and nothing else is different', async () => {
  const file = write('unkept.yaml', CAREFUL);
  const unkept = await swarmOf(file, { runs: 3 });
  const kept = await swarmOf(file, { runs: 3, rows: true });
  expect(unkept.rows.some((row) => 'hash' in row || 'scenario' in row)).toBe(false);
  expect(kept.rows.every((row) => 'hash' in row && 'scenario' in row)).toBe(true);
  expect(unkept.runs).toEqual(kept.runs);
  expect(swarmText(file, unkept)).toBe(swarmText(file, kept));
});

test('with healing, those who are left must finish', async () => {
  // Who crashes comes back with what it saved; where that is not enough it is said.
  const { runs } = await swarmOf(write('heal.yaml', CAREFUL), {
    heals: true,
    set: ['swarm.gone=0', 'swarm.families=[crash]'],
    runs: 6,
  });
  for (const { kind } of runs) expect(['wrong', 'crashed', 'undecided']).not.toContain(kind);
  const slow = await swarmOf(write('slow.yaml', CAREFUL), {
    heals: true,
    set: ['swarm.gone=0', 'swarm.families=[slow, pause, delay, duplicate, partition, throttle]'],
    runs: thoroughly(8, 20),
  });
  expect(tallies(slow.runs)).toEqual([{ kind: 'exact', runs: thoroughly(8, 20) }]);
});

test('an exception in a run is what came of that run, here and in a thread', async () => {
  for (const threads of [0, 1]) {
    const { runs } = await swarmOf(write('crash.yaml', CAREFUL.replace('secfc', 'explosive')), {
      plugins: [explosive],
      set: ['swarm.families=[flood]'],
      threads,
      runs: 4,
    });
    const kinds = runs.map(({ kind }) => kind);
    expect(kinds).toContain('crashed');
    expect(runs.find(({ kind }) => kind === 'crashed')?.reason).toBe('more than # messages');
  }
});

test('faults of the scenario itself take part in every run', async () => {
  const file = write('own.yaml', `${CAREFUL}faults: [{ fault: dropout, who: client-1 }]\n`);
  const { runs } = await swarmOf(file, { runs: 3, set: ['protocol.privacy=4'] });
  for (const { faults } of runs) expect(faults[0]).toEqual({ fault: 'dropout', who: 'client-1' });
  expect(runs.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused']);
});

test('finished runs are kept, and not done again', async () => {
  const file = write('kept.yaml', CAREFUL);
  const journal = join(dirname(file), 'kept', 'runs.jsonl');
  const first = await swarmOf(file, { runs: 4, journal });
  const lines = readFileSync(journal, 'utf8');
  expect(lines.trimEnd().split('\n')).toHaveLength(4);
  const again = await swarmOf(file, { runs: 4, journal });
  expect(again.runs).toEqual(first.runs);
  expect(readFileSync(journal, 'utf8')).toBe(lines);
});

test('the text counts every run once, and names what is found with the command that shows it', async () => {
  const [file, result] = await careless();
  const text = swarmText(file, result);
  expect(tallies(result.runs).reduce((sum, { runs }) => sum + runs, 0)).toBe(15);
  const bad = found(result.runs);
  expect(text.match(/^ {2}cahoots run .*$/gm)).toHaveLength(bad.length);
  expect(text).toContain(`cahoots run ${file} --seed ${bad[0].seed} --set 'faults=[{"fault":`);
});

test('the text counts the messages of each type that Byzantine parties made wrong, those that none touched too', async () => {
  const file = write(
    'byzantine.yaml',
    CAREFUL.replace('swarm: { faults: 8 }', 'swarm: { faults: 8, byzantine: 3, families: [falsify, delay] }'),
  );
  const result = await swarmOf(file, { runs: 8 });
  const counts = falsifiedIn(result);
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(['shares', 'ready', 'assignment', 'outcome']));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(20);
  const text = swarmText(file, result);
  for (const [type, count] of Object.entries(counts))
    expect(text).toMatch(new RegExp(`^${type} +${count.toLocaleString('en')}$`, 'm'));
  expect(text).not.toContain('–');
  const listed = {
    ...result,
    budget: { ...result.budget, falsify: ['shares'] },
    runs: result.runs.slice(0, 1),
  };
  expect(swarmText(file, { ...listed, runs: [{ ...listed.runs[0], falsified: { shares: 1 } }] })).toMatch(
    /^shares +1$[^]*^outcome +–$[^]*^–: not among those that the scenario lists under swarm.falsify$/m,
  );
  const honest = swarmText(file, await swarmOf(write('honest.yaml', CAREFUL), { runs: 3 }));
  expect(honest).not.toContain('falsified');
});

test('a budget names messages that there are', () => {
  expect(() =>
    loadScenario(
      write('falsify.yaml', `${CAREFUL.replace(/swarm:.*\n/, '')}swarm: { falsify: [points] }\n`),
      {
        plugins,
      },
    ),
  ).toThrow(/falsify\.0: expected a message of secfc: shares, .*, got points/);
});

const shipped = fileURLToPath(new URL('../../../scenarios/', import.meta.url));

test.each([
  // What Lloyd and SecFC are told wrong, they cannot know; k-FED promises nothing about it.
  { file: 'lloyd.yaml', runs: thoroughly(8, 25), byzantine: 0 },
  { file: 'kfed.yaml', runs: thoroughly(8, 25), byzantine: 3 },
  { file: 'quickstart.yaml', runs: thoroughly(5, 10), byzantine: 0 },
])('no random faults in $file crash it, hang it, or make it accept what is wrong', async (swarming) => {
  const { file, runs, byzantine } = swarming;
  const set = [`swarm.byzantine=${byzantine}`, 'swarm.gone=3', 'data.points=200', 'data.dimension=5'];
  const result = await swarmOf(shipped + file, { runs, set });
  expect(result.runs.filter(({ kind }) => FOUND.includes(kind))).toEqual([]);
});
