/** Links measured over time: which actors have them, and their files or the files' contents. */

import { z } from 'zod';
import { assert } from '../../core/base/errors.ts';
import { section } from '../../core/base/section.ts';
import type { Series } from '../../core/engine/network/series.ts';
import { readLatencies, readRates } from '../data/series.ts';
import { isAmong, type Parties } from '../../core/protocol/parties.ts';
import type { Problem } from '../../core/protocol/protocol.ts';
import type { NetworkSpec } from '../../core/engine/network/network.ts';
import type { Content } from './content.ts';
import type { FindFile } from './data-files.ts';

const most = Number.MAX_SAFE_INTEGER;

/** What a trace stores in place of a file's name. */
const content = section({
  atNs: z
    .array(z.int().min(0).max(most))
    .min(1)
    .meta({
      description: 'in a trace, instead of a file: the times from which each value holds',
      example: [0, 1e9],
    }),
  values: z
    .array(z.number().min(0).max(1e18))
    .min(1)
    .meta({ description: 'bits per second, or nanoseconds', example: [5e6, 2e6] }),
  periodNs: z.int().min(1).max(most).optional().meta({
    description: 'period after which it repeats; absent: the last value stays',
    example: 2e9,
  }),
}).refine(isSeries, { error: 'expected values over rising times from 0 on, of which some are above 0' });

function isSeries({ atNs, values, periodNs }: Series): boolean {
  const rises = atNs.every((ns, i) => (i === 0 ? ns === 0 : ns > atNs[i - 1]));
  const last = atNs.length - 1;
  const ends = periodNs === undefined ? true : periodNs > atNs[last] && values.some((value) => value > 0);
  return values.length === atNs.length && rises && ends;
}

const series = () =>
  z.union([z.string().min(1), content], { error: 'expected a file of measurements, or the content of one' });

export const measuredSetting = z
  .array(
    section({
      actors: z
        .array(z.string())
        .min(1)
        .meta({ description: 'by name; each has such links of its own', example: ['client-1'] }),
      uplink: series().optional().meta({
        description: 'CSV with seconds and bps, kbps or Mbps, or a Mahimahi trace',
        example: 'lte.up',
      }),
      downlink: series().optional().meta({ description: 'the same', example: 'lte.down' }),
      latency: series().optional().meta({
        description:
          'CSV with seconds and ms: one way between it and all others; between two such actors they add up',
        example: 'latency.csv',
      }),
    }),
  )
  .default([])
  .meta({
    description: 'links whose rate or latency was measured over time, instead of any other setting for them',
  });

export type MeasuredSettings = z.output<typeof measuredSetting>;

const KINDS = ['uplink', 'downlink', 'latency'] as const;

/**
 * The contents of the files that the setting names, and where it names them. @throws CahootsError for
 * mistakes in one
 */
export function measuredContents(settings: MeasuredSettings, files: FindFile): Content[] {
  return settings.flatMap((one, i) =>
    KINDS.flatMap((kind) => {
      const file = one[kind];
      if (typeof file !== 'string') return [];
      const read = kind === 'latency' ? readLatencies : readRates;
      return [{ path: ['network', 'measured', i, kind], value: read(files(file)) }];
    }),
  );
}

/** If several entries match, the last one that gives a value wins. All files have been read by now. */
export function measuredLinks(
  settings: MeasuredSettings,
  parties: Parties,
): Pick<NetworkSpec, 'rates' | 'latencies'> {
  if (settings.length === 0) return {};
  const entries = settings.map((one) => ({ ...one, isFor: isAmong(one.actors, parties) }));
  const last = (actor: string, kind: (typeof KINDS)[number]): Series | undefined => {
    const found = entries.findLast((one) => one[kind] !== undefined && one.isFor(actor))?.[kind];
    assert(typeof found !== 'string', `the measurements in ${String(found)} were not read`);
    return found;
  };
  return {
    ...(settings.some(({ uplink, downlink }) => uplink !== undefined || downlink !== undefined) && {
      rates: (actor) => ({ uplink: last(actor, 'uplink'), downlink: last(actor, 'downlink') }),
    }),
    ...(settings.some(({ latency }) => latency !== undefined) && {
      latencies: (actor) => last(actor, 'latency'),
    }),
  };
}

/** Rejects rates that vary over time where flows share a link. */
export function measuredProblems(settings: MeasuredSettings, transport: string): Problem[] {
  return settings.flatMap(({ uplink, downlink }, i) =>
    transport === 'tcp' && (uplink !== undefined || downlink !== undefined)
      ? [
          {
            path: `network.measured.${i}`,
            expected: 'rates that were measured over time with transport: reliable or datagram',
            got: 'tcp',
          },
        ]
      : [],
  );
}
