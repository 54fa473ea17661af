/** Folders for what is needed only while a command runs. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainWriting, type SystemError } from '../run/data/write.ts';
import { wrongFile } from '../run/data/file.ts';

/**
 * Makes a folder where the system keeps temporary files.
 * @param kind begins its name, after `cahoots-`
 * @throws CahootsError if there is no room for it
 */
export function temporaryFolder(kind: string): string {
  const place = tmpdir();
  try {
    return mkdtempSync(join(place, `cahoots-${kind}-`));
  } catch (error) {
    const got = explainWriting(error as SystemError);
    throw wrongFile(place, `expected a directory for temporary files (TMPDIR), got ${got}`);
  }
}
