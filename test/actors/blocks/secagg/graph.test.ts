/** Who shares secrets with whom. */

import { expect, test } from 'vitest';
import {
  neighbourhoods,
  othersOf,
  placeAmongOthers,
  subgraph,
} from '../../../../actors/blocks/secagg/graph.ts';
import { Random } from '../../../../src/core/base/random.ts';

test.each([undefined, 2, 6])('places of neighbours are those in their list: %s of 17', (neighbours) => {
  const parties = Array.from({ length: 17 }, (_, i) => 2 * i);
  const whole = neighbourhoods(parties, neighbours, new Random(3).stream('graph'));
  const few = parties.filter((party) => party % 3 > 0);
  for (const graph of [whole, subgraph(whole, few)]) {
    for (const party of graph.keys()) {
      const others = othersOf(graph, party);
      expect(others.map((other) => placeAmongOthers(graph, party, other))).toEqual([...others.keys()]);
    }
  }
});
