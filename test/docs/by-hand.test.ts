import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { standard } from '../../bin/standard.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { criticalPath, waitedFor } from '../../src/run/timing/critical-path.ts';
import { onEntry } from '../../src/run/trace/live.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import type { Entry } from '../../src/run/trace/record.ts';

/** What docs/by-hand.md works out, in nanoseconds and bytes: from the rules, with nothing of the simulator. */
const US = 1000;
const MS = 1_000_000;
const LATENCY = 10 * MS;
/** 1 Mbit/s. */
const BYTE = 8 * US;
const OPERATION = 1 * US;
const FRAMING = 66;
/** Two or three labels of one bit, and before them how many clusters, bits and labels. */
const LABELS = 1 + 3 + 2 + 1;
const wire = {
  points: 1 + 7 + 2 + 2 * 8 + FRAMING,
  result: 1 + 7 + LABELS + FRAMING,
  shares: 1 + 7 + 1 + 2 + 4 + FRAMING,
  ready: 1 + 6 + 2 + FRAMING,
  assignment: 1 + 11 + 1 + 2 + LABELS + FRAMING,
  distances: 1 + 10 + 1 + 1 + 2 + 6 * 4 + FRAMING,
  outcome: 1 + 8 + 2 + LABELS + 1 + FRAMING,
} as const;
const on = (type: keyof typeof wire): number => wire[type] * BYTE;
/** Uplink, latency and downlink, with nobody in the way. */
const way = (type: keyof typeof wire): number => 2 * on(type) + LATENCY;

async function played(name: string) {
  const bus = new Bus();
  const entries: Entry[] = [];
  onEntry(bus, (entry) => void entries.push(entry));
  const scenario = loadScenario(`examples/by-hand/${name}.yaml`, { plugins: [standard] });
  const result = await run(scenario, { plugins: [standard], timing: true, bus });
  const types = new Map(entries.flatMap((entry) => (entry.kind === 'sent' ? [[entry.id, entry]] : [])));
  const actors = ['server', ...scenario.parties.clients];
  const delivered = (type: string, to?: string): number[] =>
    entries.flatMap((entry) =>
      entry.kind === 'delivered' &&
      types.get(entry.id)?.type === type &&
      (to === undefined || actors[entry.to] === to)
        ? [entry.timeNs]
        : [],
    );
  for (const sent of types.values()) expect(sent.wireBytes).toBe(wire[sent.type as keyof typeof wire]);
  const links = result.causalGraph?.links.loads(result.endNs) ?? [];
  const link = (actor: string, direction: string) =>
    links.find((one) => one.actor === actor && one.direction === direction);
  const path = waitedFor((result.causalGraph && criticalPath(result.causalGraph)) ?? []);
  return { ...result, ends: result.ledger.ends(result.endNs), delivered, link, path };
}

describe('worked out by hand', () => {
  test('Lloyd through a mesh', async () => {
    const { ends, delivered, link, path } = await played('lloyd');
    const first = way('points');
    expect(delivered('points')).toEqual([first, first + on('points')]);
    const resultNs = first + on('points') + 12 * OPERATION;
    const known = resultNs + way('result') + on('result');
    expect(delivered('result')).toEqual([known - on('result'), known]);
    expect(ends).toEqual({ resultNs: 12_220_000, knownNs: 24_164_000, endNs: 24_164_000 });
    expect([resultNs, known]).toEqual([ends.resultNs, ends.knownNs]);
    expect(link('server', 'downlink')).toMatchObject({ bytes: 184, busyNs: 1_472_000, queuedNs: 736_000 });
    expect(link('server', 'uplink')).toMatchObject({ bytes: 162, busyNs: 1_296_000, queuedNs: 648_000 });
    expect(link('client-1', 'uplink')).toMatchObject({ bytes: 92, busyNs: 736_000, queuedNs: 0 });
    expect(path.map(({ resource, of, ns, queuedNs }) => [resource, of, ns, queuedNs])).toEqual([
      ['latency', 'client-2 to server', LATENCY, 0],
      ['downlink', 'server', 1_472_000, 736_000],
      ['uplink', 'client-2', 736_000, 0],
      ['compute', 'server', 12_000, 0],
    ]);
  });

  test('SecFC with a straggler', async () => {
    const { ends, delivered, link } = await played('secfc');
    const dealt = 6 * OPERATION;
    const slow = 10;
    const [s, r, d] = [on('shares'), on('ready'), on('distances')];
    const third = dealt + slow * s;
    expect(delivered('shares', 'client-1')).toEqual([dealt + way('shares'), third + LATENCY + s]);
    expect(delivered('shares', 'client-2')).toEqual([dealt + way('shares'), third + slow * s + LATENCY + s]);
    expect(delivered('shares', 'client-3')).toEqual([
      dealt + s + way('shares'),
      dealt + s + way('shares') + s,
    ]);
    const ready1 = third + LATENCY + s + 3 * OPERATION + way('ready');
    const ready3 = third + slow * s + slow * r + LATENCY + r;
    const ready2 = third + slow * s + LATENCY + s + 3 * OPERATION + way('ready');
    expect(delivered('ready')).toEqual([ready1, ready3, ready2]);
    const asked = [0, 1, 2].map((behind) => ready2 + way('assignment') + behind * on('assignment'));
    expect(delivered('assignment')).toEqual(asked);
    const [one, , three] = asked.map((at) => at + 23 * OPERATION);
    const answer1 = one + way('distances');
    const answer3 = three + slow * d + LATENCY + d;
    expect(delivered('distances')).toEqual([answer1, answer1 + d, answer3]);
    const resultNs = answer3 + 18 * OPERATION;
    const told = [0, 1, 2].map((behind) => resultNs + way('outcome') + behind * on('outcome'));
    expect(delivered('outcome')).toEqual(told);
    expect(ends).toEqual({ resultNs: 66_914_000, knownNs: 79_634_000, endNs: 79_634_000 });
    expect([resultNs, told[2]]).toEqual([ends.resultNs, ends.knownNs]);
    expect(link('client-3', 'uplink')).toMatchObject({ bytes: 342, busyNs: 27_360_000, queuedNs: 6_845_000 });
    expect(link('client-1', 'uplink')).toMatchObject({ bytes: 342, busyNs: 2_736_000, queuedNs: s });
  });

  test('SecFC through a star', async () => {
    const { ends, delivered, link, ledger } = await played('star');
    const [s, d] = [on('shares'), on('distances')];
    const atServer = 6 * OPERATION + s + LATENCY;
    const forwarded = [1, 2, 3, 4, 5, 6].map((place) => atServer + place * s + way('shares'));
    expect(delivered('shares')).toEqual(forwarded);
    const ready = [forwarded[2], forwarded[4], forwarded[5]].map((at) => at + 3 * OPERATION + way('ready'));
    expect(delivered('ready')).toEqual(ready);
    const asked = [0, 1, 2].map((behind) => ready[2] + way('assignment') + behind * on('assignment'));
    expect(delivered('assignment')).toEqual(asked);
    const first = asked[0] + 23 * OPERATION + way('distances');
    expect(delivered('distances')).toEqual([first, first + d, first + 2 * d]);
    const resultNs = first + 2 * d + 18 * OPERATION;
    const known = resultNs + way('outcome') + 2 * on('outcome');
    expect(ends).toEqual({ resultNs: 61_850_000, knownNs: 74_570_000, endNs: 74_570_000 });
    expect([resultNs, known]).toEqual([ends.resultNs, ends.knownNs]);
    expect(link('server', 'downlink')).toMatchObject({ bytes: 1026, forwardedBytes: 486 });
    expect(link('server', 'uplink')).toMatchObject({ bytes: 1005, forwardedBytes: 486 });
    expect(ledger.balance.sent.wireBytes).toBe(1005 + 1026 - 486);
  });

  test('stands in the documentation as it is held here', () => {
    const page = readFileSync('docs/by-hand.md', 'utf8');
    for (const [type, bytes] of Object.entries(wire)) {
      const line = page.split('\n').find((one) => one.startsWith(`| \`${type}\``)) ?? '';
      expect(line).toContain(`= ${bytes - FRAMING} B | ${bytes} B | ${(bytes * BYTE) / US} us |`);
    }
    for (const ms of ['12.220', '24.164', '66.914', '79.634', '61.850', '74.570', '27.360', '6.845'])
      expect(page).toContain(ms);
  });
});
