/** The directions in which a run's bytes go, as every view of them shows them. */

import { everyRun } from '../figures/table.ts';
import type { Bytes } from './report.ts';

export interface Direction {
  readonly key: keyof Bytes;
  readonly title: string;
}

const USUAL = ['toServer', 'fromServer', 'betweenClients'] as const;

/** Those of these rows: most protocols have one server, and nothing between servers. */
export function directionsIn(rows: readonly Bytes[]): readonly Direction[] {
  const keys = rows.some(({ betweenServers }) => betweenServers > 0)
    ? [...USUAL, 'betweenServers' as const]
    : USUAL;
  return keys.map((key) => ({ key, title: everyRun.of(key).title }));
}
