/** A certificate as text for a terminal. */

import { integer } from '../report/format.ts';
import { table } from '../report/table.ts';
import type { Certificate, Finding } from './certificate.ts';
import type { Game, Tries } from './game.ts';

/** Ends with a newline. */
export function certificateText({ findings, statement }: Certificate): string {
  const rows = findings.map((finding) => [
    finding.coalition + (finding.hostile === undefined ? '' : ` (${finding.hostile})`),
    finding.attack,
    integer(finding.attempts),
    exposedText(finding),
    Object.entries(finding.measures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ]);
  const meanings = findings.map(
    ({ coalition, attack, meaning }) => `${coalition}, by ${attack}: ${meaning}\n`,
  );
  return [
    table(['coalition', 'attack', 'attempts', 'exposed', 'measured'], rows, [
      'coalition',
      'attack',
      'measured',
    ]),
    `exposed is the share of what an attack is after, the most over all attempts; measured is of that one\n`,
    meanings.join(''),
    `${statement}\n`,
  ].join('\n');
}

/** The range where coalitions of one kind differ. */
function exposedText({ attempts, exposed: { least, most } }: Finding): string {
  if (attempts === 0) return '-';
  const percent = (share: number): string => `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
  return least === most ? percent(most) : `${percent(least)} to ${percent(most)}`;
}

/** A game, and who played it. */
export type GameRow = Game & { readonly coalition: string };

/** Ends with a newline. */
export function gamesText(games: readonly GameRow[]): string {
  const tries = ({ advantage, interval: [low, high] }: Tries): string =>
    `${advantage.toFixed(2)} in [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  const rows = games.map(({ coalition, attack, shown, control }) => [
    coalition,
    attack,
    integer(shown.runs),
    tries(shown),
    tries(control),
  ]);
  return [
    table(['coalition', 'attack', 'runs', 'advantage', 'control'], rows, ['coalition', 'attack']),
    'advantage in telling which of two drawings of the hidden points a run was on, with its 95% interval: 1 is certainty, 0 chance; the control is shown a run on neither\n',
  ].join('\n');
}
