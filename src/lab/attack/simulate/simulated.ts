/**
 * What a coalition sees in a real run, beside what it sees if stand-ins play the honest parties. Both runs have
 * the same points, network and faults, and the members have the same randomness; that of the honest parties is
 * drawn afresh, but what it decides in public.
 */

import { defined } from '../../../core/base/defined.ts';
import { assert } from '../../../core/base/errors.ts';
import { Random } from '../../../core/base/random.ts';
import type { Self } from '../../../core/engine/actors/actor.ts';
import type { Behaviour } from '../../../core/engine/actors/effects.ts';
import { Bus } from '../../../core/engine/messages/bus.ts';
import { Directory } from '../../../core/engine/messages/directory.ts';
import type { View } from '../../../core/protocol/view.ts';
import { everyone } from '../../../core/protocol/parties.ts';
import type { AnyProtocol } from '../../../core/protocol/protocol.ts';
import type { AnySimulator, GivenStandIn, Holding, RealRun } from '../../../core/protocol/simulator.ts';
import { type RunOptions, runUnjudged } from '../../../run/execute/run.ts';
import type { Scenario } from '../../../run/scenario/load.ts';
import type { Coalition } from '../../games/coalition.ts';
import { Recorder } from '../../games/recorder.ts';
import { DrawnAlike } from './drawn-alike.ts';
import { type Answer, asked } from './functionality.ts';

/** A real run and its simulation, as a coalition sees them. */
export interface Pair {
  readonly real: View;
  readonly simulated: View;
  /** What the stand-ins learnt of the real run. */
  readonly answers: readonly Answer[];
}

type Options = Pick<RunOptions, 'plugins' | 'executor' | 'signal'>;

/**
 * Runs a scenario, and simulates what a coalition sees of it.
 * @param seed for the honest parties' randomness, and for that of their stand-ins
 * @param alike of what their randomness decides in public, what was the same in pairs before
 * @throws AssertionError if a stand-in is missing, see {@link withoutStandIns}
 */
export async function runPair(
  scenario: Scenario,
  protocol: AnyProtocol,
  simulator: AnySimulator,
  coalition: Coalition,
  seed: number,
  options: Options,
  alike = drawnAlike(scenario, coalition),
): Promise<Pair> {
  const members = new Set(coalition);
  const everybody = everyone(scenario.parties);

  const real = alike.streams(new Random(seed).scope('honest'));
  const seen = new Recorder(scenario, protocol, coalition, undefined, real);
  const all = new Recorder(scenario, protocol, everybody, [{ reads: simulator.reads ?? [] }], real);
  const bus = new Bus();
  seen.attach(bus);
  all.attach(bus);
  const outcome = await runUnjudged(scenario, { ...options, bus, recast: { random: real } });

  const answers: Answer[] = [];
  const leaking: RealRun = defined({ ...all.view(everybody), coalition, outcome });
  const decided = alike.decidedIn(leaking, simulator, real);
  if (decided !== undefined) answers.push(decided);
  const given: GivenStandIn = {
    agreed: leaking.agreed,
    population: scenario.population,
    members: seen.view(coalition).members.map(holdingOf),
    functionality: asked(simulator.functionality(leaking) as object, answers),
    shared: () => new Random(seed).scope('shared by stand-ins'),
  };
  const directory = new Directory(scenario.parties.roles);
  const simulation = new Recorder(scenario, protocol, coalition);
  const simulationBus = new Bus();
  simulation.attach(simulationBus);
  await runUnjudged(scenario, {
    ...options,
    bus: simulationBus,
    recast: {
      random: alike.streams(new Random(seed).scope('stand-ins')),
      behaviour(self: Self) {
        if (members.has(self.name)) return undefined;
        const { role } = directory.place(directory.find(self.name) as number);
        const standIn = simulator.standIns[role];
        assert(standIn !== undefined, `a simulator without a stand-in for ${self.name}`);
        return standIn(self, given) as Behaviour;
      },
    },
  });
  return { real: seen.view(coalition), simulated: simulation.view(coalition), answers };
}

/** For all pairs of a coalition in a scenario, on whatever points. */
export function drawnAlike({ parties }: Scenario, coalition: Coalition): DrawnAlike {
  return new DrawnAlike(everyone(parties).filter((name) => !coalition.includes(name)));
}

/** The honest parties that a simulator has no stand-in for. */
export function withoutStandIns(
  { parties }: Scenario,
  { standIns }: AnySimulator,
  coalition: Coalition,
): string[] {
  const directory = new Directory(parties.roles);
  return parties.roles
    .filter(({ role }) => standIns[role] === undefined)
    .flatMap(({ role }) => directory.names(role).filter((name) => !coalition.includes(name)));
}

function holdingOf({ received: _received, sent: _sent, ...held }: View['members'][number]): Holding {
  return held;
}
