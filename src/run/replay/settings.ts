/** The settings in which two scenarios differ; also for any two values of the same shape. */

/** One line each: its path, its first and its second value. */
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
  // Traces may contain bigints, which JSON cannot express.
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}
