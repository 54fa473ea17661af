/** What sums cost by the formulas alone, and which of them therefore costs least for what is needed. */

import { table } from '../../../src/run/report/table.ts';
import { everyRun } from '../../../src/run/figures/table.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';
import { sweep } from '../../../src/output/figure/kinds/sweep.ts';
import type { Choice } from '../../../src/output/figure/picture.ts';
import { relabelled } from '../../../src/output/figure/relabel.ts';
import { svgOf } from '../../../src/output/figure/svg.ts';
import { COMPARED, type Compared } from './protocols.ts';
import { kilobytes, mega } from './units.ts';

/** Beyond what is run. */
const SIZES = [512, 1024].flatMap((clients) =>
  [1000, 10_000, 100_000].map((length) => ({ clients, length })),
);

/** @param bits of an element */
export function beyond(bits: number): string {
  const rows = SIZES.flatMap(({ clients, length }) =>
    COMPARED.map((one) => {
      const size = { clients, length, bits };
      return [
        one.name,
        `${clients}`,
        `${length}`,
        kilobytes(one.bytes(size, 1) / clients),
        kilobytes(one.bytes(size, 20) / 20 / clients),
        mega(one.operations(size, 1) / clients),
        mega(one.operations(size, 20) / 20 / clients),
      ];
    }),
  );
  const head = [
    'sum',
    'clients',
    'elements',
    'kB a client',
    'each of 20 sums',
    'M operations, all, a client',
    'in each of 20 sums',
  ];
  return table(head, rows, ['sum']);
}

/** Who can be had if this is asked of a sum. */
const NEEDS: readonly { readonly need: string; readonly fit: readonly Compared['name'][] }[] = [
  {
    need: 'honest server; chances of 2^-20 are taken',
    fit: ['bonawitz', 'bell', 'lightsecagg', 'flamingo'],
  },
  { need: 'honest server; nothing left to chance', fit: ['bonawitz', 'lightsecagg'] },
  { need: 'the server may lie', fit: ['malicious', 'flamingo'] },
  { need: 'clients may lie; two servers apart', fit: ['prio3'] },
];

const CASES = [32, 128, 1024].flatMap((clients) =>
  [1000, 100_000].flatMap((length) => [1, 20].map((sums) => ({ clients, length, sums }))),
);

/** For each need the sum with the fewest bytes, that with the fewest operations, and for what sizes. */
export function which(bits: number): string {
  const rows = NEEDS.flatMap(({ need, fit }) => {
    const fitting = COMPARED.filter(({ name }) => fit.includes(name));
    const sizes = new Map<string, string[]>();
    for (const { clients, length, sums } of CASES) {
      const size = { clients, length, bits };
      const least = (of: (one: Compared) => number): string =>
        fitting.reduce((best, one) => (of(one) < of(best) ? one : best)).name;
      const pair = `${least((one) => one.bytes(size, sums))} ${least((one) => one.operations(size, sums))}`;
      const where = `${clients} clients, ${length} elements, ${sums} ${sums === 1 ? 'sum' : 'sums'}`;
      sizes.set(pair, [...(sizes.get(pair) ?? []), where]);
    }
    return [...sizes].flatMap(([pair, where], group) =>
      (sizes.size === 1 ? ['any size'] : where).map((one, i) => [
        group + i === 0 ? need : '',
        ...(i === 0 ? pair.split(' ') : ['', '']),
        one,
      ]),
    );
  });
  const head = ['what is needed', 'fewest bytes', 'fewest operations', 'for'];
  return table(head, rows, head);
}

/** The bytes over more numbers of clients: a row for each sum, which is what `cahoots plot` draws. */
export function bytesByClients(bits: number): Row[] {
  const panels = [
    { length: 1000, sums: 1 },
    { length: 1000, sums: 20 },
    { length: 100_000, sums: 1 },
  ];
  return panels.flatMap(({ length, sums }) =>
    [32, 64, 128, 256, 512, 1024].flatMap((clients) =>
      COMPARED.map((one) => ({
        protocol: `${length} elements, ${sums === 1 ? 'one sum' : `each of ${sums} sums`}`,
        sum: one.name,
        clients,
        [BYTES]: Math.round(one.bytes({ clients, length, bits }, sums) / sums / clients) / 1e3,
      })),
    ),
  );
}

const BYTES = 'kB a client';

/** As `cahoots plot --kind sweep` draws these rows. */
export function figure(rows: readonly Row[]): string {
  const choice: Choice = { x: 'clients', y: BYTES, by: 'sum', log: 'both' };
  const curves = sweep.rows({ title: '', rows }, choice) ?? [];
  return svgOf(relabelled(sweep.draw(curves, choice, everyRun), WORDS));
}

const WORDS = {
  title: 'Secure sums by the formulas',
  caption: 'By the formulas of what is sent if nobody vanishes; no runs.',
};
