/** What happened, as a person is shown it. */

import { describe, expect, test } from 'vitest';
import { Activities } from '../../../src/run/replay/activities.ts';
import { Diagram, type Scope } from '../../../src/run/replay/diagram.ts';
import type { Role } from '../../../src/core/engine/actors/actor.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import {
  collect,
  compute,
  phase,
  receive,
  round,
  send,
  sleep,
} from '../../../src/core/engine/actors/effects.ts';
import { onEntry } from '../../../src/run/trace/live.ts';
import type { Entry } from '../../../src/run/trace/record.ts';
import { work } from '../../support/tasks.ts';
import { afflict } from '../../support/afflicted-casts.ts';
import { actor, actors, Note, type Play } from '../../support/cast.ts';

async function entriesOf(
  roles: readonly Role[],
  faults: readonly object[],
  settings: Play = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const bus = new Bus();
  onEntry(bus, (entry) => entries.push(entry));
  await afflict(roles, faults, { bus, ...settings });
  return entries;
}

function shown(roles: readonly Role[], entries: readonly Entry[], scope: Scope = {}): string[] {
  const diagram = new Diagram(sizes(roles), scope);
  for (const entry of entries) diagram.add(entry);
  return diagram.text().split('\n');
}

const sizes = (roles: readonly Role[]) =>
  roles.map(({ role, count }) => (count === undefined ? { role } : { role, count }));

/** Two rounds of a note from the server, answered by all three clients. */
const server = actor('server', function* () {
  for (let number = 1; number <= 2; number++) {
    yield* phase('ask');
    yield* round(number);
    yield* send(['client-1', 'client-2', 'client-3'], Note, { value: number });
    yield* collect(Note, { count: 3, timeoutNs: 4000 });
  }
});
const clients = actors('client', 3, function* () {
  for (let number = 1; number <= 2; number++) {
    yield* receive(Note);
    yield* round(number);
    yield* compute(work, 500);
    yield* send('server', Note, { value: number });
  }
});
const cast = [server, clients];
const faults = [
  { fault: 'dropout', who: 'client-3', when: { round: 2, after: 100 } },
  { fault: 'delay', who: 'client-1', with: 'server', direction: 'from', rate: 1, by: { constant: 5000 } },
  { fault: 'lose', who: 'client-2', direction: 'from', rate: 1, burst: 1, when: { round: 2, after: 0 } },
];

describe('a space-time diagram', () => {
  test('draws messages between the lines of actors, and says what cannot be drawn', async () => {
    const rows = shown(cast, await entriesOf(cast, faults), { round: 1 });
    expect(rows.slice(0, -3)).toEqual([
      '          server c1   c2   c3',
      '0.000 ms     =    |    |    |    server is in round 1, ask',
      '0.000 ms     o--->|    |    |    server sends note 0 to client-1: 7 B',
      '0.000 ms     o----|--->|    |    server sends note 1 to client-2: 7 B',
      '0.000 ms     o----|----|--->|    server sends note 2 to client-3: 7 B',
      '0.001 ms     |...>*    |    |    client-1 gets note 0 of server after 0.001 ms',
      '0.001 ms     |    =    |    |    client-1 is in round 1',
      '0.001 ms     |    [    |    |    client-1 computes work: 500 operations, 0.001 ms',
      '0.001 ms     |....#...>*    |    client-2 gets note 1 of server after 0.001 ms',
      '0.001 ms     |    #    =    |    client-2 is in round 1',
      '0.001 ms     |    #    [    |    client-2 computes work: 500 operations, 0.001 ms',
      '0.001 ms     |....#....#...>*    client-3 gets note 2 of server after 0.001 ms',
      '0.001 ms     |    #    #    =    client-3 is in round 1',
      '0.001 ms     |    #    #    [    client-3 computes work: 500 operations, 0.001 ms',
      '0.002 ms     |    ]    #    #    client-1 has computed work',
      '0.002 ms     |<---o    #    #    client-1 sends note 3 to server: 7 B',
      '0.002 ms     |    |    ]    #    client-2 has computed work',
      '0.002 ms     |<---|----o    #    client-2 sends note 4 to server: 7 B',
      '0.002 ms     |    |    |    ]    client-3 has computed work',
      '0.002 ms     |<---|----|----o    client-3 sends note 5 to server: 7 B',
      '0.003 ms     |    !    |    |    note 3 of client-1 to server: delay (delay)',
      '0.003 ms     *<...|....|    |    server gets note 4 of client-2 after 0.001 ms',
      '0.003 ms     *<...|....|....|    server gets note 5 of client-3 after 0.001 ms',
      '0.004 ms     ?    |    |    |    server stops waiting: got 2 of 3 messages',
      '0.004 ms     =    |    |    |    server is in round 1, ask',
      '0.007 ms     *<...|    |    |    server gets note 3 of client-1 after 0.006 ms, by delay',
    ]);
    expect(rows.at(-2)).toContain('o--> sent');
  });

  test('shows what is lost, refused or down, and why', async () => {
    const rows = shown(cast, await entriesOf(cast, faults), { round: 2 });
    expect(rows).toContain('0.005 ms     |    #    #    !    client-3: dropout (dropout)');
    expect(rows).toContain('0.006 ms     |    x----|    |    note 10 of client-2 to server is lost: lose');
    expect(rows).toContain(
      '0.011 ms     x<...|    |    |    server refuses note 9 of client-1: the actor is done',
    );
  });

  test('of an actor shows all that is about it, and nothing else', async () => {
    const entries = await entriesOf(cast, faults);
    const rows = shown(cast, entries, { actor: 'client-2' });
    const about = rows.filter((row) => row.includes(' ms'));
    expect(about.every((row) => row.includes('client-2'))).toBe(true);
    const all = shown(cast, entries).filter((row) => row.includes('client-2'));
    const words = (row: string): string => row.slice(row.search(/client|server|note/));
    expect(about.map(words)).toEqual(all.map(words));
  });

  test('of a round shows what became of its messages, even in the next', async () => {
    const rows = shown(cast, await entriesOf(cast, faults), { round: 1 });
    const late = rows.findIndex((row) => row.includes('after 0.006 ms, by delay'));
    expect(late).toBeGreaterThan(0);
    expect(rows.filter((row) => / sends /.test(row))).toHaveLength(6);
  });

  test('of rounds one after the other shows everything once', async () => {
    const entries = await entriesOf(cast, faults);
    const count = (scope: Scope): number =>
      shown(cast, entries, scope).filter((row) => row.includes(' ms ')).length;
    expect(count({ round: 0 }) + count({ round: 1 }) + count({ round: 2 })).toBe(count({}));
    expect(count({})).toBe(entries.length);
  });

  test('says what was altered and what came twice', async () => {
    const rules = [
      {
        name: 'mischief',
        apply: ({ id, payload }: { id: number; payload: Uint8Array }) =>
          id === 0
            ? ({ kind: 'tamper', payload: payload.slice(1) } as const)
            : ({ kind: 'duplicate', ns: 20 } as const),
      },
    ];
    const rows = shown(cast, await entriesOf(cast, [], { rules }), { round: 1 }).join('\n');
    expect(rows).toContain('client-1 gets note 0 of server after 0.001 ms, altered on the way');
    expect(rows).toContain('client-1 refuses note 0 of server: malformed');
    expect(rows).toContain('client-2 gets note 1 of server after 0.001 ms, once more');
  });

  test('of nothing says so', async () => {
    expect(shown(cast, await entriesOf(cast, []), { round: 9 })).toEqual(['nothing happened there', '']);
  });

  test('draws no more lines than fit, and names everybody', async () => {
    const many = [
      actor('server', () => sleep(1)),
      actors('client', 100, () => send('server', Note, { value: 1 })),
    ];
    const rows = shown(many, await entriesOf(many, []));
    expect(rows[0].trim().split(/\s+/)).toHaveLength(24);
    expect(rows.some((row) => row.includes('client-100 sends note'))).toBe(true);
  });
});

test('what everybody is doing is said of all who do the same', async () => {
  const activities = new Activities(sizes(cast));
  const lines: string[] = [];
  for (const entry of await entriesOf(cast, faults)) {
    activities.add(entry);
    lines.push(activities.text());
  }
  expect(lines[0]).toBe('server - round 0, ask: waits\nclient-1, client-2, client-3 - waits\n');
  expect(lines).toContain(
    'server - round 1, ask: waits\nclient-1, client-2 - round 1: computes work until 0.002 ms\nclient-3 - waits\n',
  );
  expect(lines.at(-1)).toContain('client-3 - round 2: is down\n');
  expect(lines.at(-1)).toContain('server - round 2, ask: is done\n');
});
