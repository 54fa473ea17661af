/** `cahoots pack`: a run in one file. */

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { isFile } from '../run/data/file.ts';
import { replaceWhole } from '../run/data/write.ts';
import { manifestIn, pack } from '../output/export/pack.ts';
import { visible } from '../core/base/visible.ts';
import { readFindings } from '../run/execute/foreign-findings.ts';
import { type Note, notesOf } from '../run/report/notes.ts';
import { bytes as size } from '../run/report/format.ts';
import { Fingerprints } from '../run/tidy/fingerprint.ts';
import { changesOfFiles } from '../run/tidy/verify.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { reloadScenario } from '../run/scenario/load.ts';
import { TraceReader } from '../run/trace/reader.ts';
import type { Action } from './command.ts';
import type { PackFlags } from './commands/pack.ts';
import { EXIT } from './exit-codes.ts';
import { refuseOwnSource } from './own-source.ts';
import { dataFolder, readTrace } from './trace-file.ts';
import { print, printJson } from './print.ts';

/** What `run --out` writes next to a trace. */
const RESULTS = ['report.json', 'labels.csv', 'centres.csv'];

export const packCommand: Action<PackFlags> = {
  run({ files: [file], values, plugins }) {
    const trace = readTrace(file);
    const { scenario } = new TraceReader(file, trace).header;
    const { made, notes, problem } = endOf(file, trace);
    const folder = dataFolder(file, values.data);
    const problems = changesOfFiles(made, new Fingerprints(folder));
    if (problems.length > 0) {
      const message = `expected the data that the run was on, got ${problems.join('; ')}`;
      throw new CahootsError('bad-input', message, { path: '--data' });
    }
    const { named, unknown } =
      made['files'] === undefined ? filesOf(scenario, file, folder, plugins) : { named: filesIn(made) };
    const data = new Map(named.map((name) => [name, resolve(folder, name)]));
    const beside = RESULTS.map((name) => [name, join(dirname(file), name)] as const);
    const results = new Map(beside.filter(([, path]) => isFile(path)));
    const out = values.out ?? `${file.replace(/\.trace$/, '')}.cahoots.zip`;
    refuseOwnSource(out, [file, ...data.values(), ...results.values()], '--out');
    const packed = pack({
      trace,
      scenario,
      made,
      data: contentsOf(data),
      withData: !values.digestsOnly,
      results: contentsOf(results),
    });
    replaceWhole(out, packed);
    const held = manifestIn(out, packed).data.map(({ file: name, inside }) => ({ file: name, inside }));
    const { json, digestsOnly } = values;
    if (json) printJson({ out, bytes: packed.byteLength, data: held, unknown, notes });
    else {
      print(`${out}: ${size(packed.byteLength)}\n`);
      for (const { file: name, inside } of held)
        print(
          `  ${name}: ${inside ? 'with it' : `by its digest alone${digestsOnly ? '' : ', as it lies outside the folder'}`}\n`,
        );
      if (unknown !== undefined) print(`  no data: ${visible(unknown)}\n`);
      for (const { title, text } of notes) print(`  ${title}: ${visible(text)}\n`);
    }
    if (problem !== undefined) throw problem;
    return Promise.resolve(EXIT.done);
  },
};

/** @param files their paths, by the names that they have in a pack */
function contentsOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, Uint8Array> {
  return new Map([...files].map(([name, path]) => [name, readFileSync(path)]));
}

function filesIn({ files }: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(JSON.parse(files) as object);
}

/**
 * The files that a scenario names, for a trace that does not say which its run was on: one that was cut off, or of a program
 * that did not ask for it.
 */
function filesOf(
  scenario: unknown,
  file: string,
  folder: string,
  plugins: readonly Plugin[],
): { readonly named: readonly string[]; readonly unknown?: string } {
  try {
    return { named: reloadScenario(scenario, file, folder, { plugins, foreign: true }).files.named };
  } catch (error) {
    if (!(error instanceof CahootsError)) throw error;
    return { named: [], unknown: error.message };
  }
}

interface TraceEnding {
  readonly made: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
  readonly problem: CahootsError | undefined;
}

/** What produced the run and what must be said of it, according to its trace, and where that is cut off or damaged. */
function endOf(file: string, trace: Uint8Array): TraceEnding {
  const reader = new TraceReader(file, trace);
  // Its end comes last.
  for (const _ of reader.entries());
  const { outcome, problem } = reader;
  if (outcome === undefined || !('end' in outcome)) return { made: {}, notes: [], problem };
  const { made = {}, findings } = outcome.end;
  return { made, notes: notesOf(readFindings(findings, file)), problem };
}
