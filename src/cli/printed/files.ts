/** What the commands that read or write files print with `--json`. */

import { z } from 'zod';
import { count, note, texts } from './shapes.ts';

const holder = z.strictObject({ name: z.string(), clientName: z.string().optional(), points: count });

export const data = z.strictObject({
  points: count.describe('how many there are'),
  dimension: count.describe('how many coordinates each has'),
  columns: z
    .array(z.strictObject({ column: z.string(), minimum: z.number(), maximum: z.number() }))
    .describe('the range of each coordinate'),
  classes: z.array(holder).optional().describe('how many points each class has'),
  clients: z.array(holder).optional().describe('how many points each client has'),
  skipped: count.describe('rows that lack a value and are left out'),
  missing: z
    .array(z.strictObject({ column: z.string(), rows: count }))
    .describe('how many of them lack one in each column'),
});

export const init = z.strictObject({
  wrote: texts.describe('files and folders that were written'),
  kept: texts.describe('those that were there already'),
  notes: texts.describe('with `--csv`: what was found in the table, and what was chosen'),
  next: texts.describe('commands to go on with'),
});

export const exported = z.strictObject({
  files: z
    .array(z.strictObject({ path: z.string(), rows: count.optional() }))
    .describe('what was written; tables with their rows'),
});

export const pack = z.strictObject({
  out: z.string().describe('the pack'),
  bytes: count.describe('its size'),
  data: z
    .array(z.strictObject({ file: z.string(), inside: z.boolean() }))
    .describe('data files: in the pack, or by their digests alone'),
  unknown: z.string().optional().describe('why the data of the run are not known'),
  notes: z.array(note).describe('what must be said of the run'),
});

export const plot = z.strictObject({
  pictures: z
    .array(
      z.strictObject({
        kind: z.string(),
        file: z.string(),
        summary: z.string(),
        captions: texts.describe('with `--style paper`: the files of its caption'),
        table: z.string().optional().describe('with `--table`: the numbers behind it'),
      }),
    )
    .describe('what was drawn'),
  notes: texts.describe('what must be said of the runs'),
});
