/** The parties of examples/python, in Python, beside the same in TypeScript. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import python from '../../examples/python/plugin.ts';
import twin from '../../examples/python/twin.ts';
import { privacy } from '../../examples/python/privacy.ts';
import { Centres, lloydSums, Sums } from '../../examples/python/protocol.ts';
import {
  attackRun,
  certificateText,
  loadScenario,
  type Plugin,
  plugin,
  program,
  programTask,
  run,
  type RunOptions,
  swarm,
} from '../../src/index.ts';
import { cahootsWith, ended, hashOf, start } from '../support/program.ts';
import { hasNumpy, NUMPY } from '../support/python.ts';
import { playReal } from '../support/real-play.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { thoroughly } from '../support/long.ts';

const FOLDER = fileURLToPath(new URL('../../examples/python/', import.meta.url));

const SCENARIO = `${FOLDER}scenario.yaml`;
const PLUGIN = `${FOLDER}plugin.ts`;
const write = temporaryFiles();

/** The processes that this one has started to run lloyd.py. */
function partiesOf(pid: number): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ');
      return Number(parent) === pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('lloyd.py');
    } catch {
      // It has ended since.
      return false;
    }
  });
}

function play(one: Plugin, seed: number, set: readonly string[] = [], options: Partial<RunOptions> = {}) {
  const plugins = [one];
  return run(loadScenario(SCENARIO, { plugins, seed, set }), { plugins, ...options });
}

test('the program has at most forty lines, but for blank ones', () => {
  const lines = readFileSync(`${FOLDER}lloyd.py`, 'utf8').split('\n');
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(40);
});

describe.skipIf(!hasNumpy)(`parties in Python (${NUMPY})`, { timeout: 300_000 }, () => {
  /** Fewer processes, as there are many runs. */
  const PAIR = ['clients=2'];

  // test/long/programs tries hundreds of runs.
  const SEEDS = thoroughly(1, 6);
  test(`they give the labels and the trace of their twins in TypeScript, seeds up to ${SEEDS}`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const [one, other] = [await play(python, seed, PAIR), await play(twin, seed, PAIR)];
      expect(one.outcome?.kind).toBe('clustered');
      expect(one.labels).toEqual(other.labels);
      expect(one.hash).toBe(other.hash);
    }
  });

  test('a run can be repeated, on any number of threads', async () => {
    const { hash } = await play(python, 7, PAIR);
    for (const threads of thoroughly([2], [0, 2]))
      expect((await play(python, 7, PAIR, { threads })).hash).toBe(hash);
  });

  const FAULTS = [
    ['a client that comes back', '{ fault: crash, who: client-2, when: { round: 2 }, restartAfter: 400ms }'],
    ['sums that are falsified', '{ fault: corrupt, who: client-3, when: { round: 2 } }'],
    ['a server that comes back', '{ fault: crash, who: server, when: { round: 3 }, restartAfter: 100ms }'],
    ['a client that is gone', '{ fault: dropout, who: client-1, when: { round: 2 } }'],
    ['messages that are lost', '{ fault: lose, who: clients, when: { probability: 0.3 } }'],
  ] as const;
  test.each(FAULTS.slice(0, thoroughly(2, 5)))('%s: nothing differs', async (_, fault) => {
    const set = [`faults=[${fault}]`];
    const [one, other] = [await play(python, 3, set), await play(twin, 3, set)];
    expect(one.ledger.balance.sent.messages).toBeGreaterThan(20);
    expect(one.hash).toBe(other.hash);
  });

  test('a swarm comes to the same runs', async () => {
    const RUNS = thoroughly(2, 12);
    const hashes = async (one: Plugin) =>
      (await swarm(SCENARIO, { plugins: [one], runs: RUNS, threads: 0, rows: true })).rows.map(
        ({ hash }) => hash,
      );
    const found = await hashes(python);
    expect(new Set(found).size).toBe(RUNS);
    expect(found).toEqual(await hashes(twin));
  });

  test('an attack reads the same from them', async () => {
    const coalitions = [{ members: ['server'], attacks: ['alone'] }];
    const attack = async (one: Plugin) => {
      const plugins = [one];
      const scenario = loadScenario(SCENARIO, { plugins, set: ['protocol.clusters=40'] });
      return (await attackRun(scenario, { plugins, coalitions })).certificate;
    };
    const found = await attack(python);
    expect(found && certificateText(found)).toMatch(/points exposed [1-9]\d* of 300/);
    expect(found).toEqual(await attack(twin));
  });

  test('a run is kept and replayed', async () => {
    const out = `${dirname(write('x', ''))}/out`;
    const kept = await cahootsWith([python], 'run', SCENARIO, '--out', out);
    const replayed = await cahootsWith([python], 'replay', `${out}/run.trace`);
    expect([kept.code, replayed.code]).toEqual([0, 0]);
    expect(hashOf(replayed)).toBe(hashOf(kept));
    expect((await cahootsWith([twin], 'replay', `${out}/run.trace`)).code).toBe(0);
  });

  test('a program that draws from elsewhere is found out by a replay', async () => {
    const text = readFileSync(`${FOLDER}lloyd.py`, 'utf8');
    const drawing = text.replace('np.zeros_like(centres)', 'np.random.default_rng().random(centres.shape)');
    expect(drawing).not.toBe(text);
    const module = pathToFileURL(write('lloyd.py', drawing)).href;
    const add = programTask('sums/add');
    const lloyd = program(module, ['python3', 'lloyd.py'], { messages: [Centres, Sums], tasks: [add] });
    const drawn = plugin(import.meta.url, {
      name: 'drawn',
      protocols: [lloydSums(lloyd, lloyd, add, privacy)],
    });
    const out = `${dirname(write('x', ''))}/drawn`;
    await cahootsWith([drawn], 'run', SCENARIO, '--out', out);
    const { code, stderr } = await cahootsWith([drawn], 'replay', `${out}/run.trace`);
    expect(code).toBe(4);
    expect(stderr).toContain('expected the run of this trace again, got another one from entry');
    expect(stderr).toMatch(/now: +client-\d sends sums/);
  });

  test('over real sockets they come to the same labels', async () => {
    const plugins = [python];
    const scenario = loadScenario(SCENARIO, { plugins });
    const real = await playReal(scenario, false, undefined, undefined, plugins);
    expect(real.ending).toBe('done');
    expect(real.labels).toEqual((await play(twin, scenario.seed)).labels);
  });

  const SIGNALS = [
    ['SIGKILL', null],
    ['SIGINT', 130],
  ] as const;
  test.skipIf(!existsSync('/proc')).each(SIGNALS.slice(0, thoroughly(1, 2)))(
    'no process is left of a run that %s ends',
    async (signal, code) => {
      const child = start('run', SCENARIO, '--plugin', PLUGIN, '--set', 'protocol.rounds=100000');
      const end = ended(child);
      let parties: string[] = [];
      for (; parties.length < 4; await setTimeout(50)) parties = partiesOf(child.pid ?? 0);
      child.kill(signal);
      expect((await end).code).toBe(code);
      const isLeft = (pid: string): boolean => existsSync(`/proc/${pid}`);
      for (let tries = 0; tries < 200 && parties.some(isLeft); tries++) await setTimeout(50);
      expect(parties.filter(isLeft)).toEqual([]);
    },
  );
});
