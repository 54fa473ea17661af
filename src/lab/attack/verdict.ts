/**
 * One line for each claim of a protocol. It says no more than was tried: finding nothing is not a proof, and
 * what tests could not have detected is stated next to it.
 */

import type { Claim } from '../../core/protocol/attack.ts';
import type { Finding } from './finding.ts';
import { counted } from '../../run/report/format.ts';
import { type Detected, isFlagged, LEVEL } from './detect/detect.ts';
import type { Power, Tested } from './detect/tested.ts';

export interface Verdict {
  readonly claim: string;
  /**
   * `refuted`: an attack obtained something. `flagged`: something looks wrong, though no attack exploited it.
   * `open`: none of the attacks concerned was tried by a coalition as large as the claim allows.
   */
  readonly status: 'refuted' | 'flagged' | 'nothing found' | 'open';
  /** What it rests on: the shortest answer first, then tests with their smallest p, then their power. */
  readonly because: readonly string[];
}

/**
 * One verdict for each claim, from what attacks found.
 * @param detected what the generic detectors found; undefined if they did not run
 */
export function verdictsOf(
  claims: readonly Claim[],
  findings: readonly Finding[],
  detected: Detected | undefined,
): Verdict[] {
  return claims.map((claim) => verdictOf(claim, findings, detected));
}

function verdictOf(claim: Claim, findings: readonly Finding[], detected: Detected | undefined): Verdict {
  const tried = findings.filter(
    ({ clients, server, attack, adversary }) =>
      covers(claim, clients, server) && adversary === undefined && claim.attacks.includes(attack),
  );
  const tests = testsOf(claim, tried, detected);
  const verdict = (status: Verdict['status'], ...because: string[]): Verdict => ({
    claim: claim.says,
    status,
    because,
  });

  const worst = tried.toSorted((a, b) => b.exposed.most - a.exposed.most).at(0);
  if (worst !== undefined && worst.exposed.most > 0)
    return verdict(
      'refuted',
      `${worst.worst.join(', ')} got ${percent(worst.exposed.most)} by ${worst.attack}`,
    );
  const flagged = tests.filter((test) => isFlagged(test, tests.length));
  const [first] = flagged.toSorted((a, b) => a.pValue - b.pValue);
  if (first !== undefined)
    return verdict(
      'flagged',
      `${flagged.length} of ${counted(tests.length, 'test')}, smallest p ${probability(first.pValue * tests.length)}`,
      `${first.test}: ${first.where}`,
    );
  const [traffic] = detected?.traffic.clients ?? [];
  if (traffic !== undefined)
    return verdict(
      'flagged',
      `the ${traffic[0]} of clients' messages depends on their points, in ${traffic[1]} of ${detected?.traffic.compared ?? 0} pairs of runs`,
    );
  const rest = testsText(tests, detected);
  if (tried.length === 0 && claim.attacks.length > 0)
    return verdict(
      'open',
      `tried only with coalitions beyond it, or not at all: ${claim.attacks.join(', ')}`,
      ...rest,
    );
  const largest = Math.max(0, ...tried.map((one) => one.clients));
  const attempts = Math.max(
    0,
    ...tried.filter(({ clients }) => clients === largest).map((one) => one.attempts),
  );
  const attacks = [...new Set(tried.map(({ attack }) => attack))];
  const what =
    attacks.length === 0
      ? 'no attack tests it'
      : `${counted(attempts, 'coalition')} of up to ${largest} by ${attacks.join(', ')}: exposed 0 %`;
  if (tried.length > 0 && largest < claim.clients)
    return verdict('open', `${what}, where it allows ${counted(claim.clients, 'client')}`, ...rest);
  return verdict('nothing found', what, ...rest);
}

/** Whether a claim covers coalitions of this many clients, with or without a server. */
function covers(claim: Claim, clients: number, server: boolean): boolean {
  return clients <= claim.clients && (claim.server || !server);
}

function testsText(tests: readonly Tested[], detected: Detected | undefined): string[] {
  const runs = detected === undefined ? 'no repeated runs' : counted(detected.runs, 'repeated run');
  if (tests.length === 0) return [`no test of randomness; ${runs}`];
  const least = Math.min(1, ...tests.map(({ pValue }) => pValue * tests.length));
  const names = [...new Set(tests.map(({ test }) => test))];
  const powers = names.map((name) => {
    const own = weakestOf(tests.filter(({ test }) => test === name));
    return `${name} ${own === undefined ? 'unknown' : powerText(own)}`;
  });
  const tested = `${counted(tests.length, 'test')}: smallest p ${probability(least)}, flagged below ${LEVEL}; ${runs}`;
  return [tested, `power: ${powers.join(', ')}`];
}

/** The lowest power of several tests; undefined if that of any is unknown. */
export function weakestOf(tests: readonly Tested[]): Power | undefined {
  const powers = tests.map(({ power }) => power);
  if (powers.includes(undefined)) return undefined;
  return powers.reduce((a, b) => ((b?.at ?? 0) > (a?.at ?? 0) ? b : a));
}

/** For example `0.8 at 12 %`: something of that size is flagged with that probability. */
export function powerText({ share, at }: Power): string {
  return at === undefined ? `${share}` : `${share} at ${Number((100 * at).toPrecision(2))} %`;
}

/** The tests of attacks, each corrected for its own tries, and those of repeated runs. */
function testsOf(claim: Claim, tried: readonly Finding[], detected: Detected | undefined): Tested[] {
  const ofAttacks = tried.flatMap(({ attack, coalition, evidence }) =>
    evidence === undefined ? [] : [{ test: attack, where: coalition, sees: '', ...evidence }],
  );
  const ofRuns = (detected?.coalitions ?? [])
    .filter(({ clients, server }) => covers(claim, clients, server))
    .flatMap(({ members, tests }) =>
      tests.map((test) => ({ ...test, where: `${members.join(', ')}: ${test.where}` })),
    );
  return [...ofAttacks, ...ofRuns];
}

function percent(share: number): string {
  return `${(100 * share).toPrecision(3)} %`;
}

/** A probability with two digits, for people. */
export function probability(value: number): string {
  return value < 1e-12 ? 'below 1e-12' : Math.min(1, value).toPrecision(2);
}

/** Whether a claim fails, at this level. */
export function fails({ status }: Verdict): boolean {
  return status === 'refuted' || status === 'flagged';
}
