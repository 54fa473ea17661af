/** Random faults within a budget: every run draws some of the kinds of fault, then faults of these kinds (swarm testing). */

import { Sampler } from '../../run/fault/sampler.ts';
import { Draw, type Ground } from '../../run/fault/draw.ts';
import { type FaultKind, kindOf } from '../../run/fault/kind.ts';
import type { Random } from '../../core/base/random.ts';
import type { Budget } from '../../run/scenario/swarm.ts';
import type { FaultDocument } from './document.ts';

/**
 * @param random from which nothing has been drawn yet
 * @param kinds those that the budget names, and any others
 */
export function drawSchedule(
  budget: Budget,
  ground: Ground,
  random: Random,
  kinds: readonly FaultKind[],
): FaultDocument[] {
  const pools = new Sampler(random.stream('parties'));
  const { everyone } = ground;
  const gone = pools.sample(ground.clients, budget.gone);
  const byzantine = pools.sample(everyone, budget.byzantine);
  const targets = ({ spends }: FaultKind): readonly string[] =>
    spends === undefined ? everyone : { gone, byzantine }[spends];
  const possible = budget.families
    .map((name) => kindOf(name, kinds))
    .filter((kind) => targets(kind).length > 0);
  if (possible.length === 0) return [];
  const chosen = new Sampler(random.stream('families'));
  const some = possible.filter(() => chosen.chance(0.5));
  const families = some.length > 0 ? some : [chosen.pick(possible)];
  return Array.from({ length: chosen.integer(1, budget.faults) }, (_, i) => {
    const sampler = new Sampler(random.stream('fault', `${i + 1}`));
    const kind = sampler.pick(families);
    const who = [...sampler.some(targets(kind))];
    const draw = new Draw(sampler, ground, budget.falsify);
    return { fault: kind.name, who, ...draw.when(), ...kind.draw(draw) };
  });
}
