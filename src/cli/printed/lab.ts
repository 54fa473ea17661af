/** What the commands about coalitions print with `--json`. */

import { z } from 'zod';
import { certificateShape, count } from './shapes.ts';

export const attack = z.strictObject({
  ...certificateShape,
  games: z
    .array(z.looseObject({ coalition: z.string() }))
    .optional()
    .describe('with `--games`: how often attacks won'),
});

export const audit = z.array(
  z.strictObject({
    audit: z.string().describe('its name'),
    kind: z.enum(['canaries', 'game', 'distributions', 'certificate']).describe('how it is made'),
    status: z.string().describe('what became of the claim'),
    claim: z.string().describe('empty if nothing is claimed'),
    because: z.string().describe('what the status rests on'),
    sees: z.string().optional().describe('what the audit could have detected'),
    power: z
      .array(z.looseObject({ noise: z.number(), trials: count, audits: count, refuted: count }))
      .optional()
      .describe('how often it refutes twins with less noise'),
    measures: z
      .record(z.string(), z.union([z.number(), z.string(), z.null()]))
      .describe('its own measures; null: infinite, or none'),
  }),
);

export const trust = z.array(
  z.strictObject({
    protocol: z.string().describe('which one runs'),
    scenario: z.string().describe('its name'),
    adversary: z.string().describe('whether they look or deviate'),
    attackers: z.string().describe('who they are'),
    others: z.string().describe('how all others are'),
    verdict: z.string().describe('what is left of the claims'),
    because: z.string().optional().describe('what the verdict rests on'),
    exposed: z.number().optional().describe('the most that an attack obtained, of what it is after'),
    by: z.string().optional().describe('which attack that was'),
    accuracyKept: z.number().optional().describe('the share that is left of the accuracy'),
    command: z.string().describe('how to compute it again'),
    seconds: z.number().describe('how long its runs took'),
  }),
);
