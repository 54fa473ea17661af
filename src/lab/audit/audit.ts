/** The entry point for audits: runs those of a protocol, and says what each shows. */

import { CahootsError } from '../../core/base/errors.ts';
import { openExecutor } from '../../run/plugin/executor.ts';
import type { AnyAudit } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import { blaming } from '../../run/plugin/blame.ts';
import { type Plugged, protocolNamed } from '../../run/plugin/registry.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { type Experiment, repeat } from '../games/experiment.ts';
import { requestsFor, type Origin, playTrials } from '../games/trial-job.ts';
import type { Audited } from './audited.ts';
import { auditTrial } from './audit-job.ts';
import { type Asked, experimentOf } from './experiment-of.ts';

export interface AuditOptions extends Plugged {
  /** By name; absent: all of the protocol's. */
  readonly audits?: readonly string[] | undefined;
  /** Instead of each audit's own number of runs. */
  readonly runs?: number | undefined;
  /** Instead of the audit's own number of canaries per run. */
  readonly canaries?: number | undefined;
  /** The confidence that no true claim is refuted; 0.95 by default. */
  readonly confidence?: number | undefined;
  /**
   * Worker threads; 0, the default, computes in this thread. Each plays trials of its own if the scenario's
   * origin is known; otherwise they share the tasks of every run.
   */
  readonly threads?: number | undefined;
  readonly origin?: Origin | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * All audits of a scenario; undefined if it was interrupted.
 * @throws CahootsError if the protocol has none, or none of this name
 */
export async function auditScenario(
  scenario: Scenario,
  options: AuditOptions,
): Promise<readonly Audited[] | undefined> {
  const { confidence = 0.95, canaries, signal } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const agreed = agreedOf(scenario, protocol);
  const audits = chosen(protocol, options.audits);
  const reasons = audits.map((audit) => audit.inapplicable?.(agreed));
  const fitting = audits.filter((_, at) => reasons[at] === undefined);
  // The probability of refuting true claims is divided among the audits.
  const each = 1 - (1 - confidence) / Math.max(1, fitting.length);
  return blaming(options, [protocol.name], async () => {
    const attempts = fitting.map((audit): Attempt => {
      const asked = { audit: audit.name, runs: options.runs ?? audit.runs, confidence: each, canaries };
      return { asked, experiment: experimentOf(audit, scenario, protocol, asked) };
    });
    const trials = await trialsOf(attempts, scenario, protocol, options);
    if (signal?.aborted === true) return undefined;
    const results = attempts.map(({ experiment }, at) => experiment.conclude(trials[at]));
    return audits.map(({ name, kind }, at): Audited => {
      const because = reasons[at];
      return because === undefined
        ? results[fitting.indexOf(audits[at])]
        : { audit: name, kind, status: 'not attempted', claim: '', because, measures: {} };
    });
  });
}

interface Attempt {
  readonly asked: Asked;
  readonly experiment: Experiment<unknown, Audited>;
}

/** The trials of each, played here or in threads that load the scenario; fewer if they are interrupted. */
async function trialsOf(
  attempts: readonly Attempt[],
  scenario: Scenario,
  protocol: AnyProtocol,
  { plugins, threads = 0, origin, signal }: AuditOptions,
): Promise<unknown[][]> {
  if (threads > 0 && origin !== undefined) {
    const requests = attempts.map(({ asked, experiment }) =>
      requestsFor(scenario, origin, asked, experiment.trials),
    );
    const options = { plugins, threads, files: {}, signal };
    const played = await playTrials(auditTrial, scenario, requests.flat(), options).catch(
      (error: unknown) => {
        if (signal?.aborted !== true) throw error;
        return [];
      },
    );
    return requests.map((own) => played.splice(0, own.length));
  }
  const executor = openExecutor({ plugins, threads });
  try {
    const played: unknown[][] = [];
    for (const { experiment } of attempts)
      played.push(await repeat(experiment, protocol, { plugins, executor, signal }));
    return played;
  } finally {
    await executor.close();
  }
}

function chosen(
  { name, audits = [] }: AnyProtocol,
  wanted: readonly string[] | undefined,
): readonly AnyAudit[] {
  const known =
    audits.length === 0 ? `none: ${name} brings no audits` : audits.map((audit) => audit.name).join(', ');
  if (audits.length === 0)
    throw new CahootsError('bad-input', `expected a protocol that brings audits, got ${name}`);
  const unknown = wanted?.find((asked) => audits.every((audit) => audit.name !== asked));
  if (unknown !== undefined)
    throw new CahootsError('bad-input', `expected one of ${known}, got ${unknown}`, { path: '--audit' });
  return audits.filter((audit) => wanted === undefined || wanted.includes(audit.name));
}
