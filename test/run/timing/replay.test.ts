import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { CausalGraph } from '../../../src/run/timing/causal-graph.ts';
import { criticalPath, waitedFor } from '../../../src/run/timing/critical-path.ts';
import type { Hop } from '../../../src/run/timing/packet-path.ts';
import type { LinkLoad } from '../../../src/run/timing/links.ts';
import type { Entry } from '../../../src/run/trace/record.ts';
import { anyRun, type Source, watched, type Watched } from '../../support/watched-runs.ts';

interface Run extends Watched {
  readonly source: Source;
  readonly network: { readonly transport: string; readonly paths: string; readonly loss: number };
}

type Sent = Extract<Entry, { kind: 'sent' }>;
type Delivered = Extract<Entry, { kind: 'delivered' }>;

/** What must be among the runs, or they would show little. */
const KINDS = `reliable mesh, reliable star, datagram mesh, datagram star, tcp mesh, tcp star,
  done, limit, lost, expired, sent again, copied,
  crash, dropout, pause, slow, flood, falsify, malform, partition, lose, duplicate, throttle,
  waited for connection, waited for loss, waited for latency, waited for delay, waited for throttle`.split(
  /,\s+/,
);

const runs: Run[] = [];
const isTcp = ({ network }: Run): boolean => network.transport === 'tcp';
const isStar = ({ network }: Run): boolean => network.paths === 'star';
const deliveries = ({ entries }: Run): Delivered[] => entries.filter((entry) => entry.kind === 'delivered');

beforeAll(async () => {
  for (const source of fc.sample(anyRun, { seed: 47, numRuns: 420 }))
    runs.push({ source, network: source['network'] as Run['network'], ...(await watched(source)) });
}, 120_000);

/** The ways of all messages that arrived, in order. */
function ways({ moments = [] }: CausalGraph) {
  return moments.flatMap((moment) => {
    if (moment.kind !== 'step' || moment.step.cause.kind !== 'message') return [];
    const { path } = moment.step.cause;
    return [{ ...path, to: moment.step.actor, atNs: moment.step.atNs, hops: path.hops.map(wayOf) }];
  });
}

/** Numbers of hops are each causalGraph's own. */
function wayOf({ twinOf, ...way }: Hop) {
  return { ...way, number: undefined, isCopy: twinOf !== undefined };
}

/** All hops of packets that reached the downlink. */
function landed({ moments = [], hop }: CausalGraph, causalGraph: CausalGraph): Hop[] {
  return moments.flatMap((moment) => (moment.kind === 'downlink' ? [hop.call(causalGraph, moment.hop)] : []));
}

const total = (links: readonly LinkLoad[], direction: string, value: (link: LinkLoad) => number): number =>
  links.reduce((sum, link) => sum + (link.direction === direction ? value(link) : 0), 0);

describe('420 random runs over every transport', () => {
  test('are of all kinds', () => {
    const seen = new Set<string>();
    for (const run of runs) {
      seen.add(`${run.network.transport} ${run.network.paths}`);
      seen.add(run.ending);
      for (const entry of run.entries) {
        if (entry.kind === 'faulted') seen.add(entry.fault.replace(/ \d+$/, ''));
        if (entry.kind === 'lost' || entry.kind === 'expired') seen.add(entry.kind);
        if (entry.kind === 'delivered' && entry.retransmissions > 0) seen.add('sent again');
      }
      for (const { hops } of ways(run.live))
        for (const hop of hops) {
          for (const { by } of hop.delays) seen.add(`waited for ${by.replace(/ \d+$/, '')}`);
          if (hop.isCopy) seen.add('copied');
        }
    }
    expect(KINDS.filter((kind) => !seen.has(kind))).toEqual([]);
  });

  test('follow from their traces', () => {
    for (const { again } of runs) expect(again.contradiction).toBeUndefined();
  });

  test('of every message, the trace tells hop by hop what the transport did with it', () => {
    let hops = 0;
    for (const run of runs) {
      // Of what arrives after the end, a trace tells nothing.
      const live = ways(run.live).slice(0, deliveries(run).length);
      expect(ways(run.again)).toEqual(live);
      hops += live.length;
    }
    expect(hops).toBeGreaterThan(4000);
  });

  test('links carried what they carried', () => {
    for (const { live, again, endNs } of runs)
      expect(again.links.loads(endNs)).toEqual(live.links.loads(endNs));
  });

  test('the result waited for the same', () => {
    let paths = 0;
    for (const { live, again } of runs) {
      const path = criticalPath(live);
      expect(criticalPath(again)).toEqual(path);
      if (path !== undefined) paths++;
    }
    expect(paths).toBeGreaterThan(100);
  });

  test('what the result waited for adds up to all the time until then, without gaps', () => {
    for (const { live, ledger, endNs } of runs) {
      const { resultNs } = ledger.ends(endNs);
      const path = criticalPath(live);
      expect(path === undefined).toBe(resultNs === undefined);
      if (path === undefined) continue;
      path.forEach(({ startNs }, i) => expect(startNs).toBe(i === 0 ? 0 : path[i - 1].endNs));
      expect(waitedFor(path).reduce((sum, { ns }) => sum + ns, 0)).toBe(resultNs);
    }
  });

  test('messages leave and arrive when their traces say', () => {
    for (const run of runs) {
      const sent = new Map(run.entries.flatMap((one) => (one.kind === 'sent' ? [[one.id, one]] : [])));
      const arrived = ways(run.again);
      for (const [i, { id, to, timeNs }] of deliveries(run).entries()) {
        const { hops, type, atNs } = arrived[i];
        const { from, timeNs: sentNs, ...message } = sent.get(id) as Sent;
        expect({ to: arrived[i].to, atNs, type }).toEqual({ to, atNs: timeNs, type: message.type });
        expect(hops[0]).toMatchObject({ from, enteredNs: sentNs, wireBytes: message.wireBytes });
        expect(hops[hops.length - 1]).toMatchObject({ to, leftNs: timeNs });
        expect(hops).toHaveLength(isStar(run) && from !== 0 && to !== 0 ? 2 : 1);
      }
    }
  });

  test('of every hop, the parts add up to the whole, and none is negative', () => {
    for (const { live } of runs)
      for (const hop of landed(live, live)) {
        const { enteredNs, uplinkNs, departedNs, delays, arrivedNs, downlinkNs, leftNs } = hop;
        const delayedNs = delays.reduce((sum, { ns }) => sum + ns, 0);
        expect(departedNs + delayedNs).toBe(arrivedNs);
        expect(Math.min(uplinkNs, downlinkNs, ...delays.map(({ ns }) => ns))).toBeGreaterThanOrEqual(0);
        expect(departedNs - uplinkNs).toBeGreaterThanOrEqual(enteredNs);
        expect(leftNs - downlinkNs).toBeGreaterThanOrEqual(arrivedNs);
      }
  });

  test('a relay forwards what it got at once', () => {
    let relayed = 0;
    for (const run of runs)
      for (const { hops } of ways(run.live)) {
        if (hops.length === 1) continue;
        expect([hops[1].from, hops[1].enteredNs]).toEqual([hops[0].to, hops[0].leftNs]);
        relayed++;
      }
    expect(relayed).toBeGreaterThan(500);
  });

  test('without connections, a link sends one packet at a time, first come, first served', () => {
    for (const run of runs) {
      if (isTcp(run)) continue;
      const { moments = [], conditions, directory } = run.live;
      const last = new Map<string, { readonly cameNs: number; readonly doneNs: number }>();
      for (const moment of moments) {
        if (moment.kind === 'step') continue;
        const { from, to, ...hop } = run.live.hop(moment.hop);
        const up = moment.kind === 'uplink';
        const { uplinkBps, downlinkBps } = conditions.network.bandwidth(directory.name(up ? from : to));
        const [cameNs, ownNs, doneNs] = up
          ? [hop.enteredNs, hop.uplinkNs, hop.departedNs]
          : [hop.arrivedNs, hop.downlinkNs, hop.leftNs];
        const before = last.get(`${moment.kind} ${up ? from : to}`);
        const isLimited = (up ? uplinkBps : downlinkBps) < Number.POSITIVE_INFINITY;
        expect(cameNs).toBeGreaterThanOrEqual(before?.cameNs ?? 0);
        const freeNs = isLimited || ownNs > 0 ? (before?.doneNs ?? 0) : 0;
        expect(doneNs - ownNs).toBe(Math.max(cameNs, freeNs));
        last.set(`${moment.kind} ${up ? from : to}`, { cameNs, doneNs });
      }
    }
  });

  test('over a connection, messages arrive in the order in which they were sent', () => {
    for (const run of runs) {
      if (!isTcp(run)) continue;
      const sent = new Map(run.entries.flatMap((one) => (one.kind === 'sent' ? [[one.id, one]] : [])));
      const last = new Map<string, number>();
      const seen = new Set<number>();
      for (const { id, from, to } of deliveries(run)) {
        // A copy made by a fault comes when it comes.
        if (seen.has(id)) continue;
        seen.add(id);
        const isCopied = run.entries.some(
          (one) => one.kind === 'faulted' && one.message === id && one.what === 'duplicate',
        );
        if (isCopied) continue;
        expect(id).toBeGreaterThan(last.get(`${from} ${to}`) ?? -1);
        expect(sent.has(id)).toBe(true);
        last.set(`${from} ${to}`, id);
      }
    }
  });

  test('without connections, uplinks carry what was sent, and downlinks what was delivered', () => {
    for (const run of runs) {
      if (isTcp(run)) continue;
      const loads = run.live.links.loads(run.endNs);
      const { sent, delivered } = run.ledger.balance;
      const own = ({ bytes, forwardedBytes }: LinkLoad): number => bytes - forwardedBytes;
      expect(total(loads, 'uplink', own)).toBe(sent.wireBytes);
      // After the end, links carry what is in transit, and a run may be done in spite of that.
      const toDownlinks = total(loads, 'downlink', own) - delivered.wireBytes;
      const { timeNs } = run.live.conditions.limits;
      const isCut = run.ending !== 'done' || landed(run.live, run.live).some(({ leftNs }) => leftNs > timeNs);
      expect(isCut ? Math.min(0, toDownlinks) : toDownlinks).toBe(0);
      const forwarded = total(loads, 'uplink', ({ forwardedBytes }) => forwardedBytes);
      expect(isStar(run) ? 0 : forwarded).toBe(0);
    }
  });

  test('over connections without faults and losses, downlinks carry what uplinks do, which is no less than their payload', () => {
    let lossless = 0;
    for (const run of runs) {
      if (!isTcp(run) || run.ending !== 'done' || (run.source['faults'] as unknown[]).length > 0) continue;
      const loads = run.live.links.loads(run.endNs);
      const bytes = total(loads, 'uplink', (link) => link.bytes);
      const payload = deliveries(run).reduce((sum, { payloadBytes }) => sum + payloadBytes, 0);
      expect(bytes).toBeGreaterThan(payload);
      if (run.network.loss > 0) continue;
      expect(total(loads, 'downlink', (link) => link.bytes)).toBe(bytes);
      lossless++;
    }
    expect(lossless).toBeGreaterThan(10);
  });

  test('no link sends for longer than there is time, and none for less than its bytes take', () => {
    for (const { live, endNs } of runs)
      for (const load of live.links.loads(endNs)) {
        expect(load.utilisation).toBeGreaterThanOrEqual(0);
        expect(load.utilisation).toBeLessThanOrEqual(1.000_001);
        expect(load.queuedNs).toBeGreaterThanOrEqual(0);
        const { uplinkBps, downlinkBps } = live.conditions.network.bandwidth(load.actor);
        const bps = load.direction === 'uplink' ? uplinkBps : downlinkBps;
        const isMeasured = load.bitsPerSecond !== bps;
        expect(load.busyNs).toBeGreaterThanOrEqual(isMeasured ? 0 : Math.floor((load.bytes * 8e9) / bps));
      }
  });
});

describe('a trace that its scenario does not explain', () => {
  /** What is said of the entries of a run without faults. */
  function replayed(change: (entry: Entry) => readonly Entry[]): { causalGraph: CausalGraph; run: Run } {
    const run = runs.find(
      (one) => one.ending === 'done' && (one.source['faults'] as unknown[]).length === 0,
    ) as Run;
    const { conditions, directory } = run.live;
    const roles = [
      { role: 'server', reports: true },
      { role: 'client', count: directory.size - 1, holds: true },
    ] as const;
    const causalGraph = new CausalGraph(conditions, roles);
    for (const entry of run.entries.flatMap(change)) causalGraph.add(entry);
    causalGraph.end();
    return { causalGraph, run };
  }
  const first = (entry: Entry): entry is Delivered => entry.kind === 'delivered' && entry.id === 3;

  test('as it was, it is explained', () => {
    expect(replayed((entry) => [entry]).causalGraph.contradiction).toBeUndefined();
  });

  test('a message that comes a nanosecond early or late is found out', () => {
    for (const ns of [-1, 1]) {
      const { causalGraph } = replayed((one) => [first(one) ? { ...one, timeNs: one.timeNs + ns } : one]);
      expect(causalGraph.contradiction).toMatch(
        /^message 3 arrived at \d+ ns, but by the scenario (not yet|at)/,
      );
      expect(criticalPath(causalGraph)).toBeUndefined();
    }
  });

  test('so is a message that comes twice', () => {
    const { causalGraph } = replayed((one) => (first(one) ? [one, one] : [one]));
    expect(causalGraph.contradiction).toMatch(/^message 3 arrived at \d+ ns, but by the scenario not yet$/);
  });

  test('so is one that nobody sent', () => {
    const { causalGraph } = replayed((one) => (one.kind === 'sent' && one.id === 3 ? [] : [one]));
    expect(causalGraph.contradiction).toBeDefined();
  });

  test('so is one of another size', () => {
    const { causalGraph } = replayed((one) => [
      one.kind === 'sent' && one.id === 3 ? { ...one, wireBytes: 100_000, payloadBytes: 100_000 } : one,
    ]);
    expect(causalGraph.contradiction).toBeDefined();
  });

  test('a message that no run could carry is refused', () => {
    const sized = (wireBytes: number, payloadBytes: number) => () =>
      replayed((one) => [one.kind === 'sent' ? { ...one, wireBytes, payloadBytes } : one]);
    expect(sized(2 ** 31, 5)).toThrow('too large');
    expect(sized(5, 2 ** 31)).toThrow('too large');
    expect(sized(2 ** 31 - 1, 2 ** 31 - 1)).not.toThrow();
  });
});
