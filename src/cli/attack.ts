/** `cahoots attack`: what coalitions could compute in a run, from its scenario or from its trace. */

import { membersOf, plansOf } from '../attack/certificate.ts';
import { play } from '../attack/game.ts';
import { type Attacked, attackRun, protocolOf } from '../attack/laboratory.ts';
import { attackTrace } from '../attack/reproduce.ts';
import { certificateText, type GameRow, gamesText } from '../attack/text.ts';
import { CahootsError } from '../errors.ts';
import { loadScenario, reloadScenario, type Scenario } from '../scenario/load.ts';
import { TraceReader } from '../trace/reader.ts';
import { COALITION_FLAGS, COALITION_USAGE, coalitionsFrom } from './coalition-flags.ts';
import { type Command, integerFlag, parseCommand, type Protocols } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { isTrace, readTrace } from './trace-file.ts';

const USAGE = `attack FILE ${COALITION_USAGE} [--games RUNS] [--data DIR] [--threads N] [--set path=value] [--json]`;

const MOST_GAMES = 1_000_000;

export const attackCommand: Command = {
  summary: 'what coalitions could compute in a run: of a scenario, or of a trace that was made earlier',
  usage: USAGE,
  async run(args, protocols) {
    const { values, file } = parseCommand(USAGE, args, {
      ...COALITION_FLAGS,
      games: { type: 'string' },
      data: { type: 'string' },
      threads: { type: 'string' },
      set: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    });
    const threads = integerFlag('--threads', values.threads, 256) ?? 0;
    const games = integerFlag('--games', values.games, MOST_GAMES) ?? 0;
    const trace = isTrace(file) ? readTrace(file) : undefined;
    if (trace !== undefined && values.set !== undefined) {
      throw new CahootsError('bad-input', 'expected a scenario, got a trace, whose run is what it was', {
        path: '--set',
      });
    }
    const scenario =
      trace === undefined
        ? loadScenario(file, { protocols, ...(values.set && { set: values.set }) })
        : scenarioOf(file, trace, values.data ?? '.', protocols);
    const protocol = protocolOf(scenario, protocols);
    const entries = coalitionsFrom(values, scenario, protocol) ?? scenario.collusion;
    const options = { protocols, threads };
    const attacked: Attacked =
      trace === undefined
        ? await attackRun(scenario, options, entries)
        : await attackTrace(file, trace, scenario, options, entries);
    const { certificate } = attacked;
    if (certificate === undefined) return EXIT.interrupted;
    const rows: GameRow[] = [];
    const plans = games > 0 ? plansOf(scenario, protocol, entries) : [];
    for (const [i, coalitions] of membersOf(scenario, plans).entries()) {
      const { value: members } = coalitions.next();
      if (members === undefined) continue;
      for (const game of await play(scenario, protocol, options, members, plans[i].attacks, games)) {
        rows.push({ coalition: members.join(', '), ...game });
      }
    }
    process.stdout.write(
      values.json === true
        ? `${JSON.stringify({ ...certificate, ...(games > 0 && { games: rows }) })}\n`
        : certificateText(certificate) + (games > 0 ? `\n${gamesText(rows)}` : ''),
    );
    return EXIT.done;
  },
};

/** @param folder what the data files of the scenario are relative to */
function scenarioOf(file: string, trace: Uint8Array, folder: string, protocols: Protocols): Scenario {
  return reloadScenario(new TraceReader(file, trace).header.scenario, file, folder, { protocols });
}
