/** `cahoots pack`: a run in one file. */

import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { isFile } from '../run/data/file.ts';
import { replaceWhole } from '../run/data/write.ts';
import { pack, unpack } from '../output/export/pack.ts';
import { visible } from '../core/base/visible.ts';
import { readFindings } from '../run/execute/foreign-findings.ts';
import { type Note, notesOf } from '../run/report/notes.ts';
import { bytes as size } from '../run/report/format.ts';
import { Fingerprints } from '../run/tidy/fingerprint.ts';
import { changesOfFiles } from '../run/tidy/verify.ts';
import { filesBelow } from '../run/scenario/data-files.ts';
import { TraceReader } from '../run/trace/reader.ts';
import type { Action } from './command.ts';
import type { PackFlags } from './commands/pack.ts';
import { EXIT } from './exit-codes.ts';
import { dataFolder, readTrace } from './trace-file.ts';

/** What `run --out` writes next to a trace. */
const RESULTS = ['report.json', 'labels.csv', 'centres.csv'];

export const packCommand: Action<PackFlags> = {
  run({ files: [run], values }) {
    const file =
      statSync(run, { throwIfNoEntry: false })?.isDirectory() === true ? join(run, 'run.trace') : run;
    const trace = readTrace(file);
    const { scenario } = new TraceReader(file, trace).header;
    const { made, notes, problem } = endOf(file, trace);
    const folder = dataFolder(file, values.data);
    const now = new Fingerprints(folder).files(scenario);
    const problems = changesOfFiles(made, now);
    if (problems.length > 0) {
      const message = `expected the data that the run was on, got ${problems.join('; ')}`;
      throw new CahootsError('bad-input', message, { path: '--data' });
    }
    const named = Object.keys(now).filter((name) => isOfRun(name, made, folder));
    const data = new Map(named.map((name) => [name, readFileSync(resolve(folder, name))]));
    const beside = RESULTS.filter((name) => isFile(join(dirname(file), name)));
    const results = new Map(beside.map((name) => [name, readFileSync(join(dirname(file), name))]));
    const packed = pack({ trace, scenario, made, data, withData: !values.digestsOnly, results });
    const out = values.out ?? `${file.replace(/\.trace$/, '')}.cahoots.zip`;
    replaceWhole(out, packed);
    process.stdout.write(`${out}: ${size(packed.byteLength)}\n`);
    for (const { file: name, inside } of unpack(out, packed).manifest.data)
      process.stdout.write(
        `  ${name}: ${inside ? 'with it' : `by its digest alone${values.digestsOnly ? '' : ', as it lies outside the folder'}`}\n`,
      );
    for (const { title, text } of notes) process.stdout.write(`  ${title}: ${visible(text)}\n`);
    if (problem !== undefined) throw problem;
    return Promise.resolve(EXIT.done);
  },
};

/**
 * Whether a file that the scenario seems to name may be passed on. Any text in it may happen to name a file, and a trace
 * that somebody sent may do so on purpose: only what the run was on, by its digest, or is below the folder where the
 * trace does not say.
 */
function isOfRun(name: string, { files }: Readonly<Record<string, string>>, folder: string): boolean {
  if (files !== undefined) return Object.hasOwn(JSON.parse(files) as object, name);
  try {
    return filesBelow(folder)(name) !== '';
  } catch {
    return false;
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
