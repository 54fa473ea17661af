/** Distributions of latencies as values: ours, and those of plugins. */

import { z } from 'zod';
import { assert } from '../../base/errors.ts';
import { duration } from '../../base/units.ts';
import { section } from '../../base/section.ts';
import type { Draws } from '../../base/random.ts';
import { drawsOf, type Distribution } from './distribution.ts';

/** A distribution of durations. `S` is the zod type of its settings. */
export interface Latency<S extends z.ZodType = z.ZodType> {
  /** Its name in scenarios: the key of its settings. */
  readonly name: string;
  /** What it is, in one line, to help choose. */
  readonly summary: string;
  readonly settings: S;
  /** What draws from it, in nanoseconds: rounded, and at least 0. */
  draws(settings: z.output<S>, stream: Draws): () => number;
}

/** Any distribution: what lists of latencies hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- settings are invariant, and a list mixes them
export type AnyLatency = Latency<any>;

/** Declares a distribution of latencies. */
export function latency<S extends z.ZodType>(declared: Latency<S>): Latency<S> {
  return Object.freeze(declared);
}

type Quantity = z.ZodType<number, string>;

/** Ours, in the order in which they are listed; of devices' rates too, hence the quantity. */
const formsOf = (quantity: Quantity): readonly AnyLatency[] => [
  latency({
    name: 'uniform',
    summary: 'every value between the two is equally likely',
    settings: section({ minimum: quantity, maximum: quantity })
      .refine(({ minimum, maximum }) => minimum <= maximum, {
        error: 'expected a minimum that is at most the maximum',
      })
      .meta({ example: { minimum: '10ms', maximum: '90ms' } }),
    draws: (uniform, stream) => drawsOf({ uniform }, stream),
  }),
  latency({
    name: 'normal',
    summary: 'a normal distribution, cut off at 0',
    settings: section({ mean: quantity, deviation: quantity }).meta({
      example: { mean: '40ms', deviation: '5ms' },
    }),
    draws: (normal, stream) => drawsOf({ normal }, stream),
  }),
  latency({
    name: 'lognormal',
    summary: 'its logarithm is normal: many near the median, few far above',
    settings: section({
      median: quantity,
      sigma: z.number().min(0).max(10).meta({ description: 'standard deviation of the logarithm' }),
    }),
    draws: (lognormal, stream) => drawsOf({ lognormal }, stream),
  }),
  latency({
    name: 'exponential',
    summary: 'a minimum, and an exponential distribution above it',
    settings: section({ mean: quantity, minimum: quantity.optional() })
      .refine(({ mean, minimum = 0 }) => minimum < mean, { error: 'expected a minimum below the mean' })
      .meta({ example: { mean: '40ms', minimum: '10ms' } }),
    draws: (exponential, stream) => drawsOf({ exponential }, stream),
  }),
  latency({
    name: 'pareto',
    summary: 'a power law above a minimum',
    settings: section({
      minimum: quantity,
      shape: z
        .number()
        .min(0.1)
        .meta({ description: 'alpha: the smaller, the heavier the tail', example: 1.5 }),
    }).meta({ example: { minimum: '10ms', shape: 1.5 } }),
    draws: (pareto, stream) => drawsOf({ pareto }, stream),
  }),
  latency({
    name: 'measured',
    summary: 'one of these values, all equally likely',
    settings: z
      .array(quantity)
      .min(1)
      .meta({ example: ['38ms', '41ms', '140ms'] }),
    draws: (measured, stream) => drawsOf({ measured }, stream),
  }),
];

export const latencies = formsOf(duration());

/** Those that the engine draws from by itself. */
const OURS = new Set(latencies.map(({ name }) => name));

/** A distribution as written, with what draws from it if that is a plugin's. */
export function drawnBy(written: Distribution, known: readonly AnyLatency[]): Distribution {
  const [[name, settings]] = Object.entries(written);
  const form = OURS.has(name) ? undefined : known.find((one) => one.name === name);
  return form === undefined ? written : { drawn: (stream) => drawsBy(form, settings, stream) };
}

/** A distribution may be written in JavaScript. */
function drawsBy({ name, draws }: AnyLatency, settings: unknown, stream: Draws): () => number {
  const draw: unknown = draws(settings as never, stream);
  assert(typeof draw === 'function', `latency ${name} gives no function that draws`);
  return () => {
    const ns: unknown = draw();
    if (typeof ns !== 'number' || Number.isNaN(ns)) assert(false, `latency ${name} draws ${String(ns)} ns`);
    return ns;
  };
}

/**
 * The schema of a duration, or of a distribution of durations.
 * @param known the distributions that it may name
 * @param example of a duration, in errors
 */
export function latencySetting(known: readonly AnyLatency[], example: string): DistributionSetting {
  return settingOf(duration(), known, example);
}

/** The same of another quantity, by our distributions alone. */
export function distribution(quantity: Quantity, example: string): DistributionSetting {
  return settingOf(quantity, formsOf(quantity), example);
}

type DistributionSetting = z.ZodType<Distribution, string | object>;

function settingOf(quantity: Quantity, known: readonly AnyLatency[], example: string): DistributionSetting {
  const forms = known.map(({ name, summary, settings }) => {
    const written = section({
      [name]: (settings as z.ZodType).meta({ ...settings.meta(), description: summary }),
    });
    return written as unknown as z.ZodType<Distribution, object>;
  });
  const names = known.map(({ name }) => name);
  const listed = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return z.union([quantity.transform((constant): Distribution => ({ constant })), ...forms], {
    error: `expected ${example}, or a mapping with one of ${listed}`,
  });
}
