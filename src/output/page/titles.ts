/** The title of a run, from its scenario. */

import type { RunRecord } from '../record/run-record.ts';
import { pointsOf } from '../../run/execute/quality.ts';
import { counted } from '../../run/report/format.ts';

interface Told {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly seed?: unknown;
  readonly protocol?: { readonly name?: unknown };
}

function toldBy({ header }: RunRecord): Told {
  return typeof header.scenario === 'object' && header.scenario !== null ? (header.scenario as Told) : {};
}

/** The title of a run: its scenario and its protocol. */
export function titleOf(record: RunRecord): string {
  const { name, protocol } = toldBy(record);
  return `${typeof name === 'string' && name !== '' ? name : 'a run'} under ${String(protocol?.name ?? 'an unknown protocol')}`;
}

/** Who took part, in one line. */
export function subtitleOf(record: RunRecord): string {
  const { seed = 0, description } = toldBy(record);
  const roles = record.header.roles.map(({ role, count }) =>
    count === undefined ? role : counted(count, role),
  );
  const quality = record.report.outcome?.findings.quality;
  const size = quality === undefined ? '' : `, ${counted(pointsOf(quality), 'point')}`;
  const words = typeof description === 'string' && description !== '' ? `. ${description}` : '';
  return `${roles.join(', ')}${size}, seed ${String(seed)}${words}`;
}
