/** What the parties of a sparse sum agree on beforehand (SCMA: Pan et al. 2023, section 4.1). */

import { log2 } from '../../../src/core/kit/math.ts';
import { z } from '../../../src/core/kit/settings.ts';
import { assert, phaseCost, type PhaseCost, type Problem, runs, sends } from '../../../src/core/kit/index.ts';
import { masksOf, proofProblems, provableParameters, type ProvenSession } from '../prio3/index.ts';
import { provenCost } from '../prio3/cost.ts';
import { FIELD128 } from '../vdaf/field.ts';
import {
  type AgreedSum,
  agreedSum,
  amongFewer,
  amongSome,
  type ResolvedSum,
  resolvedSum,
  sumCost,
  sumProblems,
  thresholdOfSum,
} from '../sums/index.ts';
import { sumsOf } from './code.ts';
import { type CodeShape, CODES, lengthOf } from './shape.ts';
import { Settled } from './messages.ts';
import { decodeCells, decodeOperations, encodeCells, encodeOperations } from './tasks.ts';

/** The settings, for the `protocol` section of a scenario. */
export const sparseSumParameters = z.strictObject({
  code: z.enum(CODES).default('exact').meta({
    description:
      'exact: the field has an element for every cell; integers: none; hashed: locators of 50 bits',
  }),
  blame: z.int().min(1).optional().meta({
    description:
      'if a sum does not decode, halves of at least this many clients are summed again, and the smallest that fail are named; absent: the sum fails',
    example: 3,
  }),
  ...provableParameters.shape,
});

export type SparseSumParameters = z.output<typeof sparseSumParameters>;

export interface SparseSession {
  readonly clients: readonly string[];
  readonly shape: CodeShape;
  /** How many cells a client may have; two with the same place count twice. */
  readonly entries: number;
  readonly modulus: bigint;
  readonly length: number;
  readonly aggregation: ResolvedSum;
  readonly blame?: number | undefined;
  /** Cells are proven to be valid instead of masked: of how many clients a sum may be opened. */
  readonly proven?: { readonly threshold: number } | undefined;
  readonly timeoutNs: number;
}

/** What a protocol states about its sparse vectors; the code is the user's choice. */
export type SparseShape = Omit<CodeShape, 'code'> & Pick<SparseSession, 'entries'>;

/**
 * A sum of the clients' sparse vectors, with everything that all parties must agree on.
 * @param entries how many non-zero entries one client's vector has at most
 */
export function sparseSession(
  { code, blame, ...settings }: SparseSumParameters,
  clients: readonly string[],
  { entries, ...shape }: SparseShape,
  timeoutNs: number,
): SparseSession {
  const full = { ...shape, code };
  const masks = masksOf(settings);
  const aggregation = resolvedSum(masks, clients.length);
  const common = { clients, shape: full, entries, aggregation, timeoutNs };
  if (settings.protocol !== 'prio3') return { ...common, ...sumsOf(full), blame };
  // The masks' threshold, in number: fewer vectors hide too little.
  const threshold = Math.max(2, thresholdOfSum(masks, clients.length));
  return { ...common, modulus: FIELD128.modulus, length: lengthOf(full), proven: { threshold } };
}

/**
 * A sum of changes, among some of the clients: counts may be negative, and a client may contribute both the cells
 * that it had and those that it has now. All of them are neighbours.
 * @param capacity the largest number of cells that change, for all clients together
 */
export function sessionOfChanges(
  session: SparseSession,
  clients: readonly string[],
  capacity: number,
): SparseSession {
  const entries = Math.min(capacity, 2 * session.entries);
  const shape = { ...session.shape, capacity, signed: true };
  const aggregation = amongSome(session.aggregation);
  return { ...session, ...sumsOf(shape), shape, clients, entries, aggregation, blame: undefined };
}

/** One aggregation of a sparse sum, among all clients or a group of them. */
export function aggregationOf(session: SparseSession, number: number, clients = session.clients): AgreedSum {
  const { aggregation, modulus, length, timeoutNs } = session;
  // In a smaller group the threshold is the default, more than two thirds of it.
  const settings = clients.length < session.clients.length ? amongFewer(aggregation) : aggregation;
  return agreedSum(settings, { number, clients, modulus, length, timeoutNs });
}

/**
 * The proven sum that takes the place of aggregations.
 * @param number of the aggregation
 * @param sizes how many points each client has, by which its proof is checked
 */
export function provenSumOf(
  { clients, shape, entries, length, proven, timeoutNs }: SparseSession,
  number: number,
  sizes: readonly number[],
): ProvenSession {
  assert(proven !== undefined, 'only proven sums have proofs');
  const { levels, dimension, points } = shape;
  return {
    number,
    clients,
    threshold: proven.threshold,
    valid: { of: 'cells', levels, dimension, entries, length, most: points },
    units: sizes,
    timeoutNs,
  };
}

/** A prime of more bits than this takes minutes to find, and finding roots in its field takes longer. */
const LARGEST_BITS = 2 ** 12;

/** All impossible combinations of settings. */
export function sparseSumProblems(
  settings: SparseSumParameters,
  clients: number,
  shape: SparseShape,
  path = 'protocol.aggregation',
): Problem[] {
  if (settings.protocol === 'prio3') return provenProblems(settings, clients, shape, path);
  const { dimension, levels, capacity, points } = shape;
  const cellBits = dimension * log2(levels);
  const bits = {
    exact: cellBits,
    integers: log2(points) + cellBits * (2 * capacity - 1),
    hashed: 50,
  }[settings.code];
  if (bits > LARGEST_BITS) {
    const expected = `hashed, or one whose numbers have at most ${LARGEST_BITS} bits`;
    const got = `${settings.code} with ${Math.ceil(bits)}`;
    return [...sumProblems(masksOf(settings), clients, path), { path: `${path}.code`, expected, got }];
  }
  if (settings.protocol !== 'lightsecagg') return sumProblems(masksOf(settings), clients, path);
  if (settings.code === 'integers') {
    const expected = 'exact or hashed with lightsecagg, whose sums are in a field';
    return [{ path: `${path}.code`, expected, got: settings.code }];
  }
  return sumProblems(masksOf(settings), clients, path, sumsOf({ ...shape, code: settings.code }).modulus);
}

/** A proof of more terms than this takes minutes. */
const MOST_TERMS = 2 ** 20;

/** What cannot be where cells are proven to be valid. */
function provenProblems(
  { code, blame, ...settings }: SparseSumParameters,
  clients: number,
  { dimension, levels, capacity, points, entries }: SparseShape,
  path: string,
): Problem[] {
  const problems = proofProblems(settings, clients, path);
  const refuse = (name: string, expected: string, got: string): void => {
    problems.push({ path: `${path}.${name}`, expected, got });
  };
  if (code !== 'exact') refuse('code', 'exact with prio3: hashes of places have no proof', code);
  if (blame !== undefined) refuse('blame', 'none with prio3, whose proofs name who lies', `${blame}`);
  if (BigInt(levels) ** BigInt(dimension) >= FIELD128.modulus / 2n)
    refuse(
      'protocol',
      'a code of masks, as the field of proofs has fewer elements than the grid cells',
      'prio3',
    );
  const terms = entries * lengthOf({ dimension, levels, capacity, points, code: 'exact' });
  if (terms > MOST_TERMS)
    refuse('protocol', `masks, or cells with proofs of at most ${MOST_TERMS} terms`, `prio3 with ${terms}`);
  return problems;
}

/**
 * The expected cost of a sparse sum if nobody drops out or lies: each of n clients sends 2KL elements, or as many as
 * the code takes.
 */
export function sparseSumCost(session: SparseSession): PhaseCost[] {
  const { clients, modulus, length, shape, entries, proven } = session;
  const n = clients.length;
  const sizes = clients.map(() => shape.points);
  return [
    ...(proven === undefined
      ? [
          phaseCost('encode', runs(encodeCells, n, n * encodeOperations(entries, modulus, length))),
          ...sumCost(aggregationOf(session, 0)),
        ]
      : provenCost(provenSumOf(session, 0, sizes))),
    phaseCost(
      'decode',
      ...(session.blame === undefined ? [] : [sends(Settled, n)]),
      runs(decodeCells, 1, decodeOperations(shape, modulus, length)),
    ),
  ];
}
