/** Number, size, order and time of all messages that members receive and send. */

import type { AnyMessageType } from '../../../core/engine/wire/message.ts';
import { decodeMessage } from '../../../core/engine/wire/message.ts';
import type { ObservedMessage, View } from '../../../core/protocol/view.ts';
import { type Differences, flipTest } from './flips.ts';
import type { Stream } from '../../../core/base/random.ts';

export interface Shape {
  /** In how many pairs both views are the same in all of it. */
  readonly same: number;
  /** The first difference, in words; absent if there is none. */
  readonly example?: string;
  /** Of numbers, sizes and times by type and link, as real and simulated views have them; absent if all are the same. */
  readonly pValue?: number;
  /** What differs most, in words. */
  readonly where?: string;
  /** The first difference on other points, where there is none on the scenario's own. */
  readonly onOthers?: string;
}

interface Event {
  readonly link: string;
  readonly bytes: number;
  readonly timeNs: number;
}

/**
 * Compares the shapes of the two views of each pair.
 * @param worlds for each pair, on which points it runs: 0 on the scenario's own
 */
export function compareShapes(
  pairs: readonly { readonly real: View; readonly simulated: View }[],
  worlds: readonly number[],
  types: readonly AnyMessageType[],
  stream: Stream,
): Shape {
  const known = new Map(types.map((type) => [type.name, type]));
  const shapes = pairs.map(({ real, simulated }) =>
    [real, simulated].map((view) => view.members.map((member) => eventsOf(member, known))),
  );
  const found = shapes.map(([real, simulated]) => differenceOf(real.flat(), simulated.flat()));
  const examples = found.filter((one) => one !== undefined);
  const same = pairs.length - examples.length;
  if (examples.length === 0) return { same };
  const onOwn = found.some((one, r) => one !== undefined && worlds[r] === 0);
  const names = new Set<string>();
  const totals = shapes.map((sides) => sides.map((members) => totalsOf(members.flat(), names)));
  const all = [...names];
  const differences: Differences = totals.map(([real, simulated]) =>
    Float64Array.from(all, (name) => (real.get(name) ?? 0) - (simulated.get(name) ?? 0)),
  );
  const { pValue, feature } = flipTest(differences, stream);
  const where = feature < 0 ? examples[0] : all[feature];
  return { same, example: examples[0], pValue, where, ...(!onOwn && { onOthers: examples[0] }) };
}

/** What one member received and sent, in order of time. */
function eventsOf(
  { received, sent }: View['members'][number],
  known: ReadonlyMap<string, AnyMessageType>,
): Event[] {
  const event =
    (way: string) =>
    ({ from, to, payload, timeNs }: ObservedMessage): Event => {
      const message = decodeMessage(payload, known);
      const type = 'malformed' in message ? 'malformed' : message.type.name;
      return { link: `${type} from ${from} to ${to}, ${way}`, bytes: payload.length, timeNs };
    };
  return [...received.map(event('received')), ...sent.map(event('sent'))].toSorted(
    (a, b) => a.timeNs - b.timeNs,
  );
}

function differenceOf(real: readonly Event[], simulated: readonly Event[]): string | undefined {
  for (let i = 0; i < Math.max(real.length, simulated.length); i++) {
    const [a, b] = [real.at(i), simulated.at(i)].map(eventText);
    if (a !== b) return `${a} in a real run, ${b} in its simulation`;
  }
  return undefined;
}

function eventText(event: Event | undefined): string {
  return event === undefined ? 'nothing more' : `${event.link}: ${event.bytes} bytes at ${event.timeNs} ns`;
}

/** By link and type: how many, how many bytes, and when the first, the last and on average. */
function totalsOf(events: readonly Event[], names: Set<string>): Map<string, number> {
  const totals = new Map<string, number>();
  const add = (name: string, value: number): void => {
    names.add(name);
    totals.set(name, (totals.get(name) ?? 0) + value);
  };
  for (const [at, { link, bytes, timeNs }] of events.entries()) {
    add(`number of ${link}`, 1);
    add(`bytes of ${link}`, bytes);
    add(`time of ${link}`, timeNs);
    add(`place in the order of ${link}`, at);
  }
  return totals;
}
