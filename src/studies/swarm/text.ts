/** The results of a swarm as text for people. */

import { defined } from '../../core/base/defined.ts';
import { counted, integer, time } from '../../run/report/format.ts';
import { commandOfRun } from '../../run/report/shell.ts';
import { paragraph, table } from '../../run/report/table.ts';
import { noteLines } from '../../run/tidy/notes.ts';
import { type Falsified, sumOf } from './falsified.ts';
import { FOUND, type Kind, KINDS, type SwarmOutcome, swarmOutcomeText } from './outcome.ts';
import { notesIn } from './notes.ts';
import type { Swarm, SwarmRun } from './swarm.ts';

/** How many runs had the same outcome. */
export interface Tally extends SwarmOutcome {
  readonly runs: number;
}

/** From the best outcome to the worst, and within a kind the most frequent first. */
export function tallies(runs: readonly SwarmOutcome[]): readonly Tally[] {
  const counts = new Map<string, Tally>();
  for (const { kind, reason } of runs) {
    const outcome = defined({ kind, reason });
    const key = swarmOutcomeText(outcome);
    const before = counts.get(key)?.runs ?? 0;
    counts.set(key, { ...outcome, runs: before + 1 });
  }
  const order = Object.keys(KINDS);
  return [...counts.values()].toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.runs - a.runs,
  );
}

/** The runs that failed. */
export function found(runs: readonly SwarmRun[]): readonly SwarmRun[] {
  return runs.filter(({ kind }) => FOUND.includes(kind));
}

/** The command that reproduces a run and its failure. */
export function showAgain(file: string, run: SwarmRun, flags: readonly string[]): string {
  return commandOfRun(file, run.seed, run.set, run.kind === 'broken' ? ['--guard', ...flags] : flags);
}

/** For each type of message in a run without faults, and each that faults falsified. */
export function falsifiedIn({ messages, runs }: Pick<Swarm, 'messages' | 'runs'>): Falsified {
  const none = Object.fromEntries(messages.map((type) => [type, 0]));
  return sumOf([none, ...runs.map(({ falsified = {} }) => falsified)]);
}

/**
 * Ends with a newline.
 * @param flags for commands that reproduce a run, in addition to the run's own
 */
export function swarmText(file: string, swarm: Swarm, flags: readonly string[] = []): string {
  const { scenario, budget, spanNs, runs } = swarm;
  const title =
    `${scenario.name || file}: ${scenario.protocol}, ${counted(runs.length, 'run')} from seed ${runs[0].seed}, each with ` +
    `up to ${counted(budget.faults, 'fault')}, ${budget.gone} gone and ${budget.byzantine} Byzantine, within ${time(spanNs)}\n`;
  const rows = tallies(runs).map(({ kind, reason = '', runs: count }) => [kind, `${count}`, reason]);
  const kinds = new Set(runs.map(({ kind }) => kind));
  const legend = (Object.keys(KINDS) as Kind[])
    .filter((kind) => kinds.has(kind))
    .map((kind) => `${kind}: ${KINDS[kind]}\n`);
  const byzantine = Object.entries(falsifiedIn(swarm));
  const spared = (type: string): boolean => budget.falsify?.includes(type) === false;
  const bad = found(runs).map(
    (run) => `seed ${run.seed} ${swarmOutcomeText(run)}\n  ${showAgain(file, run, flags)}\n`,
  );
  const notes = noteLines(notesIn(swarm)).map((line) => paragraph(line));
  return [
    title,
    table(['outcome', 'runs', 'reason'], rows, ['outcome', 'reason']),
    legend.join(''),
    ...(byzantine.some(([, count]) => count > 0)
      ? [
          table(
            ['message', 'falsified'],
            byzantine.map(([type, count]) => [type, count === 0 && spared(type) ? '–' : integer(count)]),
            ['message'],
          ) +
            (byzantine.some(([type, count]) => count === 0 && spared(type))
              ? '\n–: not among those that the scenario lists under swarm.falsify\n'
              : ''),
        ]
      : []),
    ...(notes.length === 0 ? [] : [notes.join('')]),
    ...(bad.length === 0 ? [] : [bad.join('')]),
  ].join('\n');
}
