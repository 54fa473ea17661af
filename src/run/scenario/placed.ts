/** The positions of errors that arise when what a scenario names is read. */

import { CahootsError } from '../../core/base/errors.ts';
import { withoutContent } from './data-files.ts';
import type { ScenarioFile } from './document.ts';

/**
 * Reads something, and gives errors about a setting their positions in the file.
 * @param foreign whether it is somebody else's, so that errors quote nothing
 */
export function placedIn<T>(source: ScenarioFile, foreign: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CahootsError)) throw error;
    throw foreign ? withoutContent(inScenario(error, source)) : inScenario(error, source);
  }
}

/** Gives an error about a setting its position in the file; one about another file keeps its own. */
function inScenario(error: CahootsError, source: ScenarioFile): CahootsError {
  const { file, path } = error.place;
  if (file !== undefined || path === undefined) return error;
  return new CahootsError(error.code, error.message.slice(`${path}: `.length), source.place(path.split('.')));
}
