/** A case in the simulation: how long each message takes, and the IP bytes of all. */

import { inlineExecutor } from '../../src/core/engine/compute/inline.ts';
import { Random } from '../../src/core/base/random.ts';
import type { Role } from '../../src/core/engine/actors/actor.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { type Behaviour, send, sleep } from '../../src/core/engine/actors/effects.ts';
import { simulate } from '../../src/core/engine/simulation/simulation.ts';
import { message, reals } from '../../src/core/engine/wire/message.ts';
import { TCP, unlimited } from '../../bench/network.ts';
import type { Case } from './cases.ts';

const Load = message('load', { values: reals });
/** The approximate size of a message without its values. */
const BESIDE_BYTES = 15;

export interface Flowed {
  /** Milliseconds of each message, in the order of sendings. */
  readonly ms: readonly number[];
  readonly ipBytes: number;
}

/** @returns the result, and the actual size of each message in bytes */
export async function simulated({
  delayMs,
  rates,
  sendings,
}: Case): Promise<Flowed & { readonly bytes: readonly number[] }> {
  const name = (place: number): string => (place === 0 ? 'server' : `client-${place}`);
  const behaviour = (place: number) =>
    function* (): Behaviour {
      let atMs = 0;
      for (const { from, to, bytes, atMs: nextMs } of sendings) {
        if (from !== place) continue;
        if (nextMs > atMs) yield* sleep((nextMs - atMs) * 1e6);
        atMs = nextMs;
        yield* send(name(to), Load, { values: new Float64Array(Math.round((bytes - BESIDE_BYTES) / 8)) });
      }
    };
  const everyone = { starts: true, rate: () => 1e9 };
  const roles: Role[] = [
    { ...everyone, role: 'server', reports: true, behaviour: () => behaviour(0)() },
    {
      ...everyone,
      role: 'client',
      count: rates.length - 1,
      behaviour: (self) => behaviour(Number(self.name.split('-')[1]))(),
    },
  ];
  const bus = new Bus();
  const sent: {
    readonly id: number;
    readonly from: number;
    readonly timeNs: number;
    readonly bytes: number;
  }[] = [];
  const came = new Map<number, number>();
  let ipBytes = 0;
  bus.on('sent', ({ id, from, timeNs, payload, wireBytes }) => {
    sent.push({ id, from, timeNs, bytes: payload.byteLength });
    ipBytes += wireBytes;
  });
  bus.on('delivered', ({ id, timeNs }) => void came.set(id, timeNs));
  const place = (id: string): number => (id === 'server' ? 0 : Number(id.split('-')[1]));
  const limited = (bps: number): number => (bps === 0 ? Number.POSITIVE_INFINITY : bps);
  await simulate({
    roles,
    messages: [Load],
    network: {
      ...unlimited({ constant: delayMs * 1e6 }),
      transport: 'tcp',
      tcp: TCP,
      retransmitNs: 200e6,
      framingBytes: 0,
      bandwidth: (id) => {
        const { up, down } = rates[place(id)];
        return { uplinkBps: limited(up), downlinkBps: limited(down) };
      },
    },
    random: new Random(1),
    executor: inlineExecutor,
    bus,
  });
  // In order per sender, like the sendings.
  const order = sendings.map(({ from }, i) => {
    const before = sendings.slice(0, i).filter((other) => other.from === from).length;
    return sent.filter((one) => one.from === from)[before];
  });
  return {
    ms: order.map(({ id, timeNs }) => ((came.get(id) ?? Number.NaN) - timeNs) / 1e6),
    bytes: order.map(({ bytes }) => bytes),
    ipBytes,
  };
}
