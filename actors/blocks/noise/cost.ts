/** The expected cost of noisy sums if nobody drops out. */

import { type PhaseCost, phaseCost, runs, sends } from '../../../src/core/kit/index.ts';
import { provenSums } from '../prio3/index.ts';
import { sumCost } from '../sums/index.ts';
import { componentsOf, lengthOf, type NoisySum } from './agreement.ts';
import { Clear, Rebuild, Seed, Surplus } from './messages.ts';
import { addCentralNoise, addNoise, drawOperations, removeNoise } from './tasks.ts';

/** The cost of one sum. */
export function cost(sum: NoisySum): PhaseCost[] {
  const { clients, ranges, noise, session, proven } = sum;
  const n = clients.length;
  const length = lengthOf(ranges);
  if (proven !== undefined) {
    const both = runs(addCentralNoise, 2, 2 * drawOperations(ranges, 1));
    return [...(noise.by === 'nobody' ? [] : [phaseCost('noise', both)]), ...provenSums.cost(proven)];
  }
  if (noise.by === 'server') {
    return [
      phaseCost('collect', sends(Clear, n, n * length), runs(addCentralNoise, 1, drawOperations(ranges, 1))),
    ];
  }
  const components = noise.by === 'nobody' ? 0 : componentsOf(noise, n).length;
  const added = n * (length + drawOperations(ranges, components));
  const removed = length + drawOperations(ranges, (components - 1) * n);
  return [
    phaseCost('noise', runs(addNoise, n, added)),
    ...sumCost(session),
    ...(components > 1
      ? [
          phaseCost(
            'surplus',
            sends(Surplus, n),
            sends(Seed, n),
            sends(Rebuild, n),
            runs(removeNoise, 1, removed),
          ),
        ]
      : []),
  ];
}

/** Successive aggregations use the same phase names, so their costs are added up by name. */
export function addUpCosts(phases: readonly PhaseCost[]): PhaseCost[] {
  const names = [...new Set(phases.map(({ phase }) => phase))];
  return names.map((name) => {
    const same = phases.filter(({ phase }) => phase === name);
    const types = [...new Set(same.flatMap(({ messages }) => messages.map(({ type }) => type)))];
    const tasks = [...new Set(same.flatMap(({ work }) => work.map(({ task }) => task)))];
    return phaseCost(
      name,
      ...types.map((type) => {
        const all = same.flatMap(({ messages }) => messages.filter((one) => one.type === type));
        return sends(type, total(all, 'messages'), total(all, 'elements'));
      }),
      ...tasks.map((task) => {
        const all = same.flatMap(({ work }) => work.filter((one) => one.task === task));
        return runs(task, total(all, 'runs'), total(all, 'operations'));
      }),
    );
  });
}

function total<K extends string>(items: readonly Readonly<Record<K, number>>[], of: K): number {
  return items.reduce((all, item) => all + item[of], 0);
}
