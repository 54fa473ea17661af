/** MUFC's seven data sets, or what stands in for them, and the values that its tables print for each. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';

/** In the order of a scenario's variants: its own protocol, then its `compare` list. */
export const ALGORITHMS = ['MUFC', 'MUFC, full at clients', 'k-FED', 'DC-KMeans'] as const;

export interface DataSet {
  readonly name: string;
  readonly clusters: number;
  /** Settings that name files, by path below the data folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Additional settings if the files are given. */
  readonly given?: readonly string[];
  /** What was used in place of the paper's data. */
  readonly standIn?: string;
  /** Loss ratios of {@link ALGORITHMS}: the first from Table 1, the second from Table 2. */
  readonly printed: readonly [string, string, string, string];
  /** Table 1: how many times faster than retraining a request is that hits no centre. */
  readonly speedUp: number;
  /** Its part of Figure 3. */
  readonly panel: string;
  /** The most requests that are tried, of those that small data or slow ones allow. */
  readonly requests: number;
  /** Runs of centralised k-means++, of which the best counts. */
  readonly central: number;
  /** Of data with which a run takes minutes: the part that is used in haste. */
  readonly part?: {
    readonly set: readonly string[];
    readonly clusters: number;
    readonly central: number;
    readonly standIn: string;
  };
}

const CENTRAL = 20;
/** In haste, so many at most. */
const HASTY = 4;

export const DATA: readonly DataSet[] = [
  {
    name: 'celltype',
    clusters: 4,
    files: { 'data.points': 'celltype/points.npy', 'data.clients': 'celltype/clients.npy' },
    printed: ['1.14 ± 0.03', '1.03 ± 0.00', '1.72 ± 0.24', '1.46 ± 0.01'],
    speedUp: 1535,
    panel: 'g',
    requests: 1000,
    central: CENTRAL,
  },
  {
    name: 'gaussian',
    clusters: 10,
    files: { 'data.points': 'mufc-gaussian/points.npy', 'data.clients': 'mufc-gaussian/clients.npy' },
    given: ['data={source: npy, points: "", partition: {by: client}, scale: {minimum: -0.5, maximum: 0.5}}'],
    printed: ['1.25 ± 0.02', '1.02 ± 0.00', '1.25 ± 0.01', '1.02 ± 0.00'],
    speedUp: 2074,
    panel: 'h',
    requests: 1000,
    central: CENTRAL,
  },
  {
    name: 'postures',
    clusters: 5,
    files: { 'data.file': 'postures/Postures.csv' },
    standIn: '11,022 of the 74,975 rows',
    printed: ['1.10 ± 0.01', '1.02 ± 0.00', '1.13 ± 0.01', '1.03 ± 0.00'],
    speedUp: 613,
    panel: 'j',
    requests: 1000,
    central: CENTRAL,
  },
  {
    name: 'covtype',
    clusters: 7,
    files: { 'data.file': 'covtype/covtype.csv' },
    standIn: '10,000 of the 15,120 rows',
    printed: ['1.03 ± 0.02', '1.02 ± 0.00', '1.60 ± 0.01', '1.03 ± 0.02'],
    speedUp: 267,
    panel: 'l',
    requests: 1000,
    central: CENTRAL,
  },
  {
    name: 'tmi',
    clusters: 4,
    files: { 'data.points': 'hmp2-gut/points983.npy', 'data.labels': 'hmp2-gut/labels.npy' },
    standIn: '1,122 other samples of the gut',
    printed: ['1.24 ± 0.10', '1.05 ± 0.01', '1.84 ± 0.07', '1.54 ± 0.13'],
    speedUp: 151,
    panel: 'f',
    requests: 100,
    central: CENTRAL,
  },
  {
    name: 'tcga',
    clusters: 4,
    files: {},
    standIn: 'Gaussians of the published shape',
    printed: ['1.18 ± 0.05', '1.02 ± 0.01', '1.56 ± 0.11', '1.15 ± 0.02'],
    speedUp: 483,
    panel: 'i',
    requests: 100,
    central: CENTRAL,
  },
  {
    name: 'femnist',
    clusters: 62,
    files: {
      'data.images': 'femnist/images-idx3-ubyte.gz',
      'data.labels': 'femnist/labels-idx1-ubyte.gz',
    },
    standIn: '16,393 of the 36,725 images, clients by class',
    printed: ['1.20 ± 0.00', '1.12 ± 0.00', '1.21 ± 0.00', '1.18 ± 0.00'],
    speedUp: 53,
    panel: 'k',
    requests: 20,
    central: 2,
    part: {
      set: [
        'clients=20',
        'protocol.clusters=10',
        'data.classes=[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]',
        'data.partition.classesPerClient=3',
      ],
      clusters: 10,
      central: HASTY,
      standIn: '908 images of ten letters, 20 clients, ten clusters',
    },
  },
];

/** A smaller mixture of the kind of the Gaussians, drawn. */
export const SMALL_POINTS = 4000;
export const SMALL: readonly string[] = ['clients=20', `data.points=${SMALL_POINTS}`];
export const SMALLER = '4,000 points of 20 clients, drawn, for 30,000 of 100';

/** The folders below the data folder that these are read from, the one that unlearning needs first. */
export const FOLDERS = ['celltype', 'mufc-gaussian', 'postures', 'covtype', 'hmp2-gut', 'femnist'] as const;

/** A data set that the folder has, with its scenario and the settings that name its files. */
export interface FoundData {
  readonly data: DataSet;
  /** Runs of centralised k-means++, fewer in haste. */
  readonly central: number;
  readonly file: string;
  readonly set: readonly string[];
}

/**
 * Those of {@link DATA} that the folder has, or in haste parts of them.
 * @throws CahootsError without a folder
 */
export function dataIn({ data: folder, quick }: Pick<PaperOptions, 'data' | 'quick'>): readonly FoundData[] {
  if (folder === undefined)
    throw new CahootsError('bad-input', "expected --data DIR with the paper's data sets, got nothing", {
      path: '--data',
    });
  return DATA.flatMap((data): FoundData[] => {
    const paths = Object.entries(data.files).map(([setting, name]) => [setting, resolve(join(folder, name))]);
    if (paths.some(([, path]) => !existsSync(path))) return [];
    const set = paths.map(([setting, path]) => `${setting}=${JSON.stringify(path)}`);
    const found = { file: scenarioFile(`mufc-${data.name}`), set: [...(data.given ?? []), ...set] };
    const { part } = data;
    if (quick !== true) return [{ ...found, data, central: data.central }];
    if (part === undefined) return [{ ...found, data, central: Math.min(data.central, HASTY) }];
    const { clusters, standIn, central } = part;
    return [{ ...found, data: { ...data, clusters, standIn }, central, set: [...found.set, ...part.set] }];
  });
}

/** The same clustering as with the paper's code, whose decoding takes most of a run. */
export const HASHED = 'protocol.aggregation.code=hashed';
