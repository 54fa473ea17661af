import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { criticalPath, waitedFor } from '../../../src/run/timing/critical-path.ts';
import { type DeviceChange, retime } from '../../../src/run/timing/retime.ts';
import { timed, undisturbed } from '../../support/timing-runs.ts';

/** 20 % off what the result waited for most, of compute, uplinks and downlinks. */
function faster(run: Awaited<ReturnType<typeof timed>>): DeviceChange | undefined {
  const { causalGraph } = run;
  const { rates, network } = causalGraph.conditions;
  const top = waitedFor(criticalPath(causalGraph) ?? []).find(({ resource }) =>
    ['compute', 'uplink', 'downlink'].includes(resource),
  );
  if (top === undefined) return undefined;
  const { of: actor, resource } = top;
  const { uplinkBps, downlinkBps } = network.bandwidth(actor);
  if (resource === 'uplink') return { actor, uplinkBps: uplinkBps / 0.8 };
  if (resource === 'downlink') return { actor, downlinkBps: downlinkBps / 0.8 };
  const rate =
    actor === 'server' ? rates['server'][0] : rates['client'][Number(actor.slice('client-'.length)) - 1];
  return { actor, rate: rate / 0.8 };
}

function overridden(
  source: Record<string, unknown>,
  { actor, rate, uplinkBps, downlinkBps }: DeviceChange,
): object {
  const devices = source['devices'] as { overrides: object[] };
  const own = {
    actors: [actor],
    ...(rate !== undefined && { rate: `${rate}op/s` }),
    ...(uplinkBps !== undefined && { uplink: `${uplinkBps}bps` }),
    ...(downlinkBps !== undefined && { downlink: `${downlinkBps}bps` }),
  };
  return { ...source, devices: { ...devices, overrides: [...devices.overrides, own] } };
}

test(
  '20 % off what the result waited for gives what a run with that change gives, to the nanosecond, in 50 runs',
  { timeout: 120_000 },
  async () => {
    let exact = 0;
    let shorter = 0;
    let number = 0;
    for (const source of fc.sample(undisturbed, { seed: 17, numRuns: 400 })) {
      if (exact === 50) break;
      number++;
      const before = await timed(source);
      const change = faster(before);
      if (change === undefined) continue;
      const predicted = retime(before.causalGraph, change);
      const after = await timed(overridden(source, change));
      if (predicted?.exact !== true) continue;
      expect(after.order).toEqual(before.order);
      expect(predicted.resultNs).toBe(after.causalGraph.result?.atNs);
      exact++;
      if (predicted.resultNs < (before.causalGraph.result?.atNs ?? 0)) shorter++;
    }
    expect([exact, number < 400]).toEqual([50, true]);
    expect(shorter).toBe(50);
  },
);

test('a change of nothing changes nothing', async () => {
  for (const source of fc.sample(undisturbed, { seed: 23, numRuns: 30 })) {
    const { causalGraph } = await timed(source);
    const same = retime(causalGraph, { actor: 'server' });
    expect(same).toEqual({ resultNs: causalGraph.result?.atNs, exact: true });
  }
});
