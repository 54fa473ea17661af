/** Compares what a scenario expects of a run with what happened. */

import { assert } from '../../core/base/errors.ts';
import type { Findings, Violation } from './findings.ts';
import type { Outcome } from '../../core/protocol/outcome.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Expectations } from '../scenario/expect.ts';
import type { Ends } from '../trace/timeline.ts';

/** Everything about a run that a scenario can have expectations about. */
export interface Came {
  readonly agreed: unknown;
  readonly outcome?: Outcome;
  readonly findings: Findings;
  readonly rounds: number;
  /** Bytes sent, including framing. */
  readonly bytes: number;
  readonly ends: Ends;
  /** The clients that actually sent wrong values. */
  readonly byzantine: readonly string[];
}

/** The expectations that were not met, in the order of the schema. */
export function violations(expected: Expectations, protocol: AnyProtocol, came: Came): readonly Violation[] {
  const { findings } = came;
  const found: Violation[] = [];
  const violate = (property: string, wanted: string | number, got: string | number): void => {
    found.push({ property, message: `expected ${wanted}, got ${got}` });
  };

  const { finishes, matches, blamesByzantine, missing, figures, properties = [] } = expected;
  if (finishes === true && findings.aborted !== undefined)
    violate('finishes', 'a clustering', findings.aborted);
  if (finishes === false && findings.aborted === undefined)
    violate('finishes', 'no clustering', `one after ${findings.iterations} iterations`);
  if (matches !== undefined && findings.equalsLloyd !== true) {
    const got = findings.equalsLloyd === false ? 'others' : 'none to compare';
    violate('matches', "Lloyd's labels in every iteration", got);
  }
  if (blamesByzantine !== undefined) {
    const { byzantine } = came;
    if (!sameNames(byzantine, findings.blamed ?? []))
      violate('blamesByzantine', listed(byzantine), listed(findings.blamed));
  }
  if (missing !== undefined && !sameNames(missing, findings.missing ?? []))
    violate('missing', listed(missing), listed(findings.missing));
  if (expected.requests !== undefined) {
    const requests = came.outcome?.kind === 'clustered' ? came.outcome.requests : undefined;
    const open = requests?.filter(({ state }) => state !== 'served').map(({ request }) => `${request}`);
    if (open === undefined) violate('requests', 'all served', 'no account of any');
    else if (open.length > 0) violate('requests', 'all served', `these open: ${listed(open)}`);
  }
  const { resultNs } = came.ends;
  const bounds = { rounds: came.rounds, bytes: came.bytes, time: resultNs ?? came.ends.endNs };
  const units = { rounds: 'rounds', bytes: 'B', time: 'ns' };
  for (const property of ['rounds', 'bytes', 'time'] as const) {
    const most = expected[property];
    const unit = units[property];
    if (most !== undefined && bounds[property] > most)
      violate(property, `at most ${most} ${unit}`, `${bounds[property]} ${unit}`);
  }
  for (const [name, { least, most }] of Object.entries(figures ?? {})) {
    const value = findings.figures?.find((one) => one.name === name)?.value;
    if (typeof value !== 'number') violate(`figures.${name}`, 'a number', value ?? 'none');
    else if (least !== undefined && value < least) violate(`figures.${name}`, `at least ${least}`, value);
    else if (most !== undefined && value > most) violate(`figures.${name}`, `at most ${most}`, value);
  }
  for (const property of properties) {
    const message: unknown = protocol.properties?.[property].violated(came.agreed, came.outcome);
    if (message === undefined) continue;
    assert(typeof message === 'string', `property ${property} does not say in words what was found`);
    found.push({ property, message });
  }
  return found;
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

function listed(names: readonly string[] = []): string {
  return names.length === 0 ? 'nobody' : names.join(', ');
}
