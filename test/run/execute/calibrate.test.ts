import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { standard } from '../../../bin/standard.ts';
import { calibrate } from '../../../src/run/execute/calibrate.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario, reloadScenario, type Scenario } from '../../../src/run/scenario/load.ts';

const plugins = [standard];
const folder = mkdtempSync(join(tmpdir(), 'cahoots-calibrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const load = (...set: string[]): Scenario => loadScenario('scenarios/swarm/lloyd.yaml', { plugins, set });

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('calibrating', () => {
  test('measures all tasks and messages of a scenario at its own shapes; a run with the profile is the same each time, without the file', async () => {
    const scenario = load();
    const profile = await calibrate(scenario, { plugins });
    const { ledger } = await run(scenario, { plugins });
    expect(Object.keys(profile.tasks).toSorted()).toEqual(
      [...new Set(ledger.work().map(({ task }) => task))].toSorted(),
    );
    expect(Object.keys(profile.messages).toSorted()).toEqual(
      [...new Set(ledger.traffic().map(({ type }) => type))].toSorted(),
    );
    for (const shapes of Object.values(profile.tasks))
      for (const { coldNs, warmNs } of shapes) expect([...coldNs, warmNs].every((ns) => ns > 0)).toBe(true);

    const file = written('machine.yaml', stringify(profile));
    const profiled = load(`devices.profile=${file}`);
    const [one, two] = [await run(profiled, { plugins }), await run(profiled, { plugins })];
    expect(two.hash).toBe(one.hash);
    expect(one.findings.warnings?.join() ?? '').not.toContain('profile');
    rmSync(file);
    const again = await run(reloadScenario(profiled.source, 'trace', folder, { plugins, foreign: true }), {
      plugins,
    });
    expect(again.hash).toBe(one.hash);
  }, 60_000);

  test('a profile holds by role, and not for those whose rate a scenario gives', async () => {
    const durations = async (set: string[]): Promise<Map<string, Set<number>>> => {
      const found = new Map<string, Set<number>>();
      const scenario = load(...set);
      const { ledger } = await run(scenario, { plugins });
      for (const { by, durationNs, runs } of ledger.work())
        found.set(by, new Set([...(found.get(by) ?? []), durationNs / runs]));
      return found;
    };
    const { ledger } = await run(load(), { plugins });
    const tasks = Object.fromEntries(
      ledger.work().map(({ task }) => [task, [{ operations: 1, coldNs: [], warmNs: 7 }]]),
    );
    const file = written('flat.yaml', stringify({ profile: 1, tasks, messages: {} }));
    const counted = await durations([]);
    const [role] = counted.keys();
    const byRole = await durations([`devices.profiles={"${role}":"${file}"}`]);
    expect(byRole.get(role)).not.toEqual(counted.get(role));
    const rated = await durations([
      `devices.profile=${file}`,
      `devices.overrides=[{"actors":["clients","server"],"rate":"500Mop/s"}]`,
    ]);
    const without = await durations([
      'devices.overrides=[{"actors":["clients","server"],"rate":"500Mop/s"}]',
    ]);
    expect(rated).toEqual(without);
  });
});

describe('what is no profile is refused', () => {
  test.each([
    ['absent.yaml', undefined, 'expected a device profile, got no such file'],
    ['broken.yaml', 'tasks: [', 'expected a device profile in YAML'],
    [
      'other.yaml',
      'profile: 2\ntasks: {}\nmessages: {}\n',
      'expected 1, the version of device profiles that is read',
    ],
    [
      'negative.yaml',
      'profile: 1\ntasks: { a: [{ operations: 1, coldNs: [], warmNs: -1 }] }\nmessages: {}\n',
      'warmNs',
    ],
    ['bomb.yaml', 'a: &a [1]\nprofile: *a\n', 'expected a device profile'],
  ])('%s', (name, text, message) => {
    const file = text === undefined ? join(folder, name) : written(name, text);
    expect(() => load(`devices.profile=${file}`)).toThrow(message);
  });

  test('a profile beside measured durations, or for a role that there is not', () => {
    const file = written('empty.yaml', 'profile: 1\ntasks: {}\nmessages: {}\n');
    expect(() => load(`devices.profile=${file}`, 'devices.durations=measured')).toThrow(
      'expected counted with a device profile',
    );
    expect(() => load(`devices.profiles={"nobody":"${file}"}`)).toThrow('expected a role of the protocol');
  });
});
