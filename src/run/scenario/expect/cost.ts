/** Expectations of what a run costs: at most so much. */

import { z } from 'zod';
import { duration, volume } from '../../../core/base/units.ts';
import { expectation, unmet, type Violation } from './expectation.ts';

export const rounds = expectation({
  schema: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'at most this many rounds, including the setup', example: 20 }),
  violations: (most, came) => above('rounds', most, came.rounds, 'rounds'),
});

export const bytes = expectation({
  schema: volume().optional().meta({ description: 'at most this much is sent, including framing' }),
  violations: (most, came) => above('bytes', most, came.sent.bytes, 'B'),
});

export const time = expectation({
  schema: duration().optional().meta({
    description: 'at most this much virtual time until the server has the result, whatever comes later',
  }),
  violations: (most, { timeNs }) => above('time', most, timeNs, 'ns'),
});

function above(property: string, most: number, value: number, unit: string): readonly Violation[] {
  return value > most ? unmet(property, `at most ${most} ${unit}`, `${value} ${unit}`) : [];
}
