import { expect, test } from 'vitest';
import type { Severity } from '../../../src/run/report/notes.ts';
import { merged } from '../../../src/run/tidy/notes.ts';

const note = (severity: Severity, text: string, seeds: number) => ({
  title: text,
  text,
  severity,
  column: 'caveat',
  of: [{ group: {}, seeds: Array.from({ length: seeds }, (_, seed) => seed) }],
});

test('notes come with the worst first, and of these the most frequent', () => {
  const notes = [
    note('info', 'one', 9),
    note('warning', 'two', 2),
    note('error', 'three', 1),
    note('warning', 'four', 3),
    note('info', 'five', 1),
    note('error', 'six', 2),
  ];
  const order = merged(notes).map(({ text }) => text);
  expect(order).toEqual(['six', 'three', 'four', 'two', 'one', 'five']);
});
