/** The user's own data, which this page keeps to itself. */

import type { TableRead } from '../shapes.ts';

export interface Own {
  readonly file: File;
  /** As the scenario names it. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: string;
  /** How the table was interpreted. */
  readonly notes: readonly string[];
  /** Its head. */
  readonly names: readonly string[];
  /** Columns that the user named. */
  readonly columns: { readonly label?: string; readonly client?: string };
}

export function readOwn(
  file: File,
  bytes: Uint8Array<ArrayBuffer>,
  columns: Own['columns'],
  { notes, digest, columns: names }: TableRead,
): Own {
  return { file, name: file.name, bytes, digest, notes, names, columns };
}
