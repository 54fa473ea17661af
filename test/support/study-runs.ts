/** Rows of runs, made up. */

import * as fc from 'fast-check';
import type { RunRow } from '../../src/run/tidy/run-row.ts';

/** A run that came to a clustering; what is given replaces what it has. */
export function row(given: Partial<RunRow> = {}): RunRow {
  return {
    run: '1',
    name: '',
    protocol: 'secfc',
    seed: 1,
    scenario: '{}',
    scenarioDigest: '',
    files: '{}',
    file: '',
    set: '',
    cahoots: '',
    code: '',
    node: '',
    machine: '',
    ending: 'done',
    clustered: true,
    iterations: 4,
    converged: true,
    accuracy: 0.9,
    loss: 12.5,
    rounds: 5,
    messages: 100,
    bytes: 6000,
    lostMessages: 0,
    refusedMessages: 0,
    retransmittedBytes: 0,
    toServer: 1000,
    fromServer: 2000,
    betweenClients: 3000,
    operationsClients: 1e6,
    operationsServer: 2e6,
    resultNs: 3e9,
    knownNs: 3.5e9,
    endNs: 4e9,
    measuredNs: 4e6,
    hash: 'ab'.repeat(32),
    ...given,
  } as RunRow;
}

const count = fc.nat(1_000_000);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** Runs of every ending, with and without a aborted, a truth and a promise. */
export const rows: fc.Arbitrary<RunRow> = fc
  .record({
    ending: fc.constantFrom('done', 'done', 'done', 'stalled', 'limit', 'aborted'),
    aborted: fc.constantFrom(undefined, undefined, 'too few answers'),
    accuracy: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    loss: maybe(fc.double({ min: 0, max: 1e9, noNaN: true })),
    equalsLloyd: maybe(fc.boolean()),
    iterations: fc.nat(100),
    counts: fc.tuple(count, count, count, count, count, count, count, count, count),
  })
  .map(({ ending, counts, aborted, accuracy, loss, equalsLloyd, iterations }) => {
    const [rounds, messages, toServer, fromServer, betweenClients, ...rest] = counts;
    const [operationsClients, operationsServer, resultNs, measuredNs] = rest;
    const { accuracy: _, loss: __, ...others } = row();
    return {
      ...others,
      ending: ending as RunRow['ending'],
      clustered: ending === 'done' && aborted === undefined,
      iterations,
      converged: aborted === undefined,
      ...(aborted !== undefined && { aborted }),
      ...(accuracy !== undefined && { accuracy }),
      ...(loss !== undefined && { loss }),
      ...(equalsLloyd !== undefined && { equalsLloyd }),
      rounds,
      messages,
      toServer,
      fromServer,
      betweenClients,
      operationsClients,
      operationsServer,
      resultNs,
      measuredNs,
    } as RunRow;
  });
