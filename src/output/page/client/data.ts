/** The runs in a page, unpacked. */

import type { Payload } from '../payload-shape.ts';

/** The columns of messages as typed arrays, with times accumulated. */
export interface Messages {
  readonly count: number;
  readonly sentNs: Float64Array;
  /** When it was delivered or lost; the end of the run for messages in transit. */
  readonly endNs: Float64Array;
  /** The latest end in each block of consecutive messages. */
  readonly latestNs: Float64Array;
}

export const BLOCK = 256;

export interface Run extends Payload {
  readonly times: Messages;
  /** The faults that affected each message, by its index. */
  readonly faults: ReadonlyMap<number, readonly number[]>;
}

/** The run in a page's payload: base64 of deflated JSON. */
export async function unpack(text: string): Promise<Run> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return withTimes((await new Response(stream).json()) as Payload);
}

/** A payload with differences of times summed up. */
export function withTimes(payload: Payload): Run {
  const { messages, endNs } = payload;
  const count = messages.id.length;
  const sent = new Float64Array(count);
  const ends = new Float64Array(count);
  const latest = new Float64Array(Math.ceil(count / BLOCK));
  let timeNs = 0;
  for (let i = 0; i < count; i++) {
    timeNs += messages.sentNs[i];
    sent[i] = timeNs;
    ends[i] = messages.tookNs[i] < 0 ? endNs : timeNs + messages.tookNs[i];
    const block = Math.floor(i / BLOCK);
    latest[block] = Math.max(latest[block], ends[i]);
  }
  const faults = new Map<number, number[]>();
  for (const [place, words] of messages.touched) faults.set(place, [...(faults.get(place) ?? []), words]);
  return { ...payload, times: { count, sentNs: sent, endNs: ends, latestNs: latest }, faults };
}
