/** The commands of docs/feddp.md print what stands there. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Resident, resident } from '../support/resident-program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}docs/feddp.md`, 'utf8');
const commands = [...text.matchAll(/```console\n\$ (cahoots .*)\n([\s\S]*?)```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

const write = temporaryFiles();
let program: Resident;
beforeAll(async () => {
  program = await resident(`${root}dist`);
});
afterAll(() => program.end());

test.each(commands)('$command', ({ command, output }) => {
  const script = command.replace(/^cahoots/, `bash ${write('cahoots', program.script)}`);
  const { stdout } = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' });
  expect(stdout.trim()).toBe(output.trim());
});

test('there are commands to check', () => {
  expect(commands.length).toBe(7);
});
