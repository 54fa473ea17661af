/** `cahoots run`: runs a scenario from a file to its end. */

import { dirname } from 'node:path';
import { report } from '../run/report/report.ts';
import { commandOfRun } from '../run/report/shell.ts';
import { reportText } from '../run/report/text.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { BrokenInvariant } from '../run/execute/guards.ts';
import { run, type RunResult } from '../run/execute/run.ts';
import { centreRows, labelRows } from '../run/tidy/clustering.ts';
import { Subject } from '../run/tidy/about.ts';
import { thisPlace } from '../run/tidy/provenance.ts';
import { provenanceOf } from '../real/provenance.ts';
import type { Row } from '../run/tidy/rows.ts';
import { figuresOfRuns } from '../run/tidy/figure-rows.ts';
import { runRow } from '../run/tidy/run-row.ts';
import { loadScenario, type Scenario } from '../run/scenario/load.ts';
import { Bus } from '../core/engine/messages/bus.ts';
import { Directory } from '../core/engine/messages/directory.ts';
import type { Action } from './command.ts';
import type { RunFlags } from './commands/run.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { interruptible, sayInterrupted } from './interrupt.ts';
import { OutDirectory } from './out.ts';
import { pluginFlags } from './plugins.ts';
import { showProgress } from './progress.ts';
import type { Watch } from './watch.ts';
import { counted } from '../run/report/format.ts';

export const runCommand: Action<RunFlags> = {
  async run({ files: [file], values, plugins }) {
    const { seed, threads = 0, digest = 'crc32' } = values;
    const load = (): Scenario =>
      loadScenario(file, {
        plugins,
        ...(seed !== undefined && { seed }),
        ...(values.set && { set: values.set }),
      });
    const scenario = load();
    const bus = new Bus();
    if (values.log !== undefined) {
      const directory = new Directory(scenario.parties.roles);
      const { logEvents } = await import('./log.ts');
      logEvents(bus, values.log, (actor) => directory.name(actor));
    }
    const out = values.out === undefined ? undefined : new OutDirectory(values.out);
    const watch = values.watch ? await watchOf(values.out, scenario.name || file, bus) : undefined;
    const { maxIterations = 1 } = scenario.parameters as { maxIterations?: number };
    const hideProgress =
      process.stderr.isTTY && values.log === undefined ? showProgress(bus, maxIterations) : undefined;
    return interruptible(async (signal) => {
      try {
        const first: Uint8Array[] = [];
        const trace = (bytes: Uint8Array): void => {
          out?.sink(bytes);
          if (values.check) first.push(Uint8Array.from(bytes));
        };
        const subject = out || values.json ? subjectOf(scenario, file, values.set, plugins) : undefined;
        const made = subject && { ...subject.made, ...thisPlace() };
        const { guard = false } = values;
        const shown = { ...(made && { made }), timing: true, guard };
        const options = { plugins, threads, bus, signal, trace, digest, ...shown };
        const certified =
          values.certificate || scenario.collusion.length > 0 || scenario.expect.exposed !== undefined;
        const { result, certificate } = certified
          ? await (await import('../lab/attack/attack-run.ts')).attackRun(scenario, options)
          : { result: await run(scenario, options), certificate: undefined };
        hideProgress?.();
        const row = subject && runRow(subject.under(scenario.seed), result);
        const found = {
          ...(row && { run: row, figures: figuresOfRuns([row], plugins) }),
          ...report(result.ledger, result, result.causalGraph),
          ...(certificate && { certificate }),
          ...(centresOf(result) && { centres: centresOf(result) }),
        };
        out?.finish(found, tablesOf(scenario, result));
        if (watch !== undefined && out !== undefined && result.ending !== 'aborted') {
          const { pageOf } = await import('./report-page.ts');
          const page = await pageOf([out.trace], {
            plugins,
            signal,
            traceOnly: false,
            data: dirname(file),
          });
          if (page !== undefined) await watch.done(page.text);
        }
        const { name, protocol, population } = scenario;
        const title = `${name || file}: ${protocol}, ${counted(population.clients.length, 'client')}, ${population.points} points of dimension ${population.dimension}, seed ${scenario.seed}`;
        if (values.json) process.stdout.write(`${JSON.stringify(found)}\n`);
        else process.stdout.write(`${title}\n\n${reportText(found)}`);
        if (!values.json && result.findings.violated !== undefined) {
          process.stdout.write(
            `run again    ${commandOfRun(file, scenario.seed, values.set, pluginFlags(plugins))}\n`,
          );
        }
        if (!values.json && certificate) {
          const { certificateText } = await import('../lab/attack/text.ts');
          process.stdout.write(`\n${certificateText(certificate)}`);
        }
        if (result.ending === 'aborted') sayInterrupted('the trace', out?.trace);
        else if (values.check) {
          const earlier = { name: 'the first run', bytes: Buffer.concat(first) };
          const { reproduce } = await import('../run/replay/reproduce.ts');
          const { entries } = await reproduce(load(), { plugins, threads, signal }, earlier);
          if (signal.aborted) return EXIT.interrupted;
          process.stderr.write(
            `checked: a second run had the same ${counted(entries, 'entry')}; ${tiesText(result)}\n`,
          );
        }
        const held = exitCode(scenario, result);
        return held === EXIT.done && certificate && certificate.violated.length > 0 ? EXIT.violated : held;
      } catch (error) {
        if (!(error instanceof BrokenInvariant)) throw error;
        hideProgress?.();
        const again = commandOfRun(file, scenario.seed, values.set, ['--guard', ...pluginFlags(plugins)]);
        process.stderr.write(`${error.message}\nrun again    ${again}\n`);
        return EXIT.violated;
      } finally {
        hideProgress?.();
        watch?.close();
        out?.close();
      }
    });
  },
};

/** Loaded only when requested, like everything that few runs need. */
async function watchOf(out: string | undefined, title: string, bus: Bus): Promise<Watch> {
  const { Watch } = await import('./watch.ts');
  const { watchedRun } = await import('./watched-run.ts');
  return Watch.of(out, watchedRun(title, bus));
}

/**
 * What a run's row says it is a run of.
 * @param set overrides from the command line
 */
export function subjectOf(
  scenario: Scenario,
  file: string,
  set: readonly string[] | undefined,
  plugins: readonly Plugin[],
): Subject {
  const provenance = provenanceOf(plugins.map(({ module }) => module));
  return Subject.of(scenario, { file, ...(set && { set }) }, provenance);
}

function tiesText({ ties }: RunResult): string {
  return `${counted(ties, 'event')} tied with the one before, so that only the order of insertion decided`;
}

/** The exit code for a run that ended in this way, given what its scenario expects. */
export function exitCode({ expect }: Scenario, { ending, findings }: RunResult): ExitCode {
  if (ending === 'aborted') return EXIT.interrupted;
  if (findings.violated !== undefined) return EXIT.violated;
  if (ending === 'limit') return EXIT.undecided;
  // A failure that was expected is the point of the scenario.
  const finished = findings.aborted === undefined || expect.finishes === false;
  return finished && findings.equalsLloyd !== false && ending === 'done' ? EXIT.done : EXIT.violated;
}

/** Labels and centres of a run, as the rows of two files; without rows if it has none. */
export function tablesOf(
  { population: { clients }, shards, data }: Scenario,
  { labels, outcome }: RunResult,
): { 'labels.csv': Row[]; 'centres.csv': Row[] } {
  const centres = outcome?.kind === 'clustered' ? outcome.centres : undefined;
  return {
    'labels.csv': labels ? labelRows(labels, clients, shards) : [],
    'centres.csv': centres ? centreRows(centres, labels, data.columns) : [],
  };
}

/** Row by row, if the protocol reveals them; null for the coordinates of an empty cluster. */
function centresOf({ outcome }: RunResult): (number | null)[][] | undefined {
  const centres = outcome?.kind === 'clustered' ? outcome.centres : undefined;
  if (centres === undefined) return undefined;
  const { rows, columns, values } = centres;
  return Array.from({ length: rows }, (_, k) =>
    Array.from(values.subarray(k * columns, (k + 1) * columns), (x) => (Number.isNaN(x) ? null : x)),
  );
}
