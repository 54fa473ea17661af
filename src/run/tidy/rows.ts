/**
 * Tidy tables: a row for each thing, a column for each of its figures. All exports are views of such rows.
 */

export type Cell = string | number | boolean | undefined;
export type Row = Readonly<Record<string, Cell>>;

/** A row with its cells as in every file: undefined and NaN are left out. */
export function tidy<R extends Row>(row: R): Tidy<R> {
  return joined(row) as Tidy<R>;
}

/**
 * One tidy row with the cells of several, of which the last takes precedence. A row has a hundred columns: it is cheaper to
 * write once than to copy for every part.
 */
export function joined(...parts: readonly Row[]): Row {
  const kept: Record<string, Cell> = {};
  for (const part of parts)
    for (const column of Object.keys(part)) {
      const cell = part[column];
      if (cell !== undefined && !Number.isNaN(cell)) kept[column] = cell;
    }
  return kept;
}

/** Makes properties that may be undefined optional. */
type Tidy<R> = { [K in keyof R as undefined extends R[K] ? never : K]: R[K] } & {
  [K in keyof R as undefined extends R[K] ? K : never]?: Exclude<R[K], undefined>;
};

/** Columns in order of first appearance. */
export function columnsOf(rows: readonly Row[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const column in row) columns.add(column);
  return [...columns];
}

/**
 * The rows as CSV with a header (RFC 4180). Missing cells and NaN are empty.
 * @param columns in order; by default all
 */
export function csvOf(rows: readonly Row[], columns: readonly string[] = columnsOf(rows)): string {
  const lines = rows.map((row) => columns.map((column) => textOf(row[column])));
  return [columns.map(quoted), ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

/** The rows as JSON lines. An infinite number becomes a string, since JSON cannot express it. */
export function jsonLinesOf(rows: readonly Row[]): string {
  return rows.map((row) => `${jsonOf(row)}\n`).join('');
}

/** A row as JSON. */
export function jsonOf(row: Row): string {
  return JSON.stringify(tidy(row), (_, cell: unknown) =>
    typeof cell === 'number' && !Number.isFinite(cell) ? String(cell) : cell,
  );
}

function textOf(cell: Cell): string {
  if (cell === undefined || (typeof cell === 'number' && Number.isNaN(cell))) return '';
  return quoted(String(cell));
}

/** A cell in CSV. */
export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
