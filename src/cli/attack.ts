/** `cahoots attack`: what coalitions could compute in a run, given its scenario or its trace. */

import { dirname } from 'node:path';
import { plansOf } from '../lab/attack/certificate.ts';
import { type GameRow, playGames } from '../lab/attack/games.ts';
import { attackRun, protocolOf, REPEATS } from '../lab/attack/attack-run.ts';
import { certificateText, gamesText } from '../lab/attack/text.ts';
import { fails } from '../lab/attack/verdict.ts';
import { CahootsError } from '../core/base/errors.ts';
import { Fingerprints } from '../run/tidy/fingerprint.ts';
import { loadScenario, type Scenario } from '../run/scenario/load.ts';
import { coalitionsFrom } from './coalition-flags.ts';
import type { Action } from './command.ts';
import type { AttackFlags } from './commands/attack.ts';
import { EXIT } from './exit-codes.ts';
import { interruptible } from './interrupt.ts';
import { showCount } from './progress.ts';
import { dataFolder, isTrace, readTrace, refuseForTrace, scenarioOf } from './trace-file.ts';
import { whereOf } from './where.ts';
import { print, printJson } from './print.ts';

/** With more coordinates repeated runs take minutes. */
const LARGE = 100_000;

export const attackCommand: Action<AttackFlags> = {
  async run({ files: [file], values, plugins }) {
    const { games = 0, repeats, thorough, threads = 0, on } = values;
    const trace = isTrace(file) ? readTrace(file) : undefined;
    if (trace !== undefined) refuseForTrace({ '--set': values.set, '--on': on });
    if (on !== undefined && games === 0)
      throw new CahootsError('bad-input', 'expected --games as well, got nothing that others could compute', {
        path: '--on',
      });
    const folder = trace === undefined ? dirname(file) : dataFolder(file, values.data);
    const scenario =
      trace === undefined
        ? loadScenario(file, { plugins, set: values.set })
        : scenarioOf(file, trace, folder, plugins);
    const protocol = protocolOf(scenario, { plugins });
    const entries = coalitionsFrom(values, scenario, protocol) ?? scenario.collusion;
    return interruptible(async (signal) => {
      // Only for people: what programs read on stderr are problems.
      const pairs = process.stderr.isTTY ? showCount('pairs of real and simulated runs') : undefined;
      const { certificate } = await attackRun(scenario, {
        plugins,
        threads,
        signal,
        coalitions: entries,
        repeats: repeats ?? repeatsOf(scenario),
        thorough,
        earlier: trace && { name: file, bytes: trace },
        onPair: pairs?.update,
      }).finally(pairs?.hide);
      if (certificate === undefined) return EXIT.interrupted;
      const played = games > 0 ? await gamesOf(signal) : [];
      if (played === undefined) return EXIT.interrupted;
      if (values.json) printJson({ ...certificate, games: games > 0 ? played : undefined });
      else print(certificateText(certificate) + (games > 0 ? `\n${gamesText(played)}` : ''));
      const held = certificate.violated.length === 0 && !certificate.verdicts.some(fails);
      return held ? EXIT.done : EXIT.violated;
    });

    /** Undefined if they are interrupted. */
    async function gamesOf(signal: AbortSignal): Promise<GameRow[] | undefined> {
      const progress = showCount('runs of games');
      try {
        return await playGames(scenario, plansOf(scenario, protocol, entries), {
          plugins,
          runs: games,
          origin: { file, folder, foreign: trace !== undefined },
          files: trace === undefined ? new Fingerprints(folder).filesOf(file, scenario.files) : {},
          ...whereOf(values, progress),
          signal,
        });
      } catch (error) {
        if (!signal.aborted) throw error;
        return undefined;
      } finally {
        progress.hide();
      }
    }
  },
};

function repeatsOf({ population: { points, dimension }, durations, adversary }: Scenario): number {
  // An active adversary promises nothing, and measured times are never the same twice.
  if (durations === 'measured' || adversary !== undefined) return 0;
  return points * dimension > LARGE ? 0 : REPEATS;
}
