/**
 * Documents that are played, with nothing but the tarball in the folder: every command prints what stands below it, and
 * draws the picture that is shown.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, COURSE, PLAYED, type Workspace, workspace } from '../../scripts/transcripts.ts';
import { thoroughly } from '../support/long.ts';
import { installPacked } from '../support/packed.ts';

/** What is shown of mistakes. */
const MISTAKES = new Set(
  ['first/scenario', 'scenarios/quickstart'].map(
    (file) => `cahoots run ${file}.yaml --set protocol.privacy=5`,
  ),
);

const folder = mkdtempSync(join(tmpdir(), 'cahoots-packed-'));
let installed = '';
beforeAll(() => {
  installed = installPacked(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Documents that a reader of everything comes to, whose commands take half of the time of all. */
const LATER = new Set(['looking.md', 'sweeps.md', 'faults.md']);
const first = PLAYED.filter(([file]) => !LATER.has(basename(file)));

describe.each(
  thoroughly(first, PLAYED).map((files) => ({
    files,
    names: files.map((file) => basename(file)).join(', '),
  })),
)('$names', ({ files }) => {
  let place: Workspace;
  beforeAll(() => {
    place = workspace(installed);
  });
  afterAll(() => place.remove());

  test.each(files)(
    '%s prints and draws what stands there; npm run docs makes it',
    { timeout: 300_000 },
    (file) => {
      const { commands, pictures } = place.play(readFileSync(file, 'utf8'));
      expect(commands.length).toBeGreaterThan(0);
      expect(commands.map(({ command, printed }) => [command, comparable(printed)])).toEqual(
        commands.map(({ command, written }) => [command, comparable(written)]),
      );
      // 1: a run that comes to nothing, or breaks what was expected of it.
      expect(
        commands.filter(({ command, status }) => ![0, 1].includes(status ?? 2) && !MISTAKES.has(command)),
      ).toEqual([]);
      for (const [name, picture] of pictures)
        expect(readFileSync(join(dirname(file), name), 'utf8') === picture).toBe(true);
    },
  );
});

test('the chapters of the course are numbered without a gap', () => {
  expect(COURSE.map((file) => basename(file)[0])).toEqual(COURSE.map((_, i) => String(i + 1)));
});
