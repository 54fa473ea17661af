import { describe, expect, test } from 'vitest';
import { absenceName, type AbsencesOf, isAbsence, readAbsences } from '../../../src/run/data/availability.ts';
import { notesOf } from '../../../src/run/report/notes.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const RUN = { clients: ['client-1', 'client-2', 'client-3'], limitNs: 25e9, phaseNs: 0 };
const read = (text: string | Uint8Array, run: Partial<AbsencesOf> = {}) =>
  readAbsences(write('times', text), { ...RUN, ...run });
const away = (client: string, from: number, until: number) => ({
  client,
  fromNs: from * 1e9,
  untilNs: until * 1e9,
});

/** As FedScale's README describes its entries (benchmark/dataset/data/device_info). */
const phone = (active: unknown, inactive: unknown, finish: unknown) => ({
  duration: 5,
  inactive,
  finish_time: finish,
  active,
  model: 'a phone',
});
const fedscale = (...phones: object[]): string =>
  JSON.stringify(Object.fromEntries(phones.map((one, i) => [`${i + 1}`, one])));

/** As FLASH reads them (models/timer.py): a time, a tab and an event in each line. */
const flash = (...events: [string, string][]): string =>
  JSON.stringify({ a: { guid: 'a', model: 'm', messages: events.map((one) => one.join('\t')).join('\n') } });

describe("FedScale's records", () => {
  test('are of the clients in their order, and repeat until the run must end', () => {
    const text = fedscale(phone([0, 4], [2, 10], 10), phone([1], [12], 12));
    expect(read(text)).toEqual([
      away('client-1', 2, 4),
      away('client-1', 12, 14),
      away('client-1', 22, 24),
      away('client-2', 0, 1),
      away('client-2', 12, 13),
      away('client-2', 24, 25),
      away('client-3', 2, 4),
      away('client-3', 12, 14),
      away('client-3', 22, 24),
    ]);
  });

  test('can begin later, and then repeat until the same time of the run', () => {
    const text = fedscale(phone([0, 4], [2, 10], 10));
    expect(read(text, { clients: ['client-1'], phaseNs: 3e9 })).toEqual([
      away('client-1', 0, 1),
      away('client-1', 9, 11),
      away('client-1', 19, 21),
    ]);
  });

  test.each([
    [fedscale(phone([0], [1, 2], 10)), 'device 1: expected 1 times in inactive, got 2'],
    [fedscale(phone([3], [1], 10)), 'expected active and inactive one after the other, got [0,3,1]'],
    [fedscale(phone(['x'], [1], 10)), 'expected active in seconds'],
    [fedscale(phone([], [], 1e-10)), 'expected a finish_time in seconds from 1'],
    [fedscale(phone([0], [1], 0)), 'expected a finish_time in seconds from 1'],
    [fedscale({ model: 'm' }), 'expected active, inactive and finish_time, or messages, got ["model"]'],
    ['{}', 'expected a device, got none'],
    ['{"1": 5}', 'device 1: expected a mapping, got 5'],
    ['{"1": ', 'times:1'],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  // The first two of pickle.dumps({}, 2) and of one that would run a command, and pickle.dumps({}, 0).
  test.each([[[0x80, 2, 0x7d, 0x71, 0, 0x2e]], [[0x80, 4, 0x95, 0x21]], [[...Buffer.from('(dp0\n.')]]])(
    'a pickle %j is refused unread',
    (bytes) => {
      expect(() => read(Uint8Array.from(bytes))).toThrow('expected JSON, got a pickle of Python');
    },
  );

  test('too short a period is refused before it fills the memory', () => {
    expect(() => read(fedscale(phone([0], [0.5], 1)), { limitNs: 1e15 })).toThrow(
      'expected at most 1000000 absences',
    );
  });
});

describe("FLASH's records", () => {
  const day = '2020-01-02';

  test('are ready while locked, charged and on Wi-Fi, at the times of the clock, over and over', () => {
    const text = flash(
      [`${day} 00:00:00`, 'wifi'],
      [`${day} 00:00:01`, 'screen_lock'],
      [`${day} 00:00:02`, 'battery_charged_on'],
      [`${day} 00:00:03`, '87.0%'],
      [`${day} 00:00:06`, '4g'],
      [`${day} 00:00:10`, 'screen_on'],
    );
    const clients = ['client-1'];
    expect(read(text, { clients })).toEqual([
      away('client-1', 0, 2),
      away('client-1', 6, 12),
      away('client-1', 16, 22),
    ]);
    const later = flash(
      [`${day} 00:00:04`, 'WIFI'],
      [`${day} 00:00:04`, 'screen_lock'],
      [`${day} 00:00:05`, 'battery_charged_on'],
      [`${day} 00:00:09`, 'screen_unlock'],
      [`${day} 00:00:14`, 'screen_off'],
    );
    // At the reference the trace of 10 s is at its sixth.
    expect(read(later, { clients, limitNs: 9e9 })).toEqual([away('client-1', 0, 5)]);
  });

  test('count days as the calendar does', () => {
    const ready = [['screen_lock'], ['wifi'], ['battery_charged_on']].map(([event]): [string, string] => [
      '2020-02-28 23:59:59',
      event,
    ]);
    // Two days and a second later, as 2020 has a leap day; the reference is 57 days and 86399 s before.
    const text = flash(...ready, ['2020-03-02 00:00:00', 'screen_unlock']);
    expect(read(text, { clients: ['client-1'] })).toEqual([]);
    const apart = flash(...ready, ['2020-02-29 00:00:00', '3g'], ['2020-03-02 00:00:00', 'screen_on']);
    const [periodS, before] = [2 * 86400 + 1, 57 * 86400 + 86399];
    const startS = periodS - (before % periodS);
    expect(read(apart, { clients: ['client-1'], limitNs: 200000e9 })[0]).toEqual(
      away('client-1', 0, periodS - startS),
    );
  });

  test.each([
    [flash([`${day} 00:00:00`, 'dance']), 'expected an event of the screen, battery or network'],
    [flash([`${day} 00:00`, 'wifi']), 'expected a time such as 2020-01-29 10:12:13'],
    [flash([`${day} 00:00:09`, 'wifi'], [`${day} 00:00:01`, 'wifi']), 'no earlier than the one before'],
    [
      flash([`${day} 00:00:00`, 'wifi'], [`${day} 00:09:00`, '4g']),
      'expected a device that was ever available',
    ],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

test('a table can begin later too', () => {
  const text = 'client,from,until\nclient-1,0,1\nclient-1,2,9\n';
  expect(read(text, { phaseNs: 15e8 })).toEqual([
    away('client-1', 0, 0.5),
    { client: 'client-1', fromNs: 75e8 },
  ]);
});

test('an absence that never came is no warning, a fault that never came is one', () => {
  const faults = [
    { name: absenceName(12), times: 0 },
    { name: absenceName(3), times: 2, firstNs: 5e8 },
    { name: 'away', times: 0 },
  ];
  expect(faults.map(({ name }) => isAbsence(name))).toEqual([true, true, false]);
  const findings = { faults } as unknown as Parameters<typeof notesOf>[0];
  const told = notesOf(findings).filter(({ title }) => title === 'fault');
  expect(told.map(({ text }) => text)).toEqual([
    'away: never happened',
    'away 3: 2 times, first at 500.0 ms',
  ]);
});
