/** `npm run paper -- claims`: every item of the papers with what we find and the verdict, as a page and as data. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { counted } from '../../../src/run/report/format.ts';
import type { Kept } from '../../../src/studies/batch/journal.ts';
import { type PaperOptions, writeFigure } from '../options.ts';
import { writeCrate } from './crate.ts';
import { dataRead, foundBy, ITEMS, unrun } from './experiments.ts';
import type { Item } from './item.ts';
import { type ClaimRow, rowOf, withKept } from './row.ts';
import { claimsText } from './text.ts';
import { VERDICTS } from './verdict.ts';

/** A line of the data: a row, and how it was made. */
interface KeptRow extends ClaimRow {
  readonly quick: boolean;
  readonly seeds: number;
}

const DATA = 'claims.jsonl';
const PAGE = 'claims.md';

/** Ends with a newline; writes the page, the data and, if asked for, the crate. */
export async function claims(options: PaperOptions): Promise<string> {
  if (options.verify !== undefined) return verified(options.verify, options);
  const { quick = false, seeds, only } = options;
  const items = only === undefined ? ITEMS : itemsNamed(only);
  const found = await foundBy(items, options);
  const fresh = ITEMS.map((item): KeptRow => {
    const own = found.get(item.id) ?? unrun(item, options);
    return { ...rowOf(item, own), quick, seeds };
  });
  const rows = withKept(fresh, keptRows(options));
  const page = pageOf(rows);
  const data = dataOf(rows);
  const places = [writeFigure(options, PAGE, page), writeFigure(options, DATA, data)];
  if (options.crate !== undefined) {
    // What this run found, and no other.
    const results = new Map([
      [PAGE, pageOf(fresh)],
      [DATA, dataOf(fresh)],
    ]);
    writeCrate(options.crate, { results, seeds, quick, data: dataRead(options) });
    places.push(options.crate);
  }
  const counts = VERDICTS.map(
    (verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${verdict}`,
  );
  return `${rows.length} items: ${counts.join(', ')}\nwritten to ${places.join(', ')}\n`;
}

const pageOf = (rows: readonly KeptRow[]): string => claimsText(rows, howMade(rows));
const dataOf = (rows: readonly KeptRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/**
 * The items that a list names: by their own names, all that an experiment is the first to find, or all of a paper.
 * @throws CahootsError for a name of none
 */
function itemsNamed(names: string): readonly Item[] {
  const all = names.split(',').map((name) => {
    const own = ITEMS.filter(
      ({ id, paper, evidence }) =>
        id === name || paper === name || (evidence.kind === 'cells' && evidence.experiments[0] === name),
    );
    if (own.length > 0) return own;
    const papers = [...new Set(ITEMS.map(({ paper }) => paper))].join(', ');
    throw new CahootsError('bad-input', `expected items, experiments or papers (${papers}), got ${name}`, {
      path: '--only',
    });
  });
  return ITEMS.filter((item) => all.some((own) => own.includes(item)));
}

/** The rows of the table as it is. */
function keptRows({ figures }: PaperOptions): readonly KeptRow[] {
  const file = join(figures, DATA);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as KeptRow);
}

/** With how many seeds rows were made, in words. */
function howMade(rows: readonly KeptRow[]): string {
  const ways = new Set(
    rows.map(({ quick, seeds }) => (quick ? 'at few seeds (`--quick`)' : `with ${counted(seeds, 'seed')}`)),
  );
  return ways.size === 1 ? [...ways].join('') : `${[...ways].join(' or ')}, row by row as the data say`;
}

const NOTHING: Kept = { get: () => undefined, isOutdated: () => false, add: () => undefined };

/** Repeats one row as it was made, from nothing that is kept. */
async function verified(id: string, options: PaperOptions): Promise<string> {
  const rows = keptRows(options);
  const row = rows.find((one) => one.item === id);
  const item = ITEMS.find((one) => one.id === id);
  if (row?.digest === undefined || item === undefined) {
    const known = rows.filter(({ digest }) => digest !== undefined).map((one) => one.item);
    throw new CahootsError('bad-input', `expected one of ${known.join(', ')}, got ${id}`, {
      path: '--verify',
    });
  }
  const found = await foundBy([item], {
    ...options,
    quick: row.quick,
    seeds: row.seeds,
    journal: NOTHING,
  });
  const again = rowOf(item, found.get(id));
  if (again.digest !== row.digest)
    throw new CahootsError(
      'bad-input',
      `${id}: expected the digest ${row.digest}, got ${again.digest ?? 'none'}`,
    );
  return `${id}: the same, ${again.verdict}, digest ${row.digest}\n`;
}
