/** The views of a run: what each shows of its figures, and what it should, rounded as the view says that it is. */

import { rankingGrid } from '../../src/cli/ranking-text.ts';
import { shown } from '../../src/output/figure/columns.ts';
import { compare } from '../../src/output/figure/kinds/compare.ts';
import { svgOf } from '../../src/output/figure/svg.ts';
import { pageOfResults } from '../../src/output/page/results-page.ts';
import type { FigureTable, RunFigure } from '../../src/run/figures/table.ts';
import { figureText } from '../../src/run/report/format.ts';
import { figureCells } from '../../src/run/report/figure-cells.ts';
import { reportText } from '../../src/run/report/text.ts';
import { rank } from '../../src/run/tidy/best.ts';
import { numberOf, wordsOf } from '../../src/run/tidy/numbers.ts';
import { gridOf } from '../../src/run/tidy/pivot-grid.ts';
import { markdownTable, pivotRows, plainTable } from '../../src/run/tidy/pivot-text.ts';
import { type Pivot, pivot } from '../../src/run/tidy/pivot.ts';
import { rounded, scaleOf } from '../../src/run/tidy/quantity.ts';
import type { Row } from '../../src/run/tidy/rows.ts';
import { isViolated, standingMarks, standingOf } from '../../src/run/report/worth.ts';
import { compared } from '../../src/studies/batch/comparison.ts';
import { comparisonText } from '../../src/studies/batch/text.ts';
import { pagesOf } from './agreement-pages.ts';
import type { Made } from './agreement-runs.ts';
import { reportOf } from './report-runs.ts';

/** Texts of figures by their titles, or their cells by their columns. */
export type Shown = Readonly<Record<string, Row[string]>>;

export interface View {
  /** What it shows. */
  readonly found: (of: Made) => Shown | Promise<Shown>;
  /** What it should show, from the row of the run and the table of figures. */
  readonly meant: (of: Made) => Shown;
}

/** The texts of these figures, in whatever form a view gives them. */
function textsOf(
  { row }: Made,
  figures: readonly RunFigure[],
  textOf: (figure: RunFigure, value: string | number | boolean) => string | undefined,
): Shown {
  const texts = figures.flatMap((figure) => {
    const value = row[figure.name];
    const text = value === undefined ? undefined : textOf(figure, value);
    return text === undefined ? [] : [[figure.title, text] as const];
  });
  return Object.fromEntries(texts);
}

const inFull = ({ unit }: RunFigure, value: string | number | boolean): string => figureText({ unit, value });

/** Lines that begin with the title of a figure; of two titles, with the longer one. */
export function linesOf(text: string, figures: FigureTable, between: RegExp): Shown {
  const titles = [...figures].map(({ title }) => title).toSorted((a, b) => b.length - a.length);
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const title = titles.find((one) => line.startsWith(one) && between.test(line.slice(one.length)));
      return title === undefined ? [] : [[title, line.slice(title.length).trim()] as const];
    }),
  );
}

/** The outcome in the text of a run has what was found of it: costs are in its tables. */
const OUTCOME: Pick<View, 'meant'> = {
  meant: (of) => {
    const found = figureCells(of.result.findings);
    return textsOf(
      of,
      inTables(of).filter(({ name }) => found[name] !== undefined),
      inFull,
    );
  },
};
const outcomeIn = (text: string, of: Made): Shown =>
  linesOf(text.slice(text.indexOf('\nended ')), of.figures, /^ +\S/);

/** The cells of a table on a page, row by row, without tags. */
export function tableIn(html: string, caption: string): string[][] {
  const [, body] = html.split(`<caption>${caption}`)[1].split(/<tbody>|<\/tbody>/);
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => plain(cell.replaceAll(/<[^>]+>/g, ''))),
    );
}

function plain(html: string): string {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return Object.entries(entities).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), html);
}

const pivoted = ({ row, figures }: Made, values: readonly string[]): Pivot =>
  pivot([row], { rows: ['protocol'], columns: [], values, figures });
const inTables = ({ row, figures }: Made): RunFigure[] => figures.shownIn([row]);

/** A cell of a table of means over this run alone. */
function cellText({ row }: Made, { name, unit }: RunFigure): string {
  const value = numberOf(row, name);
  if (value === undefined) return wordsOf([row], name).join('; ') || '0 of 1';
  return rounded(value / scaleOf(unit, [value]).factor, undefined);
}

/** What a cell has besides, where what the run is worth is said. */
function markedCell(of: Made, figure: RunFigure): string {
  const text = cellText(of, figure);
  const marks = marksOf(of).filter((mark) => mark !== text);
  if (marks.length === 0) return text;
  // Words and marks are both remarks.
  return numberOf(of.row, figure.name) === undefined
    ? [text, ...marks].join(', ')
    : `${text} (${marks.join(', ')})`;
}

const marksOf = ({ row }: Made): readonly string[] => standingMarks(standingOf([row]));

export const TEXTS: Readonly<Record<string, View>> = {
  'the text of run': { ...OUTCOME, found: (of) => outcomeIn(reportText(of.report), of) },
  'the text of report': { ...OUTCOME, found: (of) => outcomeIn(reportText(reportOf(of.trace)), of) },
  'the table on the page of a run': {
    found: async (of) => {
      const { html } = (await pagesOf(of)).one.sections.find(({ id }) => id === 'figures')?.body ?? {
        html: '',
      };
      return Object.fromEntries(tableIn(html, 'Figures of the run').map(([title, text]) => [title, text]));
    },
    meant: (of) => textsOf(of, inTables(of), inFull),
  },
  'the cards on the page of a run': {
    found: async (of) => {
      const cards = (await pagesOf(of)).one.top.html.matchAll(
        /<div class="card"><b[^>]*>(.*?)<\/b><span[^>]*>(.*?)<\/span>/g,
      );
      return Object.fromEntries(Array.from(cards, ([, text, title]) => [plain(title), plain(text)]));
    },
    meant: (of) =>
      textsOf(
        of,
        inTables(of).filter(
          ({ name, rank: place = 'main' }) => place === 'main' || typeof of.row[name] === 'boolean',
        ),
        shownFour,
      ),
  },
  'the page of two runs': {
    found: async (of) => {
      const rows = tableIn((await pagesOf(of)).two.top.html, 'Side by side');
      return Object.fromEntries(rows.map(([title, a, b]) => [title, a === b ? a : `${a} and ${b}`]));
    },
    meant: (of) => textsOf(of, of.figures.comparedIn([of.row, of.row]), inFull),
  },
  'the page of many runs': {
    found: ({ row, figures }) => {
      const rows = tableIn(pageOfResults('many', [row], figures).top.html, 'Means over the runs');
      return Object.fromEntries(rows.map(([title, text]) => [title, text]));
    },
    meant: (of) =>
      textsOf(of, of.figures.comparedIn([of.row]), (figure, value) => {
        if (typeof value === 'boolean') return undefined;
        const number = numberOf(of.row, figure.name);
        return number === undefined ? cellText(of, figure) : shown(figure, number);
      }),
  },
  'a table of means': {
    // One figure at a time, as wide tables are cut.
    found: (of) =>
      Object.fromEntries(
        inTables(of).map(({ name, title }) => {
          const [head, line] = plainTable(gridOf(pivoted(of, [name]))).split('\n');
          const named = head.includes(title) ? title : head;
          return [named, line.slice(of.scenario.protocol.length).trim()];
        }),
      ),
    meant: (of) => tableCells(of, () => true),
  },
  'a table of means in Markdown': {
    found: (of) => {
      const [head, , line] = markdownTable(
        gridOf(
          pivoted(
            of,
            inTables(of).map(({ name }) => name),
          ),
        ),
      )
        .split('\n')
        .map((one) => one.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')));
      const titles = head.map((title) => title.replace(/ \([^()]*\)$/, ''));
      return Object.fromEntries(titles.map((title, at) => [title, line[at]]).slice(1));
    },
    meant: (of) => tableCells(of, (at) => at === 0),
  },
  'a table of means as CSV': {
    found: (of) =>
      Object.fromEntries(
        pivotRows(
          pivoted(
            of,
            inTables(of).map(({ name }) => name),
          ),
        ).map(({ value, mean, words }) => [of.figures.of(String(value)).title, mean ?? words]),
      ),
    meant: (of) => {
      const { row } = of;
      const cells = inTables(of).map(({ name, title }) => [
        title,
        numberOf(row, name) ?? (wordsOf([row], name).join('; ') || undefined),
      ]);
      return Object.fromEntries(cells) as Shown;
    },
  },
  'a comparison': {
    found: (of) => linesOf(comparisonText(columns(of)), of.figures, /^ {2,}\S/),
    meant: ({ row, figures }) => {
      const partial = [...figures].some(
        ({ about, name }) => about === 'missing' && Number(numberOf(row, name) ?? 0) > 0,
      );
      const cells = figures.comparedIn([row]).flatMap(({ name, title, unit, about }) => {
        const value =
          typeof row[name] === 'boolean' ? undefined : (numberOf(row, name) ?? wordsOf([row], name)[0]);
        if (value === undefined) return [];
        return [[title, `${figureText({ unit, value }, 6)}${partial && about === 'cost' ? ' *' : ''}`]];
      });
      return Object.fromEntries(cells) as Shown;
    },
  },
  'a picture of many runs': {
    found: ({ row, figures }) => {
      const drawn = compare.rows({ title: 'many', rows: [row], figures }, {}) ?? [];
      const svg = drawn.length === 0 ? '' : plain(svgOf(compare.draw(drawn, {}, figures)));
      const means = drawn.filter(({ what }) => what === 'mean');
      return Object.fromEntries(
        means.map(({ figure, value, marks }) => {
          const described = figures.of(String(figure));
          const texts = [value === undefined ? undefined : shown(described, Number(value)), marks];
          const told = texts.filter((text) => text !== undefined && svg.includes(`>${text}<`));
          return [described.title, told.join(': ')];
        }),
      );
    },
    meant: (of) => {
      const drawn = of.figures.main.filter(({ name }) => typeof of.row[name] === 'number');
      return Object.fromEntries(
        drawn.map((figure) => {
          const value = numberOf(of.row, figure.name);
          const marks = marksOf(of).join(', ');
          return [
            figure.title,
            [...(value === undefined ? [] : [shown(figure, value)]), ...(marks === '' ? [] : [marks])].join(
              ': ',
            ),
          ];
        }),
      );
    },
  },
  rankings: {
    found: ({ row, figures }) =>
      Object.fromEntries(
        ranked(row, figures).map((figure) => {
          const text = plainTable(
            rankingGrid(rank([row], ['protocol'], figure, []), ['protocol'], figure, []),
          );
          return [figure.title, / 1( \(.*\))? {2,}(\S+) +best$/m.exec(text)?.[2]];
        }),
      ),
    meant: (of) =>
      Object.fromEntries(ranked(of.row, of.figures).map((figure) => [figure.title, cellText(of, figure)])),
  },
};

function tableCells(of: Made, isMarked: (at: number) => boolean): Shown {
  return Object.fromEntries(
    inTables(of).map((figure, at) => [
      figure.title,
      isMarked(at) ? markedCell(of, figure) : cellText(of, figure),
    ]),
  );
}

const columns = ({ row, figures }: Made) => compared([{ title: 'one', runs: [row] }], figures);

/** Settings whose runs have no result, or violated something, are not ranked. */
function ranked(row: Row, figures: FigureTable): RunFigure[] {
  if (isViolated(row)) return [];
  return figures.main.filter(
    ({ name }) => typeof row[name] === 'number' && numberOf(row, name) !== undefined,
  );
}

/** With four digits. */
function shownFour({ unit }: RunFigure, value: string | number | boolean): string {
  return figureText({ unit, value }, 4);
}
