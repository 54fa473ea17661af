/** What the commands about many runs print with `--json`. */

import { z } from 'zod';
import { count, counts, figureShape, ns, row, rows, sharedNote, texts, waited } from './shapes.ts';

const interval = z.looseObject({ low: z.number(), high: z.number() });

const spread = z.looseObject({
  runs: count,
  mean: z.number(),
  deviation: z.number(),
  median: z.number(),
  minimum: z.number(),
  maximum: z.number(),
  interval: interval.optional(),
});

const column = z.strictObject({
  title: z.string(),
  unasked: texts.optional(),
  runs: count,
  finished: count,
  partial: count,
  violated: count,
  idle: count,
  equalLloyd: count.optional(),
  waits: z.array(waited).optional(),
  figures: z.array(
    z.strictObject({
      ...figureShape,
      runs: count,
      spread: spread.optional(),
      words: texts.optional(),
      difference: spread.optional(),
    }),
  ),
  notes: z.array(sharedNote),
});

export const compare = z.strictObject({
  columns: z.array(column).describe('what is compared, with means and intervals of its figures'),
  figures: z.array(z.strictObject(figureShape)).describe('what the figures mean'),
  runs: z.array(rows).describe('the rows of the runs, by column'),
});

const plan = z.strictObject({
  name: z.string().describe('of the scenario'),
  runs: count.describe('points times seeds'),
  own: z
    .array(count)
    .describe('the places of the runs of this part among all, points in order and for each all seeds'),
  points: z.array(texts).describe('the --set arguments that turn the file into each point'),
  seeds: z.array(count).describe('of each point'),
  skipped: z
    .array(z.strictObject({ title: z.string(), reason: z.string() }))
    .describe('points that their protocol refuses'),
});

/** Of one line. */
export const sweep = z.union([
  row.describe('a row for each run, on a line of its own'),
  plan.describe('what there is to run, with --plan'),
]);

const swarmRun = z.strictObject({
  kind: z.string(),
  reason: z.string().optional(),
  falsified: counts.optional(),
  seed: count,
  faults: z.array(z.record(z.string(), z.unknown())),
  set: texts,
});

export const swarm = z.strictObject({
  budget: z.record(z.string(), z.unknown()).describe('what a schedule may hold'),
  spanNs: ns.describe('faults begin before this'),
  outcomes: z
    .array(z.strictObject({ kind: z.string(), reason: z.string().optional(), runs: count }))
    .describe('how often each outcome came'),
  falsified: counts.describe('how many messages of each type were falsified'),
  notes: z.array(sharedNote).describe('what must be said of the runs'),
  runs: z.array(swarmRun).describe('each run with its faults and its outcome'),
  found: z
    .array(swarmRun.extend({ command: z.string() }))
    .describe('those that failed, and how to repeat them'),
});

export const shrink = z.strictObject({
  kind: z.string().describe('its outcome'),
  reason: z.string().optional().describe('why it came to that'),
  runs: count.describe('how many runs were tried'),
  smallest: z.boolean().describe('whether there was nothing left to try'),
  scenario: z.record(z.string(), z.unknown()).describe('what is left'),
  out: z.string().optional().describe('the file that it was written to'),
});

export const merge = z.strictObject({
  runs: count.describe('of all parts together'),
  parts: count.describe('how many there were'),
  out: z.string().describe('the folder of the merged sweep'),
});

const differing = z.strictObject({ column: z.string(), kept: z.string(), now: z.string() });

export const verify = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        run: z.string(),
        protocol: z.string(),
        seed: count,
        same: z.boolean(),
        compared: count,
        differing: z.array(differing),
        changed: texts,
      }),
    )
    .describe('for each row, what differs, and what has changed since'),
  same: count.describe('how many rows are what their runs give'),
  notCompared: texts.describe('columns that were measured, or tell where and by what a run was made'),
});

export const table = z.strictObject({
  rows: rows.describe('as `--format csv` has them, unrounded'),
  notes: texts.describe('what is written below the table'),
});
