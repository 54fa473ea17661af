/** A party whose process dies in any state, and does not come back: how the run ends, in words. */

import { describe, expect, test } from 'vitest';
import { builtMachine } from '../support/built.ts';
import { edited, SMALL } from '../support/small-scenario.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const built = await builtMachine();
const write = temporaryFiles();

/** Long enough to die in the middle. */
const SCENARIO = edited(
  SMALL,
  ['clients: 5', 'clients: 6'],
  ['privacy: 2', 'privacy: 1\n  timeout: 2s'],
  ['server: 2Gop/s', 'server: 10Kop/s\n  clients: 10Kop/s'],
  ['overrides:\n    - { actors: [client-2], rate: 10Mop/s }', ''],
);

/** How a party's process begins, and how long after its party began it is killed. */
const STATES = {
  'before it listens': { inside: ['sh', '-c', 'kill -9 $$'] },
  'when it begins': { inside: [], afterMs: 0 },
  'at work': { inside: [], afterMs: 300 },
} as const;

/** Processes of many parties start at once. */
const PATIENCE_MS = 15_000;

type State = keyof typeof STATES;
/** Why there is no clustering, and who is missing from it. */
type End = readonly [aborted: string | undefined, missing: readonly string[] | undefined];

const NONE = ['server left and did not come back', undefined] as const;
const WITHOUT = [undefined, ['client-2']] as const;
const ENDS: Readonly<Record<'client-2' | 'server', Readonly<Record<State, End>>>> = {
  // At work it has given its shares before, which is all that the others need of it.
  'client-2': { 'before it listens': WITHOUT, 'when it begins': WITHOUT, 'at work': [undefined, undefined] },
  server: { 'before it listens': NONE, 'when it begins': NONE, 'at work': NONE },
};

describe.each(['client-2', 'server'] as const)('%s', (who) => {
  test.concurrent.each(Object.keys(STATES) as State[])(
    'killed %s, does not come back',
    { timeout: 180_000 },
    async (state) => {
      const { inside, ...kill } = STATES[state];
      const scenario = built.loadScenario(write(`${who} ${state}.yaml`, SCENARIO), built);
      const { servers, clients } = scenario.parties;
      const places = new Map(
        [...servers, ...clients].map((name) => [
          name,
          { host: '127.0.0.1', inside: name === who ? inside : [] },
        ]),
      );
      const real = await built.playHere(scenario, {
        plugins: built.plugins,
        paced: true,
        places,
        restarts: 0,
        patienceMs: PATIENCE_MS,
        onProcess(party, pid) {
          if (party === who && 'afterMs' in kill)
            setTimeout(() => process.kill(pid, 'SIGKILL'), kill.afterMs);
        },
      });
      expect(real.ending).toBe('done');
      expect([real.findings.aborted, real.findings.missing]).toEqual(ENDS[who][state]);
    },
  );
});
