/** In which settings two scenarios differ, or in what else two values of the same shape do. */

/** A line for each: its path, and what stands in the first and in the second. */
export function settingsThatDiffer(
  a: unknown,
  b: unknown,
  names: Readonly<Record<'A' | 'B', string>> = { A: 'A', B: 'B' },
  path = '',
): readonly string[] {
  if (isContainer(a) && isContainer(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) =>
      settingsThatDiffer(a[key], b[key], names, path === '' ? key : `${path}.${key}`),
    );
  }
  return Object.is(a, b) ? [] : [`${path}: ${show(a)} in ${names.A}, ${show(b)} in ${names.B}`];
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  // A trace may say integers that JSON has no word for.
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}
