/**
 * Whether what should be random comes from the right secrets, for coalitions that should not see through it: every
 * mask, share and noise must contain a key stream that the coalition cannot derive, as many streams as there are
 * vectors, and none that serves twice. No bit is tested: what comes from the right secrets may still be drawn wrongly.
 */

import { Random } from '../../core/base/random.ts';
import { everyone } from '../../core/protocol/parties.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { RunOptions } from '../../run/execute/run.ts';
import { registered } from '../../run/plugin/registry.ts';
import { faultsSection, namedFaults } from '../../run/scenario/faults.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Coalition } from '../games/coalition.ts';
import { commitmentFindings } from './commitments.ts';
import { keyFindings } from './keys.ts';
import { leftFindings } from './left.ts';
import type { ProvenanceFinding } from './finding.ts';
import { hiddenFindings } from './hidden.ts';
import { noiseFindings } from './noise.ts';
import { polynomialFindings } from './polynomials.ts';
import { knownTo } from './knowledge.ts';
import { type RecordedRun, recordedRun } from './recorded-run.ts';
import { seedFindings } from './seeds.ts';

export interface Provenance {
  readonly findings: readonly ProvenanceFinding[];
  /** How many runs were recorded. */
  readonly runs: number;
  /** How many masked or shared vectors that members received were traced to their streams. */
  readonly traced: number;
}

/** Beyond any timeout. */
const LATE = '1000000s';

/**
 * Records runs of a scenario under fresh randomness, in this thread.
 * @param coalitions that should learn nothing from what is masked, shared or noisy
 */
export async function examineProvenance(
  scenario: Scenario,
  protocol: AnyProtocol,
  options: Pick<RunOptions, 'plugins' | 'signal'>,
  coalitions: readonly Coalition[],
): Promise<Provenance> {
  const seeds = new Random(scenario.seed).scope('provenance').stream('seeds');
  const findings = new Map<string, ProvenanceFinding>();
  const add = (finding: ProvenanceFinding): void => {
    const name = `${finding.status} ${finding.where} ${finding.because} ${finding.members?.join() ?? ''}`;
    findings.set(name, finding);
  };
  let traced = 0;
  const runs: RecordedRun[] = [];
  // Who deviates may do without secrets: claims about that rest on attacks.
  const wanted = scenario.adversary === undefined ? [scenario, ...provoked(scenario, protocol, options)] : [];
  for (const one of wanted) {
    if (options.signal?.aborted === true) break;
    const seeded = { ...one, seed: seeds.integer(2 ** 31) };
    runs.push(await recordedRun(seeded, options, everyone(scenario.parties)));
  }
  for (const [at, recorded] of runs.entries()) {
    const others = runs.filter((_, other) => other !== at);
    keyFindings(recorded, others).forEach(add);
    leftFindings(recorded).forEach(add);
    for (const members of coalitions) {
      const payloads = recorded.sentTo(members).map(({ payload }) => payload);
      const known = knownTo(recorded.told.secrets, members, payloads);
      const hidden = hiddenFindings(recorded, others, protocol, members, known);
      traced += hidden.traced;
      hidden.findings.forEach(add);
      commitmentFindings(recorded, members, known, hidden.contents).forEach(add);
      noiseFindings(recorded, members, known).forEach(add);
      polynomialFindings(recorded, members, known).forEach(add);
      seedFindings(recorded, protocol, scenario.parties.servers, members, known).forEach(add);
    }
  }
  return { findings: [...findings.values()], runs: runs.length, traced };
}

/**
 * The same scenario once more, as a key that is the same in different runs is a finding; where vectors are masked, that of
 * the last client comes too late for its sum, so that the others open what they keep for that case.
 */
function provoked(
  scenario: Scenario,
  { privacy }: AnyProtocol,
  plugged: Pick<RunOptions, 'plugins'>,
): readonly Scenario[] {
  const who = scenario.population.clients.at(-1);
  const late = (privacy?.masked ?? []).map(({ name: message }) => ({
    fault: 'delay',
    who,
    message,
    rate: 1,
    by: LATE,
  }));
  if (late.length === 0) return [scenario];
  const { faults: kinds } = registered(plugged);
  // The scenario may have faults of these names.
  const faults = namedFaults(faultsSection(kinds).parse(late)).map((fault) => ({
    ...fault,
    name: `provoked ${fault.name}`,
  }));
  return [{ ...scenario, faults: [...scenario.faults, ...faults] }];
}
