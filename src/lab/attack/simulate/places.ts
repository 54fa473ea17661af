/** What a group of slots holds at the places at which simulations differ from real runs, as columns of numbers. */

import type { Slot, Values } from './slots.ts';

/** The most places of a group that are tested, evenly spread over all. */
const MOST = 20_000;

/** The values at some places, in all pairs. */
export interface Places {
  /** How many pairs there are. */
  readonly pairs: number;
  /** `[pair][place]`; NaN where the message did not come. */
  readonly real: readonly Float64Array[];
  readonly simulated: readonly Float64Array[];
  /** Where each is: the slot's index in the group, and the entry. */
  readonly at: readonly { readonly slot: number; readonly entry: number }[];
  /** Whether they are bytes that only the protocol interprets. */
  readonly raw: boolean;
  /** How many such places there are, tested or not. */
  readonly all: number;
}

/** How the places of a group compare with their simulation. */
export interface Compared {
  /** Bytes at places that are the same in both views of every pair, and bytes at others. */
  readonly explainedBytes: number;
  readonly otherBytes: number;
  /** The first and the last entry, in any slot, at which some pair differs; absent if none does. */
  readonly range?: readonly [number, number];
  /** Bytes of entries that only one view of a pair has, since a message is missing or shorter there. */
  readonly unpairedBytes: number;
  readonly places: Places;
}

/**
 * Compares slots place by place. Bytes are those of all real views on the scenario's own points together.
 * @param worlds for each pair, on which points it runs: 0 on the scenario's own
 */
export function comparePlaces(slots: readonly Slot[], worlds: readonly number[]): Compared {
  const pairs = worlds.length;
  const open: { slot: number; entry: number }[] = [];
  let [explainedBytes, otherBytes, unpairedBytes] = [0, 0, 0];
  let [low, high] = [Number.POSITIVE_INFINITY, -1];
  for (const [s, slot] of slots.entries()) {
    const differs = differingEntries(slot, pairs);
    for (const entry of differs.keys()) {
      if (differs[entry] === 0) continue;
      open.push({ slot: s, entry });
      [low, high] = [Math.min(low, entry), Math.max(high, entry)];
    }
    for (let r = 0; r < pairs; r++) {
      const [real, simulated] = [slot.real[r], slot.simulated[r]];
      if (real === undefined || worlds[r] !== 0) continue;
      const { length } = real.entries;
      const common = Math.min(length, simulated?.entries.length ?? 0);
      let same = 0;
      for (let entry = 0; entry < common; entry++) same += 1 - differs[entry];
      const share = real.bytes / Math.max(1, length);
      // An empty vector has only its own length, which is compared with the shapes.
      explainedBytes += length === 0 ? real.bytes : same * share;
      otherBytes += (common - same) * share;
      unpairedBytes += (length - common) * share;
    }
  }
  const step = Math.max(1, open.length / MOST);
  const at = Array.from({ length: Math.min(open.length, MOST) }, (_, i) => open[Math.floor(i * step)]);
  const column = (side: 'real' | 'simulated'): Float64Array[] =>
    Array.from({ length: pairs }, (_, r) =>
      Float64Array.from(at, ({ slot, entry }) => valueAt(slots[slot][side][r], entry)),
    );
  const places = {
    pairs,
    real: column('real'),
    simulated: column('simulated'),
    at,
    raw: slots.every(({ raw }) => raw),
    all: open.length,
  };
  const compared = { explainedBytes, otherBytes, unpairedBytes, places };
  return high < 0 ? compared : { ...compared, range: [low, high] };
}

/** For every entry of a slot, whether the two views of some pair differ there: 1 or 0. */
function differingEntries(slot: Slot, pairs: number): Uint8Array {
  const lengths = [...slot.real, ...slot.simulated].map((values) => values?.entries.length ?? 0);
  const differs = new Uint8Array(Math.max(0, ...lengths));
  for (let r = 0; r < pairs; r++) {
    const [real, simulated] = [slot.real[r], slot.simulated[r]];
    if (real === undefined || simulated === undefined) continue;
    const common = Math.min(real.entries.length, simulated.entries.length);
    for (let entry = 0; entry < common; entry++) {
      if (!Object.is(real.entries[entry], simulated.entries[entry])) differs[entry] = 1;
    }
  }
  return differs;
}

function valueAt(values: Values | undefined, entry: number): number {
  return values !== undefined && entry < values.entries.length ? values.entries[entry] : Number.NaN;
}
