/** An audit as an experiment. */

import { Random } from '../../core/base/random.ts';
import type { AnyAudit } from '../../core/protocol/audit.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { AuditExperiment } from './audited.ts';
import { canaryExperiment } from './canaries.ts';
import { certificateExperiment } from './certificate.ts';
import { type Design, setupOf } from './design.ts';
import { distributionExperiment } from './distributions.ts';
import { gameExperiment } from './game.ts';

/** Which audit of a protocol, how often and how surely. */
export interface Asked extends Pick<Design, 'runs' | 'confidence' | 'canaries' | 'noise'> {
  readonly audit: string;
}

/** An audit as an experiment on a scenario, with random streams of its own. */
export function experimentOf(
  audit: AnyAudit,
  scenario: Scenario,
  protocol: AnyProtocol,
  asked: Asked,
): AuditExperiment<unknown> {
  const agreed = agreedOf(scenario, protocol);
  const own = new Random(scenario.seed).scope('audit').scope(audit.name);
  const { noise } = asked;
  // Twins have runs of their own.
  const random = noise === undefined ? own : own.scope('noise', `${noise.numerator}/${noise.denominator}`);
  const design: Design = { ...asked, scenario, protocol, agreed, setup: setupOf(scenario), random };
  switch (audit.kind) {
    case 'canaries':
      return canaryExperiment(audit, design);
    case 'game':
      return gameExperiment(audit, design);
    case 'distributions':
      return distributionExperiment(audit, design);
    case 'certificate':
      return certificateExperiment(audit, design);
  }
}
