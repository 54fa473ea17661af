/** Findings read from a trace that may have been made elsewhere: only their structure is checked, since nothing else can be. */

import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import { figureRange, figureTraits } from '../figures/shape.ts';
import type { Findings } from './findings.ts';

const names = z.array(z.string());
const timeNs = z.int().min(0);
const loss = z.number().min(0);
const count = z.int().min(0);

const schema = z.strictObject({
  start: z
    .union([
      z.enum(['random', 'k-means++']),
      z.strictObject({ file: z.string() }),
      z.looseObject({ protocol: z.string() }),
      z.strictObject({ subsets: z.int().min(1), restarts: z.int().min(1) }),
    ])
    .optional(),
  iterations: z.int().min(0),
  converged: z.boolean(),
  accuracy: z.number().min(0).max(1).optional(),
  loss: loss.optional(),
  quality: z
    .strictObject({
      countedPoints: count,
      refusedPoints: count,
      forgottenPoints: count,
      missingPoints: count,
      unassignedPoints: count,
      keptPoints: count,
      uncountedPoints: count,
      occupiedClusters: count,
      clusters: count,
      lossPerPoint: loss.optional(),
      lossOfAll: loss.optional(),
      adjustedRand: z.number().min(-0.5).max(1).optional(),
      mutualInformation: z.number().min(0).max(1.000001).optional(),
    })
    .optional(),
  timeout: z
    .strictObject({ timeoutNs: timeNs, stepNs: timeNs.optional(), faultNs: timeNs, expired: z.boolean() })
    .optional(),
  network: z.string().optional(),
  warnings: names.optional(),
  equalsLloyd: z.boolean().optional(),
  missing: names.optional(),
  clientNames: z.record(z.string(), z.string()).optional(),
  blamed: names.optional(),
  caveat: z.string().optional(),
  aborted: z.string().optional(),
  stopped: z.string().optional(),
  skippedRows: z.int().min(1).optional(),
  lost: z.strictObject({ messages: z.int().min(1), wireBytes: count }).optional(),
  figures: z
    .array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        summary: z.string().default(''),
        range: figureRange.optional(),
        ...figureTraits,
        value: z.union([z.number(), z.string()]),
      }),
    )
    .optional(),
  faults: z
    .array(
      z.strictObject({
        name: z.string(),
        times: z.int().min(0),
        firstNs: timeNs.optional(),
        messages: z.record(z.string(), z.int().min(1)).optional(),
        missed: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  violated: z.array(z.strictObject({ property: z.string(), message: z.string() })).optional(),
  trouble: z.strictObject({ timeNs, what: z.string() }).optional(),
});

/** Does not compile if a finding is missing above. */
const complete: Record<keyof Findings, unknown> = schema.shape;
void complete;

/**
 * The findings of a trace's end.
 * @param file named in the error
 * @throws CahootsError if they are not valid findings
 */
export function readFindings(found: unknown, file: string): Findings {
  const { data, error } = schema.safeParse(found);
  if (data !== undefined) return data as Findings;
  const [{ path }] = error.issues;
  const at = ['findings', ...path].join('.');
  throw new CahootsError('damaged', `the trace has a finding that no run can have, at ${at}`, {
    file,
  });
}
