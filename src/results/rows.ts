/** Tidy tables: a row for each thing, a column for each of its figures. Everything that is exported is a view of such rows. */

export type Cell = string | number | boolean | undefined;
export type Row = Readonly<Record<string, Cell>>;

/**
 * The rows as CSV with a header (RFC 4180), the columns in the order in which rows first have them. What a row does not have, and
 * a number that is none, is an empty cell.
 */
export function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => textOf(row[column])));
  return [columns.map(quoted), ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

function textOf(cell: Cell): string {
  if (cell === undefined || (typeof cell === 'number' && Number.isNaN(cell))) return '';
  return quoted(String(cell));
}

/** A cell as CSV has it. */
export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
