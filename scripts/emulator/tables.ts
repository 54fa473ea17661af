/** Tables as Markdown, and their places in the documentation. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A sentence on all rows. */
  readonly summary: string;
}

export function markdown(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The lines above the rows. */
export function headOf(cells: readonly string[]): string {
  return `${markdown(cells)}\n|${cells.map(() => '---|').join('')}`;
}

/** The pages with tables, by the names of the tables. */
const PAGES = { mixtures: 'docs/network.md', flows: 'docs/network.md', runs: 'docs/truth.md' } as const;
export type TableName = keyof typeof PAGES;

/** The file of the page with a table. */
export function pageOf(name: TableName): string {
  return fileURLToPath(new URL(`../../${PAGES[name]}`, import.meta.url));
}

/** A page with a table between its markers. */
export function withTable(page: string, name: TableName, { head, rows, summary }: Table): string {
  const start = `<!-- ${name}: made by npm run predict -- --record -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = page.split(start);
  const after = rest.split(end)[1];
  return [before + start, headOf(head), ...rows.map(markdown), '', summary, end + after].join('\n');
}

export function writeTable(name: TableName, table: Table): void {
  const file = pageOf(name);
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), name, table));
}
