/** The emulator by itself, before it judges: what it is asked for against what comes out. */

import { median } from 'd3-array';
import { Ends, type Sending } from './ends.ts';
import { CONTROL } from './measured.ts';
import { type Party, World } from './world.ts';

export interface Check {
  readonly what: string;
  readonly asked: number;
  readonly found: number;
  readonly unit: string;
  /** By how much they may differ. */
  readonly most: number;
}

/** The headers of IP and UDP. */
const UDP_BYTES = 28;
const SEGMENT_BYTES = 1448;
const FULL_BYTES = 1500;
/** The most that a receiver advertises whose windows are not scaled. */
const WINDOW_BYTES = 65_535;
const OPEN: Party = { up: 0, down: 0 };

interface Path {
  readonly from: Party;
  readonly to: Party;
  readonly delayMs: number;
  readonly queue?: number;
  readonly loss?: number;
  readonly scalesWindows?: boolean;
}

/** The times of sendings from party 0 to party 1; NaN for those that were dropped or lost. */
async function timesOf(path: Path, sendings: readonly Omit<Sending, 'from' | 'to'>[], waitMs = 2000) {
  const { from, to, delayMs, queue = 100_000, loss = 0, scalesWindows = true } = path;
  const world = await World.make({
    parties: [from, to],
    delayMs,
    queue,
    loss,
    control: CONTROL,
    scalesWindows,
  });
  try {
    const ends = await Ends.make(world);
    const whole = sendings.map((one) => ({ ...one, from: 0, to: 1 }));
    const { ms, cameMs } = await ends.send(whole, waitMs + Math.max(...sendings.map(({ atMs }) => atMs)));
    return { ms, cameMs };
  } finally {
    await world.close();
  }
}

const datagrams = (count: number, bytes: number, everyMs = 0) =>
  Array.from({ length: count }, (_, i) => ({ atMs: i * everyMs, bytes, kind: 'datagram' as const }));
const there = (values: readonly number[]): number[] => values.filter((value) => !Number.isNaN(value));

async function delayCheck(delayMs: number, extraMs: number): Promise<Check> {
  const path = { from: OPEN, to: { ...OPEN, extraMs }, delayMs };
  const { ms } = await timesOf(path, datagrams(100, 100, 10));
  const what = extraMs === 0 ? 'delay' : `delay, ${extraMs} ms of it one party's`;
  return { what, asked: delayMs + extraMs, found: median(ms) ?? Number.NaN, unit: 'ms', most: 0.5 };
}

async function rateCheck(up: number, down: number): Promise<Check> {
  const path = { from: { up, down: 0 }, to: { up: 0, down }, delayMs: 10 };
  const count = 400;
  const { cameMs } = await timesOf(path, datagrams(count, FULL_BYTES - UDP_BYTES));
  const took = Math.max(...there(cameMs)) - Math.min(...there(cameMs));
  const asked = Math.min(up || down, down || up) / 1e6;
  const found = ((there(cameMs).length - 1) * FULL_BYTES * 8) / took / 1e3;
  const what = up === 0 ? 'rate of a downlink' : down === 0 ? 'rate of an uplink' : 'rate of the slower link';
  return { what, asked, found, unit: 'Mbit/s', most: asked * 0.01 };
}

async function queueCheck(size: number): Promise<Check> {
  const path = { from: { up: 1e6, down: 0 }, to: OPEN, delayMs: 10, queue: size };
  const { ms } = await timesOf(path, datagrams(2 * size, FULL_BYTES - UDP_BYTES), size * 15);
  return {
    what: 'packets of a burst through a queue',
    asked: size,
    found: there(ms).length,
    unit: '',
    most: 2,
  };
}

async function lossCheck(part: number, isOfParty: boolean): Promise<Check> {
  const count = 4000;
  const to = { ...OPEN, ...(isOfParty && { loss: part }) };
  const path = { from: OPEN, to, delayMs: 10, ...(!isOfParty && { loss: part }) };
  const { ms } = await timesOf(path, datagrams(count, 100));
  const found = 100 * (1 - there(ms).length / count);
  // Three standard deviations.
  const most = 300 * Math.sqrt((part * (1 - part)) / count);
  return { what: isOfParty ? 'loss of one party' : 'loss', asked: part * 100, found, unit: '%', most };
}

/** A flow that its window limits: a window for each round trip. */
async function windowCheck(delayMs: number, windows: number): Promise<Check> {
  const bps = 100e6;
  const link = { up: bps, down: bps };
  const bytes = windows * WINDOW_BYTES;
  // The first is for slow start.
  const sendings = [10 * WINDOW_BYTES, bytes].map((size) => ({ atMs: 0, bytes: size }));
  const { cameMs } = await timesOf({ from: link, to: link, delayMs, scalesWindows: false }, sendings, 30_000);
  // A segment passes two links; its acknowledgement is too short to matter.
  const roundTripMs = 2 * delayMs + (2 * FULL_BYTES * 8e3) / bps;
  const asked = (WINDOW_BYTES * 8) / roundTripMs / 1e3;
  const found = (bytes * 8) / (cameMs[1] - cameMs[0]) / 1e3;
  const what = `rate of a flow, a window of ${WINDOW_BYTES} bytes every ${2 * delayMs} ms`;
  return { what, asked, found, unit: 'Mbit/s', most: asked * 0.03 };
}

/** A datagram behind a flow whose window is more than the path holds: the rest waits at the uplink. */
async function pingCheck(bps: number, delayMs: number): Promise<Check> {
  const pings = datagrams(20, 100, 50).map((one) => ({ ...one, atMs: one.atMs + 1500 }));
  const path = { from: { up: bps, down: 0 }, to: OPEN, delayMs, scalesWindows: false };
  const { ms } = await timesOf(path, [{ atMs: 0, bytes: 4e6 }, ...pings], 30_000);
  // The window is in the queue, and on the way there and back; a ping does not go back.
  const asked = (WINDOW_BYTES * (FULL_BYTES / SEGMENT_BYTES) * 8e3) / bps - delayMs;
  const what = `ping behind a flow with that window at ${bps / 1e6} Mbit/s`;
  return { what, asked, found: median(ms.slice(1)) ?? Number.NaN, unit: 'ms', most: asked * 0.03 };
}

/** All checks, one after the other. */
export async function* checks(): AsyncGenerator<Check> {
  for (const [ms, extraMs] of [
    [10, 0],
    [40, 0],
    [80, 0],
    [40, 30],
  ])
    yield delayCheck(ms, extraMs);
  for (const [up, down] of [
    [8e6, 0],
    [20e6, 0],
    [0, 50e6],
    [20e6, 8e6],
  ])
    yield rateCheck(up, down);
  for (const size of [20, 100, 1000]) yield queueCheck(size);
  yield lossCheck(0.05, false);
  yield lossCheck(0.01, true);
  yield windowCheck(40, 100);
  yield windowCheck(10, 300);
  yield pingCheck(4e6, 20);
  yield pingCheck(2e6, 50);
}

export function isRight({ asked, found, most }: Check): boolean {
  return Math.abs(found - asked) <= most;
}
