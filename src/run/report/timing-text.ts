/** Where the time went, as text: the busiest links, and what the result waited for. */

import { merged, type Resource, type Waited } from '../timing/critical-path.ts';
import type { Direction, LinkLoad } from '../timing/links.ts';
import { bytes, integer, time } from './format.ts';
import type { Report, Timing } from './report.ts';
import { table } from './table.ts';

/**
 * The server's links and the busiest of all others, in each direction; undefined if nothing is known. Ends
 * with a newline.
 */
export function linksText({ mainLinks }: Pick<Timing, 'mainLinks'>): string | undefined {
  const shown = [false, true].flatMap((holding) =>
    (['uplink', 'downlink'] as const).flatMap((direction) => busiest(mainLinks, direction, holding) ?? []),
  );
  if (shown.length === 0) return undefined;
  return table(
    ['link', 'messages', 'carried', 'forwarded', 'busy', 'packets waited', 'in use'],
    shown.map((link) => [
      `${link.direction} of ${link.actor}${link.holds ? ', the busiest' : ''}`,
      integer(link.messages),
      bytes(link.bytes),
      bytes(link.forwardedBytes),
      time(link.busyNs),
      time(link.queuedNs),
      percent(link.utilisation),
    ]),
    ['link'],
  );
}

function busiest(links: readonly LinkLoad[], direction: Direction, holding: boolean): LinkLoad | undefined {
  let most: LinkLoad | undefined;
  for (const link of links)
    if (link.direction === direction && link.holds === holding)
      if (most === undefined || link.utilisation > most.utilisation) most = link;
  return most;
}

/** As many of the longest waits as fit into a width, three at most; the longest stands in any case. */
export function waitsWithin(found: readonly Waited[], width: number): string {
  const [three, two] = [waitsText(found, 3), waitsText(found, 2)];
  return [three, two].find(({ length }) => length <= width) ?? waitsText(found, 1);
}

/** The longest waits, on one line. */
export function waitsText(found: readonly Waited[], most = 3): string {
  const waits = merged(found).filter(({ share }) => share >= LEAST_SHARE);
  const shown = waits.slice(0, most).map((one) => `${percent(one.share)} ${resourceText(one)}`);
  const rest = waits.slice(most).reduce((sum, { share }) => sum + share, 0);
  return [...shown, ...(rest >= LEAST_SHARE ? [`${percent(rest)} others`] : [])].join(', ');
}

/** Smaller shares would be printed as zero. */
const LEAST_SHARE = 0.0005;

/** The critical path, by round and by resource; ends with a newline. */
export function criticalPathText({ rounds, timing, clock }: Report): string {
  const { waits, problem } = timing ?? {};
  if (problem !== undefined) return `the critical path is not known: ${problem}\n`;
  if (clock === 'wall')
    return 'the critical path is not known: the links of a real run do not show what held a message up\n';
  if (waits === undefined) return 'there is no critical path, as there is no result\n';
  return [
    table(
      ['round', 'virtual time', 'waited for'],
      rounds
        .filter(({ part }) => part === 'round')
        .map((row) => [`${row.round}`, time(row.durationNs), waitsText(row.waits ?? [])]),
      ['round', 'waited for'],
    ),
    table(
      ['waited for', 'virtual time', 'behind others', 'share'],
      waits.map((one) => [resourceText(one), time(one.ns), time(one.queuedNs), percent(one.share)]),
      ['waited for'],
    ),
  ].join('\n');
}

const WORDS: Readonly<Record<Resource, string>> = {
  compute: 'compute of',
  uplink: 'uplink of',
  downlink: 'downlink of',
  latency: 'latency of',
  connection: 'the connection of',
  'sent again': 'packets sent again,',
  deadline: 'a deadline of',
  idle: 'idle time of',
  fault: 'the fault',
};

/** What was waited for, in words, with the actor or link that it belongs to. */
export function resourceText({ resource, of }: Pick<Waited, 'resource' | 'of'>): string {
  return of === '' ? resource : `${WORDS[resource]} ${of}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
