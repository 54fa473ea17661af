/**
 * What a scenario names files for and a trace stores whole: device profiles, links measured over time,
 * availability of clients. The content replaces the name, so a replay needs no file.
 */

import { defined } from '../../core/base/defined.ts';
import { readAbsences } from '../data/availability.ts';
import type { FindFile } from './data-files.ts';
import { type DeviceSettings, profileContents } from './devices.ts';
import { measuredContents } from './measured-links.ts';
import type { NetworkSettings } from './network.ts';

interface Naming {
  readonly devices: DeviceSettings;
  readonly network: NetworkSettings;
  readonly availability?: string | undefined;
}

/**
 * A document with contents in place of names; unchanged if it names none.
 * @throws CahootsError for mistakes in a file
 */
export function inlined<T>(written: Naming, document: T, files: FindFile): T {
  const contents = [
    ...profileContents(written.devices, files),
    ...measuredContents(written.network.measured, files),
  ];
  const whole = contents.reduce((node, { path, value }) => laid(node, path, value) as T, document);
  return written.availability === undefined ? whole : withAbsences(whole, files(written.availability));
}

function laid(node: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item: unknown, i) => (String(i) === String(key) ? laid(item, rest, value) : item));
  const mapping = node as Readonly<Record<string, unknown>>;
  return { ...mapping, [key]: laid(mapping[key], rest, value) };
}

/** A client that is away is cut off from all others, expressed as a fault. */
function withAbsences<T>(document: T, file: string): T {
  const { availability: _, faults = [], ...own } = document as { availability?: unknown; faults?: unknown[] };
  const away = readAbsences(file).map(({ client, fromNs, untilNs }, i) =>
    defined({
      fault: 'partition',
      name: `away ${i + 1}`,
      who: [client],
      when: { at: `${fromNs}ns` },
      for: untilNs === undefined ? undefined : `${untilNs - fromNs}ns`,
    }),
  );
  return { ...own, faults: [...(faults ?? []), ...away] } as T;
}
