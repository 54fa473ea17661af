/**
 * Detectors that know no protocol. They run a scenario again and again, everybody's randomness drawn anew, and look at
 * what came to a coalition: whether it is as random as it should be. They do so on mirrored points, and look at whether what came
 * tells these from the others; and run it on images of the points under the same seeds, and look at what an observer of all links sees.
 */

import { Random } from '../../base/random.ts';
import type { AnyProtocol } from '../../protocol/protocol.ts';
import type { ObservedMessage } from '../../protocol/attack.ts';
import type { RunOptions } from '../../run/run.ts';
import type { Scenario } from '../../scenario/load.ts';
import { Bus } from '../../sim/bus.ts';
import type { Coalition } from '../coalitions.ts';
import { Recorder } from '../recorder.ts';
import { testRandomness } from './randomness.ts';
import type { Tested } from './tested.ts';
import { samplesOf } from './samples.ts';
import { testContents } from './contents.ts';
import { compareTwins, halved, mirrored, type Pair, type Twins, watch, type Watched } from './twins.ts';
import type { AnyMessageType } from '../../wire/message.ts';

/** What repeated runs came to. */
export interface Detected {
  readonly runs: number;
  /** Of each coalition that was looked at. */
  readonly coalitions: readonly {
    readonly members: Coalition;
    /** How many of them hold data, and whether one of the others is among them. */
    readonly clients: number;
    readonly server: boolean;
    readonly tests: readonly Tested[];
    /** What could not be tested, and why. */
    readonly untested: readonly string[];
  }[];
  readonly traffic: Twins;
}

/** Of each coalition there are at most so many tests. */
const TESTS = 6;

/** Below this a probability, corrected for everything that was tried, is flagged. */
export const LEVEL = 0.01;

/**
 * @param coalitions that should learn nothing, by the protocol's claims or the user's word
 * @param runs so many on the same data and as many on mirrored points; a quarter as many under one seed on the points and two images
 */
export async function detect(
  scenario: Scenario,
  protocol: AnyProtocol,
  options: Pick<RunOptions, 'plugins' | 'threads' | 'signal'>,
  coalitions: readonly Coalition[],
  runs: number,
): Promise<Detected> {
  const random = new Random(scenario.seed).scope('detectors');
  const stream = random.stream('seeds');
  const everybody = new Set(coalitions.flat());
  const watchWith = async (again: Scenario, kept: Recorder[]): Promise<Watched> => {
    const recorder = new Recorder(again, protocol, everybody);
    const bus = new Bus();
    recorder.attach(bus);
    const seen = await watch(again, options, bus);
    kept.push(recorder);
    return seen;
  };
  const recorders: Recorder[] = [];
  const ofImages: Recorder[] = [];
  const pairs: Pair[] = [];
  const image = mirrored(scenario, () => true);
  for (let at = 0; at < runs && options.signal?.aborted !== true; at++) {
    await watchWith({ ...scenario, seed: stream.integer(2 ** 31) }, recorders);
    // Under a seed of its own: noise of the same seed would depend on that of the run on the points themselves.
    const seed = stream.integer(2 ** 31);
    const other = await watchWith({ ...image, seed }, ofImages);
    if (at >= Math.ceil(runs / 4)) continue;
    const one = await watch({ ...scenario, seed }, options);
    const half = halved(mirrored(scenario, () => stream.uniform() < 0.5));
    pairs.push([one, other], [one, await watch({ ...half, seed }, options)]);
  }
  const privacy = protocol.privacy ?? { attacks: [], statement: () => '' };
  const servers = new Set(scenario.parties.servers);
  const level = LEVEL / (coalitions.length * TESTS);
  const tested = coalitions.map((members) => {
    const clients = members.filter((name) => !servers.has(name)).length;
    const server = clients < members.length;
    // What the server says to clients is the protocol's result, and what clients say to it only what is to be masked.
    const isWanted = ({ from, to }: ObservedMessage, type: AnyMessageType): boolean =>
      !servers.has(from) && (!servers.has(to) || (server && privacy.masked?.includes(type) === true));
    const [views, others] = [recorders, ofImages].map((all) => all.map((one) => one.view(members)));
    const { stacks, uneven } = samplesOf(views, protocol.messages, privacy, isWanted);
    const untested = [
      ...uneven.map((type) => `${type} messages, which came in some of the runs only or in several lengths`),
      ...(stacks.length === 0 ? ['no residues came to these members from other clients'] : []),
      ...(stacks.some(({ modulus }) => modulus === undefined)
        ? ['evenness and combinations, as the protocol does not say what its residues are modulo']
        : []),
    ];
    const contents = testContents(views, others, protocol.messages, isWanted, level);
    return { members, clients, server, tests: [...testRandomness(stacks, level), ...contents], untested };
  });
  return {
    runs: recorders.length,
    coalitions: tested,
    traffic: compareTwins(pairs, scenario.parties.servers),
  };
}

/** Whether a test is to be flagged among so many. */
export function isFlagged({ pValue }: Tested, tests: number): boolean {
  return pValue * tests < LEVEL;
}
