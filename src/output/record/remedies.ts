/**
 * The effect of faster devices: each of those that the result waited for most, retimed with twice the speed.
 */

import { type Waited } from '../../run/timing/critical-path.ts';
import { type DeviceChange, retime } from '../../run/timing/retime.ts';
import type { RunRecord } from './run-record.ts';

export interface Remedy {
  readonly resource: 'compute' | 'uplink' | 'downlink';
  readonly of: string;
  /** When the result would have been available. */
  readonly resultNs: number;
  readonly beforeNs: number;
  /**
   * Whether it is exact, see {@link retime}; otherwise events would be in another order, and it is an
   * estimate.
   */
  readonly exact: boolean;
}

/** Retiming a larger run takes seconds. */
const MOST_MOMENTS = 2_000_000;

/** @param most how many devices are tried: those that the result waited for longest */
export function remedies({ causalGraph, report }: RunRecord, most = 4): Remedy[] {
  const waits = report.timing?.waits;
  if (causalGraph?.moments === undefined || waits === undefined || causalGraph.moments.length > MOST_MOMENTS)
    return [];
  const beforeNs = causalGraph.result?.atNs ?? 0;
  return waits
    .filter(isDevice)
    .slice(0, most)
    .flatMap(({ resource, of }) => {
      const change = twice(resource, of);
      const retimed = change && retime(causalGraph, change);
      return retimed === undefined ? [] : [{ resource, of, beforeNs, ...retimed }];
    });

  function twice(resource: Remedy['resource'], actor: string): DeviceChange | undefined {
    const { conditions, directory } = causalGraph as NonNullable<typeof causalGraph>;
    const id = directory.find(actor);
    if (id === undefined) return undefined;
    if (resource === 'compute') {
      const { role, index } = directory.place(id);
      return { actor, rate: 2 * conditions.rates[role][index] };
    }
    const { uplinkBps, downlinkBps } = conditions.network.bandwidth(actor);
    return resource === 'uplink'
      ? { actor, uplinkBps: 2 * uplinkBps }
      : { actor, downlinkBps: 2 * downlinkBps };
  }
}

function isDevice(waited: Waited): waited is Waited & { resource: Remedy['resource'] } {
  return waited.resource === 'compute' || waited.resource === 'uplink' || waited.resource === 'downlink';
}
