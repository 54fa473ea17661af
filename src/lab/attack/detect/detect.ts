/**
 * Detectors that know no protocol. They repeat a scenario with fresh randomness for everybody, and test
 * whether what a coalition received is as random as it should be. They also run it on images of the points,
 * and test whether what it received distinguishes these; and they run points and images under the same seeds,
 * and compare what an observer of all links sees. If points are redistributed, clusterings differ, so only
 * messages before a server announced anything about them count.
 */

import { Random } from '../../../core/base/random.ts';
import type { AnyProtocol } from '../../../core/protocol/protocol.ts';
import type { ObservedMessage } from '../../../core/protocol/view.ts';
import type { RunOptions } from '../../../run/execute/run.ts';
import type { Scenario } from '../../../run/scenario/load.ts';
import { Bus } from '../../../core/engine/messages/bus.ts';
import type { Coalition } from '../../games/coalition.ts';
import { type RoleCounts, roleCounts } from '../coalitions.ts';
import { Recorder } from '../../games/recorder.ts';
import { testRandomness } from './randomness.ts';
import type { Tested } from './tested.ts';
import { samplesOf, type Wanted } from './samples.ts';
import { fieldsOf } from './columns.ts';
import { testContents } from './contents.ts';
import { cornered, dealtAnew, halved, mirrored } from './images.ts';
import { testParities } from './parities.ts';
import { commonStart, compareTwins, linkName, type Pair, type Twins, watch, type Watched } from './twins.ts';
import type { AnyMessageType } from '../../../core/engine/wire/message.ts';

/** The results of repeated runs. */
export interface Detected {
  /** The number of runs on the points themselves. */
  readonly runs: number;
  /** For each coalition tested. */
  readonly coalitions: readonly {
    readonly members: Coalition;
    /** How many members play each role. */
    readonly roles: RoleCounts;
    readonly tests: readonly Tested[];
    /** What could not be tested, and why. */
    readonly untested: readonly string[];
  }[];
  readonly traffic: Twins;
}

/** The largest number of tests per coalition. */
const TESTS = 7;

/**
 * How often points are redistributed: of the bits that are equally likely to be 0 and 1, one in 16 is the
 * same in all of these.
 */
const DEALS = 4;

/** Probabilities below this, corrected for everything that was tried, are flagged. */
export const LEVEL = 0.01;

/**
 * @param coalitions that should learn nothing, according to the protocol's claims or to the user
 * @param runs on the same data; half as many on mirrored points, on each of two images at opposite corners,
 *   and on each of four redistributions of the points; and a quarter as many on each of four images under the
 *   seeds of runs on the points
 * @param simulated whether all coalitions are compared with simulations: then only contents are tested, as neither
 *   randomness nor traffic needs to be guessed at
 * @param fresh whether all randomness is another than without it
 */
export async function detect(
  scenario: Scenario,
  protocol: AnyProtocol,
  options: Pick<RunOptions, 'plugins' | 'executor' | 'signal'>,
  coalitions: readonly Coalition[],
  runs: number,
  { simulated = false, fresh = false }: { readonly simulated?: boolean; readonly fresh?: boolean } = {},
): Promise<Detected> {
  const random = new Random(scenario.seed).scope('detectors', ...(fresh ? ['again'] : []));
  const seeds = random.stream('seeds');
  const corners = random.stream('corners');
  const high = Array.from({ length: scenario.population.dimension }, () => corners.uniform() < 0.5);
  const [near, far] = [(c: number) => high[c], (c: number) => !high[c]].map((is) => cornered(scenario, is));
  const image = mirrored(scenario, () => true);
  const deals = random.stream('deals');
  // Without a server, nobody announces where legitimate knowledge begins.
  const dealt = Array.from({ length: scenario.parties.servers.length === 0 ? 0 : DEALS }, () =>
    dealtAnew(scenario, deals),
  );
  const worlds = [scenario, image, near, far, ...dealt];
  const everybody = new Set(coalitions.flat());
  const recorders: Recorder[][] = worlds.map(() => []);
  const pairs: Pair[] = [];
  const starts: ReadonlyMap<string, number>[] = [];
  for (let at = 0; at < runs && options.signal?.aborted !== true; at++) {
    let own: Watched | undefined;
    const seed = seeds.integer(2 ** 31);
    for (const [of, world] of worlds.entries()) {
      if (of > 0 && at >= Math.ceil(runs / 2)) continue;
      // Each under its own seed: with the same seed, its noise would depend on that of the run on the points
      // themselves.
      const recorded = { ...world, seed: of === 0 ? seed : seeds.integer(2 ** 31) };
      const recorder = new Recorder(recorded, protocol, everybody);
      const bus = new Bus();
      recorder.attach(bus);
      const seen = await watch(recorded, options, bus);
      own ??= seen;
      recorders[of].push(recorder);
    }
    if (own === undefined) continue;
    if (at < dealt.length) starts.push(commonStart([own, await watch({ ...dealt[at], seed }, options)]));
    if (simulated || at >= Math.ceil(runs / 4)) continue;
    const half = halved(mirrored(scenario, () => corners.uniform() < 0.5));
    for (const other of [image, half, near, far]) pairs.push([own, await watch({ ...other, seed }, options)]);
  }
  const level = LEVEL / (coalitions.length * TESTS);
  const isDealt = worlds.map((world) => dealt.includes(world));
  const repeated = { recorders, starts, isDealt, simulated };
  return {
    runs: recorders[0].length,
    coalitions: coalitions.map((members) => testedCoalition(scenario, protocol, members, repeated, level)),
    traffic: compareTwins(pairs, scenario.parties.servers),
  };
}

/** What was recorded of repeated runs. */
interface Repeated {
  /** `[world][run]`; the first world is the points themselves. */
  readonly recorders: readonly (readonly Recorder[])[];
  /** How many messages of each link came before a server announced anything, in each pair of dealings. */
  readonly starts: readonly ReadonlyMap<string, number>[];
  /** For each world, whether its points were redistributed. */
  readonly isDealt: readonly boolean[];
  readonly simulated: boolean;
}

/** Tests what one coalition received. */
function testedCoalition(
  scenario: Scenario,
  protocol: AnyProtocol,
  members: Coalition,
  { recorders, starts, isDealt, simulated }: Repeated,
  level: number,
): Detected['coalitions'][number] {
  const privacy = protocol.privacy ?? { attacks: [], statement: () => '' };
  const servers = new Set(scenario.parties.servers);
  const server = members.some((name) => servers.has(name));
  // Messages from the server to clients are the protocol's result; of those to the server only masked ones
  // count.
  const isWanted = ({ from, to }: ObservedMessage, type: AnyMessageType): boolean =>
    !servers.has(from) && (!servers.has(to) || (server && privacy.masked?.includes(type) === true));
  const isEarly: Wanted = (seen, type, nth) =>
    isWanted(seen, type) && starts.every((links) => nth <= (links.get(linkName(seen.from, seen.to)) ?? 0));
  const groups = recorders.map((own) => own.map((one) => one.view(members)));
  const fields = fieldsOf(groups, protocol.messages, (world) => (isDealt[world] ? isEarly : isWanted));
  const contents = [...testContents(fields, level), ...testParities(fields, level)];
  const roles = roleCounts(members, scenario.parties);
  if (simulated) return { members, roles, tests: contents, untested: [] };
  const [{ stacks, uneven }, ...images] = groups.map((views) =>
    samplesOf(views, protocol.messages, privacy, isWanted),
  );
  const untested = [
    ...uneven.map((type) => `${type} messages, which came in some of the runs only or in several lengths`),
    ...(stacks.length === 0 ? ['no residues came to these members from other clients'] : []),
    ...(stacks.some(({ modulus }) => modulus === undefined)
      ? ['evenness and combinations, as the protocol does not say what its residues are modulo']
      : []),
  ];
  const ofImages = images.map((samples) => samples.stacks);
  const tests = [...testRandomness(stacks, ofImages, level), ...contents];
  return { members, roles, tests, untested };
}

/** Whether a test is to be flagged, given their number. */
export function isFlagged({ pValue }: Tested, tests: number): boolean {
  return pValue * tests < LEVEL;
}
