/** What the parties of one secure aggregation agree on beforehand: public, plain and frozen. */

import { probability, z } from '../../../src/core/kit/settings.ts';
import type { Problem } from '../../../src/core/kit/index.ts';
import type { SumSession } from '../sums/secure-sum.ts';
import { type Crowd, fewestNeighbours, isWithin, type Risks, risksOf } from './degree.ts';

/** The defaults of `risks`. */
const RISKS = { colluding: 0.2, dropouts: 0.05, security: 40, correctness: 30 };

/** The settings, for the `protocol` section of a scenario. */
export const aggregationParameters = z.strictObject({
  threshold: z.int().min(1).optional().meta({
    description:
      't: this many answers unmask, and fewer colluding clients learn nothing; absent: two thirds of the clients that share secrets',
    example: 5,
  }),
  neighbours: z
    .union([z.int().min(2).multipleOf(2), z.literal('auto')], {
      error: 'expected an even number of at least 2, or auto',
    })
    .optional()
    .meta({
      description:
        'k: with how many others a client shares secrets (Bell et al. 2020); auto: as few as `risks` allow; absent: with all',
      example: 'auto',
    }),
  risks: z
    .strictObject({
      colluding: probability().default(RISKS.colluding).meta({
        description: 'share of the clients that may collude with the server',
        example: 0.1,
      }),
      dropouts: probability().default(RISKS.dropouts).meta({
        description: 'share of the clients that may drop out of a sum',
        example: 0.1,
      }),
      security: z.number().min(0).max(128).default(RISKS.security).meta({
        description: 'sigma: at most 2^-sigma clients are opened by their neighbours, on average, in a sum',
      }),
      correctness: z.number().min(0).max(128).default(RISKS.correctness).meta({
        description: 'eta: at most 2^-eta of all sums fail because too few neighbours are left',
      }),
    })
    .optional()
    .meta({
      description:
        'what the number of neighbours must withstand: fewer are refused; absent: the defaults below if auto, otherwise only a warning',
      example: { colluding: 0.1, security: 20 },
    }),
  malicious: z.boolean().default(false).meta({
    description:
      'whether clients sign keys and check that the server announces the same survivors to all of them',
  }),
});

export type AggregationParameters = z.output<typeof aggregationParameters>;

/** With `neighbours: auto` replaced by a number. */
export type Resolved = AggregationParameters & { readonly neighbours?: number | undefined };

export interface Session extends SumSession {
  /** k; absent: the complete graph. */
  readonly neighbours?: number | undefined;
  readonly malicious: boolean;
}

/** Proportions as numbers of clients, rounded up. */
function crowdOf({ risks = RISKS }: AggregationParameters, clients: number): Crowd {
  const of = (share: number): number => Math.ceil(share * clients);
  return { clients, colluding: of(risks.colluding), dropouts: of(risks.dropouts) };
}

/** The settings with `neighbours: auto` replaced by a number, or by nothing if the graph must be complete. */
export function withNeighbours(settings: AggregationParameters, clients: number): Resolved {
  const { neighbours, threshold, ...rest } = settings;
  if (neighbours !== 'auto') return { ...rest, neighbours, threshold };
  const graph = fewestNeighbours(crowdOf(settings, clients), settings.risks ?? RISKS);
  return { ...rest, neighbours: graph?.neighbours, threshold: threshold ?? graph?.threshold };
}

/** The risks of a sparse graph; undefined if they are within the limits. */
export function tooRisky(settings: Resolved, clients: number): Risks | undefined {
  const { neighbours = clients - 1 } = settings;
  if (neighbours >= clients - 1) return undefined;
  const risks = risksOf(crowdOf(settings, clients), {
    neighbours,
    threshold: thresholdOf(settings, clients),
  });
  return isWithin(risks, settings.risks ?? RISKS) ? undefined : risks;
}

/** What is too risky as text, with what would be enough; undefined if nothing is. */
export function riskText(settings: Resolved, clients: number): string | undefined {
  const risks = tooRisky(settings, clients);
  if (risks === undefined) return undefined;
  const { neighbours } = settings;
  const threshold = thresholdOf(settings, clients);
  const limits = settings.risks ?? RISKS;
  const crowd = crowdOf(settings, clients);
  const enough = fewestNeighbours(crowd, limits);
  const better =
    enough === undefined ? 'all others' : `${enough.neighbours} with threshold ${enough.threshold}`;
  const number = (x: number): string => (x === 0 ? '0' : x.toPrecision(2));
  return `${neighbours} neighbours with threshold ${threshold}: with ${crowd.colluding} of ${clients} clients colluding ${number(risks.exposed)} clients are opened in a sum, on average, and it falls apart with a chance of ${number(risks.apart)}; with ${crowd.dropouts} that drop out it fails with a chance of ${number(risks.failed)}; enough are ${better}`;
}

/** Among how many a client shares its secrets, itself included. */
export function circle(clients: number, neighbours: number | undefined): number {
  return Math.min(clients, (neighbours ?? clients) + 1);
}

/** The threshold, or the default: more than two thirds, which the malicious setting needs. */
export function thresholdOf({ threshold, neighbours }: Resolved, clients: number): number {
  return threshold ?? Math.floor((2 * circle(clients, neighbours)) / 3) + 1;
}

/** All impossible or unsafe combinations of settings. */
export function aggregationProblems(
  settings: AggregationParameters,
  clients: number,
  path = 'protocol.aggregation',
): Problem[] {
  const { malicious } = settings;
  const resolved = withNeighbours(settings, clients);
  const { neighbours } = resolved;
  const threshold = thresholdOf(resolved, clients);
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
  if (malicious && settings.neighbours !== undefined) {
    problems.push({
      path: `${path}.neighbours`,
      expected: 'none where the server may lie, as the server draws the graph',
      got: `${settings.neighbours}`,
    });
  }
  const risky = settings.risks && threshold <= size ? riskText(resolved, clients) : undefined;
  if (risky !== undefined) {
    const expected = 'enough neighbours for a sum to keep to the risks';
    problems.push({ path: `${path}.neighbours`, expected, got: risky });
  }
  return problems;
}
