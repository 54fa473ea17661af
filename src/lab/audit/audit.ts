/** The entry point for audits: runs those of a protocol, and says what each shows. */

import { CahootsError } from '../../core/base/errors.ts';
import { Random } from '../../core/base/random.ts';
import { openExecutor } from '../../core/engine/compute/open.ts';
import { blaming } from '../../run/plugin/blame.ts';
import { type Plugged, protocolNamed } from '../../run/plugin/registry.ts';
import type { AnyAudit, Observed, World } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Audited } from './audited.ts';
import { auditCanaries } from './canaries.ts';
import { auditCertificate } from './certificate.ts';
import { auditDistributions } from './distributions.ts';
import { auditGame } from './game.ts';
import { Interrupted, observe } from './observe.ts';

export interface AuditOptions extends Plugged {
  /** By name; absent: all of the protocol's. */
  readonly audits?: readonly string[];
  /** Instead of each audit's own number of runs. */
  readonly runs?: number;
  /** Instead of the audit's own number of canaries per run. */
  readonly canaries?: number;
  /** The confidence that no true claim is refuted; 0.95 by default. */
  readonly confidence?: number;
  /** Worker threads; 0, the default, computes in this thread. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
}

/**
 * All audits of a scenario, one after the other; undefined if it was interrupted.
 * @throws CahootsError if the protocol has none, or none of this name
 */
export async function auditScenario(
  scenario: Scenario,
  options: AuditOptions,
): Promise<readonly Audited[] | undefined> {
  const { confidence = 0.95, threads = 0, plugins, signal } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const audits = chosen(protocol, options.audits);
  const agreed = agreedOf(scenario, protocol);
  const fitting = audits.filter((audit) => audit.inapplicable?.(agreed) === undefined);
  // The probability of refuting true claims is divided among the audits.
  const each = 1 - (1 - confidence) / Math.max(1, fitting.length);
  const random = new Random(scenario.seed).scope('audit');
  const executor = await openExecutor(threads);
  const audited: Audited[] = [];
  try {
    for (const audit of audits) {
      const play = (world: World<never>, seed: number): Promise<Observed> =>
        observe(scenario, protocol, audit, world, seed, {
          plugins,
          executor,
          ...(signal && { signal }),
        });
      const { runs = audit.runs, canaries } = options;
      const how = { runs, confidence: each, wanted: canaries };
      const own = random.scope(audit.name);
      audited.push(
        await blaming(options, [protocol.name], () => one(audit, scenario, protocol, agreed, own, how, play)),
      );
    }
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  } finally {
    await executor.close();
  }
  return audited;
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

async function one(
  audit: AnyAudit,
  scenario: Scenario,
  protocol: AnyProtocol,
  agreed: unknown,
  random: Random,
  how: { runs: number; confidence: number; wanted: number | undefined },
  play: (world: World<never>, seed: number) => Promise<Observed>,
): Promise<Audited> {
  const reason = audit.inapplicable?.(agreed);
  if (reason !== undefined) {
    const { name, kind } = audit;
    return { audit: name, kind, status: 'not attempted', claim: '', because: reason, measures: {} };
  }
  switch (audit.kind) {
    case 'canaries':
      return auditCanaries(audit, scenario, protocol, random, how, play);
    case 'game':
      return auditGame(audit, scenario, protocol, random, how, play);
    case 'distributions':
      return auditDistributions(audit, scenario, protocol, random, how, play);
    case 'certificate':
      return auditCertificate(audit, scenario, random, how, play);
  }
}
