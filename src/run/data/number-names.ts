export interface NumberedNames {
  /** The number of each name given. */
  readonly numbers: Uint32Array;
  /** The distinct names, each at its number. */
  readonly names: readonly string[];
}

/** Numbers distinct names 0, 1, 2... in order of first appearance. */
export function numberNames(given: readonly string[]): NumberedNames {
  const known = new Map<string, number>();
  const numbers = Uint32Array.from(given, (name) => {
    const number = known.get(name) ?? known.size;
    known.set(name, number);
    return number;
  });
  return { numbers, names: [...known.keys()] };
}
