/** `npm run paper -- claims`: every item of the papers with what we find and the verdict, as a page and as data. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CahootsError } from '../../../src/core/base/errors.ts';
import type { Kept } from '../../../src/studies/batch/journal.ts';
import { type PaperOptions, writeFigure } from '../options.ts';
import { writeCrate } from './crate.ts';
import { dataRead, foundBy, ITEMS } from './experiments.ts';
import { type ClaimRow, rowOf } from './row.ts';
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
  const found = await foundBy(ITEMS, options);
  const rows = ITEMS.map((item) => rowOf(item, found.get(item.id)));
  const { quick = false, seeds } = options;
  const how = quick ? 'at few seeds (`--quick`)' : `${seeds} seeds`;
  const data = rows.map((row) => `${JSON.stringify({ ...row, quick, seeds } satisfies KeptRow)}\n`).join('');
  const page = claimsText(rows, how);
  const places = [writeFigure(options, PAGE, page), writeFigure(options, DATA, data)];
  if (options.crate !== undefined) {
    const results = new Map([
      [PAGE, page],
      [DATA, data],
    ]);
    writeCrate(options.crate, { results, seeds, quick, data: dataRead(options) });
    places.push(options.crate);
  }
  const counts = VERDICTS.map(
    (verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${verdict}`,
  );
  return `${rows.length} items: ${counts.join(', ')}\nwritten to ${places.join(', ')}\n`;
}

const NOTHING: Kept = { get: () => undefined, isOutdated: () => false, add: () => undefined };

/** Repeats one row as it was made, from nothing that is kept. */
async function verified(id: string, options: PaperOptions): Promise<string> {
  const lines = readFileSync(join(options.figures, DATA), 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as KeptRow);
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
