import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBytes } from '../../../src/run/data/file.ts';
import { refusal } from '../../support/refusal.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const message = (file: string) => refusal(() => readBytes(file)).message;

test('the bytes of a file', () => {
  expect(readBytes(write('there.bin', Uint8Array.of(0, 255, 10)))).toEqual(Uint8Array.of(0, 255, 10));
});

test('a file that is not there, a folder, and a file as a folder', () => {
  const file = write('there.csv', 'x\n1\n');
  const folder = `${file}.folder`;
  mkdirSync(folder);
  expect(message(`${file}.not`)).toBe(`${file}.not: expected a readable file, got no such file`);
  expect(message(`${file}/x.csv`)).toContain('expected a readable file, got no such file');
  expect(message(folder)).toBe(`${folder}: expected a readable file, got a directory`);
  expect(message('/dev/null')).toContain('got something that is not a regular file');
  expect(message('a\0b')).toContain('expected a readable file, got the system error ERR_INVALID_ARG_VALUE');
});
