import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Direction } from '../../../../src/core/engine/tcp/direction.ts';
import { downlinkOf, Ends, uplinkOf } from '../../../../src/core/engine/tcp/ends.ts';
import { Flow } from '../../../../src/core/engine/tcp/flow.ts';
import { Flows } from '../../../../src/core/engine/tcp/flows.ts';

const PARTIES = 5;
const all = Number.POSITIVE_INFINITY;

interface Part {
  readonly atNs: number;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/**
 * When each part is through, in whole nanoseconds.
 * @param patience 0: everything is worked out anew whenever something changes, and every part is looked at all the time
 */
function endsOf(parts: readonly Part[], bps: readonly number[], patience?: number): number[] {
  const ends = new Ends(2 * PARTIES, (link) => bps[link]);
  const flows = new Flows(ends, patience);
  const moving = new Map<number, Flow>();
  const due = new Map<Flow, number>();
  const through: number[] = [];
  const coming = [...parts.keys()].toSorted((a, b) => parts[a].atNs - parts[b].atNs);
  for (;;) {
    if (patience === 0) for (const flow of moving.values()) due.set(flow, flow.endNs);
    const next = coming.length > 0 ? parts[coming[0]].atNs : all;
    const nowNs = Math.min(next, ...due.values());
    if (nowNs === all) return through;
    for (const [part, flow] of [...moving].toSorted(([a], [b]) => a - b)) {
      if ((due.get(flow) ?? all) > nowNs) continue;
      due.delete(flow);
      flow.advance(nowNs);
      if (flow.isThrough) {
        flows.end(flow);
        moving.delete(part);
        through[part] = nowNs;
      } else flows.late(flow);
    }
    while (coming.length > 0 && parts[coming[0]].atNs <= nowNs) {
      const part = coming.shift() as number;
      const { from, to, bytes } = parts[part];
      const other = (from + 1 + to) % PARTIES;
      const flow = new Flow({} as Direction, uplinkOf(from), downlinkOf(other), 1, bytes, nowNs, ends);
      flows.begin(flow);
      moving.set(part, flow);
    }
    flows.settle(nowNs, (flow) => due.set(flow, Math.min(due.get(flow) ?? all, flow.endNs)));
  }
}

test('levelling only what changed comes to the times of working out everything, to the nanosecond', () => {
  const parts = fc.array(
    fc.record({
      // Many begin together, as rounds of protocols do.
      atNs: fc.nat(6).map((tick) => tick * 5e6),
      from: fc.nat(PARTIES - 1),
      to: fc.nat(PARTIES - 2),
      bytes: fc.oneof(fc.constantFrom(15_000, 30_000), fc.integer({ min: 1, max: 200_000 })),
    }),
    { minLength: 1, maxLength: 60 },
  );
  // Equal links, and links of all sorts; uplinks are limited, so that no flow is without a limit.
  const rate = fc.oneof(fc.constantFrom(20e6, 100e6), fc.integer({ min: 1e5, max: 1e9 }));
  const bps = fc.array(fc.tuple(rate, fc.oneof(rate, fc.constant(all))), {
    minLength: PARTIES,
    maxLength: PARTIES,
  });
  fc.assert(
    fc.property(parts, bps, (sent, pairs) => {
      const links = pairs.flat();
      const everything = endsOf(sent, links, 0);
      expect(everything).toHaveLength(sent.length);
      expect(endsOf(sent, links)).toEqual(everything);
      expect(endsOf(sent, links, 3)).toEqual(everything);
    }),
    { numRuns: 400 },
  );
});
