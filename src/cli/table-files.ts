/** Reads tables of runs, and results of attacks, from files. */

import { z } from 'zod';
import type { Certificate } from '../lab/attack/certificate.ts';
import { CahootsError } from '../core/base/errors.ts';
import { readBytes } from '../run/data/file.ts';
import { FigureTable } from '../run/figures/table.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { registryOf } from '../run/plugin/registry.ts';
import type { Row } from '../run/tidy/rows.ts';
import { resultsAt } from '../studies/batch/results.ts';

/** Rows of runs, and what their columns mean. */
export interface Runs {
  readonly rows: readonly Row[];
  readonly figures: FigureTable;
}

/**
 * The runs of several files or folders as one table.
 * @param plugins whose figures are known to rows that are not described
 * @throws CahootsError if there are none, or the same figure means different things in them
 */
export async function runsIn(paths: readonly string[], plugins: readonly Plugin[]): Promise<Runs> {
  const rows = (await Promise.all(paths.map((path) => resultsAt(path).read()))).flat();
  const stored = await Promise.all(paths.map((path) => resultsAt(path).figures()));
  process.stderr.write(undescribed(rows, stored, plugins) ?? '');
  try {
    return { rows, figures: describedIn(stored, plugins) };
  } catch (error) {
    if (!(error instanceof CahootsError)) throw error;
    throw new CahootsError(error.code, error.message, { file: paths.join(' and ') });
  }
}

/**
 * What must be known of rows of protocols that nothing describes; undefined if there are none.
 * @param stored as for {@link describedIn}
 */
export function undescribed(
  rows: readonly Row[],
  stored: readonly (FigureTable | undefined)[],
  plugins: readonly Plugin[],
): string | undefined {
  if (!stored.includes(undefined)) return undefined;
  const known = new Set([
    ...registryOf(plugins).protocols.map(({ name }) => name),
    ...stored.flatMap((figures) => figures?.entries.map(({ protocol }) => protocol) ?? []),
  ]);
  const named = rows.flatMap(({ protocol }) =>
    protocol === undefined ? [] : String(protocol).split(' ')[0],
  );
  const unknown = [...new Set(named)].filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  return `no table of figures is beside these rows, and no plugin has ${unknown.join(', ')}: its own figures are plain numbers, shown if they are asked for by their columns\n`;
}

/**
 * What columns mean: as stored beside rows, otherwise as these plugins and every run have them.
 * @param stored one table for each set of rows, where there is one
 * @throws CahootsError if the same figure means different things in them
 */
export function describedIn(
  stored: readonly (FigureTable | undefined)[],
  plugins: readonly Plugin[],
): FigureTable {
  const described = new FigureTable(stored.flatMap((figures) => figures?.entries ?? []));
  return described.or(registryOf(plugins).figures);
}

const share = z.number().min(0).max(1);

/** The part of it that pictures read. */
const certificates = z.looseObject({
  findings: z.array(
    z.looseObject({
      coalition: z.string(),
      attack: z.string(),
      clients: z.int().min(0),
      server: z.boolean(),
      attempts: z.int().min(1),
      exposed: z.looseObject({ least: share, mean: share, most: share }),
    }),
  ),
});

/**
 * The certificate that `attack --json` printed.
 * @throws CahootsError if it is not the output of `attack --json`
 */
export function certificateIn(file: string): Certificate {
  const text = Buffer.from(readBytes(file, 'JSON')).toString();
  try {
    return certificates.parse(JSON.parse(text)) as unknown as Certificate;
  } catch {
    throw new CahootsError('bad-input', 'expected what attack --json printed, got something else', { file });
  }
}
