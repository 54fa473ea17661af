/** The scores of one attack over many coalitions. */

import { defined } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import { leastDeviation } from '../../core/math/statistics/chi-square.ts';
import type { AnyAttack, Evidence, Score } from '../../core/protocol/attack.ts';
import type { Coalition } from '../games/coalition.ts';
import { LEVEL } from './detect/detect.ts';
import type { Power } from './detect/tested.ts';
import type { Finding } from './finding.ts';

/**
 * The power of a test of how values are distributed over cells, at a level corrected for its number of tests.
 */
function powerOf({ entries, cells }: NonNullable<Evidence['weakest']>, level: number): Power {
  return { share: 0.8, at: leastDeviation(cells - 1, entries, level) };
}

/** The scores of one attack over many coalitions. */
export class Tally {
  readonly attack: AnyAttack;
  #attempts = 0;
  #sum = 0;
  #least = Number.POSITIVE_INFINITY;
  #tries = 0;
  #pValue = 1;
  #weakest: Evidence['weakest'];
  #worst: { readonly members: Coalition; readonly score: Score } | undefined;

  constructor(attack: AnyAttack) {
    this.attack = attack;
  }

  add(members: Coalition, score: Score): void {
    this.#attempts++;
    this.#sum += score.exposed;
    this.#least = Math.min(this.#least, score.exposed);
    this.#tries += score.evidence?.tries ?? 0;
    this.#pValue = Math.min(this.#pValue, score.evidence?.pValue ?? 1);
    const weakest = score.evidence?.weakest;
    if (weakest && (this.#weakest === undefined || weakest.entries < this.#weakest.entries))
      this.#weakest = weakest;
    if (this.#worst === undefined || score.exposed > this.#worst.score.exposed)
      this.#worst = { members, score };
  }

  finding(): Omit<Finding, 'coalition' | 'sampled' | 'adversary' | 'clients' | 'server' | 'roles'> {
    assert(this.#worst !== undefined, 'a kind of coalition has no coalition');
    const { members, score } = this.#worst;
    return defined({
      attack: this.attack.name,
      intended: this.attack.intended || undefined,
      attempts: this.#attempts,
      exposed: { least: this.#least, mean: this.#sum / this.#attempts, most: score.exposed },
      worst: members,
      advantage: score.advantage,
      evidence: this.#evidence,
      measures: score.measures,
      meaning: score.meaning,
    });
  }

  /** Undefined if the attack tests nothing. */
  get #evidence(): Finding['evidence'] {
    if (this.#tries === 0) return undefined;
    return defined({
      tries: this.#tries,
      // Each coalition's own p-value has already been corrected for its own tests.
      pValue: Math.min(1, this.#pValue * this.#attempts),
      power: this.#weakest && powerOf(this.#weakest, LEVEL / this.#tries),
    });
  }
}
