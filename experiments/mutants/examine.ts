/** Examines one protocol as the laboratory does: its certificate, where its secrets come from, and its audits. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Certificate } from '../../src/lab/attack/certificate.ts';
import { attackRun } from '../../src/lab/attack/attack-run.ts';
import { claimsOf } from '../../src/lab/attack/claims.ts';
import { isFlagged } from '../../src/lab/attack/detect/detect.ts';
import { derivingCoalitions } from '../../src/lab/attack/simulate/covering.ts';
import { fails } from '../../src/lab/attack/verdict.ts';
import { auditScenario } from '../../src/lab/audit/audit.ts';
import { examineProvenance } from '../../src/lab/provenance/examine.ts';
import { agreedOf } from '../../src/run/execute/cast.ts';
import { type Plugin, plugin } from '../../src/run/plugin/plugin.ts';
import { loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import type { Mutant } from './mutant.ts';
import { COMMON, type SettingName, SETTINGS } from './settings.ts';

/** How often a run is repeated, as in `cahoots attack`. */
export const REPEATS = 16;

/** How long the games of an audit may take. */
const MINUTES = 0.25;

export interface Examined {
  /** What was found, and by what. */
  readonly flagged: readonly string[];
  /** What was not tested, or too weakly. */
  readonly open: readonly string[];
}

/** The scenario that a mutant runs. */
export function scenarioOf(
  { protocol, setting = protocol.name as SettingName }: Mutant,
  seed: number,
): { readonly scenario: Scenario; readonly plugins: readonly Plugin[] } {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-mutants-'));
  try {
    const file = join(folder, 'scenario.yaml');
    const sections: object = typeof setting === 'string' ? SETTINGS[setting] : setting;
    writeFileSync(file, stringify({ seed, ...COMMON, ...sections }));
    const plugins = [plugin(import.meta.url, { name: 'a mutant', protocols: [protocol] })];
    return { scenario: loadScenario(file, { plugins }), plugins };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What a certificate flags, and audits where nothing else does. First of all secrets are followed, which takes a few runs:
 * whatever is flagged there is flagged in the certificate too.
 */
export async function examine(mutant: Mutant, seed: number): Promise<Examined> {
  const { protocol } = mutant;
  const { scenario, plugins } = scenarioOf(mutant, seed);
  const followed = await follow(mutant, scenario, plugins);
  if (followed.flagged.length > 0) return followed;
  const { certificate } = await attackRun(scenario, { plugins, repeats: REPEATS });
  if (certificate === undefined) throw new Error('the run was interrupted');
  const certified = inCertificate(certificate);
  const open = [...certified.open, ...followed.open];
  if (certified.flagged.length > 0 || (protocol.audits ?? []).length === 0 || protocol.name === 'mufc')
    return { flagged: certified.flagged, open };
  const audited = (await auditScenario(scenario, { plugins, minutes: MINUTES })) ?? [];
  const by = (wanted: readonly string[]): string[] =>
    audited
      .filter(({ status }) => wanted.includes(status))
      .map(({ audit, status }) => `audit ${audit}: ${status}`);
  return { flagged: by(['refuted']), open: [...open, ...by(['too weak'])] };
}

/** Where secrets come from: for coalitions of claims, and without any claim for each server and a client. */
async function follow(
  { protocol }: Mutant,
  scenario: Scenario,
  plugins: readonly Plugin[],
): Promise<Examined> {
  const { parties, population } = scenario;
  const claims = claimsOf(protocol, agreedOf(scenario, protocol));
  const alone = [...parties.servers, population.clients[0]].map((name) => [name]);
  const coalitions = claims.length === 0 ? alone : derivingCoalitions(claims, parties);
  const { findings } = await examineProvenance(scenario, protocol, { plugins }, coalitions);
  const of = (status: 'flagged' | 'open'): string[] =>
    findings
      .filter((one) => one.status === status)
      .slice(0, 1)
      .map(({ where, because }) => `provenance: ${where}: ${because}`);
  return { flagged: of('flagged'), open: of('open') };
}

/** Verdicts that fail or are open; if a protocol claims nothing, suspicious tests and traffic. */
function inCertificate({ verdicts, detected }: Certificate): Examined {
  const texts = (status: string): string[] =>
    verdicts
      .filter((one) => one.status === status)
      .map(({ missing }) => `${status}: ${missing.join('; ')}`)
      .slice(0, 1);
  const failed = verdicts.filter(fails).map(({ status, because }) => `${status}: ${because.join('; ')}`);
  const tests = detected?.coalitions.flatMap((one) => one.tests) ?? [];
  const test = tests.find((one) => isFlagged(one, tests.length));
  const [traffic] = detected?.traffic.clients ?? [];
  const suspicious = [
    ...(test === undefined ? [] : [`${test.test}: ${test.where}`]),
    ...(traffic === undefined ? [] : [`traffic: ${traffic[0]} in ${traffic[1]} pairs`]),
  ];
  return {
    flagged: verdicts.length > 0 ? failed.slice(0, 1) : suspicious.slice(0, 1),
    open: verdicts.length === 0 ? ['no claim: nothing is promised'] : texts('open'),
  };
}
