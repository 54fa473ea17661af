/**
 * Cahoots as `npm run build` has made it, for tests of processes: from source, each would first read and translate
 * hundreds of modules, which takes five times as long.
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as actors from '../../bin/standard.ts';
import type * as cahoots from '../../src/index.ts';
import type * as machine from '../../src/real/machine.ts';
import type * as rehearsal from '../../src/real/rehearsal.ts';
import type * as validation from '../../src/real/validate.ts';
import { PROGRAM, ROOT, stateOfBuild } from './build.ts';

export { PROGRAM } from './build.ts';

const state = stateOfBuild();
if (state === 'missing') throw new Error(`expected ${PROGRAM}, got nothing: npm run build`);
if (state === 'older')
  process.stderr.write('the build that processes run is older than the source: npm run build\n');

const imported = <T>(file: string): Promise<T> =>
  import(pathToFileURL(join(ROOT, 'dist', file)).href) as Promise<T>;

/** What runs parties in processes of their own, which must be made of the same code as the one that starts them. */
export async function builtMachine() {
  const { playHere } = await imported<typeof machine>('src/real/machine.js');
  const { rehearsed } = await imported<typeof rehearsal>('src/real/rehearsal.js');
  const { validate } = await imported<typeof validation>('src/real/validate.js');
  const { run, openExecutor, loadScenario } = await imported<typeof cahoots>('src/index.js');
  const { standard } = await imported<typeof actors>('bin/standard.js');
  return { playHere, rehearsed, validate, run, openExecutor, loadScenario, plugins: [standard] };
}
