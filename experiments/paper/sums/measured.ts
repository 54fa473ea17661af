/** Sums that were run: tables of what they cost, and how far the formulas are from that. */

import { table } from '../../../src/run/report/table.ts';
import type { SumCosts } from './cell.ts';
import { type Conditions, CONDITIONS, type Stated } from './conditions.ts';
import { COMPARED, type Compared } from './protocols.ts';
import { kilobytes, mega } from './units.ts';

export interface Cell {
  readonly one: Compared;
  readonly under: Conditions;
  readonly costs: SumCosts;
  readonly stated: Stated;
}

export function measured(cells: readonly Cell[]): string {
  const rows = cells.map(({ one, under, costs }) => {
    const { clients, length, gone, network, sums } = under;
    return [
      one.name,
      `${clients}`,
      `${length}`,
      `${100 * gone} %`,
      network,
      `${sums}`,
      `${costs.messages}`,
      kilobytes(costs.bytes / clients),
      mega(costs.serverBytes),
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
    'MB at the server',
    'M operations a client',
    'at aggregators',
    'seconds',
  ];
  return table(head, rows, ['sum', 'network']);
}

/** How far runs without dropouts are from the formulas, by sum. */
export function checked(cells: readonly Cell[]): string {
  const whole = cells.filter(({ under, costs }) => under.gone === 0 && costs.resultNs !== undefined);
  const rows = COMPARED.map((one) => {
    const own = whole.filter((cell) => cell.one === one);
    const bytes = own.map(({ costs, stated }) => costs.bytes / stated.bytes);
    const operations = own.map(
      ({ costs, stated }) => (costs.clients + costs.aggregators) / stated.operations,
    );
    const largest = Math.max(...own.map(({ under }) => under.clients));
    return [one.name, `${own.length}`, `${largest}`, span(bytes), span(operations)];
  });
  return table(['sum', 'runs', 'up to clients', 'bytes', 'operations'], rows, ['sum']);
}

function span(ratios: readonly number[]): string {
  return `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`;
}

/** Which sum is best by what, under each of the conditions. */
export function least(cells: readonly Cell[]): string {
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

const seconds = ({ resultNs }: SumCosts): string =>
  resultNs === undefined ? 'no sum' : (resultNs / 1e9).toPrecision(4);
