/** What the parties of one secure aggregation agree on beforehand: public, plain and frozen. */

import { z } from '../../../src/kit/settings.ts';
import type { Problem } from '../../../src/kit/index.ts';

/** The settings, for the `protocol` section of a scenario. */
export const aggregationParameters = z.strictObject({
  threshold: z.int().min(1).optional().meta({
    description:
      't: so many answers unmask, and fewer colluding clients learn nothing; absent: two thirds of those who share',
    example: 5,
  }),
  neighbours: z.int().min(2).multipleOf(2).optional().meta({
    description: 'k: with whom a client shares secrets (Bell et al. 2020); absent: with everybody',
    example: 6,
  }),
  malicious: z.boolean().default(false).meta({
    description: 'whether clients sign keys and check that the server tells all of them the same survivors',
  }),
});

export type AggregationParameters = z.output<typeof aggregationParameters>;

export interface Session {
  /** Tells the aggregations of one run apart. */
  readonly number: number;
  /** All who may take part. */
  readonly clients: readonly string[];
  /** t: shares that reconstruct a secret. */
  readonly threshold: number;
  /** How many vectors there must be before anything is opened, where that is more than t. */
  readonly least?: number;
  /** How many secrets of its own each client shares beside the two, for who uses the aggregation; absent: none. */
  readonly escrowed?: number;
  /** k; absent: the complete graph. */
  readonly neighbours?: number | undefined;
  readonly malicious: boolean;
  /** m: sums are modulo m, which need not be prime. */
  readonly modulus: bigint;
  /** Elements of a vector. */
  readonly length: number;
  /** How long the server waits for clients in each step; clients wait twice as long for it. */
  readonly timeoutNs: number;
}

/** With how many a client shares its secrets, itself among them. */
export function circle(clients: number, neighbours: number | undefined): number {
  return Math.min(clients, (neighbours ?? clients) + 1);
}

/** The threshold that is meant where none is given: more than two thirds, which the malicious setting needs. */
export function thresholdOf({ threshold, neighbours }: AggregationParameters, clients: number): number {
  return threshold ?? Math.floor((2 * circle(clients, neighbours)) / 3) + 1;
}

/** Every impossible or unsafe combination. */
export function aggregationProblems(
  settings: AggregationParameters,
  clients: number,
  path = 'protocol.aggregation',
): Problem[] {
  const { neighbours, malicious } = settings;
  const threshold = thresholdOf(settings, clients);
  const size = circle(clients, neighbours);
  const problems: Problem[] = [];
  if (threshold > size) {
    problems.push({
      path: `${path}.threshold`,
      expected: `at most ${size}, as many as hold shares`,
      got: `${threshold}`,
    });
  }
  if (malicious && 3 * threshold <= 2 * size) {
    const least = Math.floor((2 * size) / 3) + 1;
    problems.push({
      path: `${path}.threshold`,
      expected: `at least ${least}, more than two thirds of ${size}, where the server may lie`,
      got: `${threshold}`,
    });
  }
  if (malicious && neighbours !== undefined) {
    problems.push({
      path: `${path}.neighbours`,
      expected: 'none where the server may lie, as the server draws the graph',
      got: `${neighbours}`,
    });
  }
  return problems;
}
