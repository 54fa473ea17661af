/** What SecFC makes of so many silent clients and so many Byzantine parties: one run. */

import { fileURLToPath } from 'node:url';
import { standard } from '../../actors/index.ts';
import { answersNeeded, type Code } from '../../src/field/lagrange.ts';
import { run } from '../../src/run/run.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Rule } from '../../src/sim/rule.ts';
import { forging, type Lie, lying, randomly } from './lies.ts';

const plugins = [standard];

const SCENARIO = fileURLToPath(new URL('scenario.yaml', import.meta.url));

export type CellOutcome =
  /** Nobody lied, and every iteration is Lloyd's. */
  | 'exact'
  /** The same, and all Byzantine parties are named and nobody else. */
  | 'corrected'
  /** It stopped and said why. */
  | 'refused'
  /** Wrong, and the result says that it may be. */
  | 'doubted'
  /** Wrong, in the clustering or in the names. */
  | 'wrong';

export interface Cell {
  /** Clients that answer no question. */
  readonly missing: number;
  /** Clients that answer every question wrongly. */
  readonly wrong: number;
  readonly outcome: CellOutcome;
  /** What the result says about it. */
  readonly reason: string | undefined;
}

/** What Byzantine parties tell, given who is honest and answers. */
export const TOLD = {
  'random values': randomly,
  'another word of the code, together': forging,
} satisfies Record<string, (code: Code, honest: readonly number[]) => Lie>;

export type Told = keyof typeof TOLD;

/** As many Byzantine parties as the clients can correct if nobody is silent: what the runs agree on. */
export function mostErrors(code: Code): number {
  return Math.floor((code.n - answersNeeded(code)) / 2);
}

/** Whether n >= 2(l+t-1) + S + 2A + 1 for S missing and A wrong answers: then coding theory corrects (section 4.2). */
export function insideBound(code: Code, missing: number, wrong: number): boolean {
  return code.n >= answersNeeded(code) + missing + 2 * wrong;
}

/** Those who lie answer first, and those who are silent would be the last. */
export async function playCell(code: Code, missing: number, wrong: number, told: Told): Promise<Cell> {
  const { n, l, t } = code;
  const honest = Array.from({ length: n - missing - wrong }, (_, j) => wrong + j + 1);
  const lie = TOLD[told](code, honest);
  const set = [
    `clients=${n}`,
    `data.points=${2 * n}`,
    `protocol.segments=${l}`,
    `protocol.privacy=${t}`,
    `protocol.byzantine=${mostErrors(code)}`,
  ];
  const byzantine = Array.from({ length: wrong }, (_, j) => j + 1);
  const silent: Rule = {
    name: 'silent',
    apply: ({ from, type }) =>
      from > n - missing && type.name === 'distances' ? { kind: 'drop', reason: 'silent' } : { kind: 'pass' },
  };
  const rules = [silent, lying(byzantine, 'distances', lie)];
  const { findings } = await run(loadScenario(SCENARIO, { plugins, set }), { plugins, rules });
  const { aborted, equalsLloyd, caveat, blamed: named = [] } = findings;
  const outcome = (): CellOutcome => {
    if (aborted !== undefined) return 'refused';
    const right = named.length === wrong && byzantine.every((client) => named.includes(`client-${client}`));
    if (equalsLloyd === true && right) return wrong === 0 ? 'exact' : 'corrected';
    return caveat === undefined ? 'wrong' : 'doubted';
  };
  return { missing, wrong, outcome: outcome(), reason: aborted ?? caveat };
}
