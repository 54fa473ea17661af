/** Which results of workers are repeated where there is no key: of those that wait, any. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { JobRequest } from '../../../src/studies/executor/job.ts';
import type { PortableAnswer } from '../../../src/studies/executor/nats/portable.ts';
import { Repeats } from '../../../src/studies/executor/nats/repeats.ts';
import { square, unsteady } from '../../support/executor-jobs.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const DIGEST = 'a'.repeat(64);

/** The square of a number as a job, and as the answer of a worker. */
function squareOf(of: number, log?: string): readonly [JobRequest, PortableAnswer] {
  const { module, name } = square;
  const key = `${of}`.padStart(64, '0');
  return [
    { key, module, name, input: { of, log }, plugins: [], files: {} },
    { key, study: DIGEST, order: DIGEST, worker: 'one', output: { square: of * of } },
  ];
}

const forged = ([request, answer]: ReturnType<typeof squareOf>): ReturnType<typeof squareOf> => [
  request,
  { ...answer, output: { square: -1 } },
];

test('of the answers of a worker that wait together, one is repeated, which may be any', async () => {
  const log = write('log', '');
  const repeats = new Repeats({ isUrgent: () => true, onNews: () => undefined });
  const places = new Set<number>();
  for (let round = 0; round < 40; round++) {
    const from = round * 100;
    // The first is repeated at once, and the others wait for that.
    const answers = [...Array(6).keys()].map((i) => repeats.confirm(...squareOf(from + i, log), 'a'));
    expect(await Promise.all(answers)).toEqual(
      [...Array(6).keys()].map((i) => ({ output: { square: (from + i) ** 2 } })),
    );
    const repeated = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map(Number)
      .filter((of) => of >= from);
    expect(repeated[0]).toBe(from);
    expect(repeated.length).toBe(2);
    places.add(repeated[1] - from);
  }
  // With any chance for each, all five come up: that one does not happens once in 1500 times.
  expect(places.size).toBeGreaterThanOrEqual(4);
  expect(repeats.summary).toBe('80 of 240 results repeated here, at random, with the same results');
  await repeats.close();
});

test('nothing of a worker that is found wrong counts, before or after, and it is named once', async () => {
  const lines: string[] = [];
  const repeats = new Repeats({ isUrgent: () => true, onNews: (line) => void lines.push(line) });
  const squares = [...Array(8).keys()].map((of) => ({ output: { square: of * of } }));
  const answers = squares.map((_, of) =>
    of % 2 === 0
      ? repeats.confirm(...squareOf(of), 'honest')
      : repeats.confirm(...forged(squareOf(of)), 'wrong'),
  );
  expect(await Promise.all(answers)).toEqual(squares);
  expect(await repeats.confirm(...forged(squareOf(9)), 'wrong')).toEqual({ output: { square: 81 } });
  expect(lines).toEqual([
    expect.stringMatching(
      /^worker one gave {"square":-1}, and this machine gets {"square":\d+} \(.*\): all that it gives is done again here$/,
    ),
  ]);
  await repeats.close();
});

test('a job that never gives the same twice ends the study', async () => {
  const repeats = new Repeats({ isUrgent: () => true, onNews: () => undefined });
  const [request, answer] = squareOf(3);
  const confirming = repeats.confirm(
    { ...request, module: unsteady.module, name: unsteady.name },
    answer,
    'a',
  );
  await expect(confirming).rejects.toThrow(
    /^expected the same whenever it is done, got .* on this machine and /,
  );
  await repeats.close();
});

test('what is measured is not repeated, since nothing could confirm it', async () => {
  const repeats = new Repeats({ isUrgent: () => false, onNews: () => undefined });
  const [request, answer] = squareOf(3);
  expect(await repeats.confirm({ ...request, varies: true }, answer, 'a')).toEqual({ output: { square: 9 } });
  expect(repeats.summary).toContain('; 1 with measured durations, which nothing can confirm');
  await repeats.close();
});
