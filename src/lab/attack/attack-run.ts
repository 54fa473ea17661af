/** Runs a scenario and lets its coalitions attack it. */

import type { View } from '../../core/protocol/view.ts';
import type { Claim } from '../../core/protocol/attack.ts';
import { blaming } from '../../run/plugin/blame.ts';
import { byzantineOn } from '../../run/fault/byzantine.ts';
import { openExecutor } from '../../run/plugin/executor.ts';
import { type Plugged, protocolNamed, registered } from '../../run/plugin/registry.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { agreedOf } from '../../run/execute/cast.ts';
import { run, type RunOptions, type RunResult } from '../../run/execute/run.ts';
import type { Collusion } from '../../run/scenario/collusion.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import { examineProvenance } from '../provenance/examine.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import { Directory } from '../../core/engine/messages/directory.ts';
import {
  allMembers,
  type Certificate,
  certify,
  type Recorded,
  meansOfEntry,
  membersOf,
  type Plan,
  plansOf,
} from './certificate.ts';
import type { Coalition } from '../games/coalition.ts';
import { covers } from './coalitions.ts';
import { claimsOf } from './claims.ts';
import { confirmed } from './detect/confirmed.ts';
import { detect } from './detect/detect.ts';
import { derivingCoalitions } from './simulate/covering.ts';
import { canBeSimulated, simulateClaims } from './simulate/simulations.ts';
import { ClaimTraffic } from './traffic.ts';
import { withExpected } from './exposed.ts';
import { Recorder } from '../games/recorder.ts';
import { type EarlierTrace, reproduce } from '../../run/replay/reproduce.ts';

/** So many pairs of a real and a simulated run tell enough, unless somebody asks for others. */
export const REPEATS = 16;

export interface Attacked {
  readonly result: RunResult;
  /** Absent if the run was interrupted. */
  readonly certificate?: Certificate;
}

export interface AttackOptions extends RunOptions {
  /** Instead of the scenario's own coalitions; see {@link plansOf}. */
  readonly coalitions?: readonly Collusion[] | undefined;
  /** How many further runs on the same data are tested for lack of randomness; 0, the default: none. */
  readonly repeats?: number | undefined;
  /** Whether claims are compared with simulations for all coalitions, however many, and while others fail. */
  readonly thorough?: boolean | undefined;
  /** Told how many pairs of real and simulated runs are done, and of how many. */
  readonly onPair?: ((done: number, of: number) => void) | undefined;
  /** The run must reproduce this trace, which must be the scenario's. */
  readonly earlier?: EarlierTrace | undefined;
}

/**
 * Runs a scenario, records what its coalitions see, and certifies what leaked.
 * @throws CahootsError if an attack is a plugin's and gives something other than a score
 */
export async function attackRun(scenario: Scenario, options: AttackOptions): Promise<Attacked> {
  // One for all runs, as there are hundreds, and a thread takes as long to start as one of them.
  const executor = options.executor ?? openExecutor(options);
  try {
    return await blaming(options, [scenario.protocol], () => attacked(scenario, { ...options, executor }));
  } finally {
    if (executor !== options.executor) await executor.close();
  }
}

async function attacked(scenario: Scenario, options: AttackOptions): Promise<Attacked> {
  const { bus = new Bus(), coalitions = scenario.collusion, repeats = 0 } = options;
  const protocol = protocolOf(scenario, options);
  const plans = plansOf(scenario, protocol, withExpected(coalitions, scenario.expect.exposed));
  const attacks = plans.flatMap((plan) => plan.attacks);
  const recorder = new Recorder(scenario, protocol, allMembers(scenario, plans), attacks);
  recorder.attach(bus);
  const claims = claimsOf(protocol, agreedOf(scenario, protocol));
  const traffic = new ClaimTraffic(claims, scenario.parties);
  traffic.attach(bus);
  const byzantine = byzantineOn(bus, registered(options).faults);
  const result = await runAgain(scenario, { ...options, bus });
  if (result.ending === 'aborted') return { result };
  const repeated =
    repeats === 0
      ? {}
      : await repeatedRuns(scenario, protocol, { ...options, repeats, endNs: result.endNs }, claims, plans);
  if (options.signal?.aborted === true) return { result };
  const directory = new Directory(scenario.parties.roles);
  const falsifying = Array.from(byzantine, (actor) => directory.name(actor));
  const isCutShort = result.outcome?.kind !== 'clustered';
  const recorded = { plans, recorder, traffic, falsifying, isCutShort, ...repeated };
  const certificate = certify(scenario, protocol, recorded);
  return { result, certificate };
}

/**
 * Claims with simulators are held against simulations, others against what should look random in repeated runs; for all
 * it is tested what distinguishes points from images of them, and followed where secrets come from.
 */
async function repeatedRuns(
  scenario: Scenario,
  protocol: AnyProtocol,
  options: AttackOptions & { readonly repeats: number; readonly endNs: number },
  claims: readonly Claim[],
  plans: readonly Plan[],
): Promise<Pick<Recorded, 'detected' | 'simulations' | 'provenance'>> {
  const { plugins, executor, signal, thorough, repeats, onPair } = options;
  const simulated = claims.length > 0 && claims.every((claim) => canBeSimulated(claim, scenario));
  const coalitions = simulated
    ? derivingCoalitions(claims, scenario.parties)
    : watched(scenario, protocol, plans, claims);
  const detected = await confirmed(
    await detect(scenario, protocol, options, coalitions, repeats, { simulated }),
    () => detect(scenario, protocol, options, coalitions, repeats, { simulated, fresh: true }),
  );
  const simulations = await simulateClaims(scenario, protocol, claims, {
    plugins,
    executor,
    signal,
    thorough,
    endNs: options.endNs,
    onPair,
    pairs: repeats,
  });
  const provenance = await examineProvenance(
    scenario,
    protocol,
    { plugins, signal },
    derivingCoalitions(claims, scenario.parties),
  );
  return { detected, simulations, provenance };
}

/** How many coalitions of each kind are tested in repeated runs. */
const WATCHED = 10;

/**
 * Coalitions that should receive nothing that does not look random. By claims: all clients in groups as large
 * as the claim allows, and those of the plans that it covers. If the protocol claims nothing, those of the
 * plans without the server, or a client. And every party that holds no data, if messages to it are masked.
 */
function watched(
  scenario: Scenario,
  { privacy }: AnyProtocol,
  plans: readonly Plan[],
  claims: readonly Claim[],
): Coalition[] {
  const { clients } = scenario.population;
  const { holders } = scenario.parties;
  const ofHolders = claims.filter(({ coalition }) =>
    covers({ coalition: { [holders]: clients.length } }, coalition),
  );
  const largest = Math.max(0, ...ofHolders.map(({ coalition }) => coalition[holders] ?? 0));
  const groups =
    largest === 0
      ? []
      : Array.from({ length: Math.ceil(clients.length / largest) }, (_, g) =>
          clients.slice(g * largest, (g + 1) * largest),
        );
  const planned = membersOf(scenario, plans).flatMap((coalitions, i) => {
    const { clients: size, server } = meansOfEntry(plans[i].coalitions, scenario.parties);
    const covered = !server && size > 0 && (claims.length === 0 || size <= largest);
    return covered ? [...firstOf(coalitions, WATCHED)] : [];
  });
  const all = [
    ...groups,
    ...planned,
    ...(groups.length === 0 && planned.length === 0 ? [clients.slice(0, 1)] : []),
    ...(privacy?.masked === undefined ? [] : scenario.parties.servers.map((name) => [name])),
  ];
  const names = new Set<string>();
  return all.filter((members) => {
    const name = members.join();
    return names.size < names.add(name).size;
  });
}

function* firstOf<T>(items: Iterable<T>, count: number): Generator<T, void, void> {
  let taken = 0;
  for (const item of items) {
    if (taken++ === count) return;
    yield item;
  }
}

/**
 * Exactly what a coalition holds and observed in a run.
 * @param members by name
 */
export async function view(
  scenario: Scenario,
  members: readonly string[],
  options: Omit<AttackOptions, 'coalitions'>,
): Promise<View> {
  const { bus = new Bus() } = options;
  const recorder = new Recorder(scenario, protocolOf(scenario, options), members);
  recorder.attach(bus);
  await runAgain(scenario, { ...options, bus });
  return recorder.view(members);
}

/** A run that cannot be compared may be a different one: then nothing is certified. */
async function runAgain(scenario: Scenario, { earlier, ...options }: AttackOptions): Promise<RunResult> {
  if (earlier === undefined) return run(scenario, options);
  const { result, problem } = await reproduce(scenario, options, earlier);
  if (problem !== undefined) throw problem;
  return result;
}

/**
 * A scenario's protocol.
 * @throws CahootsError for an unknown protocol
 */
export function protocolOf({ protocol: wanted }: Scenario, plugged: Plugged): AnyProtocol {
  return protocolNamed(plugged, wanted);
}
