/**
 * Heterogeneous clients as in SecFC, section 5.1: each holds points of at most k' classes. Every class is
 * held by some client, and its points are split evenly among its holders.
 */

import type { Stream } from '../../core/base/random.ts';

/**
 * The rows of each client, ascending, from the rows of each class; needs k' below the number of classes and
 * k' * clients at least that number. A client whose classes have fewer points than holders may be left with none.
 */
export function partitionByClass(
  classes: readonly Uint32Array[],
  classesPerClient: number,
  clients: number,
  stream: Stream,
): Uint32Array[] {
  const holders = dealClasses(classes.length, classesPerClient, clients, stream);
  const shares = splitEvenly(
    classes.map((rows) => rows.length),
    holders,
    clients,
  );
  const held = Array.from({ length: clients }, (): number[] => []);
  classes.forEach((rows, h) => {
    const shuffled = stream.shuffle(rows.slice());
    let at = 0;
    holders[h].forEach((client, i) => {
      for (const row of shuffled.subarray(at, at + shares[h][i])) held[client].push(row);
      at += shares[h][i];
    });
  });
  return held.map((rows) => Uint32Array.from(rows).toSorted());
}

/**
 * The clients of each class: classes are dealt round robin, in a shuffled order, to the k' places of each
 * client in turn.
 */
function dealClasses(classes: number, classesPerClient: number, clients: number, stream: Stream): number[][] {
  const order = stream.shuffle(Array.from({ length: classes }, (_, h) => h));
  const holders = order.map((): number[] => []);
  // k' consecutive places in rounds of more than k' classes have distinct classes.
  for (let place = 0; place < clients * classesPerClient; place++) {
    holders[order[place % classes]].push(Math.floor(place / classesPerClient));
  }
  return holders;
}

/**
 * How many points of each class go to each of its holders: an equal number, with remainders going to the
 * clients with the fewest.
 */
function splitEvenly(
  sizes: readonly number[],
  holders: readonly (readonly number[])[],
  clients: number,
): number[][] {
  const held = new Uint32Array(clients);
  const shares = holders.map((group, h) => group.map(() => Math.floor(sizes[h] / group.length)));
  holders.forEach((group, h) => group.forEach((client, i) => (held[client] += shares[h][i])));
  holders.forEach((group, h) => {
    const fewestFirst = [...group.keys()].toSorted((a, b) => held[group[a]] - held[group[b]]);
    for (const i of fewestFirst.slice(0, sizes[h] % group.length)) {
      shares[h][i]++;
      held[group[i]]++;
    }
  });
  return shares;
}
