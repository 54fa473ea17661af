/** The `faults` section: what is refused, where, and what the rest becomes. */

import { describe, expect, test } from 'vitest';
import { scenarios, SMALL } from '../../support/small-scenario.ts';

const { load, mistakes } = scenarios();
/** The list stands in line 23; five clients, SecFC. */
const afflicted = (list: string): string => `${SMALL}faults: [${list}]\n`;
const faultsOf = (list: string): readonly object[] => load(afflicted(list)).faults;

const MESSAGES = 'expected one of the messages shares, ';

describe('a mistake in a fault is answered where it stands', () => {
  test.each([
    ['{ fault: crush, who: server }', '19 faults.0.fault: expected', 'a mapping with fault: one of crash'],
    ['{ fault: crash, who: server }', 'faults.0.restartAfter: expected a duration', 'got nothing'],
    ['{ fault: pause, who: server, for: 3 }', '44 faults.0.for: expected a duration', 'got 3'],
    ['{ fault: slow, who: server, factor: 0.5 }', 'faults.0.factor: expected at least 1', 'got 0.5'],
    ['{ fault: dropout, who: server, for: 1s }', '41 faults.0.for: expected one of', 'got "for"'],
    [
      '{ fault: dropout, who: client-6 }',
      '33 faults.0.who: expected clients, everyone, server or client-1 to client-5',
      'got client-6',
    ],
    [
      '{ fault: dropout, who: [client-1, bob] }',
      '33 faults.0.who: expected clients, everyone, server',
      'got bob',
    ],
    [
      '{ fault: dropout, who: { clients: 6 } }',
      '44 faults.0.who.clients: expected at most 5 clients',
      'got 6',
    ],
    ['{ fault: dropout, who: { fraction: 2 } }', 'faults.0.who.fraction: expected at most 1', 'got 2'],
    [
      '{ fault: partition, who: server, with: client-0 }',
      'faults.0.with: expected clients, everyone, server',
      'got client-0',
    ],
    [
      '{ fault: withhold, who: server, to: nobody }',
      'faults.0.to: expected clients, everyone, server',
      'got nobody',
    ],
    ['{ fault: falsify, who: server, message: share }', `faults.0.message: ${MESSAGES}`, 'got share'],
    [
      '{ fault: crash, who: server, restartAfter: 1s, when: { sent: share } }',
      `faults.0.when.sent: ${MESSAGES}`,
      'got share',
    ],
    [
      '{ fault: dropout, who: server, when: { round: -1 } }',
      'faults.0.when.round: expected at least 0',
      'got -1',
    ],
    [
      '{ fault: dropout, who: server, when: { probability: 1 } }',
      'faults.0.when.probability: expected a probability',
      'got 1',
    ],
    [
      '{ fault: dropout, who: server, when: 3s }',
      'faults.0.when: expected a mapping with at: 2s, round: 3',
      'got "3s"',
    ],
    ['{ fault: lose, who: server, rate: 0 }', 'faults.0.rate: expected more than 0', 'got 0'],
    ['{ fault: lose, who: server, burst: 0 }', 'faults.0.burst: expected at least 1', 'got 0'],
    ['{ fault: flood, who: server, copies: 1 }', 'faults.0.copies: expected at least 2', 'got 1'],
    [
      '{ fault: oversize, who: server, bytes: 1000MiB }',
      'faults.0.bytes: expected a size of at most 512MiB',
      'got "1000MiB"',
    ],
    [
      '{ fault: falsify, who: server, how: zero, differently: true }',
      'faults.0.differently: expected this with how: random or one-entry',
      'got zero',
    ],
    [
      '{ fault: dropout, who: server, name: a }, { fault: dropout, who: server, name: a }',
      'faults.1.name: expected distinct names',
      'got a',
    ],
    [
      '{ fault: dropout, who: server, name: dropout 2 }, { fault: dropout, who: server }',
      'faults.1.name: expected distinct names',
      'got dropout 2',
    ],
  ])('%s', (list, place, got) => {
    const said = mistakes(afflicted(list));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^s\.yaml:23:\d+ /);
    expect(said[0]).toContain(place);
    expect(said[0]).toContain(got);
  });

  test('every one of several', () => {
    const list =
      '{ fault: dropout, who: bob, name: a }, { fault: withhold, who: eve, to: carol, message: m, name: a }';
    expect(mistakes(afflicted(list)).map((line) => line.split(' ')[1])).toEqual([
      'faults.0.who:',
      'faults.1.who:',
      'faults.1.to:',
      'faults.1.message:',
      'faults.1.name:',
    ]);
  });
});

test('a fault without a name has its kind and its place among those of its kind', () => {
  const list =
    '{ fault: dropout, who: server }, { fault: withhold, who: server }, { fault: dropout, who: server, name: mine }, { fault: dropout, who: server }';
  expect(faultsOf(list).map((fault) => (fault as { name: string }).name)).toEqual([
    'dropout 1',
    'withhold 1',
    'mine',
    'dropout 3',
  ]);
});

test('what is not said is filled in, and quantities are numbers', () => {
  expect(
    faultsOf(
      '{ fault: lose, who: { clients: 2 } }, { fault: crash, who: [server], restartAfter: 2s, when: { round: 3 } }',
    ),
  ).toEqual([
    {
      name: 'lose 1',
      fault: 'lose',
      who: { clients: 2 },
      when: { at: 0 },
      direction: 'both',
      rate: 1,
      burst: 1,
    },
    { name: 'crash 1', fault: 'crash', who: ['server'], restartAfter: 2e9, when: { round: 3, after: 0 } },
  ]);
});

test('a scenario without faults has none', () => {
  expect(load(SMALL).faults).toEqual([]);
});
