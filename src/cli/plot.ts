/** `cahoots plot`: pictures of traces, of tables of runs and of the results of attacks. */

import { basename, dirname, extname, join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { suggestion } from '../core/base/suggestion.ts';
import { duration } from '../core/base/units.ts';
import { makeDirectory, replaceWhole } from '../run/data/write.ts';
import { fileOf } from './picture-file.ts';
import type { Choice, Picture, Subject } from '../output/figure/picture.ts';
import { fitting, kindsFor, picturesFrom } from '../output/figure/kinds.ts';
import { latexCaption, markdownCaption } from '../output/figure/caption.ts';
import type { Drawing } from '../output/figure/drawing.ts';
import { type Look, lookOf, millimetres } from '../output/figure/look.ts';
import { relabelled } from '../output/figure/relabel.ts';
import { ENDINGS, PICTURE_FORMATS, type PictureFormat } from '../output/figure/styles.ts';
import { svgOf } from '../output/figure/svg.ts';
import { vegaLiteOf } from '../output/figure/vega-lite.ts';
import { pageRunOf } from '../output/page/run.ts';
import { subjectOf } from '../output/page/run-page.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { FORMATS as TABLES, tableAs } from '../studies/tables/format.ts';
import { everyRun } from '../run/figures/table.ts';
import { type Group, noteLines, sharedNotes } from '../run/tidy/notes.ts';
import { defined } from '../core/base/defined.ts';
import { tablesOfTrace } from '../run/tidy/of-trace.ts';
import { paragraph } from '../run/report/table.ts';
import { type Row, tidy } from '../run/tidy/rows.ts';
import { visible } from '../core/base/visible.ts';
import type { Action, Call } from './command.ts';
import type { PlotFlags } from './commands/plot.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { refuseOwnSource } from './own-source.ts';
import { certificateIn, runsIn } from './table-files.ts';
import { dataFolder, isTrace, readTrace } from './trace-file.ts';
import { print, printJson } from './print.ts';

export const plotCommand: Action<PlotFlags> = {
  listed(plugins) {
    const kinds = kindsFor({ title: '', pictures: picturesFrom(plugins) });
    const needs = [...new Set(kinds.map((kind) => kind.needs))];
    return needs
      .map((one) => `Kinds for ${NEEDS[one]}:\n${kindLines(kinds.filter((kind) => kind.needs === one))}`)
      .join('\n\n');
  },
  run({ files, values, plugins }) {
    const { kind: named, x, y, by, log, round, table } = values;
    const fromNs = timeFlag('--from', values.from);
    const untilNs = timeFlag('--until', values.until);
    const choice: Choice = { x, y, by, log, round, fromNs, untilNs };
    const look = lookOf(values);
    const wanted = named === undefined ? undefined : kindNamed(named, picturesFrom(plugins));
    const { out = dirname(files[0]) } = values;
    const alone = formatOf(out);
    const format = formatAsked(alone, values);
    if (alone !== undefined) refuseOwnSource(out, files, '--out');
    if (table !== undefined) refuseOwnSource(table, files, '--table');
    return interruptible(async (signal) => {
      const folder = dataFolder(files[0], values.data);
      const { subject, notes, problem, runs } = await subjectIn(files, wanted, folder, plugins, signal);
      if (signal.aborted) return EXIT.interrupted;
      const kinds = wanted === undefined ? fitting(subject) : [wanted];
      if (kinds.length === 0) throw nothing(files, undefined);
      if (table !== undefined && (alone === undefined || !isTable(table)))
        throw new CahootsError(
          'bad-input',
          `expected a file named ${TABLES.map((one) => `.${one}`).join(', ')} and one picture in -o, got ${table}`,
          { path: '--table' },
        );
      if (alone === undefined) makeDirectory(out);
      const pictures: PictureFile[] = [];
      for (const kind of alone === undefined ? kinds : kinds.slice(0, 1)) {
        refuseUnheeded(kind, choice);
        const rows = kind.rows(subject, choice) ?? [];
        if (rows.length === 0) throw nothing(files, kind);
        const path = alone === undefined ? join(out, `${kind.name}${ENDINGS[format]}`) : out;
        const drawing = relabelled(kind.draw(rows, choice, subject.figures ?? everyRun), values);
        replaceWhole(path, await contentsOf(drawing, format, look));
        const captions =
          look.worded || format === 'vega-lite' ? [] : writeCaptions(path, drawing, look, runs());
        if (table !== undefined)
          replaceWhole(
            table,
            await tableAs(rows.map(tidy), extname(table).slice(1) as (typeof TABLES)[number]),
          );
        pictures.push({ kind: kind.name, file: path, summary: kind.summary, captions, table });
      }
      if (values.json) printJson({ pictures, notes });
      else print(pictures.map(drawnText).join('') + notes.map((note) => paragraph(note)).join(''));
      if (problem !== undefined) throw problem;
      return EXIT.done;
    });
  },
};

/** A picture that was written, with what was written beside it. */
interface PictureFile {
  readonly kind: string;
  readonly file: string;
  readonly summary: string;
  readonly captions: readonly string[];
  readonly table: string | undefined;
}

function drawnText({ file, summary, captions }: PictureFile): string {
  const beside = captions.length === 0 ? '' : `${captions.join(', ')}: its caption, with what was run\n`;
  return `${file}: ${summary}\n${beside}`;
}

/** What is drawn, what must be said of its runs, and where its trace is cut off or damaged. */
interface Drawn {
  readonly subject: Subject;
  readonly notes: readonly string[];
  readonly problem?: CahootsError | undefined;
  /** The rows of its runs; none, if it does not say. */
  runs(): readonly Row[];
}

async function subjectIn(
  files: readonly string[],
  wanted: Picture | undefined,
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
    const bytes = readTrace(file);
    const run = await pageRunOf(file, bytes, { plugins, label: file, folder, replay, signal });
    const { problem, report } = run.record;
    const notes = report.outcome?.notes.map(({ title, text }) => visible(`${title}: ${text}`)) ?? [];
    return {
      subject: subjectOf(run),
      notes,
      problem,
      runs: () => tablesOfTrace(file, bytes, plugins).tables.runs,
    };
  }
  const pictures = picturesFrom(plugins);
  if (extname(file) === '.json')
    return {
      subject: { title: file, certificate: certificateIn(file), pictures },
      notes: [],
      runs: () => [],
    };
  const runs = await runsIn(files, plugins);
  const groupOf = ({ title, protocol }: Row): Group => defined({ title: title ?? protocol });
  const subject = { title: files.join(', '), ...runs, pictures };
  return { subject, notes: noteLines(sharedNotes(runs.rows, groupOf)), runs: () => runs.rows };
}

/** What was drawn and run, beside the picture: to be pasted into a paper. */
function writeCaptions(path: string, drawing: Drawing, look: Look, runs: readonly Row[]): string[] {
  const captioned = { file: basename(path), drawing, runs, width: millimetres(look.width, look) };
  const beside = path.slice(0, path.length - extname(path).length);
  replaceWhole(`${beside}.tex`, latexCaption(captioned));
  replaceWhole(`${beside}.md`, markdownCaption(captioned));
  return [`${beside}.tex`, `${beside}.md`];
}

/** @throws CahootsError listing all kinds */
function kindNamed(name: string, pictures: readonly Picture[]): Picture {
  const all = kindsFor({ title: '', pictures });
  const known = all.find((kind) => kind.name === name);
  if (known !== undefined) return known;
  const names = all.map((kind) => kind.name);
  const message = `expected a kind of picture, got ${name}${suggestion(name, names)}; there are\n${kindLines(all)}`;
  throw new CahootsError('bad-input', message, { path: '--kind' });
}

function kindLines(kinds: readonly Picture[]): string {
  const lines = kinds.map(({ name, summary }) => paragraph(summary, `  ${name.padEnd(12)} `, ' '.repeat(15)));
  return lines.join('').trimEnd();
}

/** The format of a picture by its name; undefined for a folder. */
function formatOf(out: string): PictureFormat | undefined {
  const format = PICTURE_FORMATS.find((one) => out.toLowerCase().endsWith(ENDINGS[one]));
  if (format !== undefined || extname(out) === '') return format;
  const message = `expected a folder or a file named ${Object.values(ENDINGS).join(', ')}, got ${out}`;
  throw new CahootsError('bad-input', message, { path: '--out' });
}

/** @throws CahootsError for what contradicts the name of a picture, or what its format does not have */
function formatAsked(
  alone: PictureFormat | undefined,
  { format, height }: Call<PlotFlags>['values'],
): PictureFormat {
  if (alone !== undefined && format !== undefined && format !== alone)
    throw new CahootsError('bad-input', `expected ${alone}, as -o is named, got ${format}`, {
      path: '--format',
    });
  const asked = alone ?? format ?? 'svg';
  if (asked === 'vega-lite' && height !== undefined)
    throw new CahootsError('bad-input', `expected none for Vega-Lite, got ${height}`, { path: '--height' });
  return asked;
}

function contentsOf(
  drawing: Drawing,
  format: PictureFormat,
  look: Look,
): string | Promise<string | Uint8Array> {
  if (format === 'vega-lite') return `${JSON.stringify(vegaLiteOf(drawing, look), undefined, 1)}\n`;
  return fileOf(svgOf(drawing, look), format, look);
}

function isTable(file: string): boolean {
  return TABLES.some((format) => extname(file) === `.${format}`);
}

/** @throws CahootsError for a flag that the kind would ignore */
function refuseUnheeded(kind: Picture, choice: Choice): void {
  const given = (Object.keys(choice) as (keyof Choice)[]).find(
    (key) => choice[key] !== undefined && !kind.heeds.includes(key),
  );
  if (given === undefined) return;
  const path = `--${given.replace('Ns', '')}`;
  throw new CahootsError('bad-input', `expected none for the kind ${kind.name}, got one`, { path });
}

/** What kinds of pictures are drawn from, in words. */
const NEEDS: Readonly<Record<Picture['needs'], string>> = {
  trace: 'a trace',
  replay: 'a trace whose scenario can run here',
  certificate: 'a trace, or what attack --json printed',
  table: 'a table of runs',
};

function nothing(files: readonly string[], kind: Picture | undefined): CahootsError {
  const expected =
    kind === undefined
      ? 'something to draw'
      : `${NEEDS[kind.needs]} with something for the kind ${kind.name}`;
  return new CahootsError('bad-input', `expected ${expected}, got none in ${files.join(' ')}`);
}

function timeFlag(path: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const { success, data, error } = duration().safeParse(value);
  if (success) return data;
  throw new CahootsError('bad-input', `${error.issues[0].message}, got ${value}`, { path });
}
