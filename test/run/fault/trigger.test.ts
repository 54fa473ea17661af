/** When faults strike. */

import { describe, expect, test } from 'vitest';
import { phase, round, send, sleep } from '../../../src/core/engine/actors/effects.ts';
import { actor, actors, Note, Other } from '../../support/cast.ts';
import { afflict, type Afflicted } from '../../support/afflicted-casts.ts';

/** Ends after this many nanoseconds. */
const sleeper = actor('server', () => sleep(20_000));

describe('a fault is set off', () => {
  const stages = actors('client', 3, function* ({ index }) {
    for (let number = 1; number <= 3; number++) {
      yield* phase('talk');
      yield* round(number);
      yield* sleep(100 + index);
      yield* phase('rest');
      yield* sleep(100);
    }
  });
  const struck = ({ of }: Afflicted): [number, number][] =>
    of('faulted').map(({ actor: id, timeNs }) => [id, timeNs]);
  const pausing = (when: object, who: unknown = 'clients'): object => ({ fault: 'pause', who, for: 0, when });

  test('at a time', async () => {
    expect(struck(await afflict([sleeper, stages], [pausing({ at: 7 })]))).toEqual([
      [1, 7],
      [2, 7],
      [3, 7],
    ]);
  });

  test('some time after each of its actors enters a round, or a phase of it', async () => {
    expect(struck(await afflict([sleeper, stages], [pausing({ round: 2, after: 5 })]))).toEqual([
      [1, 205],
      [2, 206],
      [3, 207],
    ]);
    const inPhase = pausing({ round: 2, phase: 'rest', after: 0 }, ['client-3', 'client-1']);
    expect(struck(await afflict([sleeper, stages], [inPhase]))).toEqual([
      [1, 300],
      [3, 304],
    ]);
  });

  test('by messages of a type, counted for each actor, and in one round only where it says so', async () => {
    const talkers = actors('client', 2, function* () {
      for (let number = 1; number <= 3; number++) {
        yield* round(number);
        yield* send('server', Other, { value: 1 });
        for (let i = 0; i < 2; i++) yield* send('server', Note, { value: 1 });
        yield* sleep(10);
      }
    });
    const sent = (when: object): Promise<Afflicted> =>
      afflict([sleeper, talkers], [pausing({ sent: 'note', ...when })]);
    expect(struck(await sent({ messages: 3 }))).toEqual([
      [1, 10],
      [2, 10],
    ]);
    expect(struck(await sent({ messages: 2, round: 3 }))).toEqual([
      [1, 20],
      [2, 20],
    ]);
    expect(struck(await sent({ messages: 3, round: 3 }))).toEqual([]);
  });

  test('with a probability in each round', async () => {
    const many = actors('client', 300, function* () {
      for (let number = 1; number <= 10; number++) {
        yield* round(number);
        yield* phase('talk');
        yield* sleep(1);
      }
    });
    const played = await afflict([sleeper, many], [pausing({ probability: 0.2 })]);
    const times = played.fired[0].times;
    // Binomial of 3000: five deviations of 22.
    expect(times).toBeGreaterThan(490);
    expect(times).toBeLessThan(710);
  });

  test('never, and is reported to have done nothing', async () => {
    const played = await afflict(
      [sleeper, stages],
      [
        pausing({ at: 1e9 }),
        { ...pausing({ round: 9, after: 0 }), name: 'round 9' },
        { ...pausing({ sent: 'vector', messages: 1 }), name: 'vectors' },
      ],
    );
    const missed = ['its time never came'];
    expect(played.fired).toEqual([
      { name: 'pause', times: 0, missed },
      { name: 'round 9', times: 0, missed },
      { name: 'vectors', times: 0, missed },
    ]);
    // And nobody waited for it.
    expect(played.result.endNs).toBe(20_000);
  });
});
