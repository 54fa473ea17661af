/** The commands of docs/feddp.md print what stands there. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}docs/feddp.md`, 'utf8');
const commands = [...text.matchAll(/```console\n\$ (cahoots .*)\n([\s\S]*?)```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

test.each(commands)('$command', ({ command, output }) => {
  const program = command.replace(/^cahoots/, 'node dist/bin/cahoots.js');
  const { stdout } = spawnSync('bash', ['-c', program], { cwd: root, encoding: 'utf8' });
  expect(stdout.trim()).toBe(output.trim());
});

test('there are commands to check', () => {
  expect(commands.length).toBe(7);
});
