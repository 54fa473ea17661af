/** `cahoots plot`: pictures of traces, of tables of runs and of the results of attacks. */

import { dirname, extname, join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { duration } from '../core/base/units.ts';
import { makeDirectory, replaceWhole } from '../run/data/write.ts';
import { fileOf, type Format, FORMATS } from './picture-file.ts';
import type { Choice, Kind, Subject } from '../output/figure/kind.ts';
import { fitting, KINDS } from '../output/figure/kinds.ts';
import { svgOf } from '../output/figure/svg.ts';
import { pageRunOf } from '../output/page/run.ts';
import { subjectOf } from '../output/page/run-page.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { FORMATS as TABLES, tableAs } from '../studies/tables/format.ts';
import { everyRun } from '../run/figures/table.ts';
import { noteLines, sharedNotes } from '../run/tidy/notes.ts';
import { paragraph } from '../run/report/table.ts';
import { type Row, tidy } from '../run/tidy/rows.ts';
import { visible } from '../core/base/visible.ts';
import type { Action } from './command.ts';
import type { PlotFlags } from './commands/plot.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { certificateIn, runsIn } from './table-files.ts';
import { dataFolder, isTrace, readTrace } from './trace-file.ts';

export const plotCommand: Action<PlotFlags> = {
  run({ files, values, plugins }) {
    const { kind: named, x, y, by, round, table } = values;
    const fromNs = timeFlag('--from', values.from);
    const untilNs = timeFlag('--until', values.until);
    const choice: Choice = { x, y, by, round, fromNs, untilNs };
    const wanted = named === undefined ? undefined : kindNamed(named);
    const { out = dirname(files[0]) } = values;
    const format = formatOf(out);
    return interruptible(async (signal) => {
      const folder = dataFolder(files[0], values.data);
      const { subject, notes, problem } = await subjectIn(files, wanted, folder, plugins, signal);
      if (signal.aborted) return EXIT.interrupted;
      const kinds = wanted === undefined ? fitting(subject) : [wanted];
      if (kinds.length === 0) throw nothing(files, undefined);
      if (table !== undefined && (format === undefined || !isTable(table)))
        throw new CahootsError(
          'bad-input',
          `expected a file named ${TABLES.map((one) => `.${one}`).join(', ')} and one picture in -o, got ${table}`,
          { path: '--table' },
        );
      if (format === undefined) makeDirectory(out);
      for (const kind of format === undefined ? kinds : kinds.slice(0, 1)) {
        refuseUnheeded(kind, choice);
        const rows = kind.rows(subject, choice) ?? [];
        if (rows.length === 0) throw nothing(files, kind);
        const path = format === undefined ? join(out, `${kind.name}.svg`) : out;
        replaceWhole(
          path,
          await fileOf(svgOf(kind.draw(rows, choice, subject.figures ?? everyRun)), format ?? 'svg'),
        );
        process.stdout.write(`${path}: ${kind.summary}\n`);
        if (table !== undefined)
          replaceWhole(
            table,
            await tableAs(rows.map(tidy), extname(table).slice(1) as (typeof TABLES)[number]),
          );
      }
      for (const note of notes) process.stdout.write(paragraph(note));
      if (problem !== undefined) throw problem;
      return EXIT.done;
    });
  },
};

/** What is drawn, what must be said of its runs, and where its trace is cut off or damaged. */
interface Drawn {
  readonly subject: Subject;
  readonly notes: readonly string[];
  readonly problem?: CahootsError | undefined;
}

async function subjectIn(
  files: readonly string[],
  wanted: Kind | undefined,
  folder: string,
  plugins: readonly Plugin[],
  signal: AbortSignal,
): Promise<Drawn> {
  const [file] = files;
  if (isTrace(file)) {
    if (files.length > 1)
      throw new CahootsError('bad-input', `expected one trace, or tables, got ${files.join(' ')}`);
    // Only some kinds need to repeat the run.
    const replay = wanted === undefined || wanted.needs === 'replay' || wanted.needs === 'certificate';
    const run = await pageRunOf(file, readTrace(file), { plugins, label: file, folder, replay, signal });
    const { problem, report } = run.record;
    const notes = report.outcome?.notes.map(({ title, text }) => visible(`${title}: ${text}`)) ?? [];
    return { subject: subjectOf(run), notes, problem };
  }
  if (extname(file) === '.json')
    return { subject: { title: file, certificate: certificateIn(file) }, notes: [] };
  const runs = await runsIn(files, plugins);
  const nameOf = ({ title, protocol = '' }: Row): string => String(title ?? protocol);
  return { subject: { title: files.join(', '), ...runs }, notes: noteLines(sharedNotes(runs.rows, nameOf)) };
}

/** @throws CahootsError listing all kinds */
function kindNamed(name: string): Kind {
  const known = KINDS.find((kind) => kind.name === name);
  if (known !== undefined) return known;
  const kinds = KINDS.map((kind) => `  ${kind.name.padEnd(12)} ${kind.summary}`).join('\n');
  throw new CahootsError('bad-input', `expected a kind of picture, got ${name}; there are\n${kinds}`, {
    path: '--kind',
  });
}

function formatOf(out: string): Format | undefined {
  const ending = extname(out).slice(1).toLowerCase();
  const format = FORMATS.find((one) => one === ending);
  if (format !== undefined || ending === '') return format;
  const message = `expected a folder or a file named ${FORMATS.map((one) => `.${one}`).join(', ')}, got ${out}`;
  throw new CahootsError('bad-input', message, { path: '--out' });
}

function isTable(file: string): boolean {
  return TABLES.some((format) => extname(file) === `.${format}`);
}

/** @throws CahootsError for a flag that the kind would ignore */
function refuseUnheeded(kind: Kind, choice: Choice): void {
  const given = (Object.keys(choice) as (keyof Choice)[]).find(
    (key) => choice[key] !== undefined && !kind.heeds.includes(key),
  );
  if (given === undefined) return;
  const path = `--${given.replace('Ns', '')}`;
  throw new CahootsError('bad-input', `expected none for the kind ${kind.name}, got one`, { path });
}

function nothing(files: readonly string[], kind: Kind | undefined): CahootsError {
  const needs = {
    trace: 'a trace',
    replay: 'a trace whose scenario can run here',
    certificate: 'a trace, or what attack --json printed',
    table: 'a table of runs',
  };
  const expected =
    kind === undefined
      ? 'something to draw'
      : `${needs[kind.needs]} with something for the kind ${kind.name}`;
  return new CahootsError('bad-input', `expected ${expected}, got none in ${files.join(' ')}`);
}

function timeFlag(path: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const { success, data, error } = duration().safeParse(value);
  if (success) return data;
  throw new CahootsError('bad-input', `${error.issues[0].message}, got ${value}`, { path });
}
