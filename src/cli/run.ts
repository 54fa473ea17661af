/** `cahoots run`: runs a scenario from a file to its end. */

import { dirname } from 'node:path';
import { defined } from '../core/base/defined.ts';
import { Bus } from '../core/engine/messages/bus.ts';
import { Directory } from '../core/engine/messages/directory.ts';
import type { Certificate } from '../lab/attack/certificate.ts';
import { BrokenInvariant } from '../run/execute/guards.ts';
import { run, type RunResult } from '../run/execute/run.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { counted } from '../run/report/format.ts';
import { fasterText } from '../run/replay/faster-text.ts';
import { type Asked, askedOf, rerunsOf } from '../run/replay/reruns.ts';
import { commandOfRun } from '../run/report/shell.ts';
import { outcomeLine, reportText } from '../run/report/text.ts';
import { loadFairly } from '../run/scenario/fair-start.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { thisPlace } from '../run/tidy/provenance.ts';
import type { Action, Call } from './command.ts';
import type { RunFlags } from './commands/run.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { OutDirectory } from './out.ts';
import { pluginFlags } from './plugins.ts';
import { exitCode, type Found, foundIn, subjectOf, tablesOf } from './run-result.ts';
import type { Watch } from './watch.ts';
import { print, printJson } from './print.ts';

/** A call of the command, and what it writes to. */
interface Job {
  readonly file: string;
  readonly values: Call<RunFlags>['values'];
  readonly plugins: readonly Plugin[];
  readonly scenario: Scenario;
  /** All overrides, those of a fair start included. */
  readonly set: readonly string[];
  readonly bus: Bus;
  readonly out: OutDirectory | undefined;
  readonly watch: Watch | undefined;
  readonly reruns: Asked | undefined;
}

/** A run, and what is shown of it. */
interface Done {
  readonly result: RunResult;
  readonly certificate: Certificate | undefined;
  readonly found: Found;
  /** Its trace, if it is run a second time. */
  readonly trace: Uint8Array;
}

export const runCommand: Action<RunFlags> = {
  async run({ files: [file], values, plugins }) {
    const { scenario, set } = loadFairly(file, { plugins, ...askedBy(values) });
    if (values.estimate) return (await import('./estimate.ts')).printEstimate(scenario, plugins, values.json);
    const reruns = askedOf(values, scenario);
    const bus = new Bus();
    await logTo(bus, scenario, values.log);
    const out = values.out === undefined ? undefined : new OutDirectory(values.out);
    const watch = values.watch ? await watchOf(values.out, scenario, file, bus) : undefined;
    const job: Job = { file, values, plugins, scenario, set, bus, out, watch, reruns };
    const hideProgress = await progressOf(job);
    return interruptible(async (signal) => {
      try {
        const done = await played(job, signal);
        hideProgress();
        await show(job, done, signal);
        return await checked(job, done, signal);
      } catch (error) {
        if (!(error instanceof BrokenInvariant)) throw error;
        hideProgress();
        process.stderr.write(`${error.message}\n${outcomeLine('run again', commandOf(job, '--guard'))}`);
        return EXIT.violated;
      } finally {
        hideProgress();
        watch?.close();
        out?.close();
      }
    });
  },
};

function askedBy({ seed, set, fairStart }: Job['values']) {
  return { seed, set, fairStart };
}

async function logTo(bus: Bus, { parties }: Scenario, level: Job['values']['log']): Promise<void> {
  if (level === undefined) return;
  const directory = new Directory(parties.roles);
  const { logEvents } = await import('./log.ts');
  logEvents(bus, level, (actor) => directory.name(actor));
}

/** Loaded only when requested, like everything that few runs need. */
async function watchOf(
  out: string | undefined,
  { name, parties }: Scenario,
  file: string,
  bus: Bus,
): Promise<Watch> {
  const { Watch } = await import('./watch.ts');
  const { watchedRun } = await import('./watched-run.ts');
  return Watch.of(out, watchedRun(name || file, parties.roles, bus));
}

/** Shows progress on a terminal, and returns how to hide it. */
async function progressOf({ bus, scenario, values }: Job): Promise<() => void> {
  if (!process.stderr.isTTY || values.log !== undefined) return () => undefined;
  const { maxIterations = 1 } = scenario.parameters as { maxIterations?: number };
  const { showProgress } = await import('./progress.ts');
  return showProgress(bus, maxIterations);
}

async function played(
  { file, values, plugins, scenario, set, bus, out }: Job,
  signal: AbortSignal,
): Promise<Done> {
  const chunks: Uint8Array[] = [];
  const trace = (bytes: Uint8Array): void => {
    out?.sink(bytes);
    if (values.check) chunks.push(Uint8Array.from(bytes));
  };
  const given = { set, out: values.out };
  const subject = out || values.json ? subjectOf(scenario, file, given, plugins) : undefined;
  const made = subject && { ...subject.made, ...thisPlace() };
  const { threads, guard, digest } = values;
  // Only hashed, unless somebody reads it.
  const sink = out === undefined && !values.check ? undefined : trace;
  const options = { plugins, threads, bus, signal, trace: sink, digest, made, guard, timing: true };
  const isCertified =
    values.certificate || scenario.collusion.length > 0 || scenario.expect.exposed !== undefined;
  const { result, certificate } = isCertified
    ? await (await import('../lab/attack/attack-run.ts')).attackRun(scenario, options)
    : { result: await run(scenario, options), certificate: undefined };
  const found = foundIn(scenario, result, subject, certificate, plugins);
  return { result, certificate, found, trace: Buffer.concat(chunks) };
}

/** Writes the result to where it was asked for. */
async function show(job: Job, done: Done, signal: AbortSignal): Promise<void> {
  const { file, values, scenario, plugins, out, watch } = job;
  const { result, certificate } = done;
  const { threads } = values;
  const faster = await rerunsOf(job.reruns, scenario, done.found, { plugins, threads, signal });
  const found = defined({ ...done.found, faster });
  out?.finish(found, tablesOf(scenario, result));
  if (watch !== undefined && out !== undefined && result.ending !== 'aborted') {
    const { pageOf } = await import('./report-page.ts');
    const page = await pageOf([out.trace], {
      plugins,
      signal,
      traceOnly: false,
      faster: values.faster,
      whatIf: values.whatIf,
      data: dirname(file),
    });
    if (page !== undefined) await watch.done(page.text);
  }
  if (values.json) {
    printJson(found);
    return;
  }
  print(`${titleOf(job)}\n\n${reportText(found)}`);
  if (faster !== undefined) print(`\n${fasterText(faster)}`);
  if (result.findings.violated !== undefined) print(outcomeLine('run again', commandOf(job)));
  if (certificate === undefined) return;
  const { certificateText } = await import('../lab/attack/text.ts');
  print(`\n${certificateText(certificate)}`);
}

/** Runs it a second time if asked to, and says how it ended. */
async function checked(
  job: Job,
  { result, certificate, trace }: Done,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { file, values, plugins, scenario, out } = job;
  if (result.ending === 'aborted') sayInterrupted('the trace', out?.trace);
  else if (values.check) {
    const { reproduce } = await import('../run/replay/reproduce.ts');
    const { scenario: again } = loadFairly(file, { plugins, ...askedBy(values) });
    const earlier = { name: 'the first run', bytes: trace };
    const { entries } = await reproduce(again, { plugins, threads: values.threads, signal }, earlier);
    if (signal.aborted) return EXIT.interrupted;
    process.stderr.write(
      `checked: a second run had the same ${counted(entries, 'entry')}; ${tiesText(result)}\n`,
    );
  }
  const held = exitCode(scenario, result);
  const isExposed = certificate !== undefined && certificate.violated.length > 0;
  return held === EXIT.done && isExposed ? EXIT.violated : held;
}

function titleOf({ file, scenario: { name, protocol, population, seed } }: Job): string {
  const { clients, points, dimension } = population;
  return `${name || file}: ${protocol}, ${counted(clients.length, 'client')}, ${points} points of dimension ${dimension}, seed ${seed}`;
}

/** The command that runs it again. */
function commandOf({ file, set, plugins, scenario }: Job, ...flags: readonly string[]): string {
  return commandOfRun(file, scenario.seed, set, [...flags, ...pluginFlags(plugins)]);
}

function tiesText({ ties }: RunResult): string {
  return `${counted(ties, 'event')} tied with the one before, so that only the order of insertion decided`;
}
