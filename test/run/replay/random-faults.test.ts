/** Runs in which anything may go wrong, again, on any number of threads. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CahootsError } from '../../../src/core/base/errors.ts';
import { reproduce } from '../../../src/run/replay/reproduce.ts';
import { FRAME, FRAME_HEAD_BYTES, MAGIC } from '../../../src/run/trace/format.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { plugins } from '../../support/scenarios.ts';
import { KINDS } from '../../../src/run/fault/kinds.ts';
import { faulty, scenarioOf, traced } from '../../support/random-faults.ts';
import { replayRandomly } from '../../support/random-replays.ts';
import { thoroughly } from '../../support/long.ts';

const RUNS = thoroughly(20, 60);

test(`${RUNS} runs with random faults replay to the same hash on 0, 1 and 2 threads`, async () => {
  // Those that are left take kinds that so few runs hardly ever draw: test/long/replays asks for them.
  expect((await replayRandomly(RUNS, 7)).length).toBeGreaterThan(KINDS.length / thoroughly(4, 2));
});

/** Where the records of a small trace lie. */
function recordsOf(bytes: Buffer): { start: number; end: number } {
  for (let at = MAGIC.length; ;) {
    const start = at + FRAME_HEAD_BYTES;
    const end = start + bytes.readUInt32LE(at + 1);
    if (bytes[at] === FRAME.records) return { start, end };
    at = end;
  }
}

test('a trace with one bit changed is refused at the right entry', async () => {
  const [source] = fc.sample(faulty, { seed: 3, numRuns: 1 });
  const { bytes } = await traced(scenarioOf(source));
  const whole = [...new TraceReader('run.trace', bytes).entries()];
  const { start, end } = recordsOf(bytes);
  const reached = new Set<number>();
  const bits = thoroughly(16, 40);
  for (let i = 0; i < bits; i++) {
    const at = start + Math.floor((i * (end - start)) / bits);
    const changed = Buffer.from(bytes);
    changed[at] ^= 1 << (i % 8);
    const { entries, problem } = await reproduce(
      scenarioOf(source),
      { plugins },
      { name: 'run.trace', bytes: changed },
    );
    // Everything before the changed byte is read and is the same; a trace that ends there has as many entries.
    const cut = [...new TraceReader('run.trace', bytes.subarray(0, at + 1)).entries()].length;
    expect(entries).toBe(Math.min(cut, entriesUpTo(bytes, at)));
    const { timeNs } = whole[entries - 1] ?? { timeNs: 0 };
    expect((problem as CahootsError).message).toBe(
      `run.trace: the trace is damaged after entry ${entries} at ${timeNs} ns: the next record does not match its checksum, or makes no sense`,
    );
    reached.add(entries);
  }
  expect(reached.size).toBeGreaterThan(bits / 2);
});

/** How many entries are whole before a byte. */
function entriesUpTo(bytes: Buffer, at: number): number {
  return [...new TraceReader('run.trace', bytes.subarray(0, at)).entries()].length;
}
