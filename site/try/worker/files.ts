/** The scenario that is open, and its data, as files in memory. */

import { utf8 } from '../../../src/core/base/bytes.ts';
import { memoryFiles } from '../../../src/core/platform/browser.ts';
import type { Sources } from '../shapes.ts';

export const FOLDER = '/work';
export const SCENARIO = `${FOLDER}/scenario.yaml`;

/** Replaces the files of the scenario that was open. */
export function open({ text, files }: Sources): void {
  for (const path of memoryFiles.keys()) if (path.startsWith(`${FOLDER}/`)) memoryFiles.delete(path);
  memoryFiles.set(SCENARIO, Uint8Array.from(utf8(text)));
  for (const [name, bytes] of Object.entries(files)) memoryFiles.set(`${FOLDER}/${name}`, bytes);
}
