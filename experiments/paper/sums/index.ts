/** Secure sums side by side: what they cost, what they do under faults, what coalitions learn, and what the papers state. */

import { paragraph, table } from '../../../src/run/report/table.ts';
import { csvOf } from '../../../src/run/tidy/rows.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { detailsOf } from '../keys.ts';
import { type PaperOptions, writeFigure } from '../options.ts';
import { beyond, bytesByClients, figure, which } from './beyond.ts';
import { sumCosts } from './cell.ts';
import { type Learned, learnedOfSum } from './coalitions.ts';
import { CONDITIONS, distant, DISTANT_NS, isRun, requestOf, statedFor } from './conditions.ts';
import { type Became, becameText, CLIENTS, sumUnderFaults, TRIED } from './faults.ts';
import { type Cell, checked, least, measured } from './measured.ts';
import { COMPARED } from './protocols.ts';
import { published, type Trips } from './published.ts';

const FIGURE = 'sums.svg';
const FIGURE_ROWS = 'sums.csv';
const MANY = 20;

/** Ends with a newline; writes the figure, and the table that it is drawn from. */
export async function secureSumCosts(options: PaperOptions): Promise<string> {
  const planned = CONDITIONS.flatMap((under) =>
    COMPARED.filter((one) => isRun(one, under)).map((one) => ({ one, under })),
  );
  const requests = [
    ...planned.map(({ one, under }) => requestOf(one, under)),
    ...COMPARED.flatMap((one) => [distant(one, 1), distant(one, MANY)]),
  ];
  const found = await runBatch(sumCosts, requests, { ...options, ...detailsOf(requests) });
  const cells = planned.map(({ one, under }, i): Cell => {
    return { one, under, costs: found[i], stated: statedFor(one, under, requests[i]) };
  });
  const [{ stated }] = cells;
  const tripsOf = (at: number): number => (found[planned.length + at].resultNs ?? NaN) / (2 * DISTANT_NS);
  const trips = new Map(
    COMPARED.map(({ name }, i): [string, Trips] => {
      const [one, many] = [tripsOf(2 * i), tripsOf(2 * i + 1)];
      return [name, { first: one, further: rounded((many - one) / (MANY - 1)) }];
    }),
  );
  const rows = bytesByClients(stated.bits);
  writeFigure(options, FIGURE_ROWS, csvOf(rows));
  const place = writeFigure(options, FIGURE, figure(rows));
  const keys = TRIED.map(({ name, aggregation }) => `${name} ${JSON.stringify(aggregation)}`);
  const became = await runBatch(sumUnderFaults, TRIED, {
    ...options,
    keys: keys.map((key) => `faults ${key}`),
  });
  const learned = await runBatch(learnedOfSum, TRIED, {
    ...options,
    keys: keys.map((key) => `learned ${key}`),
  });
  return [
    `Secure sums of elements of ${stated.bits} bits: one client's bytes, sent and received, and the time to the result\n`,
    measured(cells),
    'Least of each, of those that have a result\n',
    least(cells),
    'Round trips between clients and aggregators, where all else takes no time\n',
    tripsText(trips),
    'Runs in which nobody vanishes, in what the formulas state\n',
    checked(cells),
    `By the formulas, of elements of ${stated.bits} bits; ${place} shows more\n`,
    beyond(stated.bits),
    'Which sum when, by the formulas\n',
    which(stated.bits),
    'What is published, and the same here\n',
    published(trips),
    `Under faults, among ${CLIENTS} clients: of how many the right sum is, in how many runs there is none\n`,
    faultsText(became),
    `What the server learns with clients, among ${CLIENTS}\n`,
    learnedText(learned),
  ].join('\n');
}

const rounded = (value: number): number => Math.round(100 * value) / 100;

function tripsText(trips: ReadonlyMap<string, Trips>): string {
  const rows = [...trips].map(([name, { first, further }]) => [name, first.toFixed(1), further.toFixed(1)]);
  return table(['sum', 'until the first sum', 'for each further one'], rows, ['sum']);
}

/** Each fault with what becomes of the sums, those of which the same becomes together. */
function faultsText(became: readonly (readonly Became[])[]): string {
  const faults = [...new Set(became.flatMap((all) => all.map(({ what }) => what)))];
  const rows = faults.flatMap((what) => {
    const sums = new Map<string, string[]>();
    for (const [i, all] of became.entries()) {
      const own = all.find((one) => one.what === what);
      if (own === undefined) continue;
      const text = becameText(own);
      sums.set(text, [...(sums.get(text) ?? []), `${TRIED[i].name} (${own.runs})`]);
    }
    return [...sums].map(([text, names], i) => [i === 0 ? what : '', names.join(', '), text]);
  });
  return rows
    .map(
      ([what, names, came]) => `${what === '' ? '' : paragraph(what)}${paragraph(`${names}: ${came}`, '  ')}`,
    )
    .join('');
}

function learnedText(learned: readonly Learned[]): string {
  const rows = learned.map(({ harmless, beyond: smallest, together }, i) => [
    TRIED[i].name,
    `${harmless}`,
    ofClients(smallest),
    ofClients(together),
  ]);
  const opened = table(
    ['sum', 'with so many clients only the sum of the others', 'with one more one of', 'both servers one of'],
    rows,
    ['sum'],
  );
  const certified = learned.flatMap(({ verdicts }, i) =>
    verdicts.map(({ claim, status, missing }) =>
      paragraph(`${TRIED[i].name}: ${claim}: ${[status, ...missing].join('; ')}`),
    ),
  );
  return `${opened}\nCertificates of FedDP with each sum\n\n${certified.join('')}`;
}

const ofClients = (count: number | undefined): string => (count === undefined ? '' : `${count}`);
