/** A client of a one-shot clustering with unlearning (MUFC, Algorithms 1, 3 and 4; DC-KMeans). */

import { clusterSizes } from '../../src/core/kit/cluster.ts';
import {
  abort,
  type AnyMessageType,
  attempt,
  bodyIf,
  finish,
  type GivenShard,
  type LocalClustering,
  phase,
  type Received,
  receive,
  round,
  type Self,
  send,
} from '../../src/core/kit/index.ts';
import { sessionOfChanges } from '../blocks/index.ts';
import { AFTERWARDS, type Agreed } from './agreed.ts';
import { difference, tally } from './cells.ts';
import {
  type Cluster,
  clustersOf,
  inducedLabels,
  type Local,
  localCells,
  localClustering,
  unlearn,
} from './local.ts';
import { type Answer, type Kept, Memory } from './memory.ts';
import { Centres, Finished, Learn, Summary } from './messages.ts';
import { offer, rowsToRemove } from './removal/client.ts';
import { Holdings } from './removal/holdings.ts';
import { Leave, Probe, Remove, Removed } from './removal/messages.ts';
import { isAgreed } from './removal/requests.ts';
import { contributeTo } from './sums.ts';

const ORDERS: readonly AnyMessageType[] = [Learn, Centres, Probe, Remove, Leave, Finished];

type Order = Received;

/** The client of MUFC and DC-KMeans, as a behaviour (MUFC, Algorithms 1, 3 and 4). */
export function* client(self: Self<Kept>, { agreed, shard }: GivenShard<Agreed>) {
  const kept = self.saved;
  const own = new Member(
    self,
    agreed,
    new Holdings(shard, kept?.left),
    new Memory(agreed, kept),
    kept?.local,
  );
  const last = yield* own.play();
  const { memory, holdings } = own;
  // A client outside the last clustering gets no labels: better none than stale ones.
  if (memory.reason !== undefined) return yield* abort(memory.reason);
  if (memory.known < 0) return yield* abort('no centres came');
  if (memory.known !== last) return yield* abort('the last centres did not come');
  const result: LocalClustering = { labels: holdings.labelled(inducedLabels(own.local, memory.centres)) };
  return yield* finish(result);
}

class Member {
  readonly #self: Self;
  readonly #agreed: Agreed;
  readonly holdings: Holdings;
  readonly memory: Memory;
  #local: Local | undefined;

  constructor(self: Self, agreed: Agreed, holdings: Holdings, memory: Memory, local: Local | undefined) {
    this.#self = self;
    this.#agreed = agreed;
    this.holdings = holdings;
    this.memory = memory;
    this.#local = local;
  }

  get local(): Local {
    return this.#local as Local;
  }

  /** Takes part until a clustering is announced as the last; returns its number, or undefined if the server falls silent. */
  *play() {
    const { memory } = this;
    const { removals } = this.#agreed;
    if (this.#local === undefined) {
      this.#local = yield* this.#cluster();
      yield* this.#contribute(0);
      // There will not be another clustering.
      if (memory.reason !== undefined && removals.length === 0) return undefined;
    }
    for (;;) {
      const order = yield* this.#next();
      if (order === undefined) {
        if (removals.length > 0 || memory.known < 0) memory.reason ??= SILENT;
        return 0;
      }
      const finished = bodyIf(order, Finished);
      const resting = finished ?? bodyIf(order, Probe) ?? bodyIf(order, Remove);
      if (resting !== undefined) yield* this.#catchUp(resting.clustering);
      if (finished !== undefined) return finished.clustering;
      yield* this.#obey(order);
    }
  }

  /** The next order that needs action. */
  *#next() {
    const { removals, timeout } = this.#agreed;
    const { memory } = this;
    const self = this.#self.index;
    return yield* receive(ORDERS, {
      from: 'server',
      // The server may have to wait for others several times in between.
      timeoutNs: (PATIENCE + 2 * removals.length) * timeout,
      accept: (order) => {
        const learn = bodyIf(order, Learn);
        if (learn !== undefined) {
          if (learn.number <= memory.learnt) return 'repeated';
          if (learn.parties.length > 0 && !(learn.cells >= 1 && learn.cells <= MOST_CELLS))
            return 'no such sum';
          return learn.number <= removals.length + AFTERWARDS || 'no such clustering';
        }
        const told = bodyIf(order, Centres);
        if (told !== undefined) return told.number > memory.known || 'repeated';
        const removal = bodyIf(order, Remove);
        const request = removal?.request ?? bodyIf(order, Leave)?.request;
        if (request === undefined) return true;
        const asked = removal ?? 'everything';
        return isAgreed(removals[request - 1], self, asked) || 'not what was agreed on';
      },
    });
  }

  /** Waits for centres that were overtaken by a message that depends on them. */
  *#catchUp(clustering: number) {
    if (this.memory.known >= clustering) return;
    const late = yield* receive(Centres, {
      from: 'server',
      timeoutNs: this.#agreed.timeout,
      accept: ({ body }) => body.number === clustering || 'late',
    });
    if (late !== undefined) this.memory.learn(clustering, late.body.values, this.#agreed);
  }

  *#obey(order: Order) {
    const { memory, holdings } = this;
    const told = bodyIf(order, Centres);
    if (told !== undefined) memory.learn(told.number, told.values, this.#agreed);
    const again = bodyIf(order, Learn);
    if (again !== undefined) {
      yield* round(again.number);
      memory.learnt = again.number;
      if (again.afresh) this.#local = yield* this.#cluster();
      yield* this.#contribute(again.number, again);
    }
    const clustered = { labels: inducedLabels(this.local, memory.centres), centres: memory.centres };
    const probe = bodyIf(order, Probe);
    if (probe !== undefined && memory.known >= 0) yield* offer(holdings, clustered, probe);
    const removal = bodyIf(order, Remove);
    const request = removal?.request ?? bodyIf(order, Leave)?.request;
    if (request === undefined) return;
    yield* round(request);
    if (!memory.answers.has(request)) {
      // Without centres there are no contributions to the loss: the client will be asked again.
      if (removal?.adversarial === true && memory.known < 0) return;
      const rows =
        removal === undefined ? holdings.all() : rowsToRemove(this.#self, holdings, clustered, removal);
      yield* this.#unlearn(request, rows);
    }
    yield* send('server', Removed, memory.answers.get(request) as Answer);
  }

  *#unlearn(request: number, rows: readonly number[]) {
    const agreed = this.#agreed;
    const { memory, holdings } = this;
    const most = clustersOf(agreed, this.#self.index, holdings.left.length - rows.length);
    const cluster: Cluster = (kept) => this.#cluster(kept);
    const { local, changed, hit } = yield* unlearn(agreed, holdings, this.local, rows, most, cluster);
    this.#local = local;
    const cells = changed && agreed.change === 'clear' ? this.#sinceLast(request) : [];
    memory.answers.set(request, {
      request,
      points: rows.length,
      changed,
      hit,
      places: Uint32Array.from(cells.flatMap(({ place }) => place)),
      differences: Float64Array.from(cells, ({ count }) => count),
    });
    yield* memory.save(holdings, local);
  }

  /** How its cells differ from what it last sent to the server, which is sent now. */
  #sinceLast(request: number): readonly { place: readonly number[]; count: number }[] {
    const { secrecy } = this.#agreed;
    const { memory } = this;
    const told = Math.max(...memory.given.keys());
    if (secrecy === undefined || !Number.isFinite(told)) return [];
    const now = tally(localCells(this.local, secrecy.grid));
    const changes = difference(now, memory.givenTo(told));
    memory.given.clear();
    memory.given.set(request, now);
    return changes;
  }

  /** Lines 3 to 5 of Algorithm 1, or their counterpart in the clear (Algorithm 5), or only what changed. */
  *#contribute(
    number: number,
    order?: { readonly since: number; readonly parties: Uint32Array; readonly cells: number },
  ) {
    const { secrecy, clients } = this.#agreed;
    const { memory, local } = this;
    if (secrecy === undefined) {
      yield* phase('summary');
      const sizes = Float64Array.from(clusterSizes(local.labels, local.centres.rows));
      return yield* send('server', Summary, { number, centres: local.centres.values, sizes });
    }
    const cells = localCells(local, secrecy.grid);
    const partial = order !== undefined && order.parties.length > 0;
    const session = partial
      ? sessionOfChanges(
          secrecy.sum,
          [...order.parties].map((party) => clients[party]),
          order.cells,
        )
      : secrecy.sum;
    const given = tally(cells);
    const input = partial ? difference(given, memory.givenTo(order.since)) : cells;
    // The server may count it although this client never learns that.
    memory.gives(number, given, partial ? order.since : number);
    const came = yield* attempt(contributeTo(this.#self, session, number, input));
    memory.reason = came.kind === 'aborted' ? came.reason : undefined;
  }

  #cluster(kept?: Uint32Array) {
    const { memory, holdings } = this;
    const { index, random } = this.#self;
    const { points } = holdings;
    const key = random.streamKey('local', `${memory.drawn++}`);
    return localClustering(points, clustersOf(this.#agreed, index, points.rows), this.#agreed, key, kept);
  }
}

const SILENT = 'the server fell silent';

/** No sum has more changed cells than this. */
const MOST_CELLS = 2 ** 20;

/** How many timeouts a client waits for an order: a secure sum alone has five steps. */
const PATIENCE = 16;
