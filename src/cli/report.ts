/** `cahoots report`: the tables of a run, from its trace; or a page of one run, of two, or of many. */

import { defined } from '../core/base/defined.ts';
import { CahootsError } from '../core/base/errors.ts';
import type { RunOptions } from '../run/execute/run.ts';
import { askedOf, type Rerun, rerunsOf } from '../run/replay/reruns.ts';
import { fasterText } from '../run/replay/faster-text.ts';
import { reproduce } from '../run/replay/reproduce.ts';
import { replaceWhole } from '../run/data/write.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import type { Report } from '../run/report/report.ts';
import { figuresOfRuns } from '../run/tidy/figure-rows.ts';
import { rowOfTrace } from '../run/tidy/of-trace.ts';
import type { Row } from '../run/tidy/rows.ts';
import { TraceReader } from '../run/trace/reader.ts';
import { reportOfTrace } from '../run/report/of-trace.ts';
import { registryOf } from '../run/plugin/registry.ts';
import { reportText } from '../run/report/text.ts';
import type { PayloadDigest } from '../core/engine/messages/payload-digest.ts';
import { criticalPathText } from '../run/report/timing-text.ts';
import type { Action, Call } from './command.ts';
import type { ReportFlags } from './commands/report.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { refuseOwnSource } from './own-source.ts';
import { pageOf } from './report-page.ts';
import { dataFolder, explained, readTrace, scenarioOf } from './trace-file.ts';
import { print, printJson } from './print.ts';

export const reportCommand: Action<ReportFlags> = {
  run({ files, values, plugins }) {
    const { html, without, traceOnly } = values;
    if (html !== undefined) {
      refuseOwnSource(html, files, '--html');
      return interruptible(async (signal) => {
        const page = await pageOf(files, { ...values, plugins, signal });
        if (page === undefined) return EXIT.interrupted;
        replaceWhole(html, page.text);
        print(`${html}\n`);
        if (page.problem !== undefined) throw page.problem;
        return EXIT.done;
      });
    }
    const alone = [
      ['--without', without !== undefined],
      ['--trace-only', traceOnly],
    ] as const;
    for (const [path, given] of alone)
      if (given) throw new CahootsError('bad-input', 'expected --html as well, got none', { path });
    if (files.length > 1)
      throw new CahootsError('bad-input', `expected one FILE, or --html, got ${files.join(' ')}`);
    const [file] = files;
    const { report, digest, problem } = reportOfTrace(file, readTrace(file), registryOf(plugins));
    return interruptible(async (signal) => {
      const faster = await rerunsOfTrace(file, report, values, { plugins, threads: values.threads, signal });
      if (signal.aborted) return EXIT.interrupted;
      if (values.json) printJson(defined({ ...runOf(file, report, plugins), ...report, faster }));
      else if (values.criticalPath) print(criticalPathText(report));
      else print(reportText(report) + DIGEST_TEXT[digest]);
      if (faster !== undefined && !values.json) print(`\n${fasterText(faster)}`);
      if (problem !== undefined) throw problem;
      return EXIT.done;
    });
  },
};

/** The runs with changes that are asked for, of a trace whose run is the same again. */
async function rerunsOfTrace(
  file: string,
  report: Report,
  values: Call<ReportFlags>['values'],
  options: RunOptions,
): Promise<readonly Rerun[] | undefined> {
  if (!values.faster && values.whatIf === undefined) return undefined;
  const bytes = readTrace(file);
  const folder = dataFolder(file, values.data);
  try {
    const scenario = scenarioOf(file, bytes, folder, options.plugins);
    const asked = askedOf(values, scenario);
    await reproduce(scenario, options, { name: file, bytes });
    return await rerunsOf(asked, scenario, report, options);
  } catch (error) {
    throw explained(error, file, bytes, folder, options.plugins);
  }
}

/** The run's row, and what its figures mean; nothing if a plugin that its scenario names is unavailable. */
function runOf(
  file: string,
  report: Report,
  plugins: readonly Plugin[],
): Readonly<Record<string, Row | Row[]>> {
  const reader = new TraceReader(file, readTrace(file));
  for (const _ of reader.entries());
  try {
    const run = rowOfTrace(reader, report, plugins);
    return { run, figures: figuresOfRuns([run], plugins) };
  } catch (error) {
    if (error instanceof CahootsError) return {};
    throw error;
  }
}

const DIGEST_TEXT: Readonly<Record<PayloadDigest, string>> = {
  crc32: 'payloads are kept by their CRC-32, against accidents; as evidence, run with --digest sha256\n',
  sha256: 'payloads are kept by their SHA-256\n',
};
