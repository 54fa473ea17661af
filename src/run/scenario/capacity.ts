/** `devices.capacity`: rates and links of clients from a file, one by one. A trace has overrides instead. */

import { z } from 'zod';
import { defined } from '../../core/base/defined.ts';
import { section } from '../../core/base/section.ts';
import { bandwidth, rate } from '../../core/base/units.ts';
import { CsvTable } from '../data/csv-table.ts';
import { deviceRecords, hasDeviceRecords } from '../data/device-records.ts';
import { readBytes, wrongFile } from '../data/file.ts';
import { quote } from '../data/quote.ts';
import type { FindFile } from './data-files.ts';

const file = z.string().min(1);

export const capacitySetting = z
  .union(
    [
      file,
      section({
        file: file.meta({ description: 'a file of capacities', example: 'capacity.json' }),
        operations: z.number().min(1).max(1e18).optional().meta({
          description:
            'operations of one sample of the benchmark by which FedScale measured computation; absent: only links are taken',
          example: 3e8,
        }),
      }),
    ],
    { error: 'expected a file of capacities, or a mapping with file and operations' },
  )
  .optional()
  .meta({
    description:
      'rates and links of single clients: a CSV file with client, and uplink, downlink or rate as under overrides, or records of phones by FedScale, for the clients in order; overrides take precedence',
    example: 'phones.csv',
  });

export type CapacitySetting = z.output<typeof capacitySetting>;

/** An entry under `devices.overrides`, as written there. */
interface Override {
  readonly actors: readonly string[];
  readonly rate?: string;
  readonly uplink?: string;
  readonly downlink?: string;
}

/** The file as entries under `devices.overrides`. @throws CahootsError for mistakes in it */
export function capacities(
  setting: CapacitySetting,
  clients: readonly string[],
  files: FindFile,
): readonly Override[] {
  if (setting === undefined) return [];
  const { file: name, operations } = typeof setting === 'string' ? { file: setting } : setting;
  const found = files(name);
  const bytes = readBytes(found, 'capacities of clients');
  if (hasDeviceRecords(bytes)) return fromRecords(bytes, found, clients, operations);
  if (operations !== undefined)
    throw wrongFile(found, 'expected records of FedScale for operations, got CSV');
  return fromTable(bytes, found, clients);
}

const CELLS = { uplink: bandwidth(), downlink: bandwidth(), rate: rate() } as const;

function fromTable(bytes: Uint8Array, name: string, clients: readonly string[]): Override[] {
  const table = new CsvTable(bytes, name);
  const [first, ...kinds] = table.header;
  const known = kinds.filter((kind): kind is keyof typeof CELLS => Object.hasOwn(CELLS, kind));
  if (first !== 'client' || kinds.length === 0 || known.length < kinds.length)
    throw table.error(
      `expected the columns client and uplink, downlink or rate, got ${table.header.join(', ')}`,
    );
  const seen = new Set<string>();
  return [...table.rows()].map((row) => {
    const [client, ...cells] = row.cells;
    if (!clients.includes(client) || seen.has(client)) {
      const expected = `expected each of ${clients[0]} to ${clients.at(-1)} at most once`;
      throw table.error(`${expected}, got ${quote(client)}`, { row });
    }
    seen.add(client);
    cells.forEach((text, i) => {
      const parsed = CELLS[known[i]].safeParse(text);
      if (parsed.success) return;
      const [{ message }] = parsed.error.issues;
      throw table.error(`${message}, got ${quote(text)}`, { row, cell: i + 1 });
    });
    return { actors: [client], ...Object.fromEntries(known.map((kind, i) => [kind, cells[i]])) };
  });
}

/** FedScale divides 1024 bits, sent and received, by `communication`, and has milliseconds in `computation`. */
function fromRecords(
  bytes: Uint8Array,
  name: string,
  clients: readonly string[],
  operations: number | undefined,
): Override[] {
  const devices = deviceRecords(bytes, name);
  return clients.map((client, i) => {
    const { fields, refuse } = devices[i % devices.length];
    const above0 = (key: string): number => {
      const value = fields[key];
      if (typeof value === 'number' && value > 0 && value < 1e12) return value;
      throw refuse(`${key} above 0`, value);
    };
    const link = `${Math.max(1, Math.round(above0('communication') * 1024))}bps`;
    const own =
      operations === undefined
        ? undefined
        : `${Math.max(1, Math.round((operations * 1000) / above0('computation')))}op/s`;
    return defined({ actors: [client], rate: own, uplink: link, downlink: link }) as Override;
  });
}
