/**
 * What a scenario names files for and a trace stores whole: device profiles, capacities, links measured over
 * time, availability of clients. The content replaces the name, so a replay needs no file.
 */

import { defined } from '../../core/base/defined.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import { type Absence, absenceName } from '../data/availability.ts';
import { absencesOf, type AvailabilitySetting } from './availability.ts';
import { capacities } from './capacity.ts';
import type { FindFile } from './data-files.ts';
import { type DeviceSettings, profileContents } from './devices.ts';
import { measuredContents } from './measured-links.ts';
import type { NetworkSettings } from './network.ts';

interface Naming {
  readonly devices: DeviceSettings;
  readonly network: NetworkSettings;
  readonly availability?: AvailabilitySetting;
  readonly limits: { readonly time: number };
}

/**
 * A document with contents in place of names; unchanged if it names none.
 * @throws CahootsError for mistakes in a file
 */
export function inlined<T>(written: Naming, document: T, { clients }: Parties, files: FindFile): T {
  const contents = [
    ...profileContents(written.devices, files),
    ...measuredContents(written.network.measured, files),
  ];
  const read = contents.reduce((node, { path, value }) => laid(node, path, value) as T, document);
  const own = written.devices.capacity;
  const whole = own === undefined ? read : withCapacities(read, capacities(own, clients, files));
  if (written.availability === undefined) return whole;
  return withAbsences(
    whole,
    absencesOf(written.availability, { clients, limitNs: written.limits.time }, files),
  );
}

function laid(node: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item: unknown, i) => (String(i) === String(key) ? laid(item, rest, value) : item));
  const mapping = node as Readonly<Record<string, unknown>>;
  return { ...mapping, [key]: laid(mapping[key], rest, value) };
}

/** Before the scenario's own overrides, of which the last takes precedence. */
function withCapacities<T>(document: T, capacity: readonly object[]): T {
  const { devices } = document as { devices: { capacity: unknown; overrides?: readonly object[] } };
  const { capacity: _, overrides, ...others } = devices;
  return { ...document, devices: { ...others, overrides: [...capacity, ...(overrides ?? [])] } };
}

/** A client that is away is cut off from all others, expressed as a fault. */
function withAbsences<T>(document: T, absences: readonly Absence[]): T {
  const { availability: _, faults = [], ...own } = document as { availability?: unknown; faults?: unknown[] };
  const away = absences.map(({ client, fromNs, untilNs }, i) =>
    defined({
      fault: 'partition',
      name: absenceName(i + 1),
      who: [client],
      when: { at: `${fromNs}ns` },
      for: untilNs === undefined ? undefined : `${untilNs - fromNs}ns`,
    }),
  );
  return { ...own, faults: [...(faults ?? []), ...away] } as T;
}
