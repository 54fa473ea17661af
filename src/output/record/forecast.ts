/**
 * What a run would cost under another setting, by its protocol's cost formulas: numbers of messages, elements
 * and operations. Bytes are those of the run, scaled: by the size of an element and of a message of each type
 * in it, and by the number of moduli that residues would then have. It is a forecast, which assumes that
 * every client answers, and as many iterations as in the run.
 */

import type { PhaseCost } from '../../core/protocol/cost.ts';
import type { AnyProtocol, Problem } from '../../core/protocol/protocol.ts';
import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { Row } from '../../run/tidy/rows.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Traffic } from '../../run/trace/account.ts';

export interface Costs {
  readonly messages: number;
  readonly elements: number;
  readonly operations: number;
  readonly bytes: number;
}

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

interface Stated {
  readonly problems: readonly Problem[];
  readonly phases: readonly PhaseCost[];
  readonly moduli: number;
}

function costsOf(
  protocol: AnyProtocol,
  parameters: CommonParameters,
  population: Population,
  iterations: number,
): Stated | undefined {
  try {
    const problems = protocol.check(parameters, population);
    if (problems.length > 0) return { problems, phases: [], moduli: 1 };
    const agreed: unknown = protocol.agree(parameters, population);
    const moduli = protocol.privacy?.moduli?.(agreed).length ?? 1;
    return { problems, phases: protocol.cost(agreed, population, iterations), moduli };
  } catch {
    // Settings that no scenario could have.
    return undefined;
  }
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

type Scale = (type: string, messages: number, elements: number) => number;

/** Wire bytes of messages, from those of a run with this many moduli. */
function bytesLike(traffic: readonly Traffic[], before: number): (moduli: number) => Scale {
  const sums = new Map<
    string,
    { messages: number; elements: number; payloadBytes: number; wireBytes: number }
  >();
  for (const cell of traffic) {
    const sum = sums.get(cell.type) ?? { messages: 0, elements: 0, payloadBytes: 0, wireBytes: 0 };
    sum.messages += cell.messages;
    sum.elements += cell.elements;
    sum.payloadBytes += cell.payloadBytes;
    sum.wireBytes += cell.wireBytes;
    sums.set(cell.type, sum);
  }
  return (moduli) => (type, messages, elements) => {
    const like = sums.get(type);
    if (like === undefined || like.messages === 0) return 0;
    const framing = (like.wireBytes - like.payloadBytes) / like.messages;
    const payload =
      like.elements === 0
        ? (like.payloadBytes / like.messages) * messages
        : (like.payloadBytes / like.elements) * elements * (moduli / before);
    return framing * messages + payload;
  };
}

function summed(phases: readonly PhaseCost[], bytesOf: Scale): Costs {
  const sum = { messages: 0, elements: 0, operations: 0, bytes: 0 };
  for (const { messages, work } of phases) {
    for (const { type, messages: count, elements } of messages) {
      sum.messages += count;
      sum.elements += elements;
      sum.bytes += bytesOf(type.name, count, elements);
    }
    for (const { operations } of work) sum.operations += operations;
  }
  return { ...sum, bytes: Math.round(sum.bytes) };
}

/** Forecasts as rows of a table. */
export function forecastRows(found: readonly Forecast[]): Row[] {
  return found.map(({ costs, ...rest }) => ({ ...rest, ...costs }));
}
