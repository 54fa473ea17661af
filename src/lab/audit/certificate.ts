/** Statements about runs, each of which must hold in all of them. */

import { assert } from '../../core/base/errors.ts';
import type { CertificateAudit, Check } from '../../core/protocol/audit.ts';
import type { Experiment } from '../games/experiment.ts';
import type { Audited } from './audited.ts';
import { type Design, observeWorld } from './design.ts';

/** The statements about a run. */
interface Checked {
  readonly seed: number;
  readonly checks: readonly Check[];
  /** SHA-256 of its trace. */
  readonly hash: string;
}

/** The first run is the scenario's own. */
export function certificateExperiment(audit: CertificateAudit, design: Design): Experiment<Checked, Audited> {
  const { scenario, setup, random, runs } = design;
  const stream = random.stream('seeds');
  const seeds = Array.from({ length: runs }, (_, run) =>
    run === 0 ? scenario.seed : stream.integer(2 ** 31),
  );
  return {
    trials: runs,
    async trial(number, observe) {
      const seed = seeds[number];
      const seen = await observeWorld(observe, audit, design, {}, seed);
      const checks = audit.check(seen, setup);
      assert(checks?.length > 0, `audit ${audit.name} states nothing`);
      return { seed, checks, hash: seen.hash };
    },
    conclude: (trials) => concluded(audit, trials),
  };
}

function concluded(audit: CertificateAudit, trials: readonly Checked[]): Audited {
  const [{ checks: first, hash }] = trials;
  const broken = trials.flatMap(({ seed, checks }) =>
    checks.filter(({ holds }) => !holds).map((check) => ({ ...check, seed })),
  );
  const [worst] = broken;
  const text = ({ says, because }: Check): string => `${says}: ${because}`;
  return {
    audit: audit.name,
    kind: audit.kind,
    status: worst === undefined ? 'holds' : 'refuted',
    claim: audit.summary,
    because:
      worst === undefined
        ? `${first.map(text).join('; ')}; trace ${hash}`
        : `${broken.length} of ${trials.length * first.length} statements do not hold; under seed ${worst.seed}, ${text(worst)}`,
    measures: { runs: trials.length, statements: first.length, broken: broken.length, trace: hash },
  };
}
