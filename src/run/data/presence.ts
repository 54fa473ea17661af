/**
 * When devices were available, over and over: from FedScale's `client_behave_trace` (as JSON) and FLASH's
 * `state_traces.json`.
 */

import type { DeviceRecord } from './device-records.ts';

/** The times at which a device was available, in nanoseconds: ascending, apart, and again after the period. */
export interface Presence {
  readonly present: readonly (readonly [fromNs: number, untilNs: number])[];
  readonly periodNs: number;
  /** Where in the period a run begins. */
  readonly startNs: number;
}

const SECOND = 1e9;
const MOST_SECONDS = 9e6;

/**
 * The presence of a device; undefined if FLASH leaves it out, as it was never ready.
 * @throws CahootsError for a record of neither kind
 */
export function presenceOf(record: DeviceRecord): Presence | undefined {
  const { fields, refuse } = record;
  if ('messages' in fields) return flash(record);
  if ('active' in fields) return fedscale(record);
  throw refuse('active, inactive and finish_time, or messages', Object.keys(fields));
}

/** Available from each time of `active` to that of `inactive`, in seconds, and again after `finish_time`. */
function fedscale({ fields, refuse }: DeviceRecord): Presence {
  const { active, inactive, finish_time: period } = fields;
  const isTime = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= MOST_SECONDS;
  const times = (name: string, list: unknown): readonly number[] => {
    if (!Array.isArray(list) || !list.every(isTime)) throw refuse(`${name} in seconds up to 9000000`, list);
    return list;
  };
  if (!isTime(period) || period < 1) throw refuse('a finish_time in seconds from 1 to 9000000', period);
  const [from, until] = [times('active', active), times('inactive', inactive)];
  if (from.length !== until.length) throw refuse(`${from.length} times in inactive`, until.length);
  from.forEach((start, i) => {
    if (start > until[i] || start < (until[i - 1] ?? 0))
      throw refuse('active and inactive one after the other', [until[i - 1] ?? 0, start, until[i]]);
  });
  const ns = (seconds: number): number => Math.round(Math.min(seconds, period) * SECOND);
  const present = from.map((start, i) => [ns(start), ns(until[i])] as const);
  return { present, periodNs: ns(period), startNs: 0 };
}

const CELLULAR = new Set(['unknown', '2g', '3g', '4g', '5g']);

/** The time of a simulation's beginning in FLASH. */
const REFERENCE = secondsOf('2020-01-02 00:00:00') ?? 0;

/**
 * Available while locked, charged and on Wi-Fi (`models/timer.py`), from the first message to the last and
 * again from there; readiness that no message ends does not count.
 */
function flash({ fields: { messages }, refuse }: DeviceRecord): Presence | undefined {
  if (typeof messages !== 'string') throw refuse('messages in one text', messages);
  const state = { locked: false, charged: false, wifi: false };
  const seen: number[] = [];
  const present: (readonly [number, number])[] = [];
  let since: number | undefined;
  for (const line of messages.split('\n').filter((text) => text.trim() !== '')) {
    const [time, event = ''] = line.trim().split('\t');
    const at = secondsOf(time.trim());
    if (at === undefined || at < (seen.at(-1) ?? at))
      throw refuse('a time such as 2020-01-29 10:12:13, no earlier than the one before, and a tab', line);
    seen.push(at);
    Object.assign(state, changeBy(event.trim().toLowerCase()) ?? fail(refuse, line));
    const ready = state.locked && state.charged && state.wifi;
    if (ready) since ??= at;
    else if (since !== undefined) {
      present.push([since, at]);
      since = undefined;
    }
  }
  const [start = 0] = seen;
  const period = (seen.at(-1) ?? 0) - start;
  if (period === 0 || present.length === 0) return undefined;
  if (period > MOST_SECONDS) throw refuse(`at most ${MOST_SECONDS} s from first to last message`, period);
  return {
    present: present.map(([from, until]) => [(from - start) * SECOND, (until - start) * SECOND]),
    periodNs: period * SECOND,
    startNs: ((((REFERENCE - start) % period) + period) % period) * SECOND,
  };
}

/** Seconds between moments, leap years counted; undefined for a text that is no moment. */
function secondsOf(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const [year, month, day, hours, minutes, seconds] = parts;
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  // A year from March on, so that a leap day is its last.
  const [y, m] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  const days = 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day;
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** What an event changes; undefined for one that FLASH does not know. */
function changeBy(event: string): Readonly<Record<string, boolean>> | undefined {
  if (event === 'battery_charged_on' || event === 'battery_charged_off')
    return { charged: event.endsWith('on') };
  if (event === 'screen_lock' || event === 'screen_unlock') return { locked: event === 'screen_lock' };
  if (event === 'wifi' || CELLULAR.has(event)) return { wifi: event === 'wifi' };
  return event === 'screen_on' || event === 'screen_off' || /^[\d.]+%$/.test(event) ? {} : undefined;
}

function fail(refuse: DeviceRecord['refuse'], line: string): never {
  throw refuse('an event of the screen, battery or network', line);
}
