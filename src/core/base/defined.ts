/** Objects as files and messages hold them: without the properties that are undefined. */

/** Makes properties that may be undefined optional. */
export type Defined<T> = { [K in keyof T as MayLack<T[K]> extends true ? never : K]: T[K] } & {
  [K in keyof T as MayLack<T[K]> extends true ? K : never]?: Exclude<T[K], undefined>;
};

/** Of an unknown value, nothing can be said. */
type MayLack<V> = unknown extends V ? false : undefined extends V ? true : false;

/** A copy without the properties that are undefined. */
export function defined<const T extends object>(object: T): Defined<T> {
  // Called for every object that is kept: without a list of its entries.
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    const value = (object as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept as Defined<T>;
}

/** Undefined for an empty list, which findings leave out. */
export function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
