/**
 * How often audits of FedDP-KMeans refute it: as implemented, no more often than their confidence allows, and nearly
 * always if its noise is less than claimed.
 */

import { median } from 'd3-array';
import { feddp } from '../../../bin/standard.ts';
import { auditScenario } from '../../../src/lab/audit/audit.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { table } from '../../../src/run/report/table.ts';
import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import { binomialQuantile } from '../../../src/core/math/statistics/binomial.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { defineJob } from '../../../src/studies/executor/job.ts';
import { detailsOf } from '../keys.ts';
import { type PaperOptions, refuseElsewhere, scenarioFile } from '../options.ts';
import { thinned } from './thinned.ts';

interface AuditRequest {
  readonly file: string;
  readonly seed: number;
  readonly variant: number;
  readonly set: readonly string[];
  readonly audit: string;
  /** The fraction of every Gaussian variance that is drawn. */
  readonly share: number;
}

interface AuditRun {
  readonly claimed: number;
  /** A lower bound on epsilon, with 95 % confidence. */
  readonly shown: number;
}

export const auditRun = defineJob(
  import.meta.url,
  'paper-audit',
  async ({ file, seed, set, audit, share }: AuditRequest): Promise<AuditRun> => {
    const protocol = share === 1 ? feddp : thinned(share);
    const plugins = [plugin(import.meta.url, { name: 'audited', protocols: [protocol] })];
    const scenario = loadScenario(file, { plugins, seed, set });
    const [found] =
      (await auditScenario(scenario, { plugins, audits: [audit], runs: 1, twins: false })) ?? [];
    return {
      claimed: Number(/\(([\d.]+),/.exec(found?.claim ?? '')?.[1]),
      shown: Number(found?.measures.epsilon),
    };
  },
);

const budget = 'protocol.budget={outer: 1, weights: 0.02, sums: 0.02, counts: 0.02}';

interface Subject {
  readonly what: string;
  readonly audit: string;
  readonly set: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  {
    what: 'outer products, 300 points',
    audit: 'outer-products',
    set: ['clients=5', 'data.points=300', 'data.dimension=30', budget],
  },
  {
    what: 'sums of 8 rounds, 300 points',
    audit: 'rounds',
    set: [
      'clients=5',
      'data.points=300',
      'data.dimension=100',
      'protocol.initial=server-kmeans++',
      'protocol.rounds=8',
      'protocol.bits=12',
      'protocol.budget={roundSums: 1, roundCounts: 0.02}',
    ],
  },
];

const NOISES: readonly (readonly [what: string, share: number])[] = [
  ['as it is', 1],
  ['for the clip of 11, not its square', 1 / 121],
  ['99 of 100 shares missing', 1 / 100],
  ['none', 0],
];

const CONFIDENCE = 0.95;

/** Ends with a newline. */
export async function feddpAudits(options: PaperOptions): Promise<string> {
  refuseElsewhere(options, 'these audits run here');
  const { seeds } = options;
  const file = scenarioFile('feddp-coalitions');
  const cells = SUBJECTS.flatMap((subject) => NOISES.map(([noise, share]) => ({ ...subject, noise, share })));
  const requests = cells.flatMap(({ audit, set, share }) =>
    Array.from({ length: seeds }, (_, i): AuditRequest => ({
      file,
      seed: i + 1,
      variant: 0,
      set,
      audit,
      share,
    })),
  );
  const details = detailsOf(requests);
  const keys = requests.map(({ audit, share }, i) => sha256(JSON.stringify([details.keys[i], audit, share])));
  const runs = await runBatch(auditRun, requests, { ...options, ...details, keys });
  const rows = cells.map(({ what, noise }, c) => {
    const own = runs.slice(c * seeds, (c + 1) * seeds);
    const shown = own.map((run) => run.shown);
    return [
      c % NOISES.length === 0 ? what : '',
      noise,
      own[0].claimed.toString(),
      `${own.filter((run) => run.shown > run.claimed).length} of ${seeds}`,
      Math.max(...shown).toFixed(2),
      median(shown)?.toFixed(2) ?? '',
    ];
  });
  return [
    `FedDP-KMeans: audits of one run each that refute it at a confidence of ${100 * CONFIDENCE} %; of what holds ${binomialQuantile(seeds, 1 - CONFIDENCE, 0.99)} of ${seeds} may by chance (99 % quantile)\n`,
    table(['audited', 'noise', 'claimed', 'refuted', 'most shown', 'median'], rows, ['audited', 'noise']),
  ].join('\n');
}
