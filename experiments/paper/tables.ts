/** SecFC's tables of accuracies: the runs for each cell, and the paper's values. */

import { fileURLToPath } from 'node:url';

/** In percent: mean and spread over ten runs. */
type Printed = readonly [mean: number, spread: number];

/**
 * The algorithms compared, in the paper's order, with their variant in a scenario: 0 is its protocol, then its
 * `compare` list.
 */
export const ALGORITHMS = [
  { name: 'Lloyd', variant: 1 },
  { name: 'k-FED', variant: 2 },
  { name: 'SecFC', variant: 0 },
] as const;

/** The folder of MNIST below a data folder. */
export const IMAGES = 'mnist-t10k';

/** A column of a table. */
export interface Setting {
  readonly heading: string;
  readonly scenario: string;
  readonly set: readonly string[];
  /** The prefix of the files of this setting in a folder of given mixtures. */
  readonly given?: string;
  readonly clusters: number;
  /** k' */
  readonly classesPerClient: number;
  /** In the order of {@link ALGORITHMS}. */
  readonly printed: readonly [Printed, Printed, Printed];
}

export interface PaperTable {
  readonly title: string;
  readonly settings: readonly Setting[];
}

const scenario = (name: string): string =>
  fileURLToPath(new URL(`../../scenarios/paper/${name}.yaml`, import.meta.url));

function gaussians(
  deviation: number,
  k: number,
  classesPerClient: number,
  printed: Setting['printed'],
): Setting {
  return {
    heading: `k=${k}, k'=${classesPerClient}`,
    scenario: scenario(`secfc-gaussians-${k}`),
    set: [`data.deviation=${deviation}`, ...knowing(classesPerClient)],
    given: `k${k}-sigma${deviation}`,
    clusters: k,
    classesPerClient,
    printed,
  };
}

/** k-FED is told how many classes a client has; SecFC needs no such knowledge. */
const knowing = (classesPerClient: number): string[] => [
  `data.partition.classesPerClient=${classesPerClient}`,
  `compare.1.clustersPerClient=${classesPerClient}`,
];

function digit(label: number, classesPerClient: number, printed: Setting['printed']): Setting {
  return {
    heading: `digit ${label}, k'=${classesPerClient}`,
    scenario: scenario('secfc-rotated-digits'),
    set: [`data.classes=[${label}]`, ...knowing(classesPerClient)],
    clusters: 4,
    classesPerClient,
    printed,
  };
}

const exact: Printed = [100, 0];

export const TABLES: Readonly<Record<string, PaperTable>> = {
  'secfc-table-1': {
    title: 'SecFC, Table 1: clustering accuracy (%) for a Gaussian mixture with sigma = 1',
    settings: [
      gaussians(1, 4, 1, [exact, [75, 0.1], exact]),
      gaussians(1, 4, 2, [exact, [99.7, 2.1], exact]),
      gaussians(1, 4, 4, [exact, [25.8, 0.6], exact]),
      gaussians(1, 16, 2, [
        [88.2, 5.5],
        [80.3, 5.3],
        [86, 1.5],
      ]),
      gaussians(1, 16, 4, [
        [88.2, 5.5],
        [78.7, 3.7],
        [86, 1.5],
      ]),
      gaussians(1, 16, 16, [
        [88.2, 5.5],
        [7.6, 0.1],
        [86, 1.5],
      ]),
    ],
  },
  'secfc-table-2': {
    title: 'SecFC, Table 2: clustering accuracy (%) for a Gaussian mixture with sigma = 20',
    settings: [
      gaussians(20, 4, 1, [
        [96.3, 0.1],
        [46.7, 0],
        [96.3, 0],
      ]),
      gaussians(20, 4, 2, [
        [96.3, 0.1],
        [86.6, 5.5],
        [96.3, 0],
      ]),
      gaussians(20, 4, 4, [
        [96.3, 0.1],
        [25.6, 0.1],
        [96.3, 0],
      ]),
      gaussians(20, 16, 2, [
        [84, 0.2],
        [42, 2.2],
        [84, 0.1],
      ]),
      gaussians(20, 16, 4, [
        [84, 0.2],
        [41.7, 1.2],
        [84, 0.1],
      ]),
      gaussians(20, 16, 16, [
        [84, 0.2],
        [8.4, 0.1],
        [84, 0.1],
      ]),
    ],
  },
  'secfc-table-3': {
    title: 'SecFC, Table 3: clustering accuracy (%) for Rotated MNIST',
    settings: [
      digit(2, 1, [
        [99.5, 0.1],
        [50.5, 0],
        [99.5, 0.1],
      ]),
      digit(2, 2, [
        [99.5, 0.1],
        [90.3, 10.4],
        [99.5, 0.1],
      ]),
      digit(2, 4, [
        [99.5, 0.1],
        [25.8, 0.1],
        [99.5, 0.1],
      ]),
      digit(3, 1, [
        [98.1, 0],
        [97.7, 0],
        [98.1, 0],
      ]),
      digit(3, 2, [
        [98.1, 0],
        [98.1, 0],
        [98.1, 0],
      ]),
      digit(3, 4, [
        [98.1, 0],
        [68.2, 9.4],
        [98.1, 0],
      ]),
    ],
  },
};
