/** One run of SecFC with given numbers of silent clients and Byzantine parties, as a job. */

import { answersNeeded, type Code } from '../../src/core/math/field/lagrange.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { defineJob } from '../../src/studies/executor/job.ts';
import { forging, lying } from './forging.ts';

/** From best to worst. */
export const OUTCOMES = [
  /** Nobody lied, and every iteration is Lloyd's. */
  'exact',
  /** Every iteration is Lloyd's, and exactly the Byzantine parties are named. */
  'corrected',
  /** It stopped and said why. */
  'refused',
  /** Wrong, and the result says that it may be. */
  'doubted',
  /** Wrong, in the clustering or in the names. */
  'wrong',
] as const;
export type CellOutcome = (typeof OUTCOMES)[number];

/** What Byzantine parties send: values that agree with nobody's, or what a colluding group agrees on in order to be believed. */
export const TOLD = ['random values', 'another word of the code, together'] as const;
export type Told = (typeof TOLD)[number];

export interface CellRequest {
  readonly file: string;
  readonly seed: number;
  readonly variant: number;
  readonly set: readonly string[];
  readonly code: Code;
  readonly told: Told;
  /** Clients that answer no question. */
  readonly missing: number;
  /** Clients that answer every question wrongly. */
  readonly wrong: number;
}

/** A row of the table from which `cahoots plot --kind frontier` draws. */
export type Cell = Readonly<{
  case: string;
  protocol: string;
  clients: number;
  'protocol.segments': number;
  'protocol.privacy': number;
  seed: number;
  missing: number;
  wrong: number;
  insideBound: boolean;
  outcome: CellOutcome;
  /** What the result says about it. */
  reason?: string;
}>;

/** A, on which the runs agree: as many Byzantine parties as can be corrected if nobody is silent. */
export function mostErrors(code: Code): number {
  return Math.floor((code.n - answersNeeded(code)) / 2);
}

/** Whether n >= 2(l+t-1) + S + 2A + 1 for S missing and A wrong answers: then errors can be corrected (section 4.2). */
export function insideBound(code: Code, missing: number, wrong: number): boolean {
  return code.n >= answersNeeded(code) + missing + 2 * wrong;
}

export function caseOf({ n, t, l }: Code, told: Told): string {
  return `n=${n}, t=${t}, l=${l}; Byzantine clients send ${told}`;
}

/** The first clients lie, and the last ones are silent. */
export function cellOrder(
  file: string,
  seed: number,
  cell: Pick<CellRequest, 'code' | 'told' | 'missing' | 'wrong'>,
): CellRequest {
  const { code, told, missing, wrong } = cell;
  const { n, l, t } = code;
  const faults = [
    ...(missing > 0 ? [{ fault: 'withhold', who: named(n - missing + 1, n), message: 'distances' }] : []),
    ...(wrong > 0 && told === 'random values'
      ? [{ fault: 'falsify', who: named(1, wrong), message: 'distances' }]
      : []),
  ];
  const set = [
    `clients=${n}`,
    `data.points=${2 * n}`,
    `protocol.segments=${l}`,
    `protocol.privacy=${t}`,
    `protocol.byzantine=${mostErrors(code)}`,
    `faults=${JSON.stringify(faults)}`,
  ];
  return { file, seed, variant: 0, set, ...cell };
}

function named(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `client-${from + i}`);
}

export const frontierCell = defineJob(
  import.meta.url,
  'frontier-cell',
  async ({ code, told, missing, wrong, ...request }: CellRequest, surroundings): Promise<Cell> => {
    const { plugins } = surroundings;
    const { file, ...options } = request;
    // No kind of fault knows the code, which such a group needs.
    const honest = Array.from({ length: code.n - missing - wrong }, (_, j) => wrong + j + 1);
    const byzantine = Array.from({ length: wrong }, (_, j) => j + 1);
    const rules = told === 'random values' ? [] : [lying(byzantine, 'distances', forging(code, honest))];
    const { findings } = await run(loadScenario(file, { ...surroundings, ...options }), { plugins, rules });
    const { aborted, equalsLloyd, caveat, blamed = [] } = findings;
    const outcome = (): CellOutcome => {
      if (aborted !== undefined) return 'refused';
      const right =
        blamed.length === wrong && byzantine.every((client) => blamed.includes(`client-${client}`));
      if (equalsLloyd === true && right) return wrong === 0 ? 'exact' : 'corrected';
      return caveat === undefined ? 'wrong' : 'doubted';
    };
    const reason = aborted ?? caveat;
    return {
      case: caseOf(code, told),
      protocol: 'secfc',
      clients: code.n,
      'protocol.segments': code.l,
      'protocol.privacy': code.t,
      seed: request.seed,
      missing,
      wrong,
      insideBound: insideBound(code, missing, wrong),
      outcome: outcome(),
      ...(reason !== undefined && { reason }),
    };
  },
);
