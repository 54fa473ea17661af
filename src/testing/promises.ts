/** What every protocol promises of any run, whatever happens to its parties. */

import { NO_CLUSTER } from '../core/base/labels.ts';
import { Bus } from '../core/engine/messages/bus.ts';
import { Directory } from '../core/engine/messages/directory.ts';
import { run, type RunOptions, type RunResult } from '../run/execute/run.ts';
import type { Scenario } from '../run/scenario/load.ts';
import { History } from './history.ts';

export interface Played extends RunResult {
  readonly scenario: Scenario;
  readonly history: History;
}

/** Runs a scenario to its end, and keeps all that happens. */
export async function played(scenario: Scenario, options: RunOptions): Promise<Played> {
  const bus = new Bus();
  const history = new History(bus);
  return { scenario, history, ...(await run(scenario, { ...options, bus })) };
}

/**
 * What is promised of any run and was broken by this one.
 * @param touched the parties to which something happened
 */
export function broken({ scenario, ending, findings, outcome, history }: Played, touched: readonly string[]) {
  const { parties, parameters } = scenario;
  const left = new Set(
    history
      .of('faulted')
      .flatMap(({ what, actor }) => (what === 'dropout' || what === 'crash' ? [actor] : [])),
  );
  const finished = new Set(history.of('finished').map(({ actor }) => actor));
  const everybody = [...Array(new Directory(parties.roles).size).keys()];
  const labels = outcome?.kind === 'clustered' ? [...(outcome.labels ?? [])] : [];
  const promises: Readonly<Record<string, boolean>> = {
    'the run is done': ending === 'done',
    'everybody who stays finishes': everybody.every((id) => finished.has(id) || left.has(id)),
    'nothing wrong is taken for the result of Lloyd': findings.equalsLloyd !== false,
    'nobody honest is blamed': (findings.blamed ?? []).every((name) => touched.includes(name)),
    'there is a clustering or a reason': outcome?.kind === 'clustered' || findings.aborted !== undefined,
    'labels are of clusters': labels.every((label) => label < parameters.clusters || label === NO_CLUSTER),
  };
  return Object.keys(promises).filter((promise) => !promises[promise]);
}

/**
 * The messages that were accepted more than once, or although an equal one of the same sender had been accepted, as
 * `type from sender to receiver`.
 * @param isHeld whether a receiver, by its number, promises to accept each once
 */
export function acceptedTwice(
  { scenario, history }: Played,
  isHeld: (receiver: number) => boolean,
): string[] {
  const contents = new Map(
    history
      .of('sent')
      .map(({ id, type, payload }) => [id, `${type} ${Buffer.from(payload).toString('latin1')}`]),
  );
  const accepted = new Map<string, number>();
  const keys = new Map<number, string>();
  const count = (key: string, by: number): unknown => accepted.set(key, (accepted.get(key) ?? 0) + by);
  for (const { id, from, to } of history.of('delivered')) {
    if (!isHeld(to)) continue;
    const key = `${from} ${to} ${contents.get(id)}`;
    keys.set(id, key);
    count(key, 1);
  }
  for (const { id } of history.of('refused')) {
    const key = keys.get(id);
    if (key !== undefined) count(key, -1);
  }
  const directory = new Directory(scenario.parties.roles);
  const nameOf = (id: string): string => directory.name(Number(id));
  return [...accepted].flatMap(([key, times]) => {
    const [from, to, type] = key.split(' ', 3);
    return times > 1 ? [`${type} from ${nameOf(from)} to ${nameOf(to)}`] : [];
  });
}
