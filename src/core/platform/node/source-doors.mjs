/**
 * A hook of module resolution for threads that run from source: what a plugin imports of the package is its source too. From the build
 * a class would be there twice, and no instance of one is of the other. It is not part of the build.
 */

import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

const { exports: doors } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

export function resolve(specifier, context, next) {
  const source = doors[specifier.replace(/^cahoots(?=\/|$)/, '.')]?.['cahoots-source'];
  const isDoor = specifier.startsWith('cahoots') && source !== undefined;
  return next(isDoor ? new URL(source, PACKAGE).href : specifier, context);
}
