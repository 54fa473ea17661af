/** Which settings do best, as people read it. */

import { rounded, scaleOf } from '../results/quantity.ts';
import { table } from '../report/table.ts';
import type { Ranking } from '../results/best.ts';
import type { RunFigure } from '../results/figures.ts';
import type { Condition } from '../results/where.ts';

/** The best and so many that follow. */
const SHOWN = 6;

/** Ends with a newline. */
export function rankingText(
  { ranked, settings, refused }: Ranking,
  axes: readonly string[],
  { title, unit, better = 'down' }: RunFigure,
  conditions: readonly Condition[],
): string {
  const demand = ['every run came to a result', ...conditions.map(({ text }) => text)].join(' and ');
  const which = `${settings - refused} of ${settings} settings qualify (${demand})`;
  if (ranked.length === 0) return `${which}\n`;
  const shown = ranked.slice(0, SHOWN);
  const scale = scaleOf(
    unit,
    shown.map(({ spread }) => spread.mean),
  );
  const withUnit = `${title}${scale.unit === '' ? '' : ` (${scale.unit})`}`;
  const halfOf = (found: (typeof shown)[0]['spread'] | undefined): number | undefined =>
    found?.interval && (found.interval.high - found.mean) / scale.factor;
  const withHalf = (mean: number, half: number | undefined): string =>
    half === undefined || half === 0
      ? rounded(mean, half)
      : `${rounded(mean, half)} ± ${rounded(half, half)}`;
  const lines = shown.map(({ setting, spread, difference, runs }) => [
    ...setting.map((cell) => (cell === undefined ? '–' : String(cell))),
    String(runs),
    withHalf(spread.mean / scale.factor, halfOf(spread)),
    difference === undefined ? '' : withHalf(difference.mean / scale.factor, halfOf(difference)),
    verdict(difference),
  ]);
  const head = [...axes, 'runs', withUnit, 'more than the first', ''];
  return `${which}, ${better === 'up' ? 'largest' : 'smallest'} first; mean ± half its 95 % interval\n\n${table(head, lines, [...axes, ''])}`;
}

function verdict(difference: Ranking['ranked'][0]['difference']): string {
  if (difference === undefined) return 'best';
  const { interval, mean } = difference;
  if (interval === undefined) return mean === 0 ? 'the same' : 'one seed: nothing tells them apart';
  return interval.low <= 0 && interval.high >= 0 ? 'not told apart from the best' : '';
}
