/** When clients are available: the file that says it, and where in it a run begins. A trace has faults instead. */

import { z } from 'zod';
import { section } from '../../core/base/section.ts';
import { duration } from '../../core/base/units.ts';
import { type Absence, type AbsencesOf, readAbsences } from '../data/availability.ts';
import type { FindFile } from './data-files.ts';

const file = z.string().min(1);

export const availabilitySetting = z
  .union(
    [
      file,
      section({
        file: file.meta({ description: 'a file of availability', example: 'state_traces.json' }),
        phase: duration()
          .prefault('0s')
          .meta({ description: 'where in its time the run begins', example: '8h' }),
      }),
    ],
    { error: 'expected a file of availability, or a mapping with file and phase' },
  )
  .optional()
  .meta({
    description:
      'when each client is available: a CSV file with client, from and until in seconds, one row for each period, or records of phones by FedScale or FLASH, for the clients in order; at other times a client is cut off from all others. A mapping with file and phase begins that long after the start of its time',
    example: 'phones.csv',
  });

export type AvailabilitySetting = z.output<typeof availabilitySetting>;

/** The absences of clients in a run. @throws CahootsError for mistakes in the file */
export function absencesOf(
  setting: AvailabilitySetting,
  run: Omit<AbsencesOf, 'phaseNs'>,
  files: FindFile,
): Absence[] {
  if (setting === undefined) return [];
  const { file: name, phase } = typeof setting === 'string' ? { file: setting, phase: 0 } : setting;
  return readAbsences(files(name), { ...run, phaseNs: phase });
}
