/** A hook of module resolution for threads that run the build: what a test's own module imports of the source is the build of it. */

import { builtOf } from './built-modules.mjs';

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  return { ...resolved, url: builtOf(resolved.url) ?? resolved.url };
}
