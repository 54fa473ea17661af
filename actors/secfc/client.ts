/** A client of SecFC (Algorithm 1, lines 1 to 4 and 8 to 13). */

import { clusterSizes, type Labels } from '../../src/core/kit/cluster.ts';
import { type ResidueMatrix, setRows, workingZeros } from '../../src/core/kit/field.ts';
import {
  abort,
  compute,
  type GivenShard,
  type Matrix,
  phase,
  receive,
  round,
  row,
  save,
  type Self,
  send,
  silent,
  zeros,
} from '../../src/core/kit/index.ts';
import { align, type Alignment } from '../blocks/index.ts';
import { type Agreed, CLIENT_PATIENCE } from './agreed.ts';
import { blindDistances } from './iteration/blinding.ts';
import { codedCentres, codedDistances, codedNorms } from './iteration/distances.ts';
import { addShares } from './sharing/encode.ts';
import { Holding, type KeptHolding } from './iteration/holding.ts';
import { Assignment, CentreShares, Distances, Openings, OutcomeMessage, Ready, Stopped } from './messages.ts';
import { areOwners, Cohort } from './cohort.ts';
import { publish } from './publishing.ts';
import { deal, type Dealing, type SentOpenings, share } from './sharing/share.ts';
import { shareKey } from './sharing/share-key.ts';

/** What a client holds once sharing is over. */
interface Held {
  readonly holding: Holding;
  readonly opened: SentOpenings | undefined;
  /** The rounds that it answered, except the last, whose answer may have been lost. */
  readonly answered: readonly number[];
}

/** What a client saves to survive a crash, as plain values: first what it dealt, then what it holds. */
type Kept = { readonly dealing: Dealing } | (Omit<Held, 'holding'> & { readonly held: KeptHolding });

/** The client of SecFC, as a behaviour (Algorithm 1, lines 1 to 4 and 8 to 13); restarted, it continues with what it saved. */
export function* client(self: Self<Kept>, { agreed, shard, identifiers }: GivenShard<Agreed>) {
  const kept = self.saved;
  const held =
    kept !== undefined && 'held' in kept
      ? { ...kept, holding: Holding.from(kept.held) }
      : yield* hold(self, agreed, shard, identifiers, kept?.dealing);
  const { holding, opened } = held;
  if (opened === undefined) yield* send('server', Ready, { missing: Uint32Array.from(holding.missing) });
  else yield* send('server', Openings, opened);
  yield* serve(agreed, held);
  if (agreed.publish !== undefined) yield* publish(agreed, identifiers);
}

/**
 * Phase 1: shares the points. A client that dealt before it crashed deals the same again, as other shares would be
 * inconsistent.
 */
function* hold(
  self: Self,
  agreed: Agreed,
  shard: Matrix,
  identifiers: Uint32Array,
  dealt: Dealing | undefined,
) {
  const aligned = agreed.alignment !== undefined && dealt === undefined;
  const points = aligned ? yield* placed(self, agreed, shard, identifiers) : shard;
  yield* phase('share');
  const dealing = dealt ?? (yield* deal(self, agreed, points));
  yield* save({ dealing } satisfies Kept);
  const { shares, missing, opened, key } = yield* gather(self, agreed, dealing);
  const norms = yield* compute(codedNorms, { shares });
  const held = { holding: new Holding({ shares, norms }, missing, key), opened, answered: [] };
  yield* save(keptOf(held));
  return held;
}

/** What came of the sharing, once there is one matrix of it: nothing else of all that came is needed while norms are computed. */
interface Gathered extends Pick<Held, 'opened'> {
  readonly shares: ResidueMatrix;
  /** Owners whose shares are missing. */
  readonly missing: readonly number[];
  readonly key: Uint8Array | undefined;
}

function* gather(self: Self, agreed: Agreed, dealing: Dealing) {
  const { values, opened } = yield* share(self, agreed, dealing);
  const key = agreed.disclosure === 'distances' ? undefined : yield* shareKey(self, agreed);
  const shares = agreed.alignment === undefined ? stack(values, agreed) : yield* addUp(values, agreed);
  const missing = values.flatMap((own, owner) => (own === undefined ? owner : []));
  return { shares, missing, opened, key } satisfies Gathered;
}

function keptOf({ holding, opened, answered }: Held): Kept {
  return { held: holding.kept, opened, answered };
}

/** Appendix B: a vector for every point of all clients, zero for those of others. */
function* placed(
  self: Self,
  { alignment, points, dimension }: Agreed,
  shard: Matrix,
  identifiers: Uint32Array,
) {
  const union = yield* align(self, alignment as Alignment, identifiers);
  const places = new Map(Array.from(union, (identifier, place) => [identifier, place]));
  const all = zeros(points, dimension);
  identifiers.forEach((identifier, i) =>
    all.values.set(row(shard, i), (places.get(identifier) as number) * dimension),
  );
  return all;
}

/** The sums of everybody's shares of all points (Appendix B). */
function* addUp(values: readonly (readonly Uint32Array[] | undefined)[], { points, width, moduli }: Agreed) {
  // The masks of a verified dealing follow the points.
  const parts = values.flatMap((own) =>
    own === undefined ? [] : [own.map((plane) => plane.subarray(0, points * width))],
  );
  return { rows: points, columns: width, moduli, planes: yield* compute(addShares, { parts, moduli }) };
}

/** The shares of all points in order of their owners, zeros where they did not arrive. */
function stack(
  values: readonly (readonly Uint32Array[] | undefined)[],
  { points, width, moduli, sizes, offsets }: Agreed,
): ResidueMatrix {
  const shares = workingZeros(points, width, moduli);
  for (const [owner, own = []] of values.entries()) {
    const words = sizes[owner] * width;
    own.forEach((plane, at) => {
      // The masks of a verified dealing follow the points.
      const rows = plane.length === words ? plane : plane.subarray(0, words);
      setRows(shares, at, offsets[owner], rows);
    });
  }
  return shares;
}

/**
 * Answers the server's orders to the end. Every order says whose points take part, so a client that restarts with
 * what it saved continues here with the next order, and a client that lacks shares learns from the order that it
 * cannot answer.
 */
export function* serve(agreed: Agreed, held: Held) {
  const { timeoutNs } = agreed;
  const { holding } = held;
  const answered = new Set(held.answered);
  yield* phase('iterate');
  for (;;) {
    // A slow client finds several rounds in its mailbox, and only the newest is still of use.
    const order = yield* receive([Assignment, OutcomeMessage, Stopped], {
      from: 'server',
      newest: true,
      timeoutNs: CLIENT_PATIENCE * timeoutNs,
      accept: ({ body }) => {
        if (!('labels' in body)) return true;
        if ('round' in body && !(body.round >= 1 && body.round <= agreed.maxIterations * agreed.restarts))
          return 'wrong round';
        if ('round' in body && answered.has(body.round)) return 'answered already';
        if (!areOwners(body.missing, agreed)) return 'wrong owners';
        const { clusters, values } = body.labels;
        if (clusters !== agreed.clusters || values.length !== new Cohort(agreed, body.missing).points)
          return 'wrong labels';
        return !('round' in body) || hasNoSmallCluster(values, agreed) || 'too small a cluster';
      },
    });
    if (order === undefined) return yield* silent('server');
    if (!('labels' in order.body)) return yield* abort('the server stopped');
    const { missing, labels } = order.body;
    const lacking = holding.lacks(missing);
    const cohort = new Cohort(agreed, missing);
    if (!('round' in order.body)) {
      if (lacking.length > 0) return yield* abort(lackingText(agreed, lacking));
      return yield* reveal(agreed, holding, cohort, labels.values, order.body.reveal);
    }
    const { round: number } = order.body;
    yield* round(number);
    if (lacking.length > 0) continue;
    // After a restart it may be asked for this answer again, which will be the same.
    yield* save(keptOf({ ...held, answered: [...answered] }));
    answered.add(number);
    yield* answer(agreed, holding, cohort, number, labels.values);
  }
}

/** A behaviour of its own, so that the distances, which may be larger than the shares, are freed once they are sent. */
function* answer(
  { clusters, moduli, disclosure }: Agreed,
  holding: Holding,
  cohort: Cohort,
  number: number,
  labels: Labels,
) {
  const { key } = holding;
  let values = yield* compute(codedDistances, { ...holding.of(cohort), labels, clusters });
  if (disclosure !== 'distances' && key !== undefined) {
    values = yield* compute(blindDistances, {
      disclosure,
      values,
      labels,
      clusters,
      moduli,
      key,
      round: number,
    });
  }
  yield* send('server', Distances, { round: number, values });
}

/** Helps to reveal the final centres, if the parties agreed to. */
function* reveal(agreed: Agreed, holding: Holding, cohort: Cohort, labels: Labels, asked: boolean) {
  // Requested although it was not agreed on: by a server that wants to see more than it may.
  if (!asked || !agreed.reveal) return;
  yield* phase('reveal');
  const { shares } = holding.of(cohort);
  const values = yield* compute(codedCentres, { shares, labels, clusters: agreed.clusters });
  yield* send('server', CentreShares, { values });
}

function lackingText({ clients }: Agreed, owners: readonly number[]): string {
  const names = owners.map((owner) => clients[owner]).join(', ');
  return `could not answer without the shares of ${names}`;
}

function hasNoSmallCluster(labels: Labels, { clusters, minimumCluster }: Agreed): boolean {
  return clusterSizes(labels, clusters).every((size) => size === 0 || size >= minimumCluster);
}
