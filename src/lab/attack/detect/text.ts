/** The results of repeated runs, as text for a terminal. */

import { integer } from '../../../run/report/format.ts';
import { paragraph, table } from '../../../run/report/table.ts';
import { powerText, probability, weakestOf } from '../verdict.ts';
import type { Detected } from './detect.ts';

/** The results of repeated runs, test by test, with the worst coalition of each. */
export function detectedText({ runs, coalitions, traffic }: Detected): string {
  const tests = coalitions.flatMap(({ members, tests: own }) => own.map((test) => ({ members, ...test })));
  const names = [...new Set(tests.map(({ test }) => test))];
  const results = names.map((name) => {
    const own = tests.filter(({ test }) => test === name);
    return { name, own, worst: own.reduce((a, b) => (b.pValue < a.pValue ? b : a)) };
  });
  const rows = results.map(({ name, own, worst }) => {
    const tries = own.reduce((sum, one) => sum + one.tries, 0);
    const weakest = weakestOf(own);
    return [
      name,
      integer(tries),
      probability(worst.pValue * tests.length),
      weakest === undefined ? 'unknown' : powerText(weakest),
    ];
  });
  const sights = results.map(({ name, worst }) =>
    paragraph(`${name} would see ${worst.sees}; most suspicious: ${worst.where}`),
  );
  const untested = coalitions.flatMap(({ members, untested: own }) =>
    own.map((what) => paragraph(`not tested for ${members.join(', ')}: ${what}`)),
  );
  return [
    paragraph(
      `${runs} runs on the same data with fresh randomness, and half as many on each of several images of the points, as ${coalitions.length === 1 ? 'one coalition sees' : `${coalitions.length} coalitions see`} them:`,
    ),
    rows.length === 0
      ? 'nothing to test\n'
      : `${table(['test', 'tries', 'p', 'power'], rows, ['test', 'power'])}\n${sights.join('')}`,
    `${traffic.compared === 0 ? '' : paragraph(trafficText(traffic))}${untested.join('')}`,
  ].join('\n');
}

function trafficText({ compared, parted, clients, server, example }: Detected['traffic']): string {
  const up = parted === 0 ? '' : ` (${parted} of them only until a server sent something else)`;
  const pairs = `${compared} pairs of runs on points and images of them${up}`;
  if (clients.size + server.size === 0)
    return `traffic: number, order, size and time of all messages are the same in ${pairs}`;
  const text = (found: ReadonlyMap<string, number>): string =>
    [...found].map(([kind, count]) => `${kind} in ${count}`).join(', ') || 'nothing';
  return `traffic: of ${pairs}, that of clients differs by ${text(clients)}, what the server sends first by ${text(server)}: ${example ?? ''}`;
}
