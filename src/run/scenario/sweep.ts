/**
 * The `sweep` section: what `cahoots sweep` varies. Every key besides `seeds` and `skip` is an axis: a path,
 * or several that vary together.
 */

import { z } from 'zod';
import { RANGES, rangeOf } from './range.ts';

const MOST_SEEDS = 1_000_000;

/** One setting of a point. */
export interface AxisSetting {
  /** Such as `protocol.privacy`. */
  readonly path: string;
  readonly value: unknown;
  /** How it is shown in rows and tables. */
  readonly cell: string | number | boolean;
  /** Whether that is a name given in the scenario. */
  readonly named: boolean;
  /** Its path in the scenario. */
  readonly place: readonly PropertyKey[];
}

/** Settings that vary together; a point has one of the values. */
export interface Axis {
  readonly paths: readonly string[];
  /** Each has one setting per path. */
  readonly values: readonly (readonly AxisSetting[])[];
}

export interface SweepSettings {
  readonly axes: readonly Axis[];
  /** Instead of the scenario's seed: this many, starting with it, or these. */
  readonly seeds: number | readonly number[];
  /** Whether points that a protocol rejects are left out. */
  readonly skipInvalid: boolean;
}

const PATH = /^[\w-]+(\.[\w-]+)*$/;
const VALUES = `a list of values, ${RANGES}, or a mapping from names to values`;

/** A mistake, and its position in the section. */
class Wrong extends Error {
  readonly path: readonly PropertyKey[];

  constructor(path: readonly PropertyKey[], message: string) {
    super(message);
    this.path = path;
  }
}

const SEEDS = 'expected how many seeds, a list of them, or a range such as 1..10';

export const sweepSection = z
  .object({
    seeds: z
      .union([z.int().min(1).max(MOST_SEEDS), z.string(), z.array(z.int().min(0)).min(1)], { error: SEEDS })
      .default(1)
      .meta({
        description: 'how many, from the seed of the scenario on; or which: a list, or a range such as 1..10',
      }),
    skip: z
      .literal('invalid')
      .optional()
      .meta({ description: 'leave out what a protocol refuses, with its reason; absent: refuse the sweep' }),
  })
  .catchall(z.unknown().meta({ description: VALUES }))
  .transform(({ seeds, skip, ...axes }, context): SweepSettings => {
    try {
      const found = Object.entries(axes).map(([key, values]) => axisOf(key, values));
      refuseOverlaps(found);
      return { axes: found, seeds: seedsOf(seeds), skipInvalid: skip === 'invalid' };
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      context.issues.push({ code: 'custom', message: error.message, path: [...error.path], input: axes });
      return z.NEVER;
    }
  });

function seedsOf(seeds: number | string | readonly number[]): number | readonly number[] {
  if (typeof seeds === 'number') return seeds;
  const values = typeof seeds === 'string' ? rangeOf(seeds) : seeds;
  if (!Array.isArray(values) || values.some((seed) => !Number.isSafeInteger(seed) || seed < 0))
    throw new Wrong(['seeds'], SEEDS);
  if (new Set(values).size < values.length) throw new Wrong(['seeds'], 'expected different seeds');
  return values as number[];
}

function axisOf(key: string, given: unknown): Axis {
  const paths = key.split(',').map((path) => path.trim());
  for (const path of paths) {
    if (path === 'seed')
      throw new Wrong([key], 'expected seeds, such as seeds=1..10, under which all are run');
    if (!PATH.test(path) || path === 'sweep' || path === 'compare')
      throw new Wrong([key], 'expected paths of settings such as protocol.privacy, separated by commas');
  }
  const listed = listOf(key, given);
  if (listed.length === 0) throw new Wrong([key], 'expected at least one value');
  const values = listed.map(({ name, value, place }) => {
    if (paths.length === 1) return [settingOf(paths[0], value, place, name)];
    if (!Array.isArray(value) || value.length !== paths.length)
      throw new Wrong(place, `expected ${paths.length} values, one for each of ${paths.join(', ')}`);
    return paths.map((path, i) => settingOf(path, value[i], [...place, i], name));
  });
  const cells = values.map((settings) => JSON.stringify(settings.map(({ cell }) => cell)));
  const twice = cells.findIndex((cell, i) => cells.indexOf(cell) < i);
  if (twice !== -1) throw new Wrong(listed[twice].place, 'expected each value once');
  return { paths, values: toldApart(values) };
}

/** A protocol that is listed twice is named with its settings, since its name alone would be ambiguous. */
function toldApart(values: readonly (readonly AxisSetting[])[]): readonly (readonly AxisSetting[])[] {
  const nameOf = ({ path, value }: AxisSetting): unknown =>
    path === 'protocol' ? ((value as { readonly name?: unknown } | null)?.name ?? value) : undefined;
  const names = values.flatMap((settings) => settings.map(nameOf));
  return values.map((settings) =>
    settings.map((setting) => {
      const name = nameOf(setting);
      const isTwice = typeof name === 'string' && names.filter((other) => other === name).length > 1;
      if (!isTwice || setting.named || typeof setting.value === 'string') return setting;
      const { name: _, ...own } = setting.value as Readonly<Record<string, unknown>>;
      const words = Object.entries(own).map(([key, value]) => `${key}=${shown(value)}`);
      return words.length === 0 ? setting : { ...setting, cell: [name, ...words].join(' '), named: true };
    }),
  );
}

interface Listed {
  readonly name?: string;
  readonly value: unknown;
  readonly place: readonly PropertyKey[];
}

/** Values with their positions; ranges in a list are expanded. */
function listOf(key: string, given: unknown): readonly Listed[] {
  if (typeof given === 'string') return unfolded(given, [key]) ?? wrongValues(key);
  if (Array.isArray(given)) {
    return given.flatMap((value: unknown, i) => {
      const place = [key, i];
      return (typeof value === 'string' ? unfolded(value, place) : undefined) ?? [{ value, place }];
    });
  }
  if (typeof given !== 'object' || given === null) return wrongValues(key);
  return Object.entries(given).map(([name, value]) => ({
    name,
    value: value as unknown,
    place: [key, name],
  }));
}

function wrongValues(key: string): never {
  throw new Wrong([key], `expected ${VALUES}`);
}

function unfolded(text: string, place: readonly PropertyKey[]): readonly Listed[] | undefined {
  const values = rangeOf(text);
  if (typeof values === 'string') throw new Wrong(place, values);
  return values?.map((value) => ({ value, place }));
}

function settingOf(
  path: string,
  value: unknown,
  place: readonly PropertyKey[],
  name: string | undefined,
): AxisSetting {
  if (value === undefined || value === null) throw new Wrong(place, 'expected a value');
  return { path, value, cell: name ?? shown(value), named: name !== undefined, place };
}

function shown(value: unknown): AxisSetting['cell'] {
  const plain = ['number', 'string', 'boolean'].includes(typeof value);
  return plain ? (value as AxisSetting['cell']) : JSON.stringify(value);
}

/**
 * If one of two settings contains the other, one would be lost; a protocol's own settings are applied after
 * the protocol.
 */
function refuseOverlaps(axes: readonly Axis[]): void {
  const all = axes.flatMap(({ paths }) => paths);
  for (const [i, path] of all.entries()) {
    const other = all.find(
      (one, j) => (one === path && j < i) || (one.startsWith(`${path}.`) && path !== 'protocol'),
    );
    if (other === undefined) continue;
    const key = axes.find(({ paths }) => paths.includes(other))?.paths.join(', ') ?? other;
    throw new Wrong([key], `expected each setting once, got ${other} as well as ${path}`);
  }
}

/** A sweep says which runs there are, but nothing about any single one. */
export function withoutSweep(values: unknown): unknown {
  const { sweep: _, ...own } = values as { readonly sweep?: unknown };
  return own;
}
