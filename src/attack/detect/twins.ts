/**
 * Runs that differ in what no traffic should depend on: the same seed on the same points and on their mirror images. All
 * distances are the same, so is every clustering that goes by them; whatever else differs on the wire tells of the points.
 * Where no party knows all labels, or draws points of its own, nobody can say that two clusterings are the same; what clients do
 * is then compared until a server first says something else in the one run than in the other, as they may act upon that.
 */

import { createHash } from 'node:crypto';

import type { Matrix } from '../../base/matrix.ts';
import { row, zeros } from '../../base/matrix.ts';
import type { Random } from '../../base/random.ts';
import { sameLabels } from '../../cluster/labels.ts';
import { run, type RunOptions } from '../../run/run.ts';
import type { Scenario } from '../../scenario/load.ts';
import { Bus } from '../../sim/bus.ts';
import { Directory } from '../../sim/directory.ts';

/** What two runs differ in on the wire, as somebody sees it: the first of these that holds. */
export const DIFFERENCES = ['number', 'order', 'size', 'time'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export interface Twins {
  /** Pairs of runs that were compared: with the same labels throughout, or as far as servers say the same. */
  readonly compared: number;
  /** Pairs in which labels differed, as mirroring moved points by rounding: they say nothing. */
  readonly skipped: number;
  /**
   * How many pairs an observer of all links tells apart, and by what, where clients are the first to do something else.
   */
  readonly clients: ReadonlyMap<Difference, number>;
  /** The same where the server is: that may follow from what it is meant to learn. */
  readonly server: ReadonlyMap<Difference, number>;
  readonly example?: string;
}

interface Seen {
  readonly timeNs: number;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly bytes: number;
  /** What a server says, for short. */
  readonly content?: string;
}

export async function compareTwins(
  scenario: Scenario,
  options: Pick<RunOptions, 'plugins' | 'threads' | 'signal'>,
  pairs: number,
  random: Random,
): Promise<Twins> {
  const clients = new Map<Difference, number>();
  const server = new Map<Difference, number>();
  let compared = 0;
  let skipped = 0;
  let example: string | undefined;
  const stream = random.stream('twins');
  for (let pair = 0; pair < pairs && options.signal?.aborted !== true; pair++) {
    const seed = stream.integer(2 ** 31);
    const { columns } = scenario.data.points;
    // At least one coordinate is mirrored.
    const flips = Array.from({ length: columns }, () => stream.uniform() < 0.5);
    flips[stream.integer(columns)] = true;
    const one = await watched({ ...scenario, seed }, options);
    const other = await watched({ ...mirrored(scenario, flips), seed }, options);
    if (one.history && other.history && !sameHistories(one.history, other.history)) {
      skipped++;
      continue;
    }
    compared++;
    const endNs = one.history && other.history ? Number.POSITIVE_INFINITY : partingOf(one.sent, other.sent);
    const until = ({ timeNs }: Seen): boolean => timeNs < endNs;
    const differs = differenceOf(one.sent.filter(until), other.sent.filter(until), scenario.parties.servers);
    if (differs === undefined) continue;
    const by = differs.byServer ? server : clients;
    by.set(differs.kind, (by.get(differs.kind) ?? 0) + 1);
    if (example === undefined || (!differs.byServer && clients.get(differs.kind) === 1))
      example = differs.example;
  }
  return { compared, skipped, clients, server, ...(example !== undefined && { example }) };
}

function mirrored(scenario: Scenario, flips: readonly boolean[]): Scenario {
  const { points } = scenario.data;
  const image: Matrix = zeros(points.rows, points.columns);
  const { minimum, maximum } = scenario.population;
  for (let i = 0; i < points.rows; i++) {
    const source = row(points, i);
    row(image, i).set(source.map((value, c) => (flips[c] ? minimum[c] + maximum[c] - value : value)));
  }
  return { ...scenario, data: { ...scenario.data, points: image } };
}

interface Watched {
  readonly sent: readonly Seen[];
  /** Absent where the party that reports does not know it. */
  readonly history?: readonly Uint16Array[] | undefined;
}

/** When servers first said something else in the one run than in the other, in the order in which they spoke. */
function partingOf(a: readonly Seen[], b: readonly Seen[]): number {
  const [said, other] = [a, b].map((sent) => sent.filter(({ content }) => content !== undefined));
  const at = said.findIndex(({ content }, i) => content !== other.at(i)?.content);
  if (at < 0) return other.length > said.length ? other[said.length].timeNs : Number.POSITIVE_INFINITY;
  return Math.min(said[at].timeNs, other.at(at)?.timeNs ?? Number.POSITIVE_INFINITY);
}

async function watched(
  scenario: Scenario,
  options: Pick<RunOptions, 'plugins' | 'threads' | 'signal'>,
): Promise<Watched> {
  const directory = new Directory(scenario.parties.roles);
  const bus = new Bus();
  const sent: Seen[] = [];
  const servers = new Set(scenario.parties.servers);
  bus.on('sent', ({ timeNs, from, to, type, wireBytes, payload }) => {
    const seen = { timeNs, from: directory.name(from), to: directory.name(to), type, bytes: wireBytes };
    const content = servers.has(seen.from) ? createHash('sha256').update(payload).digest('hex') : undefined;
    sent.push(content === undefined ? seen : { ...seen, content });
  });
  const { outcome } = await run(scenario, { ...options, bus });
  return { sent, history: outcome?.kind === 'clustered' ? outcome.history : undefined };
}

function sameHistories(a: readonly Uint16Array[], b: readonly Uint16Array[]): boolean {
  return a.length === b.length && a.every((labels, i) => sameLabels(labels, b[i]));
}

interface TrafficDifference {
  readonly kind: Difference;
  readonly byServer: boolean;
  readonly example: string;
}

function differenceOf(
  a: readonly Seen[],
  b: readonly Seen[],
  servers: readonly string[],
): TrafficDifference | undefined {
  const link = ({ from, to, type }: Seen): string => `${type} from ${from} to ${to}`;
  const text = (seen: Seen | undefined): string =>
    seen === undefined ? 'nothing' : `${link(seen)}, ${seen.bytes} bytes at ${seen.timeNs} ns`;
  const at = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i).find(
    (i) => text(a[i]) !== text(b[i]),
  );
  if (at === undefined) return undefined;
  // Whoever acts earlier has done what the other run has not.
  const [x, y] = [a[at], b[at]];
  const first = y === undefined || (x !== undefined && x.timeNs <= y.timeNs) ? x : y;
  const links = (seen: readonly Seen[]): string[] => seen.map(link);
  const sizes = (seen: readonly Seen[]): string => seen.map((one) => `${link(one)} ${one.bytes}`).join();
  const kind =
    links(a).toSorted().join() !== links(b).toSorted().join()
      ? 'number'
      : links(a).join() !== links(b).join()
        ? 'order'
        : sizes(a) === sizes(b)
          ? 'time'
          : 'size';
  return { kind, byServer: servers.includes(first.from), example: `${text(x)}; mirrored, ${text(y)}` };
}
