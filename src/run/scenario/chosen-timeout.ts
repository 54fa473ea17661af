/**
 * The timeout of a scenario that sets none: many times as long as a step of its protocol takes by the cost formulas, on its slowest link
 * and device, and longer than its faults last. So nobody waits for an hour for a party that is gone, and nobody who is only slow is
 * given up. It depends on the scenario alone, and not on its seed: runs that are compared by their seeds wait equally long.
 */

import { max, mean, min, sum } from 'd3-array';
import { Random } from '../../core/base/random.ts';
import { clamped, type Distribution, drawsOf } from '../../core/engine/network/distribution.ts';
import { type AnyLatency, drawnBy } from '../../core/engine/network/latency.ts';
import type { Bandwidth, NetworkSpec } from '../../core/engine/network/network.ts';
import { TCP } from '../../core/engine/network/transport-kind.ts';
import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { PhaseCost, WorkCost } from '../../core/protocol/cost.ts';
import { clusterParameters, LONGEST_CHOSEN } from '../../core/protocol/parameters.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Rates } from './devices.ts';
import type { Profile } from './profile.ts';
import type { ScenarioDocument } from './schema.ts';

/** Times in whole nanoseconds. */
export interface ChosenTimeout {
  readonly timeoutNs: number;
  /** What a step takes by the formulas; absent if they do not tell, and the timeout is the longest for that reason. */
  readonly stepNs?: number;
  /** How long a fault lasts at most, of those that end; 0 if there are none. */
  readonly faultNs: number;
}

/** What is known of a scenario once its points are. */
interface Known {
  readonly document: ScenarioDocument;
  readonly protocol: AnyProtocol;
  readonly parameters: CommonParameters;
  readonly population: Population;
  readonly parties: Parties;
  readonly network: NetworkSpec;
  readonly rates: Rates;
  /** The distributions that it may name. */
  readonly latencies: readonly AnyLatency[];
}

const SECOND = 1e9;

/** Few, so that settings that hardly differ have the same one. */
const TIMEOUTS: readonly number[] = [
  ...[30, 60, 120, 300, 600, 1800].map((seconds) => seconds * SECOND),
  LONGEST_CHOSEN,
];

/** How many times as long as a step at least, and as a fault that ends. */
export const [STEPS, FAULTS] = [20, 3];

/** Bounds for what the formulas leave open: bytes of an element and of a message, messages that follow upon each other, and passes of local clusterings. */
const [ELEMENT_BYTES, MESSAGE_BYTES, HOPS, PASSES] = [16, 512, 8, 100];

/** Of a segment of TCP, without headers. */
const SEGMENT_BYTES = 1448;

/** From distributions, of which a typical value matters. */
const DRAWS = 200;

/**
 * Undefined if the scenario sets a timeout, or its protocol's is not the common setting.
 * @param written the scenario as values, without defaults
 */
export function chosenTimeout(known: Known, written: unknown): ChosenTimeout | undefined {
  if (Object.hasOwn((written as { readonly protocol: object }).protocol, 'timeout')) return undefined;
  const { timeout } = known.protocol.parameters.shape as { readonly timeout?: unknown };
  if (timeout !== clusterParameters.timeout) return undefined;
  const faultNs = longestFault(known.document);
  const stepNs = isMeasured(known) ? undefined : stepOf(known);
  if (stepNs === undefined) return { timeoutNs: LONGEST_CHOSEN, faultNs };
  const least = Math.max(STEPS * stepNs, FAULTS * faultNs);
  return { timeoutNs: TIMEOUTS.find((one) => one >= least) ?? LONGEST_CHOSEN, stepNs, faultNs };
}

/** Whether times come from measurements, over time or of this machine, instead of from settings. */
function isMeasured({ document, network }: Known): boolean {
  return (
    document.availability !== undefined ||
    document.devices.durations === 'measured' ||
    network.rates !== undefined ||
    network.latencies !== undefined
  );
}

/**
 * As if all that is sent and computed in an iteration passed through one server, and the largest client's share of it through the slowest
 * client. Undefined if the protocol has no formulas.
 */
function stepOf(known: Known): number | undefined {
  const phases = costOf(known);
  const messages = phases.flatMap((phase) => phase.messages);
  if (messages.length === 0) return undefined;
  const count = sum(messages, (one) => one.messages);
  const bytes = MESSAGE_BYTES * count + ELEMENT_BYTES * sum(messages, ({ elements }) => elements);
  const work = phases.flatMap((phase) => phase.work);
  const path = pathOf(known);
  const repeatingNs = (path.loss / (1 - path.loss)) * known.network.retransmitNs;
  const waitingNs = HOPS * (path.latencyNs + repeatingNs);
  const stepNs = sendingNs(known, path, bytes) + computingNs(known, work, count) + waitingNs;
  return Number.isFinite(stepNs) && stepNs >= 0 ? Math.ceil(stepNs) : undefined;
}

function costOf({ protocol, parameters, population }: Known): readonly PhaseCost[] {
  try {
    return protocol.cost(protocol.agree(parameters, population), population, 1);
  } catch {
    // A run does not need its protocol's formulas; those who read its cost are told what is wrong with them.
    return [];
  }
}

/** The largest part of all that is done that a client may do. */
function largestShare({ sizes, points }: Population): number {
  return Math.max(1 / sizes.length, (max(sizes) ?? 0) / points);
}

function sendingNs({ document, parties, population, network }: Known, path: Path, bytes: number): number {
  const throttled = settingsOf(document, 'bandwidth').map(Number);
  const both = ({ uplinkBps, downlinkBps }: Bandwidth): number => Math.min(uplinkBps, downlinkBps);
  const of = (names: readonly string[]): number[] => names.map((name) => both(network.bandwidth(name)));
  const others = min([...of(parties.servers), ...(network.shared ?? []).map(both), ...throttled]) ?? Infinity;
  const overrides = document.devices.overrides.flatMap(({ uplink = [], downlink = [] }) => [
    uplink,
    downlink,
  ]);
  const lossy = network.transport === TCP ? lossyBps(path, network.retransmitNs) : Infinity;
  // Clients differ by overrides only.
  const client =
    min([...of(parties.clients.slice(0, 1)), ...overrides.flat(), ...throttled, lossy]) ?? Infinity;
  const bits = 8 * SECOND * bytes;
  return bits / others + (bits * largestShare(population)) / client;
}

/** What a connection carries at most that loses packets (Padhye et al., Modeling TCP Throughput, SIGCOMM 1998, eq. 30, with an acknowledgement for each packet). */
function lossyBps({ latencyNs, loss }: Path, retransmitNs: number): number {
  const roundTripNs = 2 * latencyNs;
  const recovering = roundTripNs * Math.sqrt((2 * loss) / 3);
  const waiting = Math.min(1, 3 * Math.sqrt((3 * loss) / 8)) * loss * (1 + 32 * loss * loss);
  return (8 * SECOND * SEGMENT_BYTES) / (recovering + (roundTripNs + retransmitNs) * waiting);
}

/** Tasks one after the other on the slowest device, and what parties do at every message. */
function computingNs(known: Known, work: readonly WorkCost[], messages: number): number {
  const { document, parameters, population, parties, rates } = known;
  const { points, dimension } = population;
  const { clients, overrides } = document.devices;
  const others = Object.entries(rates).flatMap(([role, all]) => (role === parties.holders ? [] : all));
  const client = [...drawnFrom(clients), ...overrides.flatMap(({ rate = [] }) => rate)];
  const share = largestShare(population);
  const [otherNs, clientNs] = [others, client].map((all) => SECOND / Math.max(1, min(all) ?? 1));
  const counted =
    2 * PASSES * points * dimension * parameters.clusters + sum(work, ({ operations }) => operations);
  const profiles = profilesIn(document);
  const measured = max(profiles, (profile) => sum(work, (one) => measuredNs(profile, one))) ?? 0;
  const turnNs = max(profiles, ({ turns }) => max([...(turns?.coldNs ?? []), turns?.warmNs ?? 0])) ?? 0;
  const slowness = max([1, ...settingsOf(document, 'factor').map(Number)]) ?? 1;
  return slowness * (counted * (otherNs + share * clientNs) + measured + messages * turnNs);
}

function profilesIn({ devices: { profile, profiles } }: ScenarioDocument): readonly Profile[] {
  return [profile, ...Object.values(profiles)].filter((one) => typeof one === 'object');
}

/** All runs of a task, each as long as the longest that was measured at the next larger size; beyond the largest, at its rate. */
function measuredNs({ tasks }: Profile, { task, runs, operations }: WorkCost): number {
  const shapes = tasks[task.name] ?? [];
  const each = operations / Math.max(1, runs);
  const sizes = shapes.map((shape) => shape.operations);
  const size = min(sizes.filter((one) => one >= each)) ?? max(sizes) ?? 0;
  const there = shapes.filter((shape) => shape.operations === size);
  const longest = max(there, ({ coldNs, warmNs }) => max([...coldNs, warmNs])) ?? 0;
  return runs * longest * Math.max(1, each / Math.max(1, size));
}

/** The worst path of a message: one way on average, and the probability of loss. */
interface Path {
  readonly latencyNs: number;
  readonly loss: number;
}

function pathOf({ document, network, latencies }: Known): Path {
  const { links } = document.network;
  const own = links.flatMap(({ latency = [] }) => latency).map((one) => drawnBy(one, latencies));
  const delays = settingsOf(document, 'by').filter((by) => typeof by === 'object') as Distribution[];
  const longest = (ones: readonly Distribution[]): number => max(ones, (one) => mean(drawnFrom(one))) ?? 0;
  return {
    latencyNs: longest([network.latency, ...own]) + longest(delays),
    loss: max([network.loss, ...links.map(({ loss = 0 }) => loss)]) ?? 0,
  };
}

/** How long a party is away, cut off or slow at most, of those that come back. */
function longestFault(document: ScenarioDocument): number {
  return max(['for', 'restartAfter'].flatMap((name) => settingsOf(document, name)).map(Number)) ?? 0;
}

/** What the faults set under this name. */
function settingsOf({ faults }: ScenarioDocument, name: string): readonly unknown[] {
  return faults.flatMap((fault) => (fault as Readonly<Record<string, unknown>>)[name] ?? []);
}

/** The same draws whatever the scenario's seed is. */
function drawnFrom(distribution: Distribution): readonly number[] {
  if ('constant' in distribution) return [distribution.constant];
  const draw = drawsOf(distribution, new Random(0).stream('timeout'));
  return Array.from({ length: DRAWS }, () => clamped(draw()));
}
