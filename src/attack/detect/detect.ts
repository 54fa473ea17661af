/**
 * Detectors that know no protocol. They run a scenario again and again, everybody's randomness drawn anew, and look at
 * what came to a coalition: whether it is as random as it should be; and run it on mirrored points, and look at what an
 * observer of all links sees.
 */

import { Random } from '../../base/random.ts';
import type { AnyProtocol } from '../../protocol/protocol.ts';
import { run, type RunOptions } from '../../run/run.ts';
import type { Scenario } from '../../scenario/load.ts';
import { Bus } from '../../sim/bus.ts';
import type { Coalition } from '../coalitions.ts';
import { Recorder } from '../recorder.ts';
import { testRandomness } from './randomness.ts';
import type { Tested } from './tested.ts';
import { samplesOf } from './samples.ts';
import { compareTwins, type Twins } from './twins.ts';

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

/** Below this a probability, corrected for everything that was tried, is flagged. */
export const LEVEL = 0.01;

/**
 * @param coalitions that should learn nothing, by the protocol's claims or the user's word
 * @param runs so many on the same data, and so many pairs of runs on mirrored data
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
  const recorders: Recorder[] = [];
  for (let at = 0; at < runs && options.signal?.aborted !== true; at++) {
    const again = { ...scenario, seed: stream.integer(2 ** 31) };
    const recorder = new Recorder(again, protocol, everybody);
    const bus = new Bus();
    recorder.attach(bus);
    await run(again, { ...options, bus });
    recorders.push(recorder);
  }
  const privacy = protocol.privacy ?? { attacks: [], statement: () => '' };
  const servers = new Set(scenario.parties.servers);
  const tested = coalitions.map((members) => {
    const clients = members.filter((name) => !servers.has(name)).length;
    const server = clients < members.length;
    const { stacks, uneven } = samplesOf(
      recorders.map((recorder) => recorder.view(members)),
      protocol.messages,
      privacy,
      // What the server says to clients is the protocol's result, and what clients say to it only what is to be masked.
      ({ from, to }, type) =>
        !servers.has(from) && (!servers.has(to) || (server && privacy.masked?.includes(type) === true)),
    );
    const untested = [
      ...uneven.map((type) => `${type} messages, which came in some of the runs only or in several lengths`),
      ...(stacks.length === 0 ? ['no residues came to these members from other clients'] : []),
      ...(stacks.some(({ modulus }) => modulus === undefined)
        ? ['evenness and combinations, as the protocol does not say what its residues are modulo']
        : []),
    ];
    return { members, clients, server, tests: testRandomness(stacks), untested };
  });
  const traffic = await compareTwins(scenario, options, Math.ceil(runs / 4), random);
  return { runs: recorders.length, coalitions: tested, traffic };
}

/** Whether a test is to be flagged among so many. */
export function isFlagged({ pValue }: Tested, tests: number): boolean {
  return pValue * tests < LEVEL;
}
