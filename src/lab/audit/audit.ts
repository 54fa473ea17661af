/** The entry point for audits: runs those of a protocol, and says what each shows. */

import { CahootsError } from '../../core/base/errors.ts';
import { Random } from '../../core/base/random.ts';
import type { AnyAudit } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import { blaming } from '../../run/plugin/blame.ts';
import { protocolNamed } from '../../run/plugin/registry.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Audited } from './audited.ts';
import { Player, type PlayerOptions } from './player.ts';
import { auditWithPower } from './with-power.ts';

export interface AuditOptions extends PlayerOptions {
  /** By name; absent: all of the protocol's. */
  readonly audits?: readonly string[] | undefined;
  /** Instead of each audit's own number of runs, and of as many games as it takes. */
  readonly runs?: number | undefined;
  /** Instead of the audit's own number of canaries per run. */
  readonly canaries?: number | undefined;
  /** The confidence that no true claim is refuted; 0.95 by default. */
  readonly confidence?: number | undefined;
  /** How long all games together may take, until the twin with half of the noise is refuted; 10 by default. */
  readonly minutes?: number | undefined;
  /** Whether twins show what audits could have refuted, true by default; without, what is not refuted is too weak. */
  readonly twins?: boolean | undefined;
}

const MINUTE_MS = 60_000;

/**
 * All audits of a scenario; undefined if it was interrupted.
 * @throws CahootsError if the protocol has none, or none of this name
 */
export async function auditScenario(
  scenario: Scenario,
  options: AuditOptions,
): Promise<readonly Audited[] | undefined> {
  const { confidence = 0.95, canaries, runs, minutes = 10, twins = true } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const agreed = agreedOf(scenario, protocol);
  const audits = chosen(protocol, options.audits);
  const fitting = audits.filter((audit) => audit.inapplicable?.(agreed) === undefined);
  // The probability of refuting true claims is divided among the audits.
  const each = 1 - (1 - confidence) / Math.max(1, fitting.length);
  const games = fitting.filter(({ kind }) => kind === 'game').length;
  const mostMs = runs === undefined ? (minutes * MINUTE_MS) / Math.max(1, games) : undefined;
  const player = new Player(scenario, protocol, options);
  return blaming(options, [protocol.name], async () => {
    const results: Audited[] = [];
    for (const audit of audits) {
      const { name, kind } = audit;
      const because = audit.inapplicable?.(agreed);
      if (because !== undefined) {
        results.push({ audit: name, kind, status: 'not attempted', claim: '', because, measures: {} });
        continue;
      }
      const asked = { audit: name, runs: runs ?? audit.runs, confidence: each, canaries };
      const attempt = player.attempt(audit, asked);
      const random = new Random(scenario.seed).scope('audit').scope(name);
      const noisy = restsOnNoise(audit, agreed);
      const result =
        noisy && twins
          ? await auditWithPower(player, attempt, { random, mostMs })
          : await player.audit(attempt, attempt.experiment.trials);
      if (result === undefined) return undefined;
      results.push(noisy && !twins ? unmeasured(result) : result);
    }
    return results;
  });
}

/** Whether a claim is one that less noise would break: some epsilon, and neither 0 nor none at all. */
function restsOnNoise(audit: AnyAudit, agreed: unknown): boolean {
  if (audit.kind !== 'canaries' && audit.kind !== 'game') return false;
  const { epsilon } = audit.claim?.(agreed) ?? { epsilon: 0 };
  return epsilon > 0 && Number.isFinite(epsilon);
}

/** Whoever has not measured an audit's power cannot say that it finds nothing. */
function unmeasured(result: Audited): Audited {
  return result.status === 'not refuted' ? { ...result, status: 'too weak' } : result;
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
