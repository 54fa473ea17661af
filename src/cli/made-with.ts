/** Results that were made with plugins which are not loaded: every command that reads them says which. */

import { join } from 'node:path';
import { missingText } from '../run/plugin/loaded.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { TraceReader } from '../run/trace/reader.ts';
import { rowsIn } from '../studies/batch/results.ts';
import { isSweepFolder, ROWS } from '../studies/batch/sweep-folder.ts';
import { readRows } from '../studies/tables/read.ts';
import { isTrace, readTrace } from './trace-file.ts';

const COLUMN = 'plugins';

/** A line for each trace, pack, table or study that was made with other plugins than these. */
export async function missingPlugins(
  files: readonly string[],
  plugins: readonly Plugin[],
): Promise<readonly string[]> {
  const lines = await Promise.all(
    files.map(async (file) => {
      const missing = missingText(await pluginsOf(file), plugins);
      return missing === undefined ? [] : [`${file}: ${missing}`];
    }),
  );
  return lines.flat();
}

/** What a file says of its plugins; nothing if it cannot be read, which is for the command to say. */
async function pluginsOf(file: string): Promise<readonly unknown[]> {
  try {
    if (isTrace(file)) return pluginsOfTrace(file);
    const table = isSweepFolder(file) ? join(file, ROWS) : rowsIn(file);
    const rows = await readRows(table, [COLUMN]);
    return [...new Set(rows.map((row) => row[COLUMN]))];
  } catch (error) {
    // Ours, and the system's of a file that it cannot read.
    if ((error as { readonly code?: string }).code !== undefined) return [];
    throw error;
  }
}

function pluginsOfTrace(file: string): readonly unknown[] {
  const bytes = readTrace(file);
  // Most have none, and a trace says it at its end.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(COLUMN)) return [];
  const reader = new TraceReader(file, bytes);
  for (const _ of reader.entries());
  const { outcome } = reader;
  return outcome !== undefined && 'end' in outcome ? [outcome.end.made?.[COLUMN]] : [];
}
