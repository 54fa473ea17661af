/** The starts that a comparison chose if a scenario sets none, as reports show them. */

/** The heading above them. */
export const NO_START = 'the scenario sets no start, so the comparison uses a fair one:';

/** @returns each start, with the titles of the runs that use it; empty if every scenario sets its own */
export function chosenStarts(
  compared: readonly { readonly title: string; readonly start?: unknown }[],
): ReadonlyMap<string, readonly string[]> {
  const chosen = new Map<string, string[]>();
  for (const { title, start } of compared) {
    if (typeof start !== 'string' || start === '') continue;
    const titles = chosen.get(start) ?? [];
    if (!titles.includes(title)) chosen.set(start, [...titles, title]);
  }
  return chosen;
}
