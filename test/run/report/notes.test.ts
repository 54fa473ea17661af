import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOneCell, noteCells, notesOf, textsInCell } from '../../../src/run/report/notes.ts';
import { foremost, notesOfRow, type SharedNote } from '../../../src/run/tidy/notes.ts';

test('texts come out of a cell as they went in, whatever bars they have', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '|'), minLength: 1 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      expect(textsInCell(inOneCell(texts))).toEqual(texts);
    }),
  );
});

test("a client's own name with a bar does not split the note of its row", () => {
  const clientNames = { 'client-1': 'Mitte | Nord', 'client-2': 'Bonn' };
  const findings = { iterations: 1, converged: true, clientNames, warnings: ['one', 'two | three'] };
  const texts = notesOf(findings).map(({ text }) => text);
  expect(texts).toEqual(['one', 'two | three', 'client-1 (Mitte | Nord), client-2 (Bonn)']);
  expect(notesOfRow(noteCells(findings)).map(({ text }) => text)).toEqual(texts);
});

test('twenty clients are listed by their own names, of more only some', () => {
  const listed = (count: number): string | undefined => {
    const clientNames = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`client-${i + 1}`, `Clinic ${i + 1}`]),
    );
    return notesOf({ iterations: 1, converged: true, clientNames }).find(({ title }) => title === 'clients')
      ?.text;
  };
  expect(listed(20)).toContain('client-20 (Clinic 20)');
  expect(listed(20)).not.toContain('more');
  expect(listed(21)).not.toContain('client-21 (Clinic 21)');
  expect(listed(21)).toMatch(/ and \d+ more$/);
});

const noted = (count: number, title: string, column: string): SharedNote[] =>
  Array.from({ length: count }, (_, i) => ({
    title,
    text: `${title} ${i}`,
    severity: 'warning',
    column,
    of: [{ group: {}, seeds: [1] }],
  }));

test('of many notes, how the runs started is kept, and the rest is counted by kind', () => {
  const notes = [
    ...noted(9, 'aborted', 'aborted'),
    ...noted(5, 'warning', 'warnings'),
    ...noted(2, 'start', 'start'),
    ...noted(1, 'fault', 'actedFaults'),
  ];
  const { shown, more } = foremost(notes);
  expect(shown.map(({ text }) => text)).toEqual(
    [...notes.slice(0, 11), ...noted(1, 'start', 'start')].map(({ text }) => text),
  );
  expect(more).toBe('and 5 more notes, in the rows of the runs: 3 warning, 1 start, 1 fault');
  expect(foremost(notes.slice(0, 12))).toEqual({ shown: notes.slice(0, 12) });
  expect(foremost(notes.slice(0, 14)).shown).toEqual(notes.slice(0, 12));
});
