/** One run of a scenario under a condition, attacked by coalitions of one kind, as a job. */

import { platform } from '#platform';
import { protocolNamed } from '../../run/plugin/registry.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import { loadScenario } from '../../run/scenario/load.ts';
import { defineJob } from '../../studies/executor/job.ts';
import { attackRun } from '../attack/attack-run.ts';
import { claimsOf } from '../attack/claims.ts';
import { covers } from '../attack/coalitions.ts';
import type { Finding } from '../attack/finding.ts';
import type { Verdict } from '../attack/verdict.ts';
import type { Condition } from './conditions.ts';
import { under } from './under.ts';

export interface CellRequest {
  readonly file: string;
  readonly set: readonly string[];
  readonly condition: Condition;
  /** Who deviates, and how; absent: everybody in a coalition only looks. */
  readonly adversary?: { readonly name: string; readonly members: readonly string[] };
  /** For claims about coalitions that only look. */
  readonly repeats: number;
}

export interface CellResult {
  /** Of each claim: for which coalitions it is, and what came of it. */
  readonly verdicts: readonly {
    readonly coalition: Readonly<Record<string, number>>;
    readonly status: Verdict['status'];
    readonly claim: string;
    /** What the verdict rests on, or what it lacks. */
    readonly because: string;
  }[];
  /** What each attack obtained: of those that read what is revealed on purpose as well. */
  readonly attacks: readonly (Pick<Finding, 'attack' | 'roles'> & {
    readonly exposed: number;
    /** Whether a claim promises that it obtains nothing. */
    readonly forbidden: boolean;
  })[];
  /** The share of points whose cluster is matched to their class; absent if there is no clustering, or no classes. */
  readonly accuracy?: number;
  /** Why there is no clustering. */
  readonly aborted?: string;
  readonly seconds: number;
}

export const trustCell = defineJob(
  import.meta.url,
  'trust-cell',
  async (request: CellRequest, { plugins, locate }): Promise<CellResult> => {
    const { file, set, condition, adversary, repeats } = request;
    const began = platform.stopwatchNs();
    const collusion = adversary && { members: adversary.members, adversary: adversary.name };
    // Kinds of coalitions that a scenario lists would leave others out.
    const own = [...set, `collusion=${JSON.stringify(collusion === undefined ? [] : [collusion])}`];
    const scenario = under(loadScenario(file, { plugins, locate, set: own }), condition, { plugins });
    const protocol = protocolNamed({ plugins }, scenario.protocol);
    const claims = claimsOf(protocol, agreedOf(scenario, protocol));
    const { result, certificate } = await attackRun(scenario, {
      plugins,
      repeats: adversary === undefined ? repeats : 0,
    });
    const { accuracy, aborted } = result.findings;
    return {
      verdicts: (certificate?.verdicts ?? []).map(({ status, claim, because, missing }, i) => ({
        coalition: claims[i].coalition,
        status,
        claim,
        because: (missing.length > 0 ? missing : because).join('; '),
      })),
      attacks: (certificate?.findings ?? []).map(({ attack, roles, exposed }) => ({
        attack,
        roles,
        exposed: exposed.most,
        forbidden: claims.some((claim) => claim.attacks.includes(attack) && covers(claim, roles)),
      })),
      ...(aborted === undefined && accuracy !== undefined && { accuracy }),
      ...(aborted !== undefined && { aborted }),
      seconds: (platform.stopwatchNs() - began) / 1e9,
    };
  },
);
