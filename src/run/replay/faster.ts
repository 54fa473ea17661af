/** What could make a run faster: everything that its result waited for, alone and in groups. */

import { median } from '../../core/math/statistics/summary.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import type { Scenario } from '../scenario/load.ts';
import { merged, type Waited } from '../timing/critical-path.ts';
import { type Change, changeFrom, timeoutOf, together, withoutFault } from './change.ts';

/** How many parties are tried alone: those that the result waited for longest. */
const MOST_ALONE = 4;
/** A smaller share of the time is nobody's trouble. */
const LEAST_SHARE = 0.001;

type Part = 'compute' | 'uplink' | 'downlink';
const SETTINGS: Readonly<Record<Part, 'rate' | 'uplink' | 'downlink'>> = {
  compute: 'rate',
  uplink: 'uplink',
  downlink: 'downlink',
};

/**
 * The changes that could help a run: twice the speed of each device that its result waited for, of all devices much slower than
 * others at that and of all clients; half of the latency, of the loss and of the timeout; no fault; and everything at once.
 * @param found what the result waited for
 */
export function changesFor(scenario: Scenario, found: readonly Waited[]): readonly Change[] {
  const waits = merged(found).filter(({ share }) => share >= LEAST_SHARE);
  const parts = waits.filter(isPart);
  const { clients } = scenario.parties;
  const speeds = [
    ...parts.slice(0, MOST_ALONE).map(({ of, resource }) => `devices.${of}.${SETTINGS[resource]}=x2`),
    ...(Object.keys(SETTINGS) as Part[]).flatMap((part) => {
      const isWaitedFor = parts.some(({ resource, of }) => resource === part && clients.includes(of));
      return isWaitedFor && clients.length > 1 ? groups(scenario, part) : [];
    }),
  ];
  const waitedFor = (...resources: string[]): boolean =>
    waits.some(({ resource }) => resources.includes(resource));
  const texts = [
    ...speeds,
    ...(waitedFor('latency', 'connection') ? ['network.latency=x0.5'] : []),
    ...(waitedFor('sent again') ? ['network.loss=x0.5'] : []),
    ...(waitedFor('deadline') && timeoutOf(scenario) !== undefined ? ['protocol.timeout=x0.5'] : []),
  ];
  const faults = waits.flatMap(({ resource, of }) => (resource === 'fault' ? [withoutFault(of)] : []));
  const changes = [...[...new Set(texts)].map((text) => changeFrom(text, scenario)), ...faults];
  const atOnce = together(
    changes.filter(({ text }) => !isCovered(text, texts, clients)),
    'all of these',
  );
  return changes.length > 1 ? [...changes, atOnce] : changes;
}

/** Those much slower than the others, at once, if there are several; and all. */
function groups(scenario: Scenario, part: Part): string[] {
  const { clients } = scenario.parties;
  const setting = SETTINGS[part];
  const speeds = clients.map((name) => speedOf(scenario, part, name));
  const slow = clients.filter((_, i) => 2 * speeds[i] <= median(speeds));
  return [
    ...(slow.length > 1 ? [slow.map((name) => `devices.${name}.${setting}=x2`).join(',')] : []),
    `devices.clients.${setting}=x2`,
  ];
}

function speedOf({ rates, network, parties }: Scenario, part: Part, name: string): number {
  if (part !== 'compute') return network.bandwidth(name)[part === 'uplink' ? 'uplinkBps' : 'downlinkBps'];
  const directory = new Directory(parties.roles);
  const { role, index } = directory.place(directory.find(name) ?? 0);
  return rates[role][index];
}

/** Whether a change of clients is a part of one of all clients: at once, they are twice as fast and not four times. */
function isCovered(text: string, texts: readonly string[], clients: readonly string[]): boolean {
  const [, who = '', setting] = text.split('.');
  return clients.includes(who) && texts.includes(`devices.clients.${setting.split(',')[0]}`);
}

function isPart(waited: Waited): waited is Waited & { readonly resource: Part } {
  return Object.hasOwn(SETTINGS, waited.resource);
}
