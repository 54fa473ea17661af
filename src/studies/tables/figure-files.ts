/** The table `figures` in files, beside tables of runs. */

import { dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { defined } from '../../core/base/defined.ts';
import { isFile, wrongFile } from '../../run/data/file.ts';
import { replaceWhole } from '../../run/data/write.ts';
import { FigureTable, type RunFigure } from '../../run/figures/table.ts';
import { figureRange, figureTraits } from '../../run/figures/shape.ts';
import { figureRows } from '../../run/tidy/figure-rows.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { type Format, FORMATS, tableAs } from './format.ts';
import { readRows } from './read.ts';

/** A cell of words, which a CSV file does not tell from a number. */
const words = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const stored = z.object({
  figure: words,
  protocol: words.optional(),
  title: words,
  ...figureTraits,
  range: figureRange,
  meaning: words.optional(),
});

/**
 * The figures that such rows describe.
 * @param file named in the error
 * @throws CahootsError if they are no such rows
 */
function figuresOfRows(rows: readonly Row[], file: string): FigureTable {
  return new FigureTable(
    rows.map((row): RunFigure => {
      const { least, most, ...cells } = row;
      const { data, error } = stored.safeParse({ ...cells, range: defined({ least, most }) });
      if (data === undefined) {
        const [{ path, message }] = error.issues;
        throw wrongFile(file, `${path.at(-1)?.toString()} of ${row['figure'] ?? 'a figure'}: ${message}`);
      }
      const { figure: name, range, meaning: summary = '', ...described } = data;
      return { name, summary, ...described, range };
    }),
  );
}

/**
 * The table beside a file of rows, in the same folder.
 * @returns undefined if there is none, as beside rows of earlier versions
 * @throws CahootsError if it cannot be read
 */
export async function figuresBeside(file: string): Promise<FigureTable | undefined> {
  const endings = [extname(file).slice(1), ...FORMATS].filter(
    (ending, at, all) => all.indexOf(ending) === at,
  );
  for (const ending of endings) {
    const beside = join(dirname(file), `${FIGURES}.${ending}`);
    if (beside === file || !isFile(beside)) continue;
    const rows = await readRows(beside);
    // Another program's table may have the same name.
    if (
      rows.every(
        ({ figure, title, unit }) => figure !== undefined && title !== undefined && unit !== undefined,
      )
    )
      return figuresOfRows(rows, beside);
  }
  return undefined;
}

/** Writes the table into a folder of rows. */
export async function writeFigures(folder: string, figures: FigureTable, format: Format): Promise<void> {
  replaceWhole(join(folder, `${FIGURES}.${format}`), await tableAs(figureRows(figures), format));
}

/** Writes the table beside a file of rows, if one is kept. */
export async function writeBeside(
  file: string | undefined,
  figures: FigureTable,
  format: Format,
): Promise<void> {
  if (file !== undefined) await writeFigures(dirname(file), figures, format);
}

/** The name of the file, without its ending. */
const FIGURES = 'figures';
