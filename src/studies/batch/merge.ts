/** Merges the parts of a sweep; the result is what running all of it at once would write. */

import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { CahootsError } from '../../core/base/errors.ts';
import { wrongFile } from '../../run/data/file.ts';
import { FigureTable } from '../../run/figures/table.ts';
import { figuresBeside, writeFigures } from '../tables/figure-files.ts';
import { jsonOf, type Row } from '../../run/tidy/rows.ts';
import { linesOf } from '../tables/line-file.ts';
import { placedIn, readFrom } from '../tables/placed.ts';
import { MEASURES, readAbout, ROWS, type SweepAbout, SweepRows, writeAbout } from './sweep-folder.ts';

interface Part {
  readonly folder: string;
  readonly about: SweepAbout;
}

/**
 * @param folders of all parts, in any order
 * @throws CahootsError for a part that is missing, duplicated, incomplete, or of another sweep
 */
export async function mergeSweeps(folders: readonly string[], out: string): Promise<SweepAbout> {
  const parts = folders.map((folder): Part => ({ folder, about: readAbout(folder) }));
  const [{ about: first }] = parts;
  for (const part of parts) refuseOther(part, parts[0]);
  const { of } = first.part;
  const byIndex = Array.from({ length: of }, (_, i) =>
    parts.filter(({ about }) => about.part.index === i + 1),
  );
  const missing = byIndex.flatMap((same, i) => (same.length === 0 ? [i + 1] : []));
  if (missing.length > 0) {
    throw new CahootsError('bad-input', `expected all ${of} parts, got none for ${partsText(missing, of)}`);
  }
  const doubled = byIndex.find((same) => same.length > 1);
  if (doubled !== undefined) {
    const [{ about }] = doubled;
    const message = `expected each part once, got ${partsText([about.part.index], of)} in ${doubled.map(({ folder }) => folder).join(' and ')}`;
    throw new CahootsError('bad-input', message);
  }
  const figures = await figuresOfParts(byIndex.map(([part]) => part));
  const written = new SweepRows(out);
  try {
    interleave(
      byIndex.map(([part]) => part),
      first.runs,
      written,
      out,
    );
  } catch (error) {
    written.abandon();
    throw error;
  }
  const file = relative(out, join(parts[0].folder, first.file));
  const whole: SweepAbout = { ...first, file, part: { index: 1, of: 1 }, complete: written.finish() };
  if (figures !== undefined) await writeFigures(out, figures, 'jsonl');
  writeAbout(out, whole);
  return whole;
}

/** What the columns of all parts mean; undefined for parts of earlier versions, which do not say. */
async function figuresOfParts(parts: readonly Part[]): Promise<FigureTable | undefined> {
  const found = await Promise.all(parts.map(({ folder }) => figuresBeside(join(folder, ROWS))));
  const entries = found.flatMap((figures) => figures?.entries ?? []);
  return entries.length === 0 ? undefined : new FigureTable(entries);
}

function refuseOther({ folder, about }: Part, first: Part): void {
  if (about.complete === undefined) {
    const { index, of } = about.part;
    const message = `expected a complete part, got ${partsText([index], of)}, which was interrupted: run the same command again to resume it`;
    throw wrongFile(folder, message);
  }
  if (about.digest !== first.about.digest || about.part.of !== first.about.part.of) {
    const message = `expected a part of the sweep of ${first.folder}, got one of another scenario, code or number of parts`;
    throw wrongFile(folder, message);
  }
}

/** Runs were distributed over the parts round robin. */
function interleave(parts: readonly Part[], runs: number, written: SweepRows, out: string): void {
  const open = parts.map(({ folder, about }) => ({
    folder,
    rows: checkedLines(join(folder, ROWS), about.complete?.rows),
    placed: placedLine(folder, about, out),
    measured: checkedLines(join(folder, MEASURES), about.complete?.measured),
  }));
  for (let place = 0; place < runs; place++) {
    const { folder, rows, measured, placed } = open[place % parts.length];
    const [row, measures] = [rows.next(), measured.next()];
    if (row.done === true || measures.done === true)
      throw wrongFile(folder, `expected a row for every run of the part, got fewer`);
    written.addLines(placed(row.value), measures.value);
  }
  for (const { folder, rows, measured } of open) {
    if (rows.next().done !== true || measured.next().done !== true)
      throw wrongFile(folder, `expected a row for every run of the part, got more`);
  }
}

/** Rows of a part in the folder of the whole, from which the scenario's file may be elsewhere. */
function placedLine(folder: string, { file }: SweepAbout, out: string): (line: string) => string {
  if (relative(out, join(folder, file)) === file) return (line) => line;
  return (line) => jsonOf(placedIn(out, readFrom(folder, JSON.parse(line) as Row)));
}

/** The lines of a file, which must not have changed since it was complete. */
function* checkedLines(file: string, digest: string | undefined): Generator<string> {
  const hash = createHash('sha256');
  for (const line of linesOf(file)) {
    hash.update(`${line}\n`);
    yield line;
  }
  if (hash.digest('hex') !== digest)
    throw wrongFile(file, 'expected rows as a sweep wrote them, got changed ones');
}

function partsText(indexes: readonly number[], of: number): string {
  return indexes.map((index) => `${index}/${of}`).join(', ');
}
