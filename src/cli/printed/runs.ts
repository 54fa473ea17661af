/** What the commands about single runs print with `--json`. */

import { z } from 'zod';
import { profileSection } from '../../run/scenario/profile.ts';
import { count, ns, outcome, playedShape, reportShape, texts } from './shapes.ts';

const estimate = z
  .strictObject({
    cpuNs: ns.describe('processor time, the start of the program included'),
    peakBytes: count.describe('memory'),
    messages: count.describe('how many are sent'),
    wireBytes: count.describe('bytes of messages with their framing'),
    basis: z
      .strictObject({ clients: count, points: count, iterations: count, cpuNs: ns, whole: z.boolean() })
      .describe('the largest part that was run'),
  })
  .describe('with `--estimate`');

export const run = z.union([z.strictObject({ ...reportShape, ...playedShape }), estimate]);

export const real = z.strictObject({
  ...reportShape,
  ...playedShape,
  clocks: z.looseObject({ errorNs: ns.optional() }).describe('how well clocks were synchronised'),
});

export const report = z.strictObject(reportShape);

const compared = z.strictObject({
  what: z.string(),
  unit: z.enum(['ns', 'bytes', 'number']),
  predicted: z.number(),
  real: z.array(z.number()),
  median: z.number(),
  ratio: z.number().optional(),
  tolerance: z.number().optional(),
  waited: z.number().optional(),
});

export const validate = z.strictObject({
  tasks: z.array(compared).describe('each task by its profile, and as it ran'),
  computations: compared.describe('all tasks together'),
  network: compared.describe('the time to the result without that of computations'),
  compared: z.array(compared).describe('the time to the result and the rounds, bytes and messages'),
  holds: z.boolean().describe('whether all that is judged is within its tolerance'),
  sameLabels: z.boolean().describe('whether all runs gave the labels of the simulation'),
  ofHere: z.boolean().describe('whether all devices were measured on this machine'),
  paced: z.boolean().describe('whether parties waited until the time of their devices was up'),
  processors: z
    .strictObject({ waited: z.number(), stolen: z.number().optional() })
    .optional()
    .describe('how much of the processors parties got'),
});

export const calibrate = profileSection;

const settings = z.array(
  z.strictObject({ path: z.string(), a: z.unknown().optional(), b: z.unknown().optional() }),
);

/** Where two runs part. */
const parting = {
  same: z.boolean().describe('whether the two are one run'),
  entries: count.describe('how many entries are the same'),
  divergence: z
    .string()
    .optional()
    .describe('where they diverge, and what everybody was doing; absent: nowhere'),
};

export const diff = z.strictObject({
  ...parting,
  settings: settings.describe('settings of the scenarios in which they differ'),
  results: settings.describe('what differs of the results, although all entries are the same'),
});

export const replay = z.strictObject({
  ...parting,
  atNs: ns.describe('the virtual time up to which it was run again'),
  whole: z
    .boolean()
    .describe('whether that is its end; a part is run for `--until`, `--round` and `--actor`'),
  events: z
    .array(z.strictObject({ timeNs: ns, kind: z.string(), actors: texts, words: z.string() }))
    .optional()
    .describe('what happened there: with `--until`, `--round` or `--actor`'),
  doing: z
    .array(z.strictObject({ does: z.string(), names: texts, count }))
    .optional()
    .describe(
      'what everybody was doing at that time: the first names of those who did the same, and how many these are',
    ),
  outcome: outcome.optional().describe('how the run ended'),
  without: z
    .strictObject({ fault: z.string(), outcome })
    .optional()
    .describe('with `--without`: how it ends without the fault; `same` is about these two'),
});
