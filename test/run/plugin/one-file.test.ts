/** A program that is bundled into one file, with Cahoots: its threads run that file. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Project } from '../../support/plugin-project.ts';
import { ended, hashOf, QUICKSTART, type Said } from '../../support/program.ts';

const PROGRAM = `
import { isMainThread } from 'node:worker_threads';
import { loadScenario, run, taskWorker } from 'cahoots';
import { standard } from 'cahoots/actors';

const plugins = [standard];
const { without } = process.env;
export default taskWorker(without === 'tasks' ? [] : plugins);

if (isMainThread) {
  const scenario = loadScenario(process.argv[2], { plugins });
  const worker = without === 'worker' ? undefined : import.meta.url;
  for (const threads of [0, 2]) {
    const ran = run(scenario, { plugins, threads, worker });
    console.log(await ran.then(({ hash }) => hash, ({ name, message }) => name + ': ' + message));
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'cahoots-one-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Only Piscina lies beside it, which starts threads with a file of its own. */
const project = new Project(folder, ['piscina']);

beforeAll(async () => {
  project.write('program.js', PROGRAM);
  await build({
    entryPoints: [join(folder, 'program.js')],
    outfile: join(folder, 'bundle.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['piscina'],
    logLevel: 'silent',
  });
  rmSync(join(folder, 'node_modules/cahoots'));
});

const play = (without = ''): Promise<Said> =>
  ended(
    spawn(process.execPath, [join(folder, 'bundle.js'), QUICKSTART], { env: { ...process.env, without } }),
  );

test('runs on no threads and on two, with the hash of the command line', async () => {
  const [played, said] = await Promise.all([play(), project.cahoots('run', QUICKSTART)]);
  expect(played).toEqual({ code: 0, stdout: `${hashOf(said)}\n${hashOf(said)}\n`, stderr: '' });
});

test('says that its threads need the URL of a module, and which task they do not have', async () => {
  const [nowhere, nothing] = await Promise.all([play('worker'), play('tasks')]);
  expect(nowhere.stdout).toMatch(
    /^[0-9a-f]{64}\nCahootsError: expected `worker`, the URL of a module with `export default taskWorker\(plugins\)`, .*, got none\n$/,
  );
  expect(nothing.stdout).toMatch(
    /^[0-9a-f]{64}\nCahootsError: expected worker threads to have the task \S+, .* others: none\n$/,
  );
});
