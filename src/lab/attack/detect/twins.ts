/**
 * Runs that differ in something no traffic should depend on: the same seed on the same points and on images
 * of them (images.ts) that preserve every clustering by distances; any other difference on the wire reveals
 * something about the points. If labels differ after all, because rounding moved the image, or if no party
 * knows all labels, or one draws points of its own, so that clusterings cannot be compared, the clients'
 * behaviour is compared only until a server first sends something different in one of the runs, since they may
 * act upon that.
 */

import { platform } from '#platform';

import { defined } from '../../../core/base/defined.ts';
import { sameLabels } from '../../../core/base/labels.ts';
import { type RunOptions, runUnjudged } from '../../../run/execute/run.ts';
import type { Scenario } from '../../../run/scenario/load.ts';
import { Bus } from '../../../core/engine/messages/bus.ts';
import { Directory } from '../../../core/engine/messages/directory.ts';

/** How two runs can differ on the wire, as an observer sees it: the first that applies. */
const DIFFERENCES = ['number', 'order', 'size', 'time'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export interface Twins {
  /** The number of pairs of runs that were compared. */
  readonly compared: number;
  /** Those compared only up to where a server first sent something different. */
  readonly parted: number;
  /**
   * How many pairs an observer of all links can tell apart, and by what, if clients are the first to differ.
   */
  readonly clients: ReadonlyMap<Difference, number>;
  /** How many it can tell apart if the server is the first to differ: that may follow from what it is meant to learn. */
  readonly server: ReadonlyMap<Difference, number>;
  readonly example?: string;
}

interface Seen {
  readonly timeNs: number;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly bytes: number;
  /** A digest of what a server sends. */
  readonly content?: string;
}

/** What an observer of all links sees of two runs with the same seed. */
export type Pair = readonly [Watched, Watched];

/**
 * Compares runs on neighbouring data pair by pair: what an observer of all links can tell apart, and by what.
 * @param servers names of servers, whose first difference ends the comparison
 */
export function compareTwins(pairs: readonly Pair[], servers: readonly string[]): Twins {
  const clients = new Map<Difference, number>();
  const server = new Map<Difference, number>();
  let parted = 0;
  let example: string | undefined;
  for (const [one, other] of pairs) {
    const isSame = one.history && other.history && sameHistories(one.history, other.history);
    const endNs = isSame === true ? Number.POSITIVE_INFINITY : partingOf(one.sent, other.sent);
    parted += Number(endNs < Number.POSITIVE_INFINITY);
    const until = ({ timeNs }: Seen): boolean => timeNs < endNs;
    const differs = differenceOf(one.sent.filter(until), other.sent.filter(until), servers);
    if (differs === undefined) continue;
    const by = differs.byServer ? server : clients;
    by.set(differs.kind, (by.get(differs.kind) ?? 0) + 1);
    if (example === undefined || (!differs.byServer && clients.get(differs.kind) === 1))
      example = differs.example;
  }
  return defined({ compared: pairs.length, parted, clients, server, example });
}

export interface Watched {
  readonly sent: readonly Seen[];
  /** Absent if the reporting party does not know it. */
  readonly history?: readonly Uint16Array[] | undefined;
}

/**
 * How many messages each link carried before a server sent something different in the two runs: these depend
 * on nothing that parties are meant to learn.
 * @returns by sender and receiver
 */
export function commonStart([one, other]: Pair): ReadonlyMap<string, number> {
  const endNs = partingOf(one.sent, other.sent);
  const [own, others] = [one, other].map(({ sent }) => {
    const links = new Map<string, number>();
    for (const { timeNs, from, to } of sent) {
      if (timeNs < endNs) links.set(linkName(from, to), (links.get(linkName(from, to)) ?? 0) + 1);
    }
    return links;
  });
  return new Map([...own].map(([link, count]) => [link, Math.min(count, others.get(link) ?? 0)]));
}

/** The key of a link from one party to another. */
export function linkName(from: string, to: string): string {
  return `${from} ${to}`;
}

/** When servers first sent something different in the two runs, in the order of their messages. */
function partingOf(a: readonly Seen[], b: readonly Seen[]): number {
  const [said, other] = [a, b].map((sent) => sent.filter(({ content }) => content !== undefined));
  const at = said.findIndex(({ content }, i) => content !== other.at(i)?.content);
  if (at < 0) return other.length > said.length ? other[said.length].timeNs : Number.POSITIVE_INFINITY;
  return Math.min(said[at].timeNs, other.at(at)?.timeNs ?? Number.POSITIVE_INFINITY);
}

/** @param bus with any other observers */
export async function watch(
  scenario: Scenario,
  options: Pick<RunOptions, 'plugins' | 'executor' | 'signal'>,
  bus = new Bus(),
): Promise<Watched> {
  const directory = new Directory(scenario.parties.roles);
  const sent: Seen[] = [];
  const servers = new Set(scenario.parties.servers);
  bus.on('sent', ({ timeNs, from, to, type, wireBytes, payload }) => {
    const seen = { timeNs, from: directory.name(from), to: directory.name(to), type, bytes: wireBytes };
    const content = servers.has(seen.from)
      ? platform.bytes.toHex(platform.crypto.sha256(payload))
      : undefined;
    sent.push(content === undefined ? seen : { ...seen, content });
  });
  const outcome = await runUnjudged(scenario, { ...options, bus });
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
  // The party that acts earlier has done something that the other run has not.
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
  return { kind, byServer: servers.includes(first.from), example: `${text(x)}; on the image, ${text(y)}` };
}
