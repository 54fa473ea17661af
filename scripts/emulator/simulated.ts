/** A case in the simulation: how long each message takes, and the IP bytes of all. */

import { inlineExecutor } from '../../src/core/engine/compute/inline.ts';
import { assert } from '../../src/core/base/errors.ts';
import { Random } from '../../src/core/base/random.ts';
import type { Role } from '../../src/core/engine/actors/actor.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { type Behaviour, send, sleep } from '../../src/core/engine/actors/effects.ts';
import { simulate } from '../../src/core/engine/simulation/simulation.ts';
import type { Network } from '../../src/core/engine/network/network.ts';
import type { TransportWatcher } from '../../src/core/engine/network/transport-watcher.ts';
import { CONNECTION_BYTES, fullBytes, SYN_BYTES } from '../../src/core/engine/tcp/spec.ts';
import type { Tcp } from '../../src/core/engine/tcp/tcp.ts';
import { message, reals } from '../../src/core/engine/wire/message.ts';
import { TCP, unlimited } from '../../bench/network.ts';
import type { Case } from './cases.ts';
import type { Flowed } from './compared.ts';
import { CONTROL } from './measured.ts';
import { TCP as OVER_TCP } from '../../src/core/engine/network/transport-kind.ts';

const Load = message('load', { values: reals });
/** The approximate size of a message without its values. */
const BESIDE_BYTES = 15;
/** Two SYN and an acknowledgement. */
const OPENING_BYTES = 2 * SYN_BYTES + fullBytes({ segmentBytes: 0 });

/** Keeps the network, to ask it what its links carried. */
class Carried implements TransportWatcher {
  #tcp: Tcp | undefined;

  begin({ tcp }: Network): void {
    this.#tcp = tcp;
  }

  /** The IP bytes that so many parties sent, what was dropped before it left included. */
  ipBytes(parties: number): number {
    assert(this.#tcp !== undefined, 'nothing was simulated');
    this.#tcp.settle(Number.POSITIVE_INFINITY);
    let all = 0;
    for (let actor = 0; actor < parties; actor++) {
      const { bytes, dropped } = this.#tcp.carried(2 * actor);
      all += bytes + dropped * fullBytes(TCP);
    }
    return all;
  }

  departs(): void {}
  delays(): void {}
  copies(): void {}
  receives(): void {}
  loses(): void {}
  arrives(): void {}
  enqueues(): void {}
  transmits(): void {}
  receivesFlow(): void {}
  deliversInOrder(): void {}
}

/**
 * @param seed of losses
 * @param sentMs when each message is sent, in the order of sendings; absent: when it should be
 */
export async function simulated(
  { delayMs, queue, control = CONTROL, parties, sendings, loss = 0, connect = 'first' }: Case,
  seed = 1,
  sentMs: readonly number[] = sendings.map(({ atMs }) => atMs),
): Promise<Flowed> {
  const sentNs = sentMs.map((ms) => Math.round(ms * 1e6));
  /** What a party sends, in order. */
  const ofParty = parties.map((_, place) =>
    [...sendings.keys()].filter((i) => sendings[i].from === place).toSorted((a, b) => sentNs[a] - sentNs[b]),
  );
  const name = (place: number): string => (place === 0 ? 'server' : `client-${place}`);
  const behaviour = (place: number) =>
    function* (): Behaviour {
      let nowNs = 0;
      for (const i of ofParty[place]) {
        const { to, bytes } = sendings[i];
        if (sentNs[i] > nowNs) yield* sleep(sentNs[i] - nowNs);
        nowNs = sentNs[i];
        yield* send(name(to), Load, { values: new Float64Array(Math.round((bytes - BESIDE_BYTES) / 8)) });
      }
    };
  const everyone = { starts: true, rate: () => 1e9 };
  const roles: Role[] = [
    { ...everyone, role: 'server', reports: true, behaviour: () => behaviour(0)() },
    {
      ...everyone,
      role: 'client',
      count: parties.length - 1,
      behaviour: (self) => behaviour(Number(self.name.split('-')[1]))(),
    },
  ];
  const bus = new Bus();
  const sent: { readonly id: number; readonly from: number; readonly timeNs: number }[] = [];
  const came = new Map<number, number>();
  const carried = new Carried();
  bus.on('sent', ({ id, from, timeNs }) => {
    sent.push({ id, from, timeNs });
  });
  bus.on('delivered', ({ id, timeNs }) => void came.set(id, timeNs));
  const place = (id: string): number => (id === 'server' ? 0 : Number(id.split('-')[1]));
  const limited = (bps: number): number => (bps === 0 ? Number.POSITIVE_INFINITY : bps);
  await simulate({
    roles,
    messages: [Load],
    network: {
      ...unlimited({ constant: delayMs * 1e6 }),
      transport: OVER_TCP,
      tcp: { ...TCP, connect },
      retransmitNs: 200e6,
      framingBytes: 0,
      loss,
      queue: (id) => ({
        packets: parties[place(id)].queue ?? queue,
        bytes: Number.POSITIVE_INFINITY,
        discipline: 'droptail',
      }),
      control: (id) => parties[place(id)].control ?? control,
      link: (from, to) => {
        const [one, other] = [parties[place(from)], parties[place(to)]];
        return {
          latency: { constant: (delayMs + (one.extraMs ?? 0) + (other.extraMs ?? 0)) * 1e6 },
          loss: 1 - (1 - loss) * (1 - (one.loss ?? 0)) * (1 - (other.loss ?? 0)),
        };
      },
      bandwidth: (id) => {
        const { up, down } = parties[place(id)];
        return { uplinkBps: limited(up), downlinkBps: limited(down) };
      },
    },
    random: new Random(seed),
    executor: inlineExecutor,
    bus,
    watcher: carried,
  });
  const order = sendings.map(
    ({ from }, i) => sent.filter((one) => one.from === from)[ofParty[from].indexOf(i)],
  );
  const pairs = new Set(sendings.map(({ from, to }) => `${from} ${to}`)).size;
  // Links carry no segments of connections that open or close outside the run.
  const outside = connect === 'first' ? CONNECTION_BYTES - OPENING_BYTES : CONNECTION_BYTES;
  return {
    sentMs,
    ms: order.map(({ id, timeNs }) => ((came.get(id) ?? Number.NaN) - timeNs) / 1e6),
    ipBytes: carried.ipBytes(parties.length) + pairs * outside,
  };
}
