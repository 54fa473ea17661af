/** What secure sums cost: measured in runs, held against the papers' formulas, and by these beyond what was run. */

import { fileURLToPath } from 'node:url';
import { provenSums, sumCost } from '../../../actors/blocks/index.ts';
import type { PhaseCost } from '../../../src/core/protocol/cost.ts';
import { table } from '../../../src/run/report/table.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { detailsOf } from '../keys.ts';
import { type PaperOptions, writeFigure } from '../options.ts';
import { plot } from '../plot.ts';
import { type SumCosts, sumCosts, type SumRequest } from './cell.ts';
import { provenBytes, provenSession, type Size } from './formulas.ts';
import { agreedFor, COMPARED, type Compared } from './protocols.ts';

const FILE = fileURLToPath(new URL('../../../scenarios/sums.yaml', import.meta.url));
const FIGURE = 'sums.svg';

/** The conditions of a run. */
interface Conditions {
  readonly clients: number;
  readonly length: number;
  /** The share of clients that vanish before they send their vectors. */
  readonly gone: number;
  readonly network: string;
  readonly sums: number;
}

const USUAL: Conditions = { clients: 32, length: 1000, gone: 0, network: 'wan', sums: 1 };

const CONDITIONS: readonly Conditions[] = [
  ...[32, 128].flatMap((clients) => [0, 0.1, 0.3].map((gone) => ({ ...USUAL, clients, gone }))),
  { ...USUAL, length: 10_000 },
  { ...USUAL, network: 'lan' },
  { ...USUAL, network: 'mobile' },
  { ...USUAL, sums: 20 },
];

/** Beyond what is run. */
const SIZES = [512, 1024].flatMap((clients) =>
  [1000, 10_000, 100_000].map((length) => ({ clients, length })),
);

/** Clusters of the scenario: a sum has a count and a coordinate of each. */
const CLUSTERS = 10;

function requestOf(one: Compared, { clients, length, gone, network, sums }: Conditions): SumRequest {
  const faults =
    gone === 0 ? [] : [{ fault: 'dropout', who: { fraction: gone }, when: { round: 1, phase: 'mask' } }];
  return {
    file: FILE,
    seed: 1,
    variant: 0,
    set: [
      `clients=${clients}`,
      `data.dimension=${length / CLUSTERS - 1}`,
      `protocol.rounds=${sums}`,
      `protocol.aggregation=${JSON.stringify(one.settings(clients))}`,
      `network.preset=${network}`,
      `faults=${JSON.stringify(faults)}`,
    ],
  };
}

interface Cell {
  readonly one: Compared;
  readonly under: Conditions;
  readonly costs: SumCosts;
}

/** Ends with a newline; writes the figure. */
export async function secureSumCosts(options: PaperOptions): Promise<string> {
  const planned = CONDITIONS.flatMap((under) => COMPARED.map((one) => ({ one, under })));
  const requests = planned.map(({ one, under }) => requestOf(one, under));
  const found = await runBatch(sumCosts, requests, { ...options, ...detailsOf(requests) });
  const cells = planned.map((plan, i): Cell => ({ ...plan, costs: found[i] }));
  const bits = bitsOf(cells);
  const place = writeFigure(options, FIGURE, figure(bits));
  return [
    `Secure sums of elements of ${bits} bits: one client's bytes, sent and received, and the time to the result\n`,
    measured(cells, bits),
    '\nLeast of each, of those that have a result\n',
    least(cells),
    `\nBy the formulas, of elements of ${bits} bits; ${place} shows more\n`,
    beyond(bits),
  ].join('\n');
}

/** Of an element, from the masked vectors of the first run. */
function bitsOf([first]: readonly Cell[]): number {
  const { clients, length } = first.under;
  return Math.floor((8 * first.costs.vectorBytes) / (clients * length));
}

function measured(cells: readonly Cell[], bits: number): string {
  const rows = cells.map(({ one, under, costs }) => {
    const { clients, length, gone, network, sums } = under;
    const formula = one.bytes({ clients, length, bits }, sums);
    return [
      one.name,
      `${clients}`,
      `${length}`,
      `${100 * gone} %`,
      network,
      `${sums}`,
      `${costs.messages}`,
      kilobytes(costs.bytes / clients),
      gone === 0 ? kilobytes(formula / clients) : '',
      gone === 0 ? (costs.bytes / formula).toFixed(3) : '',
      mega(costs.clients / clients),
      mega(costs.aggregators),
      seconds(costs),
    ];
  });
  const head = [
    'sum',
    'clients',
    'elements',
    'gone',
    'network',
    'sums',
    'messages',
    'kB a client',
    'formula',
    'ratio',
    'M operations a client',
    'at the server',
    'seconds',
  ];
  return table(head, rows, ['sum', 'network']);
}

/** Which sum is best by what, under each of the conditions. */
function least(cells: readonly Cell[]): string {
  const rows = CONDITIONS.map((under) => {
    const those = cells.filter((cell) => cell.under === under && cell.costs.resultNs !== undefined);
    const by = (of: (costs: SumCosts) => number): string =>
      those.reduce((best, cell) => (of(cell.costs) < of(best.costs) ? cell : best)).one.name;
    const { clients, length, gone, network, sums } = under;
    return [
      `${clients}`,
      `${length}`,
      `${100 * gone} %`,
      network,
      `${sums}`,
      by(({ bytes }) => bytes),
      by(({ clients: operations }) => operations),
      by(({ aggregators }) => aggregators),
      by(({ resultNs = 0 }) => resultNs),
    ];
  });
  const by = ['bytes', "clients' work", "server's work", 'time'];
  return table(['clients', 'elements', 'gone', 'network', 'sums', ...by], rows, ['network', ...by]);
}

/** By the formulas alone. */
export function beyond(bits: number): string {
  const rows = SIZES.flatMap(({ clients, length }) => [
    ...COMPARED.map((one) => {
      const size = { clients, length, bits };
      return [
        one.name,
        `${clients}`,
        `${length}`,
        kilobytes(one.bytes(size, 1) / clients),
        kilobytes(one.bytes(size, 20) / 20 / clients),
        mega(operationsIn(sumCost(agreedFor(one, size))) / clients),
      ];
    }),
    provenRow({ clients, length, bits }),
  ]);
  const head = [
    'sum',
    'clients',
    'elements',
    'kB a client',
    'each of 20 sums',
    'M operations, all, a client',
  ];
  return table(head, rows, ['sum']);
}

/** With proofs a client costs as much among many as alone, but for what the aggregators tell each other of the sum. */
function provenRow(size: Size): string[] {
  const { clients, length } = size;
  const kilobytesEach = kilobytes(provenBytes(provenSession(size)) / clients);
  const work = operationsIn(provenSums.cost(provenSession({ ...size, clients: 1 })));
  return ['prio3', `${clients}`, `${length}`, kilobytesEach, kilobytesEach, mega(work)];
}

function operationsIn(phases: readonly PhaseCost[]): number {
  return phases.flatMap(({ work }) => work).reduce((sum, { operations }) => sum + operations, 0);
}

function figure(bits: number): string {
  const at = [32, 64, 128, 256, 512, 1024];
  const panel = (length: number, sums: number) => ({
    title: `clients, for ${length} elements, ${sums === 1 ? 'one sum' : `each of ${sums} sums`}`,
    at,
    series: COMPARED.map((one) => ({
      title: one.name,
      values: at.map((clients) => one.bytes({ clients, length, bits }, sums) / sums / clients / 1e3),
    })),
  });
  return plot('Bytes of secure sums', 'kB that a client sends and receives, by the formulas', [
    panel(1000, 1),
    panel(1000, 20),
    panel(100_000, 1),
  ]);
}

const digits = (value: number): string => (value < 1e4 ? value.toPrecision(4) : value.toFixed(0));
const kilobytes = (bytes: number): string => digits(bytes / 1e3);
const mega = (operations: number): string => digits(operations / 1e6);
const seconds = ({ resultNs }: SumCosts): string =>
  resultNs === undefined ? 'no sum' : (resultNs / 1e9).toPrecision(4);
