/** `cahoots real` and `cahoots validate`, as far as no process of a party is needed. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readInputs } from '../../src/real/inputs.ts';
import { isWithin, offBy } from '../../src/real/validate.ts';
import { profileText } from '../../src/cli/validate.ts';
import { cahoots, ended, start } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();
const folder = mkdtempSync(join(tmpdir(), 'cahoots-parties-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const KFED = 'scenarios/swarm/kfed.yaml';
const parts = join(folder, 'parties');
const inputsOf = (name: string): string => join(parts, name, 'inputs');

describe('splitting a scenario', () => {
  test('gives every party a file of its own, and all the addresses', async () => {
    const { code, stdout } = await cahoots('real', KFED, '--split', parts);
    expect(code).toBe(0);
    expect(stdout).toContain('10 parties');
    const inputs = readInputs(readFileSync(inputsOf('client-2')), 'inputs');
    expect(inputs.name).toBe('client-2');
    expect(inputs.identity?.certificate).toContain('BEGIN CERTIFICATE');
    expect(statSync(inputsOf('client-2')).mode & 0o077).toBe(0);
    expect(readFileSync(join(parts, 'peers.yaml'), 'utf8')).toContain('client-9: 127.0.0.1:7109');
    expect(existsSync(inputsOf('client-10'))).toBe(false);
  });

  test('writes over nothing', async () => {
    const before = readFileSync(inputsOf('client-2'));
    const { code, stderr } = await cahoots('real', KFED, '--split', parts);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/server: expected .*, got one that exists/)]);
    expect(readFileSync(inputsOf('client-2'))).toEqual(before);
  });

  test.each([
    ['somebody else', ['--party', 'client-1'], 'expected the inputs of client-1, got those of client-2'],
    [
      'nobody whose address is known',
      ['--party', 'client-2'],
      'expected the address of client-2 among the peers',
    ],
  ])('refuses the inputs of %s', async (_, flags, message) => {
    const peers = write('peers.yaml', 'client-1: 127.0.0.1:7000\n');
    const records = join(folder, 'records');
    const said = await cahoots(
      'real',
      inputsOf('client-2'),
      ...flags,
      '--peers',
      peers,
      '--records',
      records,
    );
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('refuses a port that is in use, and an address of another machine', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const at = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
    const refused = async (address: string): Promise<string> => {
      const peers = write('peers.yaml', `client-2: ${address}\n`);
      const records = ['--peers', peers, '--records', join(folder, 'records')];
      const child = start('real', inputsOf('client-2'), '--party', 'client-2', ...records);
      const { code, stderr } = await ended(child);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused(at)).toBe(`client-2: expected ${at} to listen at, got a port that is in use\n`);
    expect(await refused('192.0.2.7:7100')).toBe(
      'client-2: expected 192.0.2.7:7100 to listen at, got an address that is not of this machine\n',
    );
    taken.close();
  });

  test('refuses a file that is none, and addresses that are none', async () => {
    const peers = write('peers.yaml', 'client-2: nowhere\n');
    const flags = ['--party', 'client-2', '--records', join(folder, 'records')];
    const wrong = await cahoots('real', inputsOf('client-2'), ...flags, '--peers', peers);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/expected an address .*, got "nowhere"$/m),
    ]);
    const empty = await cahoots('real', inputsOf('client-2'), ...flags, '--peers', write('empty.yaml', ''));
    expect(empty.stderr).toMatch(
      /empty.yaml: expected a mapping from each party to its address, .*, got null$/m,
    );
    const right = write('right.yaml', 'client-2: 127.0.0.1:7000\n');
    const none = await cahoots('real', KFED, ...flags, '--peers', right);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('expected the inputs of a party')]);
  });
});

test.each([
  [['--peers', 'a.yaml'], 'expected --party as well'],
  [['--party', 'server'], 'expected one with --party'],
  [['--party', 'server', '--peers', 'a', '--records', 'b', '--plain'], 'expected no other flag of a run'],
  [['--split', 'a', '--collect', 'b'], 'expected it without --split'],
  [['--collect', '/nowhere'], '/nowhere: expected a folder with the records of parties'],
  [['--collect', '.'], '.: expected a folder with the records of parties'],
  [['--set', 'network.paths=star'], 'expected mesh, as every pair has a connection'],
  [
    ['--set', 'faults=[{ fault: dropout, who: client-1, when: { at: 1s } }]'],
    'expected none, as faults are simulated',
  ],
  [['--set', 'clients=70', '--set', 'data.points=700'], 'expected at most 64 parties on one machine, got 71'],
])('refuses %j', async (flags, message) => {
  const { code, stderr } = await cahoots('real', KFED, ...flags);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a ratio of times that differ by less than a scheduler does says nothing', () => {
  const round = { what: 'round 1', unit: 'ns', real: [], tolerance: 0.25 } as const;
  expect(isWithin({ ...round, predicted: 0.1e6, median: 5e6, ratio: 0.02 })).toBe(true);
  expect(isWithin({ ...round, predicted: 0.1e6, median: 6e6, ratio: 0.02 })).toBe(false);
});

test('refuses places that are none, and parties without one', async () => {
  const refused = async (text: string): Promise<string> => {
    const { code, stderr } = await cahoots(
      'validate',
      KFED,
      '--counted',
      '--places',
      write('places.yaml', text),
    );
    expect(code).toBe(2);
    return stderr;
  };
  expect(await refused('server: { host: 10.77.0.1 }')).toContain(
    'expected a program and its words as `inside`',
  );
  expect(await refused('server: { host: 10.77.0.1, inside: [] }')).toContain('expected a place for client-1');
  expect(await refused('')).toContain('places.yaml: expected a mapping from each party to its place, ');
  expect(await refused('server: 5')).toContain('places.yaml server: expected `host` and `inside`, got 5');
  expect(await refused('server: { host: 10.77.0.1, inside: [1] }')).toContain(
    'server.inside.0: expected a word, got 1',
  );
});

test.each([
  ['is not there', 'no-such-program', 'got spawn no-such-program ENOENT'],
  ['fails', '"false"', 'got its exit code 1'],
])('a program that should start a party and %s ends all of them', async (_, program, got) => {
  const place = (name: string): string =>
    `${name}: { host: 127.0.0.1, inside: [${name === 'server' ? program : 'env'}] }`;
  const places = write(
    'starts.yaml',
    ['server', 1, 2, 3].map((at) => place(at === 'server' ? at : `client-${at}`)).join('\n'),
  );
  const of = [write('few.yaml', FEW), '--counted', '--places', places];
  const { code, stderr } = await ended(start('validate', ...of));
  expect([code, stderr.trimEnd()]).toEqual([
    2,
    `server: expected ${program.replaceAll('"', '')} to start the process of the party, ${got}`,
  ]);
});

const FEW = `version: 2
clients: 3
data: { source: gaussian-mixture, points: 30, dimension: 2, components: 3, deviation: 1 }
protocol: { name: lloyd, clusters: 3 }
`;

test('a prediction holds within its tolerance, and never where nothing is known of what came', () => {
  const one = { what: 'x', unit: 'ns', real: [], tolerance: 0.1 } as const;
  expect(isWithin({ ...one, predicted: 95, median: 100, ratio: 0.95 })).toBe(true);
  expect(isWithin({ ...one, predicted: 111e6, median: 100e6, ratio: 1.11 })).toBe(false);
  expect(isWithin({ ...one, predicted: 90e6, median: 100e6, ratio: 0.9 })).toBe(false);
  expect(isWithin({ ...one, unit: 'bytes', predicted: 1, median: 0 })).toBe(false);
  expect(isWithin({ ...one, unit: 'bytes', predicted: 111, median: 100, ratio: 1.11 })).toBe(false);
  expect(isWithin({ ...one, predicted: 1, median: Number.NaN, ratio: Number.NaN })).toBe(false);
  expect(isWithin({ ...one, predicted: 0, median: 0 })).toBe(true);
});

test('what computations waited for a processor is taken away before they are compared', () => {
  const one = { what: 'x', unit: 'ns', real: [], tolerance: 0.5, median: 100e6, waited: 0.8 } as const;
  const offAt = (predicted: number): number => offBy({ ...one, predicted });
  expect(offAt(5e6)).toBeCloseTo(0.25, 12);
  expect(offAt(20e6)).toBeCloseTo(1, 12);
  expect(offAt(60e6)).toBeCloseTo(3, 12);
  expect(isWithin({ ...one, predicted: 15e6 })).toBe(true);
  expect(isWithin({ ...one, predicted: 10e6 })).toBe(false);
  expect(isWithin({ ...one, predicted: 31e6 })).toBe(false);
  expect(offBy({ ...one, predicted: 50e6, waited: 0 })).toBe(0.5);
});

test('a verdict on a device profile says when tasks shared their processors', () => {
  const one = { what: 'x', unit: 'ns', real: [], tolerance: 0.5, predicted: 90e6, median: 100e6 } as const;
  expect(profileText({ ...one, waited: 0.4 }, true)).toMatch(/^the device profile is right .* 5\.0 ms$/);
  expect(profileText({ ...one, waited: 0.6 }, true)).toBe(
    'the device profile is 2.3 times too slow for tasks beside others on the same processors; alone they are faster',
  );
});
