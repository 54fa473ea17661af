/** The server of SecFC (Algorithm 1, lines 5 to 7 and 14 to 18): it sees distances, and never a point or a centre. */

import {
  dissolveSmall,
  isLess,
  type Labels,
  type Loss,
  sameLabels,
  startsOf,
} from '../../src/core/kit/cluster.ts';
import {
  abort,
  type AbortDetails,
  attempt,
  type Clustered,
  compute,
  defined,
  finish,
  type GivenStart,
  phase,
  round,
  save,
  type Self,
  send,
  unlessEmpty,
} from '../../src/core/kit/index.ts';
import { unite } from '../blocks/index.ts';
import type { Agreed } from './agreed.ts';
import { Cohort } from './cohort.ts';
import { askCentres, askDistances, type Asking } from './iteration/answers.ts';
import { decodeLabels, decodeLoss } from './iteration/decode.ts';
import { type KeptResponders, Responders } from './iteration/responders.ts';
import { OutcomeMessage, Stopped } from './messages.ts';
import { gatherOwners, type Published } from './publishing.ts';
import { selectAgain, selectParticipants, type Selection } from './sharing/select-participants.ts';

/** All that the server knows before a round. */
interface Checkpoint extends Selection {
  readonly progress: Progress;
}

/** A checkpoint as plain values, which the server saves to survive a crash. */
interface Kept extends Pick<Checkpoint, 'reports' | 'progress'> {
  /** Owners whose points are left out. */
  readonly missing: Uint32Array;
  readonly responders: KeptResponders;
}

/** Progress through the starts. */
interface Progress {
  /** Rounds with points that have since been left out. */
  readonly before: number;
  /** The first labels of the starts that have not begun, for the points that take part. */
  readonly open: readonly Labels[];
  /** The labels before each round and at the end, start after start. */
  readonly history: readonly Labels[];
  /** How many starts have begun, and where the history of the newest one begins. */
  readonly begun: number;
  readonly from: number;
  /** The best of the starts that have finished. */
  readonly best?: Best;
}

/** The result of the best start so far. */
interface Best {
  readonly labels: Labels;
  readonly converged: boolean;
  /** Absent if there is only one start. */
  readonly loss?: Loss;
}

/** A clustering, why there are no centres where they were to be revealed, and what clients published. */
export interface Revealed extends Clustered, Partial<Published> {
  readonly noCentres?: string;
}

/** The server of SecFC, as a behaviour (Algorithm 1, lines 5 to 7 and 14 to 18). */
export function* server(self: Self<Kept>, { agreed, start }: GivenStart<Agreed>) {
  const found = yield* attempt(cluster(self, agreed, start));
  if (found.kind === 'completed') return yield* finish(found.value);
  yield* send(agreed.clients, Stopped, { iterations: found.iterations ?? 0 });
  return yield* abort(found.reason, found);
}

function* cluster(self: Self<Kept>, agreed: Agreed, start: Labels) {
  const kept = self.saved;
  let begun = kept === undefined ? yield* begin(self, agreed, start) : checkpointOf(kept, agreed);
  yield* phase('iterate');
  for (;;) {
    const { cohort, responders, reports } = begun;
    const asking: Asking = {
      self,
      agreed,
      cohort,
      responders: Responders.from(agreed, responders.kept),
      reports,
    };
    const reached = { progress: begun.progress };
    const iterated = yield* attempt(iterateFromAll(asking, reached));
    if (iterated.kind === 'completed') return yield* conclude(asking, reached.progress, iterated.value);
    const { history, begun: starts } = reached.progress;
    const { answering } = asking.responders;
    const again = answering && (yield* selectAgain(agreed, asking, answering));
    if (again === undefined)
      return yield* abort(iterated.reason, { iterations: history.length - starts, ...foundOut(asking) });
    begun = { ...again, progress: startedFrom(start, agreed, again.cohort, roundOf(reached.progress)) };
  }
}

function checkpointOf({ missing, responders, reports, progress }: Kept, agreed: Agreed): Checkpoint {
  const cohort = new Cohort(agreed, missing);
  return { cohort, responders: Responders.from(agreed, responders), reports, progress };
}

/** Sends everybody the clustering, reveals the centres if agreed, and returns the outcome. */
function* conclude(
  asking: Asking,
  { history: rounds, begun: starts }: Progress,
  { labels: last, converged }: Best,
) {
  const { agreed, cohort } = asking;
  const { clients, clusters, reveal } = agreed;
  const { missing } = cohort;
  const iterations = rounds.length - starts;
  const history = starts === 1 ? rounds : [...rounds, last];
  yield* phase('reveal');
  yield* send(clients, OutcomeMessage, { missing, labels: { clusters, values: last }, reveal });
  const revealed = reveal ? yield* attempt(askCentres(asking, last)) : undefined;
  const published = agreed.publish === undefined ? undefined : yield* gatherOwners(agreed);
  return defined({
    kind: 'clustered',
    labels: cohort.spread(last),
    history: history.map((labels) => cohort.spread(labels)),
    iterations,
    converged,
    ...foundOut(asking),
    caveat: asking.responders.caveat,
    centres: revealed?.kind === 'completed' ? revealed.value : undefined,
    ...published,
    noCentres: revealed?.kind === 'aborted' ? revealed.reason : undefined,
  });
}

/** Iterates from every start; returns the best result, the first if several are equal. */
function* iterateFromAll(asking: Asking, reached: { progress: Progress }) {
  for (;;) {
    const { open, history, begun, best } = reached.progress;
    // After a crash between two rounds, this start continues.
    const goesOn = history.length > reached.progress.from;
    if (!goesOn && open.length === 0) break;
    if (!goesOn) {
      const [first, ...others] = open;
      reached.progress = {
        ...reached.progress,
        open: others,
        history: [...history, first],
        begun: begun + 1,
      };
    }
    const came = yield* iterate(asking, reached);
    const now = reached.progress;
    const better = best?.loss === undefined || (came.loss !== undefined && isLess(came.loss, best.loss));
    reached.progress = { ...now, from: now.history.length, best: better ? came : best };
  }
  const { best } = reached.progress;
  return best ?? (yield* abort('there is no start'));
}

/** Iterates until the labels repeat. */
function* iterate(asking: Asking, reached: { progress: Progress }) {
  const { agreed, cohort, responders, reports } = asking;
  const { code, moduli, clusters, minimumCluster, empty, restarts } = agreed;
  const { centreSeparation, maxIterations, disclosure } = agreed;
  for (;;) {
    const { history, from } = reached.progress;
    const { progress } = reached;
    yield* save({ missing: cohort.missing, responders: responders.kept, reports, progress } satisfies Kept);
    const number = roundOf(progress);
    if (number > maxIterations * restarts) return yield* abort('the rounds that were agreed on are over');
    yield* round(number);
    const labels = history.at(-1) as Labels;
    const answers = yield* askDistances(asking, number, labels);
    const separate = centreSeparation && history.length - from === 1;
    const decoded = { answers, code, moduli, labels, clusters };
    const nearest = yield* compute(decodeLabels, { ...decoded, disclosure, separate, empty });
    const next = dissolveSmall(nearest, clusters, minimumCluster);
    const converged = !separate && sameLabels(labels, next);
    reached.progress = { ...reached.progress, history: [...history, next] };
    if (!converged && history.length - from < maxIterations) continue;
    if (restarts === 1) return { labels: next, converged };
    return { labels: next, converged, loss: yield* compute(decodeLoss, { ...decoded, next }) };
  }
}

/** Whose points take part, who answers, and where their clustering starts; aborts if there can be no first round. */
function* begin(self: Self, agreed: Agreed, start: Labels) {
  if (agreed.alignment !== undefined) yield* unite(self, agreed.alignment);
  yield* phase('share');
  const admitted = yield* selectParticipants(agreed);
  return { ...admitted, progress: startedFrom(start, agreed, admitted.cohort, 0) };
}

function startedFrom(
  start: Labels,
  { points, clusters, minimumCluster }: Agreed,
  cohort: Cohort,
  before: number,
): Progress {
  const open = startsOf(start, points).map((one) =>
    dissolveSmall(cohort.select(one), clusters, minimumCluster),
  );
  return { before, open, history: [], begun: 0, from: 0 };
}

/** The number of the next round. No number is used twice, as clients answer each once. */
function roundOf({ before, history, begun }: Progress): number {
  return before + history.length - begun + 1;
}

/** What was found out about clients. */
function foundOut({ agreed: { clients }, cohort, responders: { byzantine } }: Asking): AbortDetails {
  const missing = Array.from(cohort.missing, (owner) => clients[owner]);
  return defined({ missing: unlessEmpty(missing), blamed: unlessEmpty(byzantine) });
}
