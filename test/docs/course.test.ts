/** The course: every command prints what stands below it. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparable, COURSE, play } from '../../scripts/transcripts.ts';

describe.each(COURSE)('%s', (file) => {
  const page = readFileSync(file, 'utf8');

  test('prints what stands there; npm run docs makes it', { timeout: 120_000 }, () => {
    const played = play(page);
    expect(played.length).toBeGreaterThan(1);
    expect(played.map(({ command, printed }) => [command, comparable(printed)])).toEqual(
      played.map(({ command, written }) => [command, comparable(written)]),
    );
  });
});

test('the chapters are numbered without a gap', () => {
  expect(COURSE.map((file) => basename(file)[0])).toEqual(COURSE.map((_, i) => String(i + 1)));
});
