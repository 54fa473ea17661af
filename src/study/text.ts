/** A comparison as people read it, and as a spreadsheet does. */

import { bytes, operations, time } from '../report/format.ts';
import { table } from '../report/table.ts';
import { waitsText } from '../report/timing-text.ts';
import { type Compared, type Figure, FIGURES, type Spread } from './comparison.ts';

interface Row {
  readonly title: string;
  readonly show: (value: number) => string;
}

const plain = (value: number): string => String(Number(value.toPrecision(6)));

const ROWS: Readonly<Record<Figure, Row>> = {
  accuracy: { title: 'accuracy', show: (value) => `${(value * 100).toFixed(2)} %` },
  loss: { title: 'loss', show: plain },
  inducedLoss: { title: 'loss at centres', show: plain },
  iterations: { title: 'iterations', show: plain },
  rounds: { title: 'rounds', show: plain },
  messages: { title: 'messages', show: plain },
  toServer: { title: 'to server', show: bytes },
  fromServer: { title: 'from server', show: bytes },
  betweenClients: { title: 'between clients', show: bytes },
  serverCarried: { title: "over the server's links", show: bytes },
  serverForwarded: { title: 'of these forwarded', show: bytes },
  operationsClients: { title: 'operations of clients', show: operations },
  operationsServer: { title: 'operations of server', show: operations },
  resultNs: { title: 'time to the result', show: time },
  knownNs: { title: 'until all know it', show: time },
  measuredNs: { title: 'measured', show: time },
};

/** One column for each thing that is compared; ends with a newline. */
export function comparisonText(columns: readonly Compared[]): string {
  const some = (value: (column: Compared) => unknown): boolean =>
    columns.some((column) => value(column) !== undefined);
  const counts = [
    ['finished', ...columns.map(({ finished, runs }) => `${finished} of ${runs}`)],
    ...(some(({ equalLloyd }) => equalLloyd)
      ? [
          [
            'equal Lloyd',
            ...columns.map(({ equalLloyd, finished }) =>
              equalLloyd === undefined ? '' : `${equalLloyd} of ${finished}`,
            ),
          ],
        ]
      : []),
  ];
  // Where nobody forwards, nobody asks how much.
  const shown = FIGURES.filter((figure) =>
    columns.some(({ figures: all }) => (figure === 'serverForwarded' ? all[figure]?.maximum : all[figure])),
  );
  const figures = shown.map((figure) => [
    ROWS[figure].title,
    ...columns.map(({ figures: all }) => spreadText(all[figure], ROWS[figure].show)),
  ]);
  const waited = columns.map(({ waits = [] }) => waitsText(waits.slice(0, 1)));
  const waits = waited.some((text) => text !== '') ? [['waited most for', ...waited]] : [];
  return table(['', ...columns.map(({ title }) => title)], [...counts, ...figures, ...waits], ['']);
}

/** The mean, and the standard deviation where runs differ. */
function spreadText(spread: Spread | undefined, show: (value: number) => string): string {
  if (spread === undefined) return '';
  return spread.deviation === 0
    ? show(spread.mean)
    : `${show(spread.mean)} ± ${show(Number(spread.deviation.toPrecision(3)))}`;
}

/** A line for each thing that is compared and each of its figures; bytes, operations and nanoseconds as plain numbers. */
export function comparisonCsv(columns: readonly Compared[]): string {
  const lines = columns.flatMap(({ title, figures }) =>
    FIGURES.flatMap((figure) => {
      const spread = figures[figure];
      if (spread === undefined) return [];
      const { runs, mean, deviation, minimum, maximum } = spread;
      return [[quoted(title), figure, runs, mean, deviation, minimum, maximum].join(',')];
    }),
  );
  return `${['title,figure,runs,mean,deviation,minimum,maximum', ...lines].join('\n')}\n`;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
