/** Kinds of fault as values: all that is made from the list of them. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import type { Twist } from '../../../src/run/fault/action.ts';
import { actorFault } from '../../../src/run/fault/actor-fault.ts';
import type { FaultKind } from '../../../src/run/fault/kind.ts';
import { type KindName, KINDS } from '../../../src/run/fault/kinds.ts';
import { linkFault } from '../../../src/run/fault/link-fault.ts';
import { messageFault } from '../../../src/run/fault/message-fault.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { run } from '../../../src/run/execute/run.ts';
import { PASS } from '../../../src/core/engine/network/rule.ts';
import { plugins } from '../../support/scenarios.ts';
import { scenarios, SMALL } from '../../support/small-scenario.ts';

const folder = fileURLToPath(new URL('../../../src/run/fault/kinds/', import.meta.url));

test('every file has a kind, and every kind is listed', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''));
  expect(KINDS.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
});

describe.each(KINDS.map((kind): [string, FaultKind] => [kind.name, kind]))('%s', (name, kind) => {
  test('is shown by an example that a scenario can have', () => {
    const example = parse(kind.example) as { readonly fault: string };
    expect(example.fault).toBe(name);
    expect(kind.schema.parse(example)).toMatchObject({ fault: name });
  });

  test('says in words what it is, and what each of its settings is', () => {
    expect(kind.summary).toMatch(/^[a-z].{15,}[^.]$/);
    const { fault: _, ...settings } = kind.schema.shape as Readonly<Record<string, z.ZodType>>;
    const silent = Object.keys(settings).filter((key) => settings[key].meta()?.description === undefined);
    expect(silent).toEqual([]);
  });
});

// None of this runs: the compiler is asked.
function incomplete(): void {
  // @ts-expect-error a name that is in no list
  const unlisted: KindName = 'corrupted';
  const action = () => ({ slowness: 1 });
  const said = { name: 'mine', summary: 'mine', example: '{ fault: mine, who: server }', settings: {} };
  actorFault({ ...said, forGood: false, draw: () => ({}), action });
  // @ts-expect-error no way to draw one
  actorFault({ ...said, forGood: false, action });
  // @ts-expect-error nothing that it does
  actorFault({ ...said, forGood: false, draw: () => ({}) });
  // @ts-expect-error nobody knows whether who it happens to comes back
  actorFault({ ...said, draw: () => ({}), action });
  // @ts-expect-error no settings
  actorFault({ ...said, settings: undefined, forGood: false, draw: () => ({}), action });
  // @ts-expect-error no line of documentation
  actorFault({ ...said, summary: undefined, forGood: false, draw: () => ({}), action });
  // @ts-expect-error no example
  actorFault({ ...said, example: undefined, forGood: false, draw: () => ({}), action });
  const settings = { share: z.number() };
  // @ts-expect-error a setting is drawn that there is not
  actorFault({ ...said, settings, forGood: false, draw: () => ({ shares: 1 }), action });
  const link = { ...said, ends: 'always', otherEnds: 'everybody', draw: () => ({}) } as const;
  linkFault({ ...link, touch: () => () => PASS });
  linkFault({ ...link, falsifies: true, touch: () => () => PASS });
  // @ts-expect-error nothing that it does
  linkFault(link);
  const twist = (): Twist => (_, draft) => draft;
  const words = { ...said, ends: 'always', draw: () => ({}), twist } as const;
  messageFault({ ...words, falsifies: false });
  // @ts-expect-error nobody knows whether it falsifies
  messageFault(words);
  void unlisted;
}

test('the compiler misses what is missing', () => {
  expect(incomplete).toBeInstanceOf(Function);
});

test('a kind of somebody else is the equal of ours', async () => {
  const nap = actorFault({
    name: 'nap',
    summary: 'an actor pauses for twice as long as it says',
    example: '{ fault: nap, who: client-1, half: 3 }',
    settings: { half: z.int().min(1).meta({ description: 'half of it in milliseconds' }) },
    forGood: false,
    draw: ({ sampler }) => ({ half: sampler.integer(1, 5) }),
    action: ({ half }) => ({
      strike: ({ actor, nowNs, controls }) => controls.pause(actor, nowNs + 2e6 * half),
    }),
  });
  const all = [...plugins, plugin(import.meta.url, { name: 'naps', faults: [nap] })];
  const { load, mistakes } = scenarios();
  const scenario = load(`${SMALL}faults: [{ fault: nap, who: client-1, half: 3 }]\n`, { plugins: all });
  const { findings } = await run(scenario, { plugins: all });
  expect(findings.faults).toEqual([{ name: 'nap 1', times: 1, firstNs: 0 }]);
  // Without a plugin around it, too.
  const own = { plugins, faults: [nap] };
  const again = load(`${SMALL}faults: [{ fault: nap, who: client-1, half: 3 }]\n`, own);
  expect((await run(again, own)).findings.faults).toEqual(findings.faults);
  const mistake = (fault: string): string =>
    mistakes(`${SMALL}faults: [{ fault: ${fault}, who: client-1 }]\n`, { plugins: all })[0];
  expect(mistake('nap')).toContain('faults.0.half');
  expect(mistake('snooze')).toContain('withhold, corrupt, nap');
});

test('nothing is kept for a kind that says that it restarts nobody, so it may not', async () => {
  const nod = actorFault({
    name: 'nod',
    summary: 'an actor is gone for a moment',
    example: '{ fault: nod, who: client-1 }',
    settings: {},
    forGood: false,
    restarts: false,
    draw: () => ({}),
    action: () => ({
      strike({ actor, nowNs, controls }) {
        controls.crash(actor, true);
        controls.later(nowNs + 1, () => controls.restart(actor));
      },
    }),
  });
  const own = { plugins, faults: [nod] };
  const scenario = scenarios().load(`${SMALL}faults: [{ fault: nod, who: client-1 }]\n`, own);
  await expect(run(scenario, own)).rejects.toThrow('client-1 restarts, of whom nothing was kept');
});

test.each([
  [{}, 'fault odd does not say what happens to messages'],
  [() => undefined, 'fault odd makes a message without a body'],
  [() => ({ body: {}, payloads: [1] }), 'fault odd makes a message whose payloads are not a list of bytes'],
])('a kind of somebody else that does something else with messages is told: %#', async (made, mistake) => {
  const odd = messageFault({
    name: 'odd',
    summary: 'an actor says something odd',
    example: '{ fault: odd, who: client-1 }',
    settings: {},
    ends: 'mostly',
    falsifies: false,
    draw: () => ({}),
    twist: () => made as unknown as Twist,
  });
  const own = { plugins, faults: [odd] };
  const scenario = scenarios().load(`${SMALL}faults: [{ fault: odd, who: client-1 }]\n`, own);
  await expect(run(scenario, own)).rejects.toThrow(mistake);
});
