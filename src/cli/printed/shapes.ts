/** What is printed by several commands: the parts of their schemas. */

import { z } from 'zod';

/** How many. */
export const count = z.int().min(0);
/** Nanoseconds, or a mean of such. */
export const ns = z.number();
export const texts = z.array(z.string());

/** A row of a table: columns with their cells; a column that has nothing is absent. */
export const row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export const rows = z.array(row);

export const note = z.strictObject({
  title: z.string(),
  text: z.string(),
  severity: z.string(),
  column: z.string().describe('the column of rows that has its text'),
});

export const sharedNote = note.extend({
  of: z
    .array(z.strictObject({ group: row, seeds: z.array(z.union([z.string(), z.number()])) }))
    .describe('whose runs it is about'),
});

export const waited = z.strictObject({
  resource: z.string(),
  of: z.string(),
  ns,
  queuedNs: ns,
  share: z.number(),
});

/** What a figure is. */
export const figureShape = {
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  unit: z.enum(['number', 'share', 'ratio', 'bytes', 'operations', 'ns']),
  better: z.enum(['up', 'down']).optional(),
  range: z.strictObject({ least: z.number().optional(), most: z.number().optional() }).optional(),
  about: z.string().optional(),
  over: z.string().optional(),
  rank: z.string().optional(),
  protocol: z.string().optional(),
};

export const violation = z.strictObject({ property: z.string(), message: z.string() });

/** A count by name. */
export const counts = z.record(z.string(), count);

const verdict = z.strictObject({
  claim: z.string(),
  status: z.enum(['refuted', 'flagged', 'nothing found', 'open']),
  because: texts.describe('what it rests on'),
  missing: texts.describe('what an open claim lacks'),
  ledger: z.looseObject({ explainedBytes: count, testedBytes: count, untestedBytes: count }),
});

const attackFinding = z.strictObject({
  coalition: z.string(),
  sampled: z.literal(true).optional(),
  adversary: z.string().optional(),
  clients: count,
  server: z.boolean(),
  roles: counts,
  attack: z.string(),
  intended: z.literal(true).optional(),
  attempts: count.describe('coalitions of this kind'),
  exposed: z.strictObject({ least: z.number(), mean: z.number(), most: z.number() }),
  worst: texts,
  advantage: z.looseObject({ value: z.number(), interval: z.array(z.number()) }).optional(),
  evidence: z.looseObject({}).optional(),
  measures: z.unknown(),
  meaning: z.string(),
});

export const certificateShape = {
  verdicts: z.array(verdict).describe('one for each claim of the protocol'),
  findings: z.array(attackFinding).describe('what each attack obtained, by kind of coalition'),
  untried: z
    .array(z.strictObject({ attack: z.string(), reason: z.string(), coalition: z.string() }))
    .describe('attacks that were not made, and why'),
  detected: z
    .looseObject({ runs: count, coalitions: z.array(z.looseObject({ members: texts })) })
    .optional()
    .describe('what repeated runs show'),
  simulations: z
    .array(z.looseObject({ claim: z.string() }))
    .optional()
    .describe('how real runs compare with simulated ones'),
  uncovered: texts.describe('roles that no claim is about'),
  violated: z.array(violation).describe('expectations of coalitions that were not met'),
  statement: z.string().describe('what the protocol says of itself'),
};

const bytesShape = {
  toServer: count,
  fromServer: count,
  betweenClients: count,
  betweenServers: count,
};

const exchange = z.strictObject({
  from: z.string(),
  to: z.string(),
  type: z.string(),
  messages: count,
  bytes: count,
  elements: count,
});

const sent = z.strictObject({ messages: count, wireBytes: count });

const round = z.strictObject({
  part: z.enum(['round', 'delivery', 'late']),
  round: count,
  phases: texts,
  durationNs: ns,
  messages: count,
  ...bytesShape,
  operationsSlowestClient: count,
  operationsServer: count,
  measuredNs: ns,
  waits: z.array(waited).optional(),
});

const phase = z.strictObject({
  phase: z.string(),
  messages: count,
  elements: count,
  ...bytesShape,
  operationsClients: count,
  operationsServer: count,
  measuredNs: ns,
});

const link = z.strictObject({
  actor: z.string(),
  holds: z.boolean(),
  direction: z.enum(['uplink', 'downlink']),
  bitsPerSecond: z.number().optional(),
  messages: count,
  bytes: count,
  forwardedBytes: count,
  busyNs: ns,
  queuedNs: ns,
  utilisation: z.number(),
  dropped: count.optional(),
});

const findings = z.strictObject({
  start: z.unknown().optional(),
  network: z.string().optional(),
  timeout: z.looseObject({ expired: z.boolean() }).optional(),
  iterations: count,
  converged: z.boolean(),
  accuracy: z.number().optional(),
  loss: z.number().optional(),
  quality: z.record(z.string(), z.number()).optional(),
  warnings: texts.optional(),
  equalsLloyd: z.boolean().optional(),
  missing: texts.optional(),
  clientNames: z.record(z.string(), z.unknown()).optional(),
  blamed: texts.optional(),
  caveat: z.string().optional(),
  aborted: z.string().optional(),
  stopped: z.string().optional(),
  skippedRows: count.optional(),
  lost: sent.optional(),
  figures: z.array(z.strictObject({ ...figureShape, value: z.union([z.number(), z.string()]) })).optional(),
  faults: z
    .array(
      z.strictObject({
        name: z.string(),
        times: count,
        firstNs: ns.optional(),
        messages: counts.optional(),
        missed: texts.optional(),
      }),
    )
    .optional(),
  violated: z.array(violation).optional(),
  trouble: z.strictObject({ timeNs: ns, what: z.string() }).optional(),
});

/** How a run ended, and what there is to say of it. */
export const outcome = z.strictObject({
  ending: z.enum(['done', 'stalled', 'limit', 'aborted']),
  ends: z.strictObject({ resultNs: ns.optional(), knownNs: ns.optional(), endNs: ns }),
  knowing: z
    .strictObject({ parties: count, of: count })
    .optional()
    .describe('how many parties, besides the one whose result it is, have learned the result'),
  hash: z.string().optional(),
  findings,
  worth: texts,
  notes: z.array(note),
});

const rerun = z.strictObject({
  change: z.string(),
  resultNs: ns.optional(),
  earlierNs: ns.optional(),
  notes: z.array(note),
});

/** What is said of a run. */
export const reportShape = {
  run: row.optional().describe('its row, as in the table `runs`'),
  figures: rows.optional().describe('what the figures of this row mean'),
  rounds: z.array(round).describe('the stretches of the run, which add up to it'),
  phases: z.array(phase).describe('the same by phase'),
  traffic: z
    .array(z.looseObject({ type: z.string(), from: z.string(), to: z.string(), wireBytes: count }))
    .describe('messages by round, phase, type and parties'),
  exchanges: z.array(exchange).describe('messages by type and pair of roles, over the whole run'),
  work: z
    .array(z.looseObject({ task: z.string(), by: z.string(), runs: count, operations: count }))
    .describe('tasks by round, phase and party'),
  balance: z
    .strictObject({ sent, delivered: sent, lost: sent, refused: count, retransmittedBytes: count })
    .describe('what became of all messages'),
  timing: z
    .strictObject({
      links: z.array(link),
      waits: z.array(waited).optional(),
      problem: z.string().optional(),
    })
    .optional()
    .describe('where the time went'),
  outcome: outcome.optional().describe('how it ended; absent of a trace that is cut off'),
  clock: z.literal('wall').optional().describe('of real runs; absent: times are virtual'),
  faster: z.array(rerun).optional().describe('runs with changes, if they were asked for'),
};

/** What is known of a run only when it is run. */
export const playedShape = {
  certificate: z.strictObject(certificateShape).optional().describe('what coalitions obtained, if asked for'),
  centres: z
    .array(z.array(z.number().nullable()))
    .optional()
    .describe('the centres that the protocol reveals; null in an empty cluster'),
};
