import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { CahootsError, CahootsErrors } from '../../../src/core/base/errors.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadFairly } from '../../../src/run/scenario/fair-start.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { sweep } from '../../../src/studies/batch/sweep.ts';
import { planSweep } from '../../../src/studies/batch/sweep-plan.ts';
import { comparisonText } from '../../../src/studies/batch/text.ts';
import { swarm } from '../../../src/studies/swarm/swarm.ts';
import { compareScenarios, type CompareOptions } from '../../../src/studies/batch/compare.ts';
import { figuresOfRun, type RunRow } from '../../../src/run/tidy/run-row.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';
import { wrongPlugin } from '../../support/wrong-plugin.ts';

const plugins = [standard];

const write = temporaryFiles();
const OPTIONS: CompareOptions = { plugins, seeds: 1, threads: 0 };
const LIST = 'compare:\n  - lloyd\n  - { name: kfed, clustersPerClient: 1 }\n';
const CHOSEN = edited(SMALL, ['  privacy: 2\n', '  privacy: 2\n  start: random\n']);
const BOTH = CHOSEN + LIST;

/** A run but for what was measured on this machine. */
const unmeasured = ({ measuredNs, ...rest }: RunRow) => ({ ...rest, measured: measuredNs > 0 });
const allOf = (runs: readonly (readonly RunRow[])[]) => runs.map((column) => column.map(unmeasured));

async function refusedBy(files: readonly string[], options: Partial<CompareOptions> = {}): Promise<string[]> {
  const error: unknown = await compareScenarios(files, { ...OPTIONS, ...options }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CahootsError)) throw error;
  return error instanceof CahootsErrors ? error.errors.map(({ message }) => message) : [error.message];
}

describe('a comparison', () => {
  test('has a column for the protocol and for each of its list, and a run for each seed from the file on', async () => {
    const file = write('both.yaml', edited(BOTH, ['seed: 1', 'seed: 5']));
    const { columns, runs } = await compareScenarios([file], { ...OPTIONS, seeds: 3 });
    expect(columns.map(({ title }) => title)).toEqual(['secfc', 'lloyd', 'kfed clustersPerClient=1']);
    const expected = [];
    for (const variant of [0, 1, 2]) {
      const column: string[] = [];
      for (const seed of [5, 6, 7]) {
        column.push(
          figuresOfRun(await run(loadScenario(file, { plugins, variant, seed }), { plugins })).hash ?? '',
        );
      }
      expected.push(column);
    }
    expect(runs.map((column) => column.map(({ hash }) => hash))).toEqual(expected);
    expect(runs.map((column) => column.map(({ seed }) => seed))).toEqual([5, 6, 7].map(() => [5, 6, 7]));
  });

  test('gives every protocol the same points from the same start', async () => {
    const file = write('both.yaml', CHOSEN + edited(LIST, ['- lloyd', '- { name: lloyd, scale: 1000 }']));
    const { runs } = await compareScenarios([file], { ...OPTIONS, seeds: 4 });
    const [secfc, lloyd] = runs;
    // On SecFC's grid Lloyd ends with SecFC's very labels.
    expect(lloyd.map(({ loss, iterations }) => [loss, iterations])).toEqual(
      secfc.map(({ loss, iterations }) => [loss, iterations]),
    );
    expect(secfc.map(({ equalsLloyd }) => equalsLloyd)).toEqual([true, true, true, true]);
    expect(new Set(secfc.map(({ loss }) => loss)).size).toBe(4);
  });

  test('of several files names each by its scenario, or by its file where that has no name', async () => {
    const files = [
      write('named.yaml', BOTH),
      write('nameless.yaml', edited(SMALL, ['name: small\n', ''], ['seed: 1', 'seed: 2'])),
    ];
    const { columns, runs } = await compareScenarios(files, { ...OPTIONS, seeds: 2 });
    expect(columns.map(({ title }) => title)).toEqual([
      'small: secfc',
      'small: lloyd',
      'small: kfed clustersPerClient=1',
      `${files[1]}: secfc`,
    ]);
    const alone = await compareScenarios([files[1]], { ...OPTIONS, seeds: 2 });
    expect(allOf(runs).slice(3)).toEqual(allOf(alone.runs));
    // The second seed of one is the first of the other, on the same settings.
    expect([runs[0][1].seed, runs[0][1].loss]).toEqual([runs[3][0].seed, runs[3][0].loss]);
  });

  test('lays settings over every file', async () => {
    const files = [write('one.yaml', CHOSEN), write('two.yaml', BOTH)];
    const { runs } = await compareScenarios(files, { ...OPTIONS, set: ['protocol.maxIterations=1'] });
    expect(runs.slice(0, 3).map(([{ iterations }]) => iterations)).toEqual([1, 1, 1]);
  });

  test('is the same on any number of threads but for what is measured, and says how far it is', async () => {
    const file = write('both.yaml', BOTH);
    const said: number[] = [];
    const onDone = (done: number, of: number): void => void said.push(done / of);
    const [inline, threads] = [
      await compareScenarios([file], { ...OPTIONS, seeds: 2 }),
      await compareScenarios([file], { ...OPTIONS, seeds: 2, threads: 2, onDone }),
    ];
    expect(allOf(threads.runs)).toEqual(allOf(inline.runs));
    expect(said).toEqual([1, 2, 3, 4, 5, 6].map((done) => done / 6));
  });

  test('counts runs that come to nothing and those that differ from Lloyd', async () => {
    const file = write('both.yaml', CHOSEN);
    const late = await compareScenarios([file], { ...OPTIONS, seeds: 2, set: ['protocol.timeout=1us'] });
    expect(late.columns).toMatchObject([{ title: 'secfc', runs: 2, finished: 0, figures: [] }]);
    expect(late.columns[0].notes).toMatchObject([
      { title: 'aborted', of: [{ seeds: [1, 2] }] },
      { title: 'start', of: [{ seeds: [1, 2] }] },
      { title: 'network', of: [{ seeds: [1, 2] }] },
    ]);
    expect(late.runs[0][0].aborted).toMatch(/^expected 5 ready clients/);

    const other = write('wrong.yaml', edited(SMALL, ['name: secfc', 'name: wrong'], ['  privacy: 2\n', '']));
    const own = { plugins: [wrongPlugin] };
    const { columns } = await compareScenarios([other], { ...OPTIONS, ...own, seeds: 2 });
    expect(columns[0]).toMatchObject({ runs: 2, finished: 2, equalLloyd: 0 });
  });
});

describe('where no start is chosen', () => {
  const unchosen = SMALL + LIST;

  test('each takes its own, and says so', async () => {
    const file = write('unchosen.yaml', unchosen);
    const { columns, runs } = await compareScenarios([file], OPTIONS);
    const own = 'a random cluster for every point';
    expect(runs.map(([row]) => row['start'])).toEqual([own, own, undefined]);
    expect(comparisonText(columns)).toMatch(
      /^start: a random cluster for every point \(2 runs of secfc, lloyd\)$/m,
    );
    const alone = await run(loadScenario(file, { plugins }), { plugins });
    expect(runs[0][0].hash).toBe(alone.hash);
  });

  test('with a fair start, all that iterate start at points of their own, a few times over', async () => {
    const file = write('unchosen.yaml', unchosen);
    const { runs } = await compareScenarios([file], { ...OPTIONS, fairStart: true });
    const start = 'centres from 1 point each, the best of 5 starts';
    expect(runs.map(([row]) => row['start'])).toEqual([start, start, undefined]);
    const chosen = {
      'protocol.start.subsets': 1,
      'protocol.start.restarts': 5,
      'protocol.empty': 'farthest',
    };
    expect(runs[0][0]).toMatchObject(chosen);
    expect(runs[1][0]).toMatchObject(chosen);
    // What is said can be run.
    const set = ['protocol.start={ subsets: 1, restarts: 5 }', 'protocol.empty=farthest'];
    const alone = await run(loadScenario(file, { plugins, set }), { plugins });
    expect(runs[0][0].hash).toBe(alone.hash);
  });

  test.each([
    [['protocol.start=random'], {}],
    [['protocol.empty=keep'], { start: { subsets: 1, restarts: 5 }, empty: 'keep' }],
    [['protocol.minimumCluster=2'], { start: { subsets: 2, restarts: 5 } }],
    // A server that sees no distances cannot compare losses.
    [['protocol.disclosure=blinded'], { start: { subsets: 1 } }],
  ])('settings go before: %s', (set, laid) => {
    const file = write('unchosen.yaml', SMALL);
    const fairly = loadFairly(file, { plugins, set, fairStart: true });
    const settings = Object.entries(laid).map(([name, value]) => `protocol.${name}=${JSON.stringify(value)}`);
    expect(fairly.set).toEqual([...set, ...settings]);
    expect(fairly.scenario.source).toEqual(loadScenario(file, { plugins, set: fairly.set }).source);
  });

  test.each([false, true])('all commands take the same; fair: %s', async (fairStart) => {
    const file = write('swept.yaml', `${SMALL}${LIST}sweep: { protocol: [secfc, lloyd] }\n`);
    const compared = await compareScenarios([file], { ...OPTIONS, fairStart });
    const plan = planSweep(file, { plugins, fairStart });
    const swept = [...(await sweep(plan, OPTIONS))];
    const { scenario } = loadFairly(file, { plugins, fairStart });
    const alone = await run(scenario, { plugins });
    const drawn = await swarm(file, { ...OPTIONS, fairStart, runs: 1, rows: true });
    expect(swept.map(({ hash }) => hash)).toEqual(compared.runs.slice(0, 2).map(([row]) => row.hash));
    expect(alone.hash).toBe(swept[0]['hash']);
    expect(drawn.rows[0]['start']).toBe(swept[0]['start']);
  });
});

describe('a journal', () => {
  const path = (name: string): string => `${write('beside', '')}-${name}`;

  test('gives the same comparison again, and nothing is run for it', async () => {
    const file = write('both.yaml', BOTH);
    const kept = path('again.jsonl');
    const once = (seeds: number) => compareScenarios([file], { ...OPTIONS, seeds, journal: kept });
    const first = await once(2);
    // Measured times are those of the first time, as nothing was run again.
    expect(await once(2)).toEqual(first);
    const more = await once(3);
    expect(more.runs.map((column) => column.slice(0, 2))).toEqual(first.runs);
    expect(allOf(more.runs)).toEqual(allOf((await compareScenarios([file], { ...OPTIONS, seeds: 3 })).runs));
  });

  test('does not give a run of other points', async () => {
    const points = (scale: number): string =>
      `x\n${Array.from({ length: 20 }, (_, i) => `${scale * i}\n`).join('')}`;
    const from = SMALL.slice(SMALL.indexOf('source:'), SMALL.indexOf('  partition:')).trimEnd();
    const file = write('csv.yaml', edited(SMALL, [from, 'source: csv\n  file: points.csv']));
    const journal = path('points.jsonl');
    const losses: (number | undefined)[] = [];
    for (const scale of [1, 2, 1]) {
      write('points.csv', points(scale));
      const { runs } = await compareScenarios([file], { ...OPTIONS, journal });
      losses.push(runs[0][0].loss);
    }
    expect(losses[2]).toBe(losses[0]);
    expect(losses[1]).not.toBe(losses[0]);
  });
});

describe('what cannot run is refused before anything runs', () => {
  test('a mistake in any file, or in what it compares', async () => {
    const good = write('good.yaml', BOTH);
    const bad = write('bad.yaml', `${SMALL}compare: [{ name: kfed, clustersPerClient: 0 }]\n`);
    const done: number[] = [];
    const said = await refusedBy([good, bad], { onDone: (count) => void done.push(count) });
    expect(said).toEqual([`${bad}:23:44 compare.0.clustersPerClient: expected at least 1, got 0`]);
    expect(done).toEqual([]);
  });

  test('with every mistake, in all files and all that they compare', async () => {
    const one = write('one.yaml', edited(SMALL, ['clients: 5', 'clients: none']));
    const two = write(
      'two.yaml',
      `${SMALL}compare: [{ name: kfed, clustersPerClient: 3 }, { name: secfc, privacy: 3 }]\n`,
    );
    expect(await refusedBy([one, two])).toHaveLength(3);
  });

  test('a seed beyond those that there are', async () => {
    const file = write('last.yaml', edited(SMALL, ['seed: 1', `seed: ${Number.MAX_SAFE_INTEGER}`]));
    const done: number[] = [];
    await refusedBy([file], { seeds: 2, onDone: (count) => void done.push(count) });
    expect(done).toEqual([]);
  });

  test('or runs, however long the description is', async () => {
    const description = 'SecFC against Lloyd on points of ten clients. '.repeat(20);
    const file = write('wordy.yaml', `${SMALL}description: ${description}\n`);
    const { columns } = await compareScenarios([file], OPTIONS);
    expect(columns[0]).toMatchObject({ runs: 1, finished: 1 });
  });
});
