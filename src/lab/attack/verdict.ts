/**
 * One verdict for each claim of a protocol. It says no more than was shown: nothing found means that whatever a
 * coalition receives follows from what it may learn, or was tested with a power that was measured.
 */

import type { Claim } from '../../core/protocol/attack.ts';
import { counted } from '../../run/report/format.ts';
import { covers, type RoleCounts } from './coalitions.ts';
import type { Finding } from './finding.ts';
import type { ProvenanceFinding } from '../provenance/finding.ts';
import { type Detected, isFlagged, LEVEL } from './detect/detect.ts';
import { OF_RANDOMNESS } from './detect/randomness.ts';
import type { Power, Tested } from './detect/tested.ts';
import { bytesOf, type Ledger } from './simulate/ledger.ts';
import { comparedText, missingIn, whileText } from './simulate/power.ts';
import type { Simulation } from './simulate/simulations.ts';

export interface Verdict {
  readonly claim: string;
  /**
   * `refuted`: an attack obtained something. `flagged`: real runs differ from simulated ones, or something that
   * should be random is not. `open`: something was not tried or not tested, see `missing`.
   */
  readonly status: 'refuted' | 'flagged' | 'nothing found' | 'open';
  /** What it rests on: the shortest answer first. */
  readonly because: readonly string[];
  /** What an open claim lacks; empty for others. */
  readonly missing: readonly string[];
  /** All that coalitions of the claim receive in a run. */
  readonly ledger: Ledger;
}

/** What is known about a claim. */
export interface Evidence {
  readonly findings: readonly Finding[];
  /** What the generic detectors found; undefined if they did not run. */
  readonly detected: Detected | undefined;
  /** Of the claim's simulator; undefined if it has none, or none was run. */
  readonly simulation: Simulation | undefined;
  /** What is wrong, or not known, about where secrets come from. */
  readonly provenances?: readonly ProvenanceFinding[];
  /** Parties whose messages a fault falsified. */
  readonly falsifying?: readonly string[];
  /** Whether the run that is judged broke off without a clustering. */
  readonly isCutShort?: boolean;
  readonly ledger: Ledger;
}

/** The verdict on a claim. */
export function verdictOf(claim: Claim, evidence: Evidence): Verdict {
  const { findings, detected, simulation, provenances = [], falsifying = [], ledger } = evidence;
  const tried = findings.filter(
    ({ roles, attack, adversary }) =>
      covers(claim, roles) && adversary === undefined && claim.attacks.includes(attack),
  );
  // Where views were compared with simulated ones, what should look random is no question.
  const isCompared = simulation !== undefined && simulation.coalitions.length > 0;
  const tests = testsOf(claim, tried, detected).filter(({ test }) => !isCompared || !OF_RANDOMNESS.has(test));
  const verdict = (
    status: Verdict['status'],
    because: readonly string[],
    missing: readonly string[] = [],
  ): Verdict => ({ claim: claim.says, status, because, missing, ledger });

  const worst = tried.toSorted((a, b) => b.exposed.most - a.exposed.most).at(0);
  if (worst !== undefined && worst.exposed.most > 0)
    return verdict('refuted', [
      `${worst.worst.join(', ')} got ${percent(worst.exposed.most)} by ${worst.attack}`,
    ]);
  const derived = provenances.find(({ status }) => status === 'flagged');
  if (derived !== undefined) return verdict('flagged', provenanceTexts(derived));
  const differs = differenceTexts(simulation);
  // Simulators are for parties that follow the protocol: where some do not, a difference shows nothing.
  if (differs.length > 0 && falsifying.length === 0) return verdict('flagged', differs);
  const flagged = tests.filter((test) => isFlagged(test, tests.length));
  const [first] = flagged.toSorted((a, b) => a.pValue - b.pValue);
  if (first !== undefined)
    return verdict('flagged', [
      `${flagged.length} of ${counted(tests.length, 'test')}, smallest p ${probability(first.pValue * tests.length)}`,
      `${first.test}: ${first.where}`,
    ]);
  const [traffic] = (isCompared ? undefined : detected)?.traffic.clients ?? [];
  if (traffic !== undefined)
    return verdict('flagged', [
      `the ${traffic[0]} of clients' messages depends on their points, in ${traffic[1]} of ${detected?.traffic.compared ?? 0} pairs of runs`,
    ]);
  const missing = missingOf(claim, tried, evidence);
  const because = [
    sharesText(ledger),
    ...(simulation === undefined ? [] : comparedText(simulation)),
    ...attacksText(tried),
    ...testsText(tests, detected),
  ];
  return verdict(missing.length === 0 ? 'nothing found' : 'open', because, missing);
}

/** What was not tried or not tested of a claim against which nothing was found. */
function missingOf(
  claim: Claim,
  tried: readonly Finding[],
  { simulation, provenances = [], falsifying = [], isCutShort = false }: Evidence,
): string[] {
  const [differs] = differenceTexts(simulation);
  return [
    ...(simulation === undefined ? [whyNoSimulation(claim)] : missingIn(simulation)),
    ...(differs === undefined
      ? []
      : [`${differs}; what ${falsifying.join(', ')} sent was falsified, which no simulator foresees`]),
    ...untriedOf(claim, tried),
    ...provenances.flatMap(provenanceTexts).slice(0, 1),
    ...(isCutShort
      ? ['the run ended without a clustering: what parties receive in the rest of the protocol was not tried']
      : []),
  ];
}

/** The clearest difference between real and simulated runs, if there is one. */
function differenceTexts(simulation: Simulation | undefined): string[] {
  const [differs] = (simulation?.flagged ?? []).toSorted((a, b) => a.pValue - b.pValue);
  if (differs === undefined) return [];
  const { test, of, pValue, members, where, says } = differs;
  return [
    `real runs differ from simulated ones, twice: ${test} of ${of}, p ${probability(pValue)}`,
    `${members.join(', ')}: ${where}${whileText(says)}`,
  ];
}

function provenanceTexts({ where, because, members = [] }: ProvenanceFinding): string[] {
  return [`${where}: ${because}`, ...(members.length === 0 ? [] : [`coalition: ${members.join(', ')}`])];
}

function whyNoSimulation({ simulator }: Claim): string {
  return simulator === undefined
    ? 'the claim brings no simulator, so nothing says what follows from what the coalition may learn'
    : 'real runs were not compared with simulated ones (--repeats)';
}

/** Attacks that a claim names, and that were not tried by coalitions as large as it allows: each of them, as one says nothing of another. */
function untriedOf(claim: Claim, tried: readonly Finding[]): string[] {
  const allowed = sizeOf(claim.coalition);
  const largest = new Map<string, number>();
  for (const { attack, roles } of tried)
    largest.set(attack, Math.max(sizeOf(roles), largest.get(attack) ?? 0));
  const untried = claim.attacks.filter((name) => !largest.has(name));
  const small = claim.attacks.filter((name) => (largest.get(name) ?? allowed) < allowed);
  const most = Math.max(...small.map((name) => largest.get(name) as number));
  return [
    ...(untried.length === 0
      ? []
      : [`tried only with coalitions beyond it, or not at all: ${untried.join(', ')}`]),
    ...(small.length === 0
      ? []
      : [
          `attacks were tried with coalitions of up to ${most}, where it allows ${allowed}: ${small.join(', ')}`,
        ]),
  ];
}

function attacksText(tried: readonly Finding[]): string[] {
  if (tried.length === 0) return [];
  const largest = Math.max(...tried.map(({ roles }) => sizeOf(roles)));
  const attempts = Math.max(
    ...tried.filter(({ roles }) => sizeOf(roles) === largest).map((one) => one.attempts),
  );
  const attacks = [...new Set(tried.map(({ attack }) => attack))];
  return [`${counted(attempts, 'coalition')} of up to ${largest} by ${attacks.join(', ')}: exposed 0 %`];
}

function sizeOf(roles: RoleCounts): number {
  return Object.values(roles).reduce((sum, count) => sum + count, 0);
}

/** The shares of bytes that are explained, tested and untested. */
function sharesText(ledger: Ledger): string {
  const all = bytesOf(ledger);
  if (all === 0) return 'coalitions receive nothing';
  const share = (part: number): string =>
    part === 0
      ? '0 %'
      : part === all
        ? '100 %'
        : `${Math.min(99.9, Math.max(0.1, (100 * part) / all)).toFixed(1)} %`;
  return `of the bytes received ${share(ledger.explainedBytes)} are explained, ${share(ledger.testedBytes)} tested, ${share(ledger.untestedBytes)} untested`;
}

function testsText(tests: readonly Tested[], detected: Detected | undefined): string[] {
  if (detected === undefined) return ['no repeated runs'];
  if (tests.length === 0) return [];
  const least = Math.min(1, ...tests.map(({ pValue }) => pValue * tests.length));
  const names = [...new Set(tests.map(({ test }) => test))];
  const powers = names.map((name) => {
    const own = weakestOf(tests.filter(({ test }) => test === name));
    return `${name} ${own === undefined ? 'unknown' : powerText(own)}`;
  });
  const tested = `${counted(tests.length, 'test')} of randomness: smallest p ${probability(least)}, flagged below ${LEVEL}; ${counted(detected.runs, 'repeated run')}`;
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
    .filter(({ roles }) => covers(claim, roles))
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
