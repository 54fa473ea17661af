/** Documents that are played: every command prints what stands below it, and draws the picture that is shown. */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparable, COURSE, play, PLAYED } from '../../scripts/transcripts.ts';

/** What is shown of mistakes. */
const MISTAKES = new Set(['cahoots run first/scenario.yaml --set protocol.privacy=5']);

describe.each(PLAYED)('%s', (file) => {
  const page = readFileSync(file, 'utf8');

  test('prints and draws what stands there; npm run docs makes it', { timeout: 180_000 }, () => {
    const { commands, pictures } = play(page);
    expect(commands.length).toBeGreaterThan(1);
    expect(commands.map(({ command, printed }) => [command, comparable(printed)])).toEqual(
      commands.map(({ command, written }) => [command, comparable(written)]),
    );
    // 1: a run that comes to nothing, or breaks what was expected of it.
    expect(
      commands.filter(({ command, status }) => ![0, 1].includes(status ?? 2) && !MISTAKES.has(command)),
    ).toEqual([]);
    for (const [name, picture] of pictures)
      expect(readFileSync(join(dirname(file), name), 'utf8') === picture).toBe(true);
  });
});

test('the chapters of the course are numbered without a gap', () => {
  expect(COURSE.map((file) => basename(file)[0])).toEqual(COURSE.map((_, i) => String(i + 1)));
});
