/** `cahoots export`: the tables of a run, or of a study; a run for Perfetto, Wireshark or a pull request. */

import { basename, dirname, join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { makeDirectory, replaceWhole } from '../run/data/write.ts';
import { mermaidOf } from '../output/export/mermaid.ts';
import { perfettoOf } from '../output/export/perfetto.ts';
import { windowOf } from '../output/figure/window.ts';
import { registryOf } from '../run/plugin/registry.ts';
import { placedIn, readFrom } from '../studies/tables/placed.ts';
import { FORMATS, tableAs, type Format } from '../studies/tables/format.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { unchecked } from '../run/tidy/digest.ts';
import { figureRows, figuresOfRuns } from '../run/tidy/figure-rows.ts';
import { type Tables, tablesOfTrace } from '../run/tidy/of-trace.ts';
import { runRecordOf } from '../output/record/run-record.ts';
import { resultsAt } from '../studies/batch/results.ts';
import { isSweepFolder } from '../studies/batch/sweep-folder.ts';
import type { Action } from './command.ts';
import type { ExportFlags } from './commands/export.ts';
import { EXIT } from './exit-codes.ts';
import { pcapOf } from './export-pcap.ts';
import { interruptible } from './interrupt.ts';
import { refuseOwnSource } from './own-source.ts';
import { dataFolder, isTrace, readTrace } from './trace-file.ts';
import { counted } from '../run/report/format.ts';
import { print, printJson } from './print.ts';

export const exportCommand: Action<ExportFlags> = {
  async run({ files: [file], values, plugins }) {
    const isSweep = isSweepFolder(file);
    const { out = isSweep ? file : dirname(file), to = 'csv', table, round, data } = values;
    if (round !== undefined && to !== 'mermaid')
      throw new CahootsError('bad-input', `expected none with --to ${to}, got ${round}`, { path: '--round' });
    const format = FORMATS.find((one) => one === to);
    if (format !== undefined) {
      const { tables, problem } =
        !isSweep && isTrace(file)
          ? tablesIn(file, plugins)
          : { tables: await tablesOfStudy(file, plugins), problem: undefined };
      tell(await writeTables(tables, { file, out, format, table }), values.json);
      if (problem !== undefined) throw problem;
      return EXIT.done;
    }
    if (table !== undefined)
      throw new CahootsError('bad-input', `expected none with --to ${to}, got ${table.join(', ')}`, {
        path: '--table',
      });
    const bytes = readTrace(file);
    const path = join(out, basename(file).replace(/\.trace$/, '') + ENDINGS[to as keyof typeof ENDINGS]);
    return interruptible(async (signal) => {
      let problem: CahootsError | undefined;
      if (to === 'pcap') {
        const packets = await pcapOf(file, bytes, { plugins, folder: dataFolder(file, data), signal });
        if (packets === undefined) return EXIT.interrupted;
        makeDirectory(out);
        replaceWhole(path, packets);
      } else {
        const record = runRecordOf(file, bytes, registryOf(plugins));
        ({ problem } = record);
        const text =
          to === 'perfetto'
            ? perfettoOf(record)
            : mermaidOf(record, windowOf(record, round === undefined ? {} : { round }));
        makeDirectory(out);
        replaceWhole(path, text);
      }
      tell([{ path }], values.json);
      if (problem !== undefined) throw problem;
      return EXIT.done;
    });
  },
};

const ENDINGS = { perfetto: '.perfetto-trace', pcap: '.pcap', mermaid: '.mmd' } as const;

/** The tables of a trace, which says where its scenario lies as seen from its own folder. */
function tablesIn(file: string, plugins: readonly Plugin[]): ReturnType<typeof tablesOfTrace> {
  const { tables, ...rest } = tablesOfTrace(file, readTrace(file), plugins);
  return { tables: { ...tables, runs: tables.runs.map((row) => readFrom(dirname(file), row)) }, ...rest };
}

/** The runs of a study, and what their columns mean: as stored beside them, or as these plugins have them. */
async function tablesOfStudy(file: string, plugins: readonly Plugin[]): Promise<Partial<Tables>> {
  const results = resultsAt(file);
  const runs = (await results.read()).map(unchecked);
  const stored = await results.figures();
  return { runs, figures: stored === undefined ? figuresOfRuns(runs, plugins) : figureRows(stored) };
}

/** A file; a table with the number of its rows. */
interface Written {
  readonly path: string;
  readonly rows?: number;
}

interface Where {
  readonly file: string;
  readonly out: string;
  readonly format: Format;
  readonly table: readonly string[] | undefined;
}

async function writeTables(
  tables: Partial<Tables>,
  { file, out, format, table }: Where,
): Promise<readonly Written[]> {
  const names = Object.keys(tables) as (keyof Tables)[];
  const unknown = table?.find((name) => !names.includes(name as keyof Tables));
  if (unknown !== undefined) {
    const message = `expected one of ${names.join(', ')}, got ${unknown}`;
    throw new CahootsError('bad-input', message, { path: '--table' });
  }
  makeDirectory(out);
  const written: Written[] = [];
  // Where rows of runs go, their meaning goes too.
  const wanted = table?.includes('runs') === true ? [...table, 'figures'] : table;
  for (const name of names) {
    const rows = tables[name] ?? [];
    if ((wanted !== undefined && !wanted.includes(name)) || rows.length === 0) continue;
    const path = join(out, `${name}.${format}`);
    refuseOwnSource(path, [file], '--out');
    replaceWhole(path, await tableAs(name === 'runs' ? rows.map((row) => placedIn(out, row)) : rows, format));
    written.push({ path, rows: rows.length });
  }
  return written;
}

function tell(files: readonly Written[], json: boolean): void {
  if (json) printJson({ files });
  else
    for (const { path, rows } of files)
      print(`${path}${rows === undefined ? '' : `: ${counted(rows, 'row')}`}\n`);
}
