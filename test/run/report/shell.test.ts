import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandOfRun, shellCommand } from '../../../src/run/report/shell.ts';

test('the command that repeats a run has its file, its seed, each setting and the other flags', () => {
  expect(commandOfRun('a.yaml', 7)).toBe('cahoots run a.yaml --seed 7');
  expect(commandOfRun('my runs/a.yaml', 7, ['clients=5', "name=it's"], ['--plugin', 'x.js'])).toBe(
    String.raw`cahoots run 'my runs/a.yaml' --seed 7 --set clients=5 --set 'name=it'\''s' --plugin x.js`,
  );
});

test.skipIf(process.platform === 'win32')('a shell reads the words that were meant', () => {
  const words = ['plain', 'two words', "it's", '$HOME', '{ a: [1, 2] }', '', 'a\nb', '*'];
  const said = execFileSync('sh', ['-c', shellCommand('printf', '%s|', ...words)], { encoding: 'utf8' });
  expect(said).toBe(words.map((word) => `${word}|`).join(''));
});
