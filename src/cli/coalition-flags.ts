/** Flags for who colludes and what they attempt, instead of a scenario's `collusion` section. */

import { CahootsError, CahootsErrors } from '../core/base/errors.ts';
import type { AnyProtocol } from '../core/protocol/protocol.ts';
import { type Collusion, collusionProblems, collusionSection } from '../run/scenario/collusion.ts';
import type { Scenario } from '../run/scenario/load.ts';
import type { AttackFlags } from './commands/attack.ts';
import type { FlagValues } from './flag.ts';

/**
 * The coalitions that the flags name; undefined if there are no such flags.
 * @throws CahootsError for coalitions that are impossible, or cannot attempt the attacks given
 */
export function coalitionsFrom(
  values: FlagValues<AttackFlags>,
  scenario: Scenario,
  protocol: AnyProtocol,
): readonly Collusion[] | undefined {
  const { members, any, draws, upTo, withServer: server, attack: attacks } = values;
  const tried = attacks && { attacks };
  const ways: object[] = [
    ...(members === undefined ? [] : [{ members: members.split(','), ...tried }]),
    ...(any === undefined ? [] : [{ any, server, draws, ...tried }]),
    ...(upTo === undefined ? [] : [{ upTo, server, ...tried }]),
  ];
  if (ways.length === 0) {
    if (attacks === undefined && draws === undefined && !server) return undefined;
    throw new CahootsError('bad-input', 'expected --members, --any or --up-to, got none of them');
  }
  if (ways.length > 1) {
    throw new CahootsError('bad-input', 'expected one of --members, --any and --up-to, got several');
  }
  if ((draws !== undefined && any === undefined) || (server && members !== undefined)) {
    const flag = draws !== undefined && any === undefined ? '--draws' : '--with-server';
    throw new CahootsError(
      'bad-input',
      `expected it with ${flag === '--draws' ? '--any' : '--any or --up-to'}, got it without`,
      { path: flag },
    );
  }
  const parsed = collusionSection.safeParse(ways);
  if (!parsed.success) {
    throw new CahootsError('bad-input', 'expected sizes and draws of at least 1, got a smaller one');
  }
  const problems = collusionProblems(parsed.data, protocol, scenario.parties, scenario.heldOut !== undefined);
  const [first, ...others] = problems.map(({ path, expected, got }) => {
    const [, , key = ''] = path.split('.');
    return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path: FLAG_OF[key] ?? path });
  });
  if (first !== undefined) throw new CahootsErrors([first, ...others]);
  return parsed.data;
}

const FLAG_OF: Readonly<Record<string, string>> = {
  members: '--members',
  any: '--any',
  upTo: '--up-to',
  attacks: '--attack',
};
