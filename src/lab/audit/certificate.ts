/** Statements about runs, each of which must hold in all of them. */

import { assert } from '../../core/base/errors.ts';
import type { Random } from '../../core/base/random.ts';
import type { CertificateAudit, Check, Observed, World } from '../../core/protocol/audit.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Audited } from './audited.ts';
import { setupOf } from './observe.ts';

/** @param play runs a world with a seed; the first run is the scenario's own */
export async function auditCertificate(
  audit: CertificateAudit,
  scenario: Scenario,
  random: Random,
  { runs }: { runs: number },
  play: (world: World<never>, seed: number) => Promise<Observed>,
): Promise<Audited> {
  const setup = setupOf(scenario) as never;
  const seeds = random.stream('seeds');
  const broken: (Check & { readonly seed: number })[] = [];
  let first: readonly Check[] = [];
  let hash = '';
  for (let run = 0; run < runs; run++) {
    const seed = run === 0 ? scenario.seed : seeds.integer(2 ** 31);
    const seen = await play({}, seed);
    const checks = audit.check(seen, setup);
    assert(checks?.length > 0, `audit ${audit.name} states nothing`);
    if (run === 0) [first, hash] = [checks, seen.hash];
    broken.push(...checks.filter(({ holds }) => !holds).map((check) => ({ ...check, seed })));
  }
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
        : `${broken.length} of ${runs * first.length} statements do not hold; under seed ${worst.seed}, ${text(worst)}`,
    measures: { runs, statements: first.length, broken: broken.length, trace: hash },
  };
}
