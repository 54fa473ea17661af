/**
 * Documents that are played, with nothing but the tarball in the folder: every command prints what stands below it, and
 * draws the picture that is shown.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, COURSE, PLAYED, SEEN, type Workspace, workspace } from '../../scripts/transcripts.ts';
import { thoroughly } from '../support/long.ts';
import { installPacked } from '../support/packed.ts';
import { type Resident, resident } from '../support/resident-program.ts';

/** What is shown of mistakes. */
const MISTAKES = new Set(
  ['first/scenario', 'scenarios/quickstart'].map(
    (file) => `cahoots run ${file}.yaml --set protocol.privacy=5`,
  ),
);

const folder = mkdtempSync(join(tmpdir(), 'cahoots-packed-'));
let installed = '';
/** One process does all commands on every change; in the long run each has one of its own. */
const isResident = thoroughly(true, false);
let program: Resident | undefined;
beforeAll(async () => {
  installed = installPacked(folder);
  if (isResident) program = await resident(join(installed, 'dist'), SEEN);
}, 300_000);
afterAll(() => {
  program?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Documents that a reader of everything comes to, whose commands take half of the time of all. */
const LATER = new Set(['4-coalitions.md', 'looking.md', 'sweeps.md', 'faults.md']);
const first = PLAYED.map((files) => files.filter((file) => !LATER.has(basename(file)))).filter(
  ({ length }) => length > 0,
);

describe.each(
  thoroughly(first, PLAYED).map((files) => ({
    files,
    names: files.map((file) => basename(file)).join(', '),
  })),
)('$names', ({ files }) => {
  let place: Workspace;
  beforeAll(() => {
    place = workspace(installed, program?.script);
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
