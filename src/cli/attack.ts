/** `cahoots attack`: what coalitions could compute in a run, from its scenario or from its trace. */

import { membersOf, type Plan, plansOf } from '../attack/certificate.ts';
import { type Coalition, describe } from '../attack/coalitions.ts';
import { play } from '../attack/game.ts';
import { attackRun, protocolOf } from '../attack/attack-run.ts';
import { certificateText, type GameRow, gamesText } from '../attack/text.ts';
import { fails } from '../attack/verdict.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import type { RunOptions } from '../run/run.ts';
import { loadScenario, type Scenario } from '../scenario/load.ts';
import { coalitionsFrom } from './coalition-flags.ts';
import type { Action } from './command.ts';
import type { AttackFlags } from './commands/attack.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { dataFolder, isTrace, readTrace, refuseForTrace, scenarioOf } from './trace-file.ts';

/** How often a run is repeated where nobody says, unless it has so many coordinates that this takes minutes. */
const REPEATS = 16;
const LARGE = 50_000;

/** Of each kind so many coalitions play games, in turns. */
const PLAYING = 10;

export const attackCommand: Action<AttackFlags> = {
  async run({ files: [file], values, plugins }) {
    const { games = 0, repeats, threads = 0 } = values;
    const trace = isTrace(file) ? readTrace(file) : undefined;
    if (trace !== undefined) refuseForTrace({ '--set': values.set });
    const scenario =
      trace === undefined
        ? loadScenario(file, { plugins, ...(values.set && { set: values.set }) })
        : scenarioOf(file, trace, dataFolder(file, values.data), plugins);
    const protocol = protocolOf(scenario, { plugins });
    const entries = coalitionsFrom(values, scenario, protocol) ?? scenario.collusion;
    return interruptible(async (signal) => {
      const options = { plugins, threads, signal };
      const { certificate } = await attackRun(scenario, {
        ...options,
        coalitions: entries,
        repeats: repeats ?? repeatsOf(scenario),
        ...(trace && { earlier: { name: file, bytes: trace } }),
      });
      if (certificate === undefined) return EXIT.interrupted;
      const plans = games > 0 ? plansOf(scenario, protocol, entries) : [];
      const played = await playAll(scenario, protocol, options, plans, games);
      if (signal.aborted) return EXIT.interrupted;
      process.stdout.write(
        values.json
          ? `${JSON.stringify({ ...certificate, ...(games > 0 && { games: played }) })}\n`
          : certificateText(certificate) + (games > 0 ? `\n${gamesText(played)}` : ''),
      );
      const held = certificate.violated.length === 0 && !certificate.verdicts.some(fails);
      return held ? EXIT.done : EXIT.violated;
    });
  },
};

function repeatsOf({ population: { points, dimension }, durations, adversary }: Scenario): number {
  // An active adversary promises nothing, and measured times are no two the same.
  if (durations === 'measured' || adversary !== undefined) return 0;
  return points * dimension > LARGE ? 0 : REPEATS;
}

/** Some coalitions of each kind take turns. */
async function playAll(
  scenario: Scenario,
  protocol: AnyProtocol,
  options: RunOptions,
  plans: readonly Plan[],
  runs: number,
): Promise<GameRow[]> {
  const rows: GameRow[] = [];
  for (const [i, coalitions] of membersOf(scenario, plans).entries()) {
    const playing: Coalition[] = [];
    for (const members of coalitions) if (playing.push(members) === PLAYING) break;
    const games = await play(scenario, protocol, options, playing, plans[i].attacks, runs);
    rows.push(...games.map((game) => ({ coalition: describe(plans[i].coalitions), ...game })));
  }
  return rows;
}
