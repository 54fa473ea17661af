/**
 * What a run will take on this machine. Parts of the scenario are run, each twice as large as the one before, until one takes long
 * enough to measure; the rest follows from the protocol's cost formulas: every task's time grows like its operations, all else
 * like messages, bytes and coordinates.
 */

import { platform } from '#platform';
import { exp, log, log2, powerOfTwo } from '../../core/math/elementary/index.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Population } from '../../core/protocol/population.ts';
import { inputsOf } from '../execute/cast.ts';
import { run } from '../execute/run.ts';
import { type Plugged, protocolNamed } from '../plugin/registry.ts';
import type { Scenario } from '../scenario/load.ts';
import { tooManyClusters } from '../scenario/population.ts';
import type { Traffic, Work } from '../trace/account.ts';
import { bytesLike, type Costs, costsOf, type Stated, summed } from './costs.ts';
import { smaller } from './smaller.ts';

/** What this process has used so far. */
export interface Meter {
  /** Processor time of all threads. */
  cpuNs(): number;
  /** The most memory that it has had. */
  peakBytes(): number;
}

export interface EstimateOptions extends Plugged {
  readonly meter: Meter;
}

export interface Estimate {
  /** Processor time, starting the program and loading the scenario included. */
  readonly cpuNs: number;
  readonly peakBytes: number;
  readonly messages: number;
  /** With framing. */
  readonly wireBytes: number;
  /** The largest part that was run. */
  readonly basis: {
    readonly clients: number;
    readonly points: number;
    /** All of it counts with as many. */
    readonly iterations: number;
    readonly cpuNs: number;
    /** Whether that was the whole scenario, but for its faults. */
    readonly whole: boolean;
  };
}

/** A part that was run, and what it took. */
interface Part {
  readonly population: Population;
  readonly iterations: number;
  readonly traffic: readonly Traffic[];
  readonly work: readonly Work[];
  readonly messages: number;
  readonly wireBytes: number;
  readonly cpuNs: number;
  /** The share of the time in which it had a processor. */
  readonly running: number;
  readonly peakBytes: number;
}

/** A part that took as much processor time is large enough. */
const ENOUGH_NS = 2e9;

const FEW_CLIENTS = 16;

/** What a message takes besides its bytes, and a coordinate of a point, in bytes that take as long to be sent. */
const MESSAGE_TIME = 10_000;
/** The latter in each iteration. */
const COORDINATE_TIME = 10;
/** The same of memory; as for the limits of a run. */
const MESSAGE_MEMORY = 1024;
const COORDINATE_MEMORY = 8;
/** How much memory one such byte takes at most; what more a small part took is the program itself. */
const MOST_PER_BYTE = 5;

/**
 * Estimates a run of a scenario without its faults.
 * @returns undefined if not even the whole scenario comes to a result
 */
export async function estimate(scenario: Scenario, options: EstimateOptions): Promise<Estimate | undefined> {
  const protocol = protocolNamed(options, scenario.protocol);
  const loadedNs = options.meter.cpuNs();
  const parts: Part[] = [];
  for (const part of partsOf(scenario, protocol)) {
    const taken = await play(part, options);
    if (taken === undefined) continue;
    parts.push(taken);
    const [few, many] = [parts[0], taken].map(({ population }) => population.clients.length);
    const growing = many > few || many === scenario.population.clients.length;
    if (taken.cpuNs >= ENOUGH_NS && growing) break;
  }
  const basis = parts.at(-1);
  if (basis === undefined) return undefined;
  const { clients, points } = basis.population;
  const whole = points === scenario.population.points;
  const iterations = whole ? basis.iterations : iterationsOf(scenario, protocol, basis);
  const all = whole ? basis : scaled(scenario, protocol, parts, iterations);
  return {
    cpuNs: loadedNs + compilingNs(parts, basis) + all.cpuNs,
    peakBytes: all.peakBytes,
    messages: all.messages,
    wireBytes: all.wireBytes,
    basis: {
      clients: clients.length,
      points,
      iterations,
      cpuNs: parts.reduce((sum, { cpuNs }) => sum + cpuNs, 0),
      whole,
    },
  };
}

/** Parts of a scenario that its protocol can run, each about twice as large as the one before; the last is the whole. */
function* partsOf(scenario: Scenario, protocol: AnyProtocol): Generator<Scenario> {
  const { parameters, population } = scenario;
  const count = population.clients.length;
  let before = 0;
  for (let halvings = Math.ceil(log2(population.points)); halvings >= 0; halvings--) {
    const share = powerOfTwo(-halvings);
    // Few clients all take part, since what they hold may differ, but for the first part, which shows how messages become longer
    // with clients. Many have fewer points each, too.
    const few = before === 0 ? FEW_CLIENTS / 2 : FEW_CLIENTS;
    const fewer = Math.max(Math.ceil(count * Math.sqrt(share)), Math.min(count, few));
    for (let clients = fewer; ; clients = Math.min(2 * clients, count)) {
      const part = smaller(scenario, clients, Math.min(1, (count * share) / clients));
      const stated = costsOf(protocol, parameters, part.population, 1);
      const possible =
        stated?.problems.length === 0 && tooManyClusters(parameters, part.population).length === 0;
      if (possible && part.population.points > before) {
        before = part.population.points;
        yield part;
      }
      if (possible || clients === count) break;
    }
  }
}

/** How many iterations the whole has: those of the centralised clustering that its protocol promises to equal, or else as many as the part. */
function iterationsOf(scenario: Scenario, protocol: AnyProtocol, part: Part): number {
  const inputs = inputsOf(scenario, protocol);
  const history = inputs.start.length > 0 ? protocol.reference?.(inputs) : undefined;
  return history === undefined ? part.iterations : history.length - 1;
}

/** Runs a part; undefined if it has no result. */
async function play(scenario: Scenario, { plugins, meter }: EstimateOptions): Promise<Part | undefined> {
  const startNs = meter.cpuNs();
  const begun = platform.stopwatchNs();
  const { ledger, outcome } = await run(scenario, { plugins, timing: true });
  if (outcome?.kind !== 'clustered') return undefined;
  const { sent } = ledger.balance;
  const cpuNs = meter.cpuNs() - startNs;
  return {
    population: scenario.population,
    iterations: outcome.iterations ?? 1,
    traffic: ledger.traffic(),
    work: ledger.work(),
    messages: sent.messages,
    wireBytes: sent.wireBytes,
    cpuNs,
    // Tasks are measured by the clock, which other programs on this machine slow down.
    running: Math.min(1, cpuNs / (platform.stopwatchNs() - begun)),
    peakBytes: meter.peakBytes(),
  };
}

/** What the parts took beyond their share of the largest: the time of code that runs for the first time, is compiled, and optimised. */
function compilingNs(parts: readonly Part[], largest: Part): number {
  const share = largest.cpuNs / handled(largest);
  return parts.reduce((sum, part) => sum + Math.max(0, part.cpuNs - share * handled(part)), 0);
}

type Taken = Pick<Part, 'messages' | 'wireBytes' | 'cpuNs' | 'peakBytes'>;

/** What the whole takes, from the largest part, and how memory grew up to that. */
function scaled(
  { parameters, population }: Scenario,
  protocol: AnyProtocol,
  parts: readonly Part[],
  iterations: number,
): Taken {
  const part = parts[parts.length - 1];
  const before = parts.at(-2) ?? part;
  const stated = (of: Population, count: number): Stated =>
    costsOf(protocol, parameters, of, count) ?? { problems: [], phases: [], moduli: 1 };
  const [small, large] = [stated(part.population, part.iterations), stated(population, iterations)];
  const bytesOf = bytesLike(part.traffic, small.moduli);
  const later = bytesOf(large.moduli);
  const { length: many } = part.population.clients;
  const lengthened = lengthening(
    parts.findLast(({ population: { clients } }) => clients.length < many) ?? part,
    part,
  );
  const toAll = log(population.clients.length / part.population.clients.length);
  const costs = [
    summed(small.phases, bytesOf(small.moduli)),
    summed(
      large.phases,
      (type, count, elements) => later(type, count, elements) * exp(lengthened(type) * toAll),
    ),
  ];
  const growth = population.points / part.population.points;
  /** The formulas say how much more it is; without formulas, as many times as there are points. */
  const times = (cost: keyof Costs): number =>
    costs[0][cost] === 0 ? growth : costs[1][cost] / costs[0][cost];
  const messages = Math.round(part.messages * times('messages'));
  const wireBytes = Math.round(part.wireBytes * times('bytes'));
  const all = { messages, wireBytes, population, iterations };
  const operations = operationsOf(small, large);
  const tasksNs = part.running * part.work.reduce((sum, { measuredNs }) => sum + measuredNs, 0);
  const laterNs = part.work.reduce(
    (sum, { task, measuredNs }) =>
      sum + part.running * measuredNs * (operations.get(task) ?? times('operations')),
    0,
  );
  const otherNs = Math.max(0, part.cpuNs - tasksNs);
  const grown = before === part ? 0 : part.peakBytes - before.peakBytes;
  const perByte = Math.min(MOST_PER_BYTE, grown / Math.max(1, held(part) - held(before)));
  return {
    messages,
    wireBytes,
    cpuNs: laterNs + otherNs * (handled(all) / handled(part)),
    peakBytes: part.peakBytes + perByte * (held(all) - held(part)),
  };
}

/**
 * The power of the number of clients with which messages of each type become longer besides their elements, as with the keys of
 * all clients in them.
 */
function lengthening(small: Part, large: Part): (type: string) => number {
  const lengthOf = ({ traffic }: Part, type: string): number => {
    const cells = traffic.filter((cell) => cell.type === type);
    const [payload, units] = cells.reduce(
      ([bytes, count], { payloadBytes, elements, messages }) => [
        bytes + payloadBytes,
        count + (elements > 0 ? elements : messages),
      ],
      [0, 0],
    );
    return payload / units;
  };
  const more = log(large.population.clients.length / small.population.clients.length);
  return (type) => {
    const longer = log(lengthOf(large, type) / lengthOf(small, type)) / more;
    return Number.isFinite(longer) ? longer : 0;
  };
}

/** How many times more operations each task has in the larger run. */
function operationsOf(small: Stated, large: Stated): ReadonlyMap<string, number> {
  const sums = ({ phases }: Stated): Map<string, number> => {
    const of = new Map<string, number>();
    for (const { task, operations } of phases.flatMap(({ work }) => work))
      of.set(task.name, (of.get(task.name) ?? 0) + operations);
    return of;
  };
  const before = sums(small);
  return new Map(
    [...sums(large)].flatMap(([task, operations]) => {
      const fewer = before.get(task) ?? 0;
      return fewer > 0 ? [[task, operations / fewer]] : [];
    }),
  );
}

type Size = Pick<Part, 'messages' | 'wireBytes' | 'population' | 'iterations'>;

function handled({ messages, wireBytes, population, iterations }: Size): number {
  return messages * MESSAGE_TIME + wireBytes + iterations * coordinates(population) * COORDINATE_TIME;
}

function held({ messages, wireBytes, population }: Size): number {
  return messages * MESSAGE_MEMORY + wireBytes + coordinates(population) * COORDINATE_MEMORY;
}

function coordinates({ points, dimension }: Population): number {
  return points * dimension;
}
