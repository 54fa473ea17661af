/**
 * The yardstick for messages: no actors, no network, no trace. A 4-ary heap over typed arrays holds messages in
 * transit, and every message is packed when sent and unpacked on delivery.
 */

import { Packr } from 'msgpackr';

const ARITY = 4;

export interface Body {
  readonly round: number;
  readonly kind: string;
  readonly values: Float64Array;
}

/** The fastest settings of msgpackr that preserve typed arrays. */
const codec = new Packr({ useRecords: false, variableMapSize: true, moreTypes: true });

/** Rounds of a broadcast to all clients and a reply from each; returns how many messages arrived. */
export function bareLoop(clients: number, rounds: number, body: (round: number) => Body): number {
  const times = new Float64Array(clients + 1);
  const slots = new Int32Array(clients + 1);
  const payloads: (Uint8Array | undefined)[] = Array.from({ length: clients });
  let size = 0;
  let now = 0;
  let state = 1;

  /** 10 to 100 ms, from a linear congruential generator. */
  const latency = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 10e6 + Math.floor((state / 2 ** 32) * 90e6);
  };
  const push = (time: number, slot: number): void => {
    let at = size++;
    while (at > 0) {
      const parent = ((at - 1) / ARITY) | 0;
      if (times[parent] <= time) break;
      times[at] = times[parent];
      slots[at] = slots[parent];
      at = parent;
    }
    times[at] = time;
    slots[at] = slot;
  };
  const pop = (): number => {
    const slot = slots[0];
    now = times[0];
    const time = times[--size];
    const moved = slots[size];
    let at = 0;
    for (;;) {
      const first = at * ARITY + 1;
      if (first >= size) break;
      let least = first;
      for (let child = first + 1; child < first + ARITY && child < size; child++) {
        if (times[child] < times[least]) least = child;
      }
      if (time <= times[least]) break;
      times[at] = times[least];
      slots[at] = slots[least];
      at = least;
    }
    times[at] = time;
    slots[at] = moved;
    return slot;
  };
  const send = (slot: number, content: Body): void => {
    payloads[slot >> 1] = codec.pack(content);
    push(now + latency(), slot);
  };

  let messages = 0;
  for (let round = 1; round <= rounds; round++) {
    const question = body(round);
    for (let client = 0; client < clients; client++) send(client * 2, question);
    for (let left = clients; left > 0;) {
      const slot = pop();
      const taken = codec.unpack(payloads[slot >> 1] as Uint8Array) as Body;
      messages++;
      if (slot % 2 === 0) send(slot + 1, { round: taken.round, kind: 'answer', values: taken.values });
      else left--;
    }
  }
  return messages;
}
