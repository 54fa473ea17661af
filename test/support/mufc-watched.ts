/** Runs the parties of MUFC so that a test sees what they hold: the clients' memory, and the sums that the server decodes. */

import { mufc } from '../../bin/standard.ts';
import type { Agreed } from '../../actors/mufc/agreed.ts';
import type { Cell } from '../../actors/blocks/scma/grid.ts';
import { decodeCells } from '../../actors/blocks/scma/tasks.ts';
import type { Executor } from '../../src/core/engine/compute/executor.ts';
import { inlineExecutor } from '../../src/core/engine/compute/inline.ts';
import type { Matrix } from '../../src/core/base/matrix.ts';
import type { Outcome } from '../../src/core/protocol/outcome.ts';
import type { Population } from '../../src/core/protocol/population.ts';
import { Random } from '../../src/core/base/random.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { simulate } from '../../src/core/engine/simulation/simulation.ts';
import { History, quietNetwork } from './scenarios.ts';

export interface Watched {
  readonly history: History;
  readonly agreed: Agreed;
  readonly outcome: Outcome;
  /** What the server decoded, sum by sum. */
  readonly sums: readonly (readonly Cell[])[];
}

/** @param shards of points in the unit square; the very memory that the clients work on */
export async function playWatched(shards: readonly Matrix[], settings: object, seed = 1): Promise<Watched> {
  const population: Population = {
    clients: shards.map((_, j) => `client-${j + 1}`),
    sizes: shards.map(({ rows }) => rows),
    points: shards.reduce((sum, { rows }) => sum + rows, 0),
    dimension: 2,
    minimum: [-0.5, -0.5],
    maximum: [0.5, 0.5],
  };
  const parameters = mufc.parameters.parse({ clusters: 3, ...settings }) as never;
  const agreed = mufc.agree(parameters, population);
  const sums: Cell[][] = [];
  const executor: Executor = {
    ...inlineExecutor,
    start(task, input) {
      const result = inlineExecutor.start(task, input);
      return async () => {
        const computed = await result();
        if ((task as unknown) === decodeCells) sums.push(computed.value as Cell[]);
        return computed;
      };
    },
  };
  const bus = new Bus();
  const history = new History(bus);
  const { results } = await simulate({
    roles: [
      {
        role: 'server',
        starts: true,
        rate: () => 1e9,
        behaviour: (self) => mufc.roles.server.play(self, { agreed } as never),
      },
      {
        role: 'client',
        count: shards.length,
        starts: true,
        rate: () => 1e9,
        behaviour: (self) => mufc.roles.client.play(self, { agreed, shard: shards[self.index] } as never),
      },
    ],
    messages: mufc.messages,
    network: quietNetwork,
    random: new Random(seed),
    executor,
    bus,
  });
  return { history, agreed, outcome: results.get('server') as Outcome, sums };
}

/** Three blobs in the unit square, dealt to clients of different sizes. */
export function blobs(dimension = 2, sizes = [7, 4, 9, 1, 6, 8]): number[][][] {
  const stream = new Random(5).stream('blobs');
  let next = 0;
  return sizes.map((size) =>
    Array.from({ length: size }, () => {
      const blob = next++ % 3;
      return Array.from({ length: dimension }, (_, c) => {
        const middle = 0.35 * ((blob + c) % 3) - 0.35;
        return middle + 0.1 * (stream.uniform() - 0.5);
      });
    }),
  );
}
