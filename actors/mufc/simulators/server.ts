/**
 * What the server of a one-shot clustering learns, alone or with clients: with secrecy the sums of all honest clients'
 * cells, and what removal requests change; without, every client's centres. How late a client answers shows how often
 * it iterated, and whether it drew centres again.
 */

import {
  blankShard,
  clientsIn,
  programmed,
  withInput,
  withOutput,
  withReceived,
  withSent,
} from '../../../src/core/kit/attack.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import { type RealRun, type Self, simulator } from '../../../src/core/kit/index.ts';
import { Accepted } from '../../blocks/prio3/messages.ts';
import { aggregateShares } from '../../blocks/prio3/tasks.ts';
import { encodeCells } from '../../blocks/scma/tasks.ts';
import { FIELD128 } from '../../blocks/vdaf/field.ts';
import { sumOf } from '../../blocks/scma/client.ts';
import type { Cell } from '../../blocks/scma/grid.ts';
import { aggregationOf } from '../../blocks/scma/session.ts';
import { DECIDING, decidedIn } from '../../blocks/sums/decided.ts';
import { honestSurvivors, SURVIVORS } from '../../blocks/sums/survivors.ts';
import { iterate } from '../../blocks/lloyd-iterations.ts';
import type { Agreed } from '../agreed.ts';
import { client } from '../client.ts';
import { helper } from '../helper.ts';
import { Assist, Summary } from '../messages.ts';
import { Offer, Remove, Removed } from '../removal/messages.ts';
import { seed } from '../tasks.ts';
import { blankCells, withBlankProofs } from './blank-proofs.ts';
import {
  type Draw,
  IdealClient,
  movedLabels,
  ORDERS,
  type Removal,
  type Summarised,
} from './ideal-client.ts';

interface Leakage {
  /** What a client adds to a sum: the first honest client in it all honest clients' cells, any other nothing. */
  cells(client: number, aggregation: number): readonly Cell[];
  /** The cells of the honest ones among these clients, which are in a proven sum. */
  proven(aggregation: number, clients: readonly number[]): readonly Cell[];
  /** Which of its rows a client drew as centres, and how often it iterated; undefined if the real run broke off before. */
  draw(client: number, number: number): Draw | undefined;
  removal(client: number, request: number): Removal | undefined;
  offer(client: number, request: number): number | undefined;
  summary(client: number, number: number): Summarised | undefined;
}

/** The number of no point. */
const NO_POINT = 2 ** 32 - 1;

export const withServer = simulator<Agreed, Leakage>({
  reads: [...ORDERS, ...SURVIVORS, ...DECIDING],
  decided: (real) => decidedIn(real, real.agreed.secrecy && aggregationOf(real.agreed.secrecy.sum, 0)),
  functionality(real: RealRun<Agreed>): Leakage {
    const { agreed } = real;
    const clients = clientsIn(real).map((holding) => new IdealClient(agreed, holding));
    return {
      cells(index, aggregation) {
        const survivors = honestSurvivors(real, aggregation).map((name) => agreed.clients.indexOf(name));
        if (survivors[0] !== index) return [];
        return survivors.flatMap((one) => clients[one].cells.get(sumOf(aggregation)) ?? []);
      },
      proven: (aggregation, parties) =>
        parties
          .filter((one) => !real.coalition.includes(agreed.clients[one]))
          .flatMap((one) => clients[one].cells.get(sumOf(aggregation)) ?? []),
      draw: (index, number) => clients[index].draws[number],
      removal: (index, request) => clients[index].removals.get(request),
      offer: (index, request) => clients[index].offers.get(request),
      summary: (index, number) => clients[index].summaries.get(number),
    };
  },
  standIns: {
    client(self, { agreed, population, functionality }) {
      const { index } = self;
      let drawn = (self.saved as { readonly drawn?: number } | undefined)?.drawn ?? 0;
      let iterations = 0;
      return programmed(
        client(self as Self<never>, {
          agreed,
          shard: blankShard(population, index),
          identifiers: new Uint32Array(),
        }),
        withOutput(seed, ({ points }, own) => {
          const draw = functionality.draw(index, drawn++);
          // A real run that broke off had fewer: its simulation goes on, and that shows.
          if (draw === undefined) return own;
          iterations = draw.iterations;
          return { chosen: draw.chosen, labels: new Uint16Array(points.rows) };
        }),
        // Labels that move, as often as those of the true points do.
        withOutput(iterate, ({ labels, clusters }) => movedLabels(labels, clusters, --iterations > 0)),
        withInput(encodeCells, (input) => ({ ...input, cells: functionality.cells(index, input.salt) })),
        ...withBlankProofs(agreed),
        withSent(Summary, (body) => ({ ...body, ...functionality.summary(index, body.number) })),
        withReceived(Remove, (body) => {
          const removal = functionality.removal(index, body.request);
          if (removal === undefined) return body;
          // An empty list would leave the choice to the client.
          return { ...body, points: removal.points.length > 0 ? removal.points : Uint32Array.of(NO_POINT) };
        }),
        withSent(Removed, (body) => {
          const change = functionality.removal(index, body.request)?.change ?? [];
          return {
            ...body,
            places: Uint32Array.from(change.flatMap(({ place }) => place)),
            differences: Float64Array.from(change, ({ count }) => count),
          };
        }),
        withSent(Offer, (body) => {
          const contribution = functionality.offer(index, body.request);
          return contribution === undefined ? body : { ...body, contribution: Float64Array.of(contribution) };
        }),
      );
    },
    helper(self, { agreed, members, functionality }) {
      let sizes = new Uint32Array();
      let aggregation = 0;
      let parties: readonly number[] = [];
      return programmed(
        helper(self, { agreed }),
        withReceived(Assist, (body) => {
          sizes = Uint32Array.from(body.sizes);
          return body;
        }),
        withReceived(Accepted, (body) => {
          ({ aggregation } = body);
          parties = [...body.parties];
          return body;
        }),
        // What honest clients proved is replaced by what they have together.
        withOutput(aggregateShares, ({ shares, noise }) => {
          const isHonest = (one: number): boolean =>
            members.every(({ name }) => name !== agreed.clients[one]);
          const blank = parties.filter(isHonest).reduce((sum, one) => sum + sizes[one], 0);
          const sums = powerSums(agreed, functionality.proven(aggregation, parties), aggregation);
          const instead = FIELD128.subtractVectors(
            sums,
            powerSums(agreed, blankCells(agreed, blank), aggregation),
          );
          return aggregateShares.run({ shares: [...shares, instead], noise });
        }),
      );
    },
  },
});

function powerSums({ secrecy }: Agreed, cells: readonly Cell[], salt: number): bigint[] {
  const { sum } = secrecy as NonNullable<typeof secrecy>;
  const { shape, modulus, length, entries } = sum;
  const encoded = encodeCells.run({ shape, modulus, length, entries, salt, cells });
  return new ModularVectors(modulus).toBigints(encoded);
}
