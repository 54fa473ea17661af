/**
 * What a run would cost under another setting, by its protocol's cost formulas: numbers of messages, elements
 * and operations. Bytes are those of the run, scaled: by the size of an element and of a message of each type
 * in it, and by the number of moduli that residues would then have. It is a forecast, which assumes that
 * every client answers, and as many iterations as in the run.
 */

import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Population } from '../../core/protocol/population.ts';
import { bytesLike, type Costs, costsOf, summed } from '../../run/estimate/costs.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Traffic } from '../../run/trace/account.ts';

export interface Forecast {
  /** Such as `privacy`, or `clients`. */
  readonly setting: string;
  readonly value: number;
  /** The number of clients that it is for: if the scenario has too few, as many as it takes. */
  readonly clients: number;
  /** Whether this is the run as it was. */
  readonly now: boolean;
  /** Absent if none of the numbers of clients tried is enough. */
  readonly costs?: Costs;
  /** Why it is impossible with the existing clients. */
  readonly refused?: string;
}

/** How many values of a setting are tried beyond the run's own. */
const BEYOND = 6;
/** Larger settings are not counts, so their neighbours are not tried. */
const LARGEST = 64;

/**
 * For every setting of the protocol that is a small count, and for the number of clients.
 * @param iterations of the run
 * @returns nothing if the protocol has no cost formulas
 */
export function forecasts(
  scenario: Scenario,
  protocol: AnyProtocol,
  iterations: number,
  traffic: readonly Traffic[],
): Forecast[] {
  const { parameters, population } = scenario;
  const now = costsOf(protocol, parameters, population, iterations);
  if (now === undefined || now.phases.length === 0) return [];
  const scale = bytesLike(traffic, now.moduli);
  const settings = Object.entries(parameters as unknown as Readonly<Record<string, unknown>>).filter(
    (entry): entry is [string, number] =>
      Number.isInteger(entry[1]) && (entry[1] as number) > 0 && (entry[1] as number) <= LARGEST,
  );
  const of = (setting: string, value: number, clients: number): Forecast => {
    const own = setting === 'clients' ? parameters : { ...parameters, [setting]: value };
    const found = costsOf(protocol, own, spreadOver(population, clients), iterations);
    const here = population.clients.length;
    const isNow =
      clients === here &&
      (setting === 'clients' || value === settings.find(([name]) => name === setting)?.[1]);
    if (found !== undefined && found.problems.length === 0) {
      const costs = summed(found.phases, scale(found.moduli));
      return { setting, value, clients, now: isNow, costs };
    }
    const [problem] = found?.problems ?? [];
    const refused =
      problem === undefined ? 'it cannot be agreed on' : `expected ${problem.expected}, got ${problem.got}`;
    if (setting !== 'clients') {
      for (let more = here + 1; more <= 2 * here + 16; more++) {
        const other = costsOf(protocol, own, spreadOver(population, more), iterations);
        if (other?.problems.length === 0)
          return {
            setting,
            value,
            clients: more,
            now: false,
            costs: summed(other.phases, scale(other.moduli)),
            refused,
          };
      }
    }
    return { setting, value, clients, now: false, refused };
  };
  const n = population.clients.length;
  const counts = [Math.ceil(n / 2), n - 1, n, n + 1, 2 * n, 5 * n, 10 * n];
  return [
    ...settings.flatMap(([setting, value]) =>
      Array.from({ length: value + BEYOND }, (_, i) => i + 1)
        .filter((other) => other >= value - BEYOND)
        .map((other) => of(setting, other, n)),
    ),
    ...[...new Set(counts)]
      .filter((count) => count > 0 && count <= population.points)
      .map((count) => of('clients', count, count)),
  ];
}

/** The same points, distributed evenly over this many clients. */
function spreadOver(population: Population, count: number): Population {
  const { clients, points } = population;
  if (count === clients.length) return population;
  const stem = (clients[0] ?? 'client-1').replace(/\d+$/, '');
  return {
    ...population,
    clients: Array.from({ length: count }, (_, i) => `${stem}${i + 1}`),
    sizes: Array.from({ length: count }, (_, i) => Math.floor((points + i) / count)),
  };
}
