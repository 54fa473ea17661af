/** A certificate as text for a terminal: verdicts first, then what they rest on, then what was not tried. */

import { bytes, fixed, integer } from '../../run/report/format.ts';
import { paragraph, table } from '../../run/report/table.ts';
import type { Certificate } from './certificate.ts';
import type { Finding } from './finding.ts';
import { detectedText } from './detect/text.ts';
import type { Tries } from './game.ts';
import type { GameRow } from './games.ts';
import type { Ledger } from './simulate/ledger.ts';
import { textOf } from './simulate/power.ts';
import { powerText, probability, type Verdict } from './verdict.ts';

/** Ends with a newline. */
export function certificateText(certificate: Certificate): string {
  const { findings, statement, verdicts, detected, violated } = certificate;
  // Most attacks are exact.
  const some = findings.some(({ evidence }) => evidence?.power !== undefined);
  const rows = findings.map((finding) => [
    whoText(finding),
    finding.attack,
    integer(finding.attempts),
    exposedText(finding),
    advantageText(finding),
    finding.evidence === undefined ? '' : probability(finding.evidence.pValue),
    ...(some ? [finding.evidence?.power === undefined ? '' : powerText(finding.evidence.power)] : []),
  ]);
  return [
    violated.map(({ property, message }) => `violated: ${property}: ${message}\n`).join(''),
    verdicts.map(verdictText).join(''),
    unclaimedText(certificate),
    rows.length === 0 ? '' : tableText(rows, some),
    findings.map((one) => paragraph(`${whoText(one)}, by ${one.attack}: ${detailText(one)}`)).join(''),
    detected === undefined
      ? paragraph(
          'not tried: repeated runs, which look for noise that is not random, and for traffic that depends on points (--repeats)',
        )
      : detectedText(detected),
    untriedText(certificate),
    paragraph(statement),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The claim and its verdict, followed by what is missing, and by what it rests on. */
function verdictText({ claim, status, because, missing, ledger }: Verdict): string {
  const lines = [...missing.map((one) => `missing: ${one}`), ...because, ...untestedOf(ledger)];
  return [paragraph(`${claim}: ${status.toUpperCase()}`), ...lines.map((line) => paragraph(line, '  '))].join(
    '',
  );
}

/** How many fields are listed. */
const LISTED = 8;

/** What coalitions receive and what was not tested, the most bytes first. */
function untestedOf({ entries }: Ledger): string[] {
  const untested = entries
    .filter(({ untestedBytes }) => untestedBytes > 0)
    .toSorted((a, b) => b.untestedBytes - a.untestedBytes);
  const more = untested.length - LISTED;
  return [
    ...untested
      .slice(0, LISTED)
      .map((entry) => `untested: ${bytes(entry.untestedBytes)} of ${textOf(entry)}`),
    ...(more > 0 ? [`untested: ${more} more fields (--json lists all)`] : []),
  ];
}

/** What nobody claims anything of. */
function unclaimedText({ verdicts, uncovered }: Certificate): string {
  if (verdicts.length === 0)
    return paragraph('The protocol claims nothing, so there is nothing to hold: OPEN');
  return uncovered.length === 0
    ? ''
    : paragraph(`no claim is about what these learn: ${uncovered.join(', ')}`);
}

/** @param powers whether to show the last column */
function tableText(rows: readonly string[][], powers: boolean): string {
  const headers = [
    'coalition',
    'attack',
    'coalitions',
    'exposed',
    'advantage',
    'p',
    ...(powers ? ['power'] : []),
  ];
  return [
    table(headers, rows, ['coalition', 'attack', 'advantage', 'power']),
    [
      'exposed: the share of its target that an attack recovered, the most of all coalitions; of graded numbers, those within 1 %',
      'advantage: the share that the attack recovers of what a guess from public knowledge misses by more than 1 %, with its 95 % interval',
      'p: the probability that honest randomness looks as suspicious, over all coalitions and tests of the row',
      ...(powers
        ? [
            'power: how often a deviation from uniformity of this size, relative to the shares of cells, is flagged; an attack without one is exact',
          ]
        : []),
    ]
      .map((line) => paragraph(line))
      .join(''),
  ].join('\n');
}

function whoText({ coalition, sampled, adversary }: Finding): string {
  return coalition + (sampled ? ', a sample' : '') + (adversary === undefined ? '' : ` (${adversary})`);
}

function detailText({ meaning, measures }: Finding): string {
  const numbers = Object.entries(measures).map(([name, value]) => `${name} ${value}`);
  return numbers.length === 0 ? meaning : `${meaning}; ${numbers.join(', ')}`;
}

/** A range, if coalitions of one kind differ. */
function exposedText({ exposed: { least, most } }: Finding): string {
  const percent = (share: number): string => `${(100 * share).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
  return least === most ? percent(most) : `${percent(least)} to ${percent(most)}`;
}

function advantageText({ advantage }: Finding): string {
  if (advantage === undefined) return '';
  const {
    value,
    interval: [low, high],
  } = advantage;
  return withInterval(value, low, high);
}

/** Grouped by reason, so that what ten kinds of coalitions lack is said once. */
function untriedText({ untried }: Certificate): string {
  const byLine = new Map<string, string[]>();
  for (const { attack, reason, coalition } of untried) {
    const line = `not tried: ${attack}: ${reason}`;
    byLine.set(line, [...(byLine.get(line) ?? []), coalition]);
  }
  return [...byLine].map(([line, coalitions]) => paragraph(`${line} (${coalitions.join('; ')})`)).join('');
}

/** Ends with a newline. */
export function gamesText(games: readonly GameRow[]): string {
  if (games.length === 0)
    return 'no games: nothing was attempted that could tell two drawings of points apart\n';
  const tries = ({ advantage, interval: [low, high] }: Tries): string => withInterval(advantage, low, high);
  const rows = games.map(({ coalition, attack, shown, control, pValue, sees }) => [
    coalition,
    attack,
    integer(shown.runs),
    tries(shown),
    probability(pValue * games.length),
    sees === undefined ? 'nothing' : sees.toFixed(2),
    tries(control),
  ]);
  return [
    table(['coalitions', 'attack', 'runs', 'advantage', 'p', 'sees', 'control'], rows, [
      'coalitions',
      'attack',
    ]),
    [
      'advantage in telling which of two drawings of the hidden points a run was on, with its 95 % interval: 1 is certainty, 0 chance, and below 0 the wrong one is named',
      'p: of chance, on either side, over all rows; sees: the advantage that this many runs find in 8 of 10 cases; the control is shown a run on neither',
    ]
      .map((line) => paragraph(line))
      .join(''),
  ].join('\n');
}

function withInterval(value: number, low: number, high: number): string {
  return `${fixed(value, 2)} in [${fixed(low, 2)}, ${fixed(high, 2)}]`;
}
