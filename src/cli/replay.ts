/**
 * `cahoots replay`: repeats the run of a trace, compared entry by entry while it runs, and shows what
 * happened in it.
 */

import { CahootsError } from '../core/base/errors.ts';
import { duration } from '../core/base/units.ts';
import { Activities } from '../run/replay/activities.ts';
import { Diagram, type Scope } from '../run/replay/diagram.ts';
import { type EarlierTrace, reproduce } from '../run/replay/reproduce.ts';
import { runWithout } from '../run/replay/what-if.ts';
import { registryOf } from '../run/plugin/registry.ts';
import { time } from '../run/report/format.ts';
import { reportOfTrace } from '../run/report/of-trace.ts';
import { runOutcomeOf } from '../run/report/report.ts';
import { runOutcomeText } from '../run/report/text.ts';
import type { RunOptions } from '../run/execute/run.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { Bus } from '../core/engine/messages/bus.ts';
import { Directory, type RoleSize } from '../core/engine/messages/directory.ts';
import { onEntry } from '../run/trace/live.ts';
import { TraceReader } from '../run/trace/reader.ts';
import type { Action } from './command.ts';
import type { ReplayFlags } from './commands/replay.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { dataFolder, explained, readTrace, scenarioOf } from './trace-file.ts';
import { print, printJson } from './print.ts';

export const replayCommand: Action<ReplayFlags> = {
  run({ files: [file], values, plugins }) {
    const { actor, round, threads = 0, without, json } = values;
    const untilNs = values.until === undefined ? undefined : nanoseconds('--until', values.until);
    const earlier = { name: file, bytes: readTrace(file) };
    const { roles } = new TraceReader(file, earlier.bytes).header;
    const folder = dataFolder(file, values.data);
    const explain = (error: unknown): never => {
      throw explained(error, file, earlier.bytes, folder, plugins);
    };
    const scenario = loaded(() => scenarioOf(file, earlier.bytes, folder, plugins), explain);
    if (actor !== undefined && new Directory(roles).find(actor) === undefined) {
      throw new CahootsError('bad-input', `expected an actor of the run, got ${actor}`, { path: '--actor' });
    }
    const scope = { actor, round };
    const shows = untilNs !== undefined || actor !== undefined || round !== undefined;
    if (without !== undefined && shows) {
      throw new CahootsError('bad-input', 'expected no --until, --round or --actor with it', {
        path: '--without',
      });
    }
    return interruptible((signal) => {
      const options = { plugins, threads, signal, json };
      if (without !== undefined) return whatIf(without, scenario, options, earlier);
      return shows
        ? show(scope, untilNs, roles, scenario, options, earlier)
        : again(scenario, options, earlier);
    }).catch(explain);
  },
};

function loaded(load: () => Scenario, explain: (error: unknown) => never): Scenario {
  try {
    return load();
  } catch (error) {
    return explain(error);
  }
}

/** @throws CahootsError for anything but a duration */
function nanoseconds(flag: string, given: string): number {
  const { success, data, error } = duration().safeParse(given);
  if (success) return data;
  throw new CahootsError('bad-input', `${error.issues[0].message}, got ${given}`, { path: flag });
}

/** How to run again, and whether to print JSON. */
interface ReplayOptions extends RunOptions {
  readonly json: boolean;
}

async function again(scenario: Scenario, options: ReplayOptions, earlier: EarlierTrace): Promise<ExitCode> {
  const { result, entries, problem } = await reproduce(scenario, options, earlier);
  if (result.ending === 'aborted') return EXIT.interrupted;
  const all = problem === undefined ? `all of ${entries} entries` : `the ${entries} entries that can be read`;
  const outcome = runOutcomeOf(result.ledger, result);
  if (options.json) printJson({ same: true, entries, atNs: result.endNs, whole: true, outcome });
  else print(`${earlier.name}: the same run again, in ${all}\n\n${runOutcomeText(outcome)}`);
  if (problem !== undefined) throw problem;
  return EXIT.done;
}

async function show(
  scope: Scope,
  untilNs: number | undefined,
  roles: readonly RoleSize[],
  scenario: Scenario,
  options: ReplayOptions,
  earlier: EarlierTrace,
): Promise<ExitCode> {
  const bus = new Bus();
  const diagram = new Diagram(roles, scope);
  const activities = new Activities(roles);
  const reached = new AbortController();
  const entries = scope.round === undefined ? Number.POSITIVE_INFINITY : entriesFor(scope, roles, earlier);
  let made = 0;
  let atNs = 0;
  onEntry(bus, (entry) => {
    if (made === entries || (untilNs !== undefined && entry.timeNs > untilNs)) return reached.abort();
    diagram.add(entry);
    activities.add(entry);
    made++;
    atNs = entry.timeNs;
  });
  const signals = options.signal === undefined ? [reached.signal] : [reached.signal, options.signal];
  const signal = AbortSignal.any(signals);
  const { result, problem } = await reproduce(scenario, { ...options, bus, signal }, earlier);
  if (options.signal?.aborted === true) return EXIT.interrupted;
  const early = result.ending === 'aborted';
  const stoppedNs = early ? (untilNs ?? atNs) : result.endNs;
  if (options.json)
    printJson({
      same: true,
      entries: made,
      atNs: stoppedNs,
      whole: !early,
      events: diagram.events(),
      doing: activities.groups(),
    });
  else {
    print(`${diagram.text()}\nat ${time(stoppedNs)}\n${activities.text()}`);
    if (early) print(`the same as in the trace until then; the rest was not run again\n`);
  }
  if (problem !== undefined) throw problem;
  return EXIT.done;
}

/** The number of entries in the trace up to the last one in scope. */
function entriesFor(scope: Scope, roles: readonly RoleSize[], { name, bytes }: EarlierTrace): number {
  const diagram = new Diagram(roles, scope);
  let number = 0;
  let last = 0;
  for (const entry of new TraceReader(name, bytes).entries()) {
    number++;
    if (diagram.add(entry)) last = number;
  }
  return last;
}

async function whatIf(
  fault: string,
  scenario: Scenario,
  options: ReplayOptions,
  earlier: EarlierTrace,
): Promise<ExitCode> {
  const { result, entries, text, problem } = await runWithout(fault, scenario, options, earlier);
  if (result.ending === 'aborted') return EXIT.interrupted;
  const { outcome } = reportOfTrace(earlier.name, earlier.bytes, registryOf(options.plugins)).report;
  const spared = runOutcomeOf(result.ledger, result);
  if (options.json)
    printJson({
      same: text === undefined,
      entries,
      divergence: text,
      atNs: result.endNs,
      whole: true,
      outcome,
      without: { fault, outcome: spared },
    });
  else {
    print(
      text === undefined
        ? `without ${fault} the run is the same, in all of ${entries} entries\n`
        : `the run with ${fault} (A) and without (B) diverge at entry ${entries + 1}\n\n${text}`,
    );
    if (outcome !== undefined) print(`\nwith ${fault}\n${runOutcomeText(outcome)}`);
    print(`\nwithout ${fault}\n${runOutcomeText(spared)}`);
  }
  if (problem !== undefined) throw problem;
  return EXIT.done;
}
