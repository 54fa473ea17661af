/** A client of a one-shot clustering with unlearning (MUFC, Algorithms 1, 3 and 4; DC-KMeans). */

import { assignToCentres, clusterSizes, type Labels, NO_CLUSTER } from '../../src/kit/cluster.ts';
import {
  abort,
  type AnyMessageType,
  attempt,
  type Behaviour,
  bodyIf,
  compute,
  finish,
  type GivenShard,
  type LocalClustering,
  type Received,
  type Matrix,
  phase,
  receive,
  round,
  selectRows,
  type Self,
  send,
  zeros,
} from '../../src/kit/index.ts';
import { contributeCells, iterateToEnd } from '../blocks/index.ts';
import { offer, rowsToRemove } from './removal/client.ts';
import { Holdings } from './removal/holdings.ts';
import { Leave, Probe, Remove, Removed } from './removal/messages.ts';
import type { Agreed } from './agreed.ts';
import { cellsOf } from './cube.ts';
import { Centres, Finished, Learn, Summary } from './messages.ts';
import { means, seed } from './tasks.ts';
import { keptSeeds } from './unlearn.ts';

/** The clusters of a client's own points. */
interface Local {
  readonly centres: Matrix;
  /** The local cluster of every point. */
  readonly labels: Labels;
  /** The rows that were drawn as centres, in order; they are the centres where there are no iterations. */
  readonly chosen: Uint32Array;
}

const ORDERS: readonly AnyMessageType[] = [Learn, Centres, Probe, Remove, Leave, Finished];

export function* client(self: Self, { agreed, shard }: GivenShard<Agreed>): Behaviour {
  // Who crashed and came back is told the same again, and erases the same before it says anything.
  const holdings = new Holdings(shard);
  let drawn = 0;
  const cluster = (kept?: Uint32Array): Behaviour<Local> =>
    localClustering(holdings.points, agreed, self, self.random.streamKey('local', `${drawn++}`), kept);
  let local = yield* cluster();
  let centres = zeros(0, agreed.dimension);
  let known = -1;
  const learn = ({ number, values }: { number: number; values: Float64Array }): void => {
    if (number <= known || !wholeRows(values, agreed)) return;
    known = number;
    centres = rowsOf(values, agreed.dimension);
  };
  /** What the last order of each type was about: the first clustering needs none. */
  const last = new Map<AnyMessageType, number>([[Learn, 0]]);
  let reason = yield* failed(contribute(self, agreed, 0, local));
  while (reason === undefined) {
    // Others may have to be waited for several times in between.
    const order = yield* receive(ORDERS, {
      from: 'server',
      timeoutNs: PATIENCE * agreed.timeout,
      accept: (mail) => {
        const about = subject(mail);
        if (about <= (last.get(mail.type) ?? -1)) return 'repeated';
        return about <= agreed.removals.length || about === LAST_WORD || 'no such request';
      },
    });
    if (order === undefined) {
      reason = SILENT;
      break;
    }
    last.set(order.type, subject(order));
    const needed = bodyIf(order, Finished) ?? bodyIf(order, Probe) ?? bodyIf(order, Remove);
    if (needed !== undefined && known < needed.clustering) {
      // It has overtaken the centres that it rests on.
      const late = yield* receive(Centres, {
        from: 'server',
        timeoutNs: agreed.timeout,
        accept: ({ body }) => body.number === needed.clustering || 'late',
      });
      if (late !== undefined) learn(late.body);
    }
    if (order.type === Finished) break;
    const again = bodyIf(order, Learn);
    if (again !== undefined) {
      yield* round(again.number);
      if (again.afresh) local = yield* cluster();
      reason = yield* failed(contribute(self, agreed, again.number, local));
    }
    const told = bodyIf(order, Centres);
    if (told !== undefined) learn(told);
    const clustered = { labels: inducedLabels(local, centres), centres };
    const probe = bodyIf(order, Probe);
    if (probe !== undefined) yield* offer(holdings, clustered, probe);
    const removal = bodyIf(order, Remove);
    const request = removal?.request ?? bodyIf(order, Leave)?.request;
    if (request !== undefined) {
      yield* round(request);
      const rows = removal === undefined ? holdings.all() : rowsToRemove(self, holdings, clustered, removal);
      const unlearnt = yield* unlearn(agreed, holdings, local, rows, cluster);
      local = unlearnt.local;
      yield* send('server', Removed, { request, points: rows.length, changed: unlearnt.changed });
    }
  }
  if (centres.rows === 0) return yield* abort(reason ?? 'no centres came');
  const result: LocalClustering = { labels: holdings.labelled(inducedLabels(local, centres)) };
  return yield* finish(result);
}

/** The clustering or the request that an order is about: what is obeyed twice would draw the same random numbers twice. */
function subject({ body }: Received): number {
  const { number, request } = body as { readonly number?: number; readonly request?: number };
  return number ?? request ?? LAST_WORD;
}

/** What the order to finish is about. */
const LAST_WORD = Number.POSITIVE_INFINITY;

const SILENT = 'the server fell silent';

/** So many times the timeout a client waits for an order: a sum in secret alone has five steps. */
const PATIENCE = 16;

/** Line 2 of Algorithm 1: the initialisation of k-means++, and the iterations of Appendix M.3. */
function* localClustering(
  points: Matrix,
  { localClusters, iterate, maxIterations }: Agreed,
  { index }: Self,
  key: Uint8Array,
  kept?: Uint32Array,
): Behaviour<Local> {
  const clusters = Math.min(localClusters[index], points.rows);
  if (clusters === 0) return unclustered(points);
  yield* phase('local');
  const { chosen, labels: start } = yield* compute(seed, { points, clusters, key, ...(kept && { kept }) });
  if (!iterate) return { centres: selectRows(points, chosen), labels: start, chosen };
  const { labels } = yield* iterateToEnd({ points, start, clusters, maxIterations });
  const { centres } = yield* compute(means, { points, labels, clusters });
  return { centres, labels: assignToCentres(points, centres), chosen };
}

/** Why a contribution came to nothing, where it did: the client may hold centres from before. */
function* failed(contribution: Behaviour): Behaviour<string | undefined> {
  const attempted = yield* attempt(contribution);
  return attempted.kind === 'aborted' ? attempted.reason : undefined;
}

/** Lines 3 to 5 of Algorithm 1, or their counterpart in the clear (Algorithm 5). */
function* contribute(self: Self, { secrecy }: Agreed, number: number, { centres, labels }: Local): Behaviour {
  const sizes = clusterSizes(labels, centres.rows);
  if (secrecy !== undefined) {
    const { grid, sum } = secrecy;
    return yield* contributeCells(self, sum, number, cellsOf(centres, sizes, grid));
  }
  yield* phase('summary');
  yield* send('server', Summary, { number, centres: centres.values, sizes: Float64Array.from(sizes) });
}

/** Line 3 of Algorithm 4: what is left of the local clusters, and whether the server is to know. */
function* unlearn(
  { iterate, unlearning }: Agreed,
  holdings: Holdings,
  { chosen, labels, centres }: Local,
  rows: readonly number[],
  cluster: (kept?: Uint32Array) => Behaviour<Local>,
): Behaviour<{ local: Local; changed: boolean }> {
  if (rows.length === 0) return { local: { chosen, labels, centres }, changed: false };
  const gone = new Set(rows);
  holdings.erase(rows);
  if (unlearning === 'retrain') return { local: unclustered(holdings.points), changed: true };
  // Means are of all points, so they go with any of them.
  if (iterate) return { local: yield* cluster(), changed: true };
  const kept = keptSeeds(chosen, rows);
  if (kept.length < chosen.length) return { local: yield* cluster(kept), changed: true };
  const local = { chosen: kept, labels: labels.filter((_, row) => !gone.has(row)), centres };
  return { local, changed: unlearning === 'exact' };
}

/** Points that wait to be clustered. */
function unclustered({ rows, columns }: Matrix): Local {
  const labels = new Uint16Array(rows).fill(NO_CLUSTER);
  return { centres: zeros(0, columns), labels, chosen: new Uint32Array() };
}

/** The induced clustering: a point is where its local centre is. */
function inducedLabels({ centres: own, labels }: Local, centres: Matrix): Labels {
  const names = assignToCentres(own, centres);
  return labels.map((h) => (h === NO_CLUSTER ? NO_CLUSTER : names[h]));
}

function rowsOf(values: Float64Array, columns: number): Matrix {
  return { rows: values.length / columns, columns, values };
}

function wholeRows(values: Float64Array, { clusters, dimension }: Agreed): boolean {
  const rows = values.length / dimension;
  return Number.isInteger(rows) && rows >= 1 && rows <= clusters && values.every(Number.isFinite);
}
