/** `npm run paper -- NAME`: the tables and figures of the papers, run anew and printed beside what was published. */

import { CahootsError } from '../../src/core/base/errors.ts';
import { paper } from './papers.ts';

try {
  process.stdout.write(await paper(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof CahootsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
