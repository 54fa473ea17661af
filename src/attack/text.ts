/** A certificate as text for a terminal: verdicts first, then what they rest on, then what nobody tried. */

import { integer } from '../report/format.ts';
import { table } from '../report/table.ts';
import type { Certificate } from './certificate.ts';
import type { Finding } from './finding.ts';
import type { Detected } from './detect/detect.ts';
import type { Tries } from './game.ts';
import type { GameRow } from './games.ts';
import { powerText, probability, weakestOf } from './verdict.ts';

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
    ...(verdicts.length === 0
      ? []
      : [
          verdicts
            .map(({ claim, status, because }) => `${claim}: ${status.toUpperCase()} (${because})\n`)
            .join(''),
        ]),
    rows.length === 0 ? '' : tableText(rows, some),
    findings.map((finding) => `${whoText(finding)}, by ${finding.attack}: ${detailText(finding)}\n`).join(''),
    detected === undefined
      ? 'not tried: repeated runs, which look for noise that is not random, and traffic that tells of points (--repeats)\n'
      : detectedText(detected),
    untriedText(certificate),
    `${statement}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** @param powers whether the last column is there */
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
    'exposed: the share of what an attack is after, the most of all coalitions; of graded numbers, those within 1 %\n' +
      'advantage: of what a guess from public things misses by more than 1 %, the share that the attack gets, in its 95 % interval\n' +
      'p: the probability of honest randomness that looks as suspicious, over all coalitions and tests of the row\n' +
      (powers
        ? 'power: how often a deviation from evenness of such a size, relative to the shares of cells, is flagged; an attack without one is exact\n'
        : ''),
  ].join('\n');
}

function whoText({ coalition, sampled, adversary }: Finding): string {
  return coalition + (sampled ? ', a sample' : '') + (adversary === undefined ? '' : ` (${adversary})`);
}

function detailText({ meaning, measures }: Finding): string {
  const numbers = Object.entries(measures).map(([name, value]) => `${name} ${value}`);
  return numbers.length === 0 ? meaning : `${meaning}; ${numbers.join(', ')}`;
}

/** The range where coalitions of one kind differ. */
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
  return `${value.toFixed(2)} in [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

/** What repeated runs came to, test by test, the worst coalition of each. */
export function detectedText({ runs, coalitions, traffic }: Detected): string {
  const tests = coalitions.flatMap(({ members, tests: own }) => own.map((test) => ({ members, ...test })));
  const names = [...new Set(tests.map(({ test }) => test))];
  const rows = names.map((name) => {
    const own = tests.filter(({ test }) => test === name);
    const worst = own.reduce((a, b) => (b.pValue < a.pValue ? b : a));
    const tries = own.reduce((sum, one) => sum + one.tries, 0);
    const weakest = weakestOf(own);
    return [
      name,
      integer(tries),
      probability(worst.pValue * tests.length),
      weakest === undefined ? 'unknown' : powerText(weakest),
      worst.where,
      worst.sees,
    ];
  });
  const untested = coalitions.flatMap(({ members, untested: own }) =>
    own.map((what) => `not tested for ${members.join(', ')}: ${what}\n`),
  );
  return [
    `${runs} runs on the same data, everybody's randomness drawn anew, and as many on mirrored points, as ${coalitions.length === 1 ? 'one coalition sees' : `${coalitions.length} coalitions see`} them:`,
    rows.length === 0
      ? 'nothing to test\n'
      : table(['test', 'tries', 'p', 'power', 'most suspicious', 'would see'], rows, [
          'test',
          'power',
          'most suspicious',
          'would see',
        ]),
    `${trafficText(traffic)}\n${untested.join('')}`,
  ].join('\n');
}

function trafficText({ compared, parted, clients, server, example }: Detected['traffic']): string {
  const up = parted === 0 ? '' : ` (${parted} of them only until a server said something else)`;
  const pairs = `${compared} pairs of runs on points and images of them${up}`;
  if (clients.size + server.size === 0)
    return `traffic: number, order, size and time of all messages are the same in ${pairs}`;
  const text = (found: ReadonlyMap<string, number>): string =>
    [...found].map(([kind, count]) => `${kind} in ${count}`).join(', ') || 'nothing';
  return `traffic: of ${pairs}, that of clients differs by ${text(clients)}, what the server sends first by ${text(server)}: ${example ?? ''}`;
}

/** By reason, so that what ten kinds of coalition lack is said once. */
function untriedText({ untried }: Certificate): string {
  const byLine = new Map<string, string[]>();
  for (const { attack, reason, coalition } of untried) {
    const line = `not tried: ${attack}: ${reason}`;
    byLine.set(line, [...(byLine.get(line) ?? []), coalition]);
  }
  return [...byLine].map(([line, coalitions]) => `${line} (${coalitions.join('; ')})\n`).join('');
}

/** Ends with a newline. */
export function gamesText(games: readonly GameRow[]): string {
  const tries = ({ advantage, interval: [low, high] }: Tries): string =>
    `${advantage.toFixed(2)} in [${low.toFixed(2)}, ${high.toFixed(2)}]`;
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
    'advantage in telling which of two drawings of the hidden points a run was on, with its 95 % interval: 1 is certainty, 0 chance, and below 0 it is told the wrong way round\n' +
      'p: of chance, on either side, over all rows; sees: the advantage that so many runs find in 8 of 10 cases; the control is shown a run on neither\n',
  ].join('\n');
}
