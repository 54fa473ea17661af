/** Four points of three dimensions for each of this many clients, always the same. */

import { Random } from '../../src/core/base/random.ts';

export function randomShards(clients = 10): number[][][] {
  const stream = new Random(1).stream('points');
  const point = (): number[] => Array.from({ length: 3 }, () => stream.uniform() * 10);
  return Array.from({ length: clients }, () => Array.from({ length: 4 }, point));
}
