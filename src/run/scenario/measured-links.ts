/**
 * Links measured over time: which actors have them, their files or the files' contents, and where in them each
 * actor begins.
 */

import { z } from 'zod';
import { assert } from '../../core/base/errors.ts';
import type { Random } from '../../core/base/random.ts';
import { section } from '../../core/base/section.ts';
import { duration } from '../../core/base/units.ts';
import type { Series } from '../../core/engine/queues/series.ts';
import { beginningAt, readLatencies, readRates } from '../data/series.ts';
import { everyone, isAmong, type Parties } from '../../core/protocol/parties.ts';
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

const one = z.union([z.string().min(1), content], {
  error: 'expected a file of measurements, or the content of one',
});

const series = () =>
  z.union([one, z.array(one).min(1)], {
    error: 'expected a file of measurements, a list of such files, or their content',
  });

const phase = z.union([duration(), z.literal('spread')], {
  error: 'expected a duration such as 30s, or spread',
});

export const measuredSetting = z
  .array(
    section({
      actors: z
        .array(z.string())
        .min(1)
        .meta({ description: 'by name; each has such links of its own', example: ['client-1'] }),
      uplink: series().optional().meta({
        description:
          'CSV with seconds and bps, kbps or Mbps, or a Mahimahi trace; of a list of files, the first actor has the first, and so on, and after the last file the first again',
        example: 'lte.up',
      }),
      downlink: series().optional().meta({ description: 'the same', example: 'lte.down' }),
      latency: series().optional().meta({
        description:
          'CSV with seconds and ms: one way between it and all others; between two such actors they add up',
        example: 'latency.csv',
      }),
      phase: phase.prefault('0s').meta({
        description:
          'where in the measurements the run begins: for all at one time, or spread: for each actor at a place of its own, drawn from the seed, if they repeat',
        example: 'spread',
      }),
    }),
  )
  .prefault([])
  .meta({
    description: 'links whose rate or latency was measured over time, instead of any other setting for them',
  });

export type MeasuredSettings = z.output<typeof measuredSetting>;

const KINDS = ['uplink', 'downlink', 'latency'] as const;
type Kind = (typeof KINDS)[number];

/**
 * The contents of the files that the setting names, and where it names them. @throws CahootsError for
 * mistakes in one
 */
export function measuredContents(settings: MeasuredSettings, files: FindFile): Content[] {
  return settings.flatMap((entry, i) =>
    KINDS.flatMap((kind) => {
      const read = kind === 'latency' ? readLatencies : readRates;
      const path = ['network', 'measured', i, kind];
      const given = entry[kind];
      if (typeof given === 'string') return [{ path, value: read(files(given)) }];
      if (!Array.isArray(given)) return [];
      return given.flatMap((file, k) =>
        typeof file === 'string' ? [{ path: [...path, k], value: read(files(file)) }] : [],
      );
    }),
  );
}

/** Entries that are spread over measurements that do not repeat. All files have been read by now. */
export function measuredProblems(settings: MeasuredSettings): Problem[] {
  return settings.flatMap((entry, i) => {
    if (entry.phase !== 'spread') return [];
    const ends = KINDS.filter((kind) => seriesOf(entry[kind]).some(({ periodNs }) => periodNs === undefined));
    if (ends.length === 0) return [];
    const expected = `a duration, as the ${ends.join(' and ')} of this entry does not repeat`;
    return [{ path: `network.measured.${i}.phase`, expected, got: 'spread' }];
  });
}

/**
 * If several entries match, the last one that gives a value wins. All files have been read by now.
 * @param random from which places in measurements are drawn, by the actors' names
 */
export function measuredLinks(
  settings: MeasuredSettings,
  parties: Parties,
  random: Random,
): Pick<NetworkSpec, 'rates' | 'latencies'> {
  if (settings.length === 0) return {};
  const entries = settings.map((entry) => {
    const isFor = isAmong(entry.actors, parties);
    const actors = everyone(parties).filter((actor) => isFor(actor));
    return { ...entry, places: new Map(actors.map((actor, place) => [actor, place])) };
  });
  const spread = new Set(
    entries.flatMap(({ phase: own, places }) => (own === 'spread' ? [...places.keys()] : [])),
  );
  // One draw for all three, so that what was measured together stays together.
  const parts = new Map([...spread].map((actor) => [actor, random.stream('phase', actor).uniform()]));
  const begun = new Map<string, Series | undefined>();
  const last = (actor: string, kind: Kind): Series | undefined => {
    const key = `${kind} of ${actor}`;
    if (begun.has(key)) return begun.get(key);
    const found = entries.findLast((entry) => entry[kind] !== undefined && entry.places.has(actor));
    const own = found && begin(found, kind, actor);
    begun.set(key, own);
    return own;
  };
  const begin = (entry: (typeof entries)[number], kind: Kind, actor: string): Series => {
    const all = seriesOf(entry[kind]);
    const own = all[(entry.places.get(actor) ?? 0) % all.length];
    if (entry.phase !== 'spread') return beginningAt(own, entry.phase);
    return beginningAt(own, Math.floor((parts.get(actor) ?? 0) * (own.periodNs ?? 0)));
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

type Given = MeasuredSettings[number][Kind];

function seriesOf(given: Given): readonly Series[] {
  if (given === undefined) return [];
  return [given].flat().map((own) => {
    assert(typeof own !== 'string', `the measurements in ${String(own)} were not read`);
    return own;
  });
}
