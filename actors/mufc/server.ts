/** The server of a one-shot clustering with unlearning (MUFC, Algorithms 1, 4 and 5; DC-KMeans). */

import {
  abort,
  attempt,
  clock,
  type Clustered,
  defined,
  finish,
  type Given,
  phase,
  round,
  type Self,
  send,
  sleep,
  unlessEmpty,
} from '../../src/core/kit/index.ts';
import { clusterAfresh } from './afresh.ts';
import { AFTERWARDS, type Agreed } from './agreed.ts';
import { Contents } from './contents.ts';
import { sumChanges, sumEverybody, summaries } from './gather.ts';
import type { Found } from './kept/clustering.ts';
import { KeptServer } from './kept/server.ts';
import { HELPER } from '../blocks/index.ts';
import { Centres, Finished, Learn } from './messages.ts';
import { Ledger } from './removal/ledger.ts';
import { askAll, openRequest } from './removal/server.ts';

/** The server of MUFC and DC-KMeans, as a behaviour (MUFC, Algorithms 1, 4 and 5). */
export function* server(self: Self, { agreed }: Given<Agreed>) {
  const found = yield* attempt(new Serving(self, agreed).serve());
  if (found.kind === 'completed') return yield* finish(found.value);
  yield* send(everybodyOf(agreed), Finished, { clustering: NONE });
  return yield* abort(found.reason, found);
}

class Serving {
  readonly #self: Self;
  readonly #agreed: Agreed;
  readonly #contents: Contents;
  readonly #ledger = new Ledger();
  readonly #kept: KeptServer | undefined;
  readonly #everybody: readonly number[];
  #clustered: Found | undefined;
  /** The number of the clustering that clients were sent last. */
  #clustering = 0;
  #blamed: readonly string[] = [];
  /** How many sums of changes have failed in a row. */
  #failures = 0;

  constructor(self: Self, agreed: Agreed) {
    const { unlearning, removals, weighted } = agreed;
    this.#self = self;
    this.#agreed = agreed;
    this.#contents = new Contents(agreed);
    this.#everybody = agreed.clients.map((_, j) => j);
    // Draws are kept for later requests; DC-KMeans is run as published.
    const keeps = unlearning === 'exact' && removals.length > 0 && weighted;
    this.#kept = keeps ? new KeptServer(agreed) : undefined;
  }

  /** The first clustering, then every request, and finally what is still open. */
  *serve() {
    const { removals, secrecy } = this.#agreed;
    yield* round(0);
    if (secrecy === undefined) yield* summaries(this.#agreed, this.#contents, 0, this.#everybody);
    else this.#blamed = yield* sumEverybody(this.#self, this.#agreed, this.#contents, 0);
    yield* this.#cluster(0);
    for (let request = 1; request <= removals.length; request++) {
      yield* round(request);
      yield* openRequest(this.#self, this.#removing(), this.#ledger, request);
      yield* this.#askAll();
      if (yield* this.#isDue()) yield* this.#flush(request);
      else this.#account(new Set(), 0);
    }
    yield* this.#settleRest();
    yield* phase('tell');
    yield* send(everybodyOf(this.#agreed), Finished, { clustering: this.#clustering });
    return this.#result();
  }

  /** Whether to cluster again now. */
  *#isDue() {
    const { batch, change, secrecy } = this.#agreed;
    const contents = this.#contents;
    if (contents.requests === 0) return false;
    const { requests = Infinity, points = Infinity, every } = batch;
    if (every !== undefined) contents.sinceNs ??= yield* clock();
    const late = every !== undefined && (yield* clock()) - (contents.sinceNs as number) >= every;
    // A sum of one client's changes hides nothing: wait for another.
    if (secrecy !== undefined && change === 'secret' && contents.waiting.size < 2) return false;
    return late || contents.requests >= requests || contents.gone >= points;
  }

  /** Asks again about open requests, and clusters outstanding changes. */
  *#settleRest() {
    const { removals } = this.#agreed;
    const { waiting } = this.#contents;
    for (let more = 1; more <= AFTERWARDS; more++) {
      if (this.#ledger.due().size === 0 && waiting.size === 0) return;
      yield* round(removals.length + more);
      yield* this.#askAll();
      yield* this.#flush(removals.length + more);
    }
  }

  *#askAll() {
    const contents = this.#contents;
    const answers = yield* askAll(this.#removing(), this.#ledger, (answer) => contents.accepts(answer));
    for (const answer of answers) contents.note(answer);
  }

  /** Brings changes into the clustering. Those that cannot be summed now stay outstanding. */
  *#flush(number: number) {
    const contents = this.#contents;
    if (contents.waiting.size === 0) return this.#account(new Set(), 0);
    // In a sum that has failed, clients wait twice as long for the next message, and listen to no other sum until
    // then.
    if (this.#failures > 0) yield* sleep(2 * this.#agreed.timeout);
    const learnt = yield* attempt(this.#learn(number));
    this.#failures = learnt.kind === 'aborted' ? this.#failures + 1 : 0;
    if (learnt.kind === 'aborted') return;
    const clients = new Set(learnt.value);
    const together = this.#agreed.change === 'secret' ? clients.size : 1;
    yield* this.#cluster(number);
    contents.settled(clients);
    this.#account(clients, together);
  }

  /** Learns the clients' changes; returns whose. */
  *#learn(number: number) {
    const agreed = this.#agreed;
    const { clients, secrecy, change, unlearning } = agreed;
    const contents = this.#contents;
    const afresh = unlearning === 'retrain';
    const order = { number, afresh, since: NONE, parties: new Uint32Array(), cells: 0 };
    const waiting = [...contents.waiting].toSorted((a, b) => a - b);
    const names = (some: readonly number[]): string[] => some.map((client) => clients[client]);
    if (secrecy === undefined) {
      const lost = this.#everybody.filter((client) => !contents.known.has(client));
      const contributing = afresh ? this.#everybody : [...new Set([...waiting, ...lost])];
      yield* send(names(contributing), Learn, order);
      return yield* summaries(agreed, contents, number, contributing);
    }
    if (change === 'clear') return waiting;
    if (change === 'secret') {
      return yield* sumChanges(this.#self, agreed, contents, number, this.#group(waiting));
    }
    // The number of points of a client that has not answered is unknown, so no sum with it could be checked.
    const { silent } = this.#ledger;
    yield* send(names(this.#everybody.filter((client) => !silent.has(client))), Learn, order);
    this.#blamed = yield* sumEverybody(this.#self, agreed, contents, number);
    return this.#everybody;
  }

  /**
   * The clients that sum up changes: those with outstanding changes and those that have contributed nothing so far;
   * if that failed because too many are gone, those with changes alone, and then one after the other, as a request
   * that is served late is better than one that is not served.
   */
  #group(waiting: readonly number[]): readonly number[] {
    if (this.#failures > 1) return [waiting[this.#failures % waiting.length]];
    const isNew = (client: number): boolean => this.#failures === 0 && !this.#contents.isMember(client);
    return this.#everybody.filter((client) => waiting.includes(client) || isNew(client));
  }

  *#cluster(number: number) {
    const self = this.#self;
    const agreed = this.#agreed;
    const contents = this.#contents;
    const before = this.#clustered;
    this.#clustered =
      this.#kept === undefined
        ? yield* clusterAfresh(self, agreed, number, contents.gathered())
        : yield* this.#kept.cluster(self, number, contents.wanted());
    if (this.#clustered === undefined) return yield* abort('there are no points left');
    if (this.#clustered === before) return;
    yield* phase('tell');
    this.#clustering = number;
    yield* send(agreed.clients, Centres, { number, values: this.#clustered.centres.values });
  }

  #account(clients: ReadonlySet<number>, together: number): void {
    this.#ledger.clustered(this.#clustering, clients, together);
  }

  #removing() {
    const { clients, removals, timeout } = this.#agreed;
    return { clients, removals, timeout, clustering: this.#clustering };
  }

  #result(): Clustered {
    const { clients } = this.#agreed;
    const { uncounted } = this.#contents;
    const { centres, iterations, converged } = this.#clustered as Found;
    const requests = this.#ledger.records(clients);
    const caveat = caveatOf(requests.map(({ state }) => state));
    return defined({
      kind: 'clustered',
      centres,
      iterations,
      converged,
      blamed: unlessEmpty(this.#blamed),
      caveat,
      requests: unlessEmpty(requests),
      uncounted: unlessEmpty(uncounted.map((client) => clients[client])),
    });
  }
}

/** All that wait for what the server wants next. */
function everybodyOf({ clients, secrecy }: Agreed): readonly string[] {
  return secrecy?.sum.proven === undefined ? clients : [...clients, HELPER];
}

function caveatOf(states: readonly ('served' | 'erased' | 'open')[]): string | undefined {
  const [open, erased] = (['open', 'erased'] as const).map(
    (state) => states.filter((one) => one === state).length,
  );
  const parts = [
    ...(open > 0
      ? [`${open} of ${states.length} removal requests open: no confirmation that the points are gone`]
      : []),
    ...(erased > 0
      ? [
          `${erased} of ${states.length} removal requests half done: points are gone from the client, but not from the clustering`,
        ]
      : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** The number of a clustering that does not exist: everybody knows it, and nobody contributed to it. */
const NONE = -1;
