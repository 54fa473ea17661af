/** `npm run build`: all of dist/, which is types, code, the field's kernel, the page's scripts and the scenario's schema. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @throws if it ends with another exit code than 0 */
async function run(command: string): Promise<void> {
  const [code] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${command}: ended with ${code}`);
}

const KERNEL = 'src/core/math/field';
const SIMD = '-O3 --enable simd,threads --noAssert';
const MEMORY = '--runtime stub --importMemory --sharedMemory --maximumMemory 65536';
const PAGE = 'src/output/page';
const BROWSER = '--bundle --minify --format=iife --target=es2022 --log-level=warning';

async function bundle(): Promise<void> {
  await import('./bundle/index.ts');
  await Promise.all([
    run(
      `esbuild client=${PAGE}/client/index.ts live=${PAGE}/client/live.ts ${BROWSER} --outdir=dist/${PAGE}`,
    ),
    run('node dist/bin/cahoots.js schema > dist/scenario.schema.json'),
  ]);
}

try {
  await Promise.all([
    run('tsc -p tsconfig.build.json'),
    run(`asc ${KERNEL}/wasm/index.ts ${SIMD} ${MEMORY} -o dist/${KERNEL}/kernel.wasm`),
    bundle(),
  ]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
