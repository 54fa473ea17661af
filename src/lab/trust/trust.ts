/**
 * The table of trust of a scenario: for parties that only look, or deviate, and others that are reliable or not, what became of
 * the claims, what attacks obtained, and what is left of the accuracy. Every cell is computed.
 */

import { protocolNamed } from '../../run/plugin/registry.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Plugin } from '../../run/plugin/plugin.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import { loadScenario, type Scenario } from '../../run/scenario/load.ts';
import { type BatchOptions, runBatch } from '../../studies/batch/batch.ts';
import type { Kept } from '../../studies/batch/journal.ts';
import { REPEATS } from '../attack/attack-run.ts';
import type { RoleCounts } from '../attack/coalitions.ts';
import type { Verdict } from '../attack/verdict.ts';
import { type CellRequest, type CellResult, trustCell } from './cell-job.ts';
import { type Condition, CONDITIONS } from './conditions.ts';

export const ADVERSARIES = ['honest but curious', 'malicious'] as const;

/** Who attacks: the only party without data, some of several such parties, or those that hold data. */
export type Attackers = 'server' | 'one of several servers' | 'clients';

/** `no claim`: nothing is promised; `not modelled`: the protocol has no such adversary, so nothing was tried. */
export type CellVerdict = Verdict['status'] | 'no claim' | 'not modelled';

export interface Cell {
  readonly protocol: string;
  readonly scenario: string;
  readonly adversary: (typeof ADVERSARIES)[number];
  readonly attackers: Attackers;
  readonly others: Condition;
  readonly verdict: CellVerdict;
  /** What the verdict rests on, if it is that on a claim. */
  readonly because?: string;
  /** The most that an attack obtained, of what it is after, and which; absent if none was tried. */
  readonly exposed?: number;
  readonly by?: string;
  /** As a share of what it is if everybody is honest and reliable; 0 without a clustering; absent if classes are unknown. */
  readonly accuracyKept?: number;
  /** How to compute it again. */
  readonly command: string;
  /** How long the runs of this cell took, on one thread. */
  readonly seconds: number;
}

export interface TrustOptions extends BatchOptions {
  readonly plugins: readonly Plugin[];
  readonly set?: readonly string[] | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  readonly repeats: number;
  readonly journal?: Kept | undefined;
}

/** The cells of several scenarios, which can be interrupted and resumed with a journal. */
export async function trustOf(files: readonly string[], options: TrustOptions): Promise<Cell[]> {
  const { plugins, set = [], conditions = CONDITIONS, repeats, journal, ...batch } = options;
  const tables = files.map((file) => {
    const scenario = loadScenario(file, { plugins, set });
    const protocol = protocolNamed({ plugins }, scenario.protocol);
    return { file, scenario, protocol };
  });
  // What is left of the accuracy is relative to that of everybody honest and reliable, whatever the table is about.
  const compared = conditions.includes('reliable') ? [] : (['reliable'] as const);
  const requests = tables.flatMap(({ file, scenario, protocol }) => [
    ...compared.map((condition): CellRequest => ({ file, set, condition, repeats: 0 })),
    ...conditions.flatMap((condition): CellRequest[] => [
      { file, set, condition, repeats },
      ...deviations(scenario, protocol).map((adversary) => ({ file, set, condition, repeats, adversary })),
    ]),
  ]);
  const results = await runBatch(trustCell, requests, {
    ...batch,
    plugins,
    journal,
    keys: requests.map((request) => JSON.stringify(request)),
  });
  const all = requests.map((request, i) => ({ request, result: results[i] }));
  return tables.flatMap(({ file, scenario, protocol }) => {
    const own = all.filter(({ request }) => request.file === file);
    const honest = own.find(
      ({ request }) => request.condition === 'reliable' && request.adversary === undefined,
    )?.result.accuracy;
    return ADVERSARIES.flatMap((adversary) =>
      attackersOf(scenario.parties).flatMap((attackers) =>
        conditions.map((others): Cell => {
          const runs = own.filter(
            ({ request }) =>
              request.condition === others &&
              (request.adversary !== undefined) === (adversary === 'malicious') &&
              (request.adversary === undefined ||
                kindOf(request.adversary.members, scenario.parties) === attackers),
          );
          const cell = cellOf(
            runs.map(({ result }) => result),
            adversary === 'malicious',
            (roles) => kindOfRoles(roles, scenario.parties) === attackers,
          );
          const kept = Math.min(...runs.map(({ result }) => result.accuracy ?? 0));
          return {
            protocol: protocol.name,
            scenario: scenario.name,
            adversary,
            attackers,
            others,
            ...cell,
            ...(honest !== undefined && runs.length > 0 && { accuracyKept: kept / honest }),
            command: commandOf({ file, set, repeats }, others),
            seconds: runs.reduce((sum, { result }) => sum + result.seconds, 0),
          };
        }),
      ),
    );
  });
}

function commandOf(
  { file, set, repeats }: Pick<CellRequest, 'file' | 'set' | 'repeats'>,
  others: Condition,
): string {
  const settings = set.map((one) => ` --set '${one}'`).join('');
  const pairs = repeats === REPEATS ? '' : ` --repeats ${repeats}`;
  return `cahoots trust ${file}${settings} --others '${others}'${pairs}`;
}

function attackersOf({ servers }: Parties): readonly Attackers[] {
  return [servers.length > 1 ? 'one of several servers' : 'server', 'clients'];
}

/** Servers alone, or with clients, count as servers. */
function kindOf(members: readonly string[], { clients, servers }: Parties): Attackers {
  if (members.every((name) => clients.includes(name))) return 'clients';
  return servers.length > 1 ? 'one of several servers' : 'server';
}

function kindOfRoles(roles: RoleCounts, { holders, servers }: Parties): Attackers | undefined {
  const without = Object.entries(roles).filter(([role, count]) => role !== holders && count > 0);
  const holding = (roles[holders] ?? 0) > 0;
  if (without.length === 0) return holding ? 'clients' : undefined;
  return servers.length > 1 ? 'one of several servers' : 'server';
}

/**
 * Every adversary of the protocol, for those who play it: by itself, and together with the last half of the clients, which a
 * server may have made up (Sybils).
 */
function deviations(
  { parties }: Scenario,
  { privacy }: AnyProtocol,
): readonly NonNullable<CellRequest['adversary']>[] {
  const { clients, reporter, holders } = parties;
  return (privacy?.adversaries ?? []).flatMap(({ name, roles }) => {
    const own = holders in roles ? [clients[0]] : [reporter];
    const half = clients.slice(Math.ceil(clients.length / 2));
    return holders in roles
      ? [{ name, members: own }]
      : [
          { name, members: own },
          { name, members: [...own, ...half] },
        ];
  });
}

const WORST: readonly Verdict['status'][] = ['refuted', 'flagged', 'open', 'nothing found'];

function cellOf(
  runs: readonly CellResult[],
  malicious: boolean,
  concerns: (roles: RoleCounts) => boolean,
): Pick<Cell, 'verdict' | 'because' | 'exposed' | 'by'> {
  if (runs.length === 0) return { verdict: 'not modelled' };
  const attacks = runs.flatMap((run) => run.attacks).filter(({ roles }) => concerns(roles));
  const most = attacks.toSorted((a, b) => b.exposed - a.exposed).at(0);
  const obtained = most && { exposed: most.exposed, ...(most.exposed > 0 && { by: most.attack }) };
  const claims = runs.flatMap(({ verdicts }) => verdicts).filter(({ coalition }) => concerns(coalition));
  const isRefuted = attacks.some(({ forbidden, exposed }) => forbidden && exposed > 0);
  if (isRefuted) return { verdict: 'refuted', ...obtained };
  if (malicious) return { verdict: claims.length > 0 ? 'open' : 'no claim', ...obtained };
  const [worst] = claims.toSorted((a, b) => WORST.indexOf(a.status) - WORST.indexOf(b.status));
  return worst === undefined
    ? { verdict: 'no claim', ...obtained }
    : { verdict: worst.status, because: `${worst.claim}: ${worst.because}`, ...obtained };
}
