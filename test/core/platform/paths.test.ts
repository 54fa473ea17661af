import { posix } from 'node:path';
import { assert, array, constantFrom, property } from 'fast-check';
import { test } from 'vitest';
import { paths } from '../../../src/core/platform/paths.ts';

const path = array(constantFrom('a', 'b.txt', '.c', '..', '.', '/', '/', 'd.')).map((steps) =>
  steps.join(''),
);

test('paths are those of POSIX, but for slashes at the end', () => {
  const trimmed = (text: string): string => text.replace(/(?<=.)\/+$/, '');
  assert(
    property(path, path, (one, other) => {
      const [from, to] = [`/${one}`, `/${other}`];
      return (
        paths.resolve(from, other) === posix.resolve(from, other) &&
        paths.join(one, other) === trimmed(posix.join(one, other)) &&
        paths.relative(from, to) === posix.relative(from, to) &&
        paths.isAbsolute(one) === posix.isAbsolute(one) &&
        paths.dirname(paths.join(one, 'x')) === posix.dirname(posix.join(one, 'x'))
      );
    }),
    { numRuns: 2000 },
  );
});
