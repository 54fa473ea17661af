/** The settings in which two scenarios differ; also for any two values of the same shape. */

/** A setting with both its values; undefined where one has none. */
export interface DifferingSetting {
  readonly path: string;
  readonly a: unknown;
  readonly b: unknown;
}

/** In the order of the first. */
export function differingSettings(a: unknown, b: unknown, path = ''): readonly DifferingSetting[] {
  if (isContainer(a) && isContainer(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) =>
      differingSettings(a[key], b[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return Object.is(a, b) ? [] : [{ path, a, b }];
}

/** One line each: its path, its first and its second value. */
export function settingsThatDiffer(
  a: unknown,
  b: unknown,
  names: Readonly<Record<'A' | 'B', string>> = { A: 'A', B: 'B' },
): readonly string[] {
  return differingSettings(a, b).map((one) => settingText(one, names));
}

/** A line for one of them. */
export function settingText(
  { path, a, b }: DifferingSetting,
  names: Readonly<Record<'A' | 'B', string>> = { A: 'A', B: 'B' },
): string {
  return `${path}: ${show(a)} in ${names.A}, ${show(b)} in ${names.B}`;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  // Traces may contain bigints, which JSON cannot express.
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}
