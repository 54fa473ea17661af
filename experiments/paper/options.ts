/** The command line of `npm run paper`. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CahootsError } from '../../src/core/base/errors.ts';
import { makeDirectory, replaceWhole } from '../../src/run/data/write.ts';
import type { Kept } from '../../src/studies/batch/journal.ts';
import type { BatchOptions } from '../../src/studies/batch/batch.ts';

export interface PaperOptions extends BatchOptions {
  readonly seeds: number;
  /** A data folder, instead of data drawn by seed. */
  readonly data: string | undefined;
  /** n,t,l of SecFC, for tables about codes. */
  readonly code?: string;
  /** Whether those that iterate take a fair start. */
  readonly fairStart?: boolean;
  /** Of claims: only what takes minutes, at few seeds; or one item, repeated. */
  readonly quick?: boolean;
  readonly verify?: string;
  /** Of claims: items, experiments or papers, with commas between; other rows stay as they are. */
  readonly only?: string;
  /** Of claims: the folder for an RO-Crate of all. */
  readonly crate?: string;
  /** The folder for figures: the documentation, unless results are kept elsewhere. */
  readonly figures: string;
  readonly journal: Kept;
  readonly onDone: (done: number, of: number, fresh?: number) => void;
}

export const USAGE =
  'npm run paper -- NAME [--seeds 10] [--threads N] [--on ADDRESS] [--data DIR] [--code n,t,l] [--fair-start] [--quick] [--only NAMES] [--verify ITEM] [--crate DIR] [--out DIR]';

/** @throws CahootsError for anything that the usage does not allow */
export function parseOptions(args: readonly string[]): Pick<
  PaperOptions,
  | 'seeds'
  | 'threads'
  | 'on'
  | 'data'
  | 'code'
  | 'fairStart'
  | 'quick'
  | 'verify'
  | 'only'
  | 'crate'
  | 'figures'
> & {
  readonly name: string;
  readonly out: string;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seeds: { type: 'string', default: '10' },
        threads: { type: 'string', default: String(availableParallelism()) },
        on: { type: 'string' },
        key: { type: 'string' },
        data: { type: 'string' },
        code: { type: 'string' },
        'fair-start': { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        verify: { type: 'string' },
        only: { type: 'string' },
        crate: { type: 'string' },
        out: { type: 'string' },
      },
    });
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0)
      throw new TypeError(`expected one NAME, got ${positionals.join(' ') || 'none'}`);
    const count = (flag: 'seeds' | 'threads'): number => {
      if (!/^[1-9]\d{0,4}$/.test(values[flag]))
        throw new TypeError(`--${flag}: expected a positive number, got ${values[flag]}`);
      return Number(values[flag]);
    };
    const { data, code, on, key, out, quick, verify, only, crate } = values;
    return {
      name,
      seeds: count('seeds'),
      threads: count('threads'),
      data,
      out: out ?? 'results',
      figures: out ?? 'docs',
      fairStart: values['fair-start'],
      ...(quick && { quick }),
      ...(verify !== undefined && { verify }),
      ...(only !== undefined && { only }),
      ...(crate !== undefined && { crate }),
      ...(on !== undefined && { on }),
      ...(key !== undefined && { key }),
      ...(code !== undefined && { code }),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CahootsError('bad-input', `${error.message}\nusage: ${USAGE}`);
  }
}

/** @throws CahootsError if remote workers are requested for what they cannot do */
export function refuseElsewhere({ on }: PaperOptions, why: string): void {
  if (on === undefined) return;
  throw new CahootsError('bad-input', `${why}: expected nothing, got ${on}`, { path: '--on' });
}

/** @throws CahootsError if data are given that would be ignored */
export function refuseData({ data }: Pick<PaperOptions, 'data'>, why: string): void {
  if (data === undefined) return;
  throw new CahootsError('bad-input', `${why}: expected nothing, got ${data}`, { path: '--data' });
}

/**
 * Writes a figure.
 * @returns where it is
 */
export function writeFigure({ figures }: Pick<PaperOptions, 'figures'>, name: string, svg: string): string {
  makeDirectory(figures);
  const file = join(figures, name);
  replaceWhole(file, svg);
  return file;
}

/** One of the papers' scenarios, by its name. */
export function scenarioFile(name: string): string {
  return fileURLToPath(new URL(`../../scenarios/paper/${name}.yaml`, import.meta.url));
}
