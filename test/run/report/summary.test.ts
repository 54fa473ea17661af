import { expect, test } from 'vitest';
import type { Summary } from '../../../src/run/data/summary.ts';
import { summaryText } from '../../../src/run/report/summary.ts';

const numbered = (length: number) => Array.from({ length }, (_, i) => i);

test('short lists stand there in full', () => {
  const summary: Summary = {
    points: 1234,
    dimension: 2,
    columns: [
      { column: 'x', minimum: -0.123456, maximum: 1e21 },
      { column: 'height', minimum: 0, maximum: 255 },
    ],
    classes: [{ name: 'cat', points: 1234 }],
    skipped: 1000,
    missing: [{ column: 'height', rows: 1000 }],
  };
  expect(summaryText(summary)).toBe(
    `column  minimum  maximum
x       -0.1235    1e+21
height        0      255

class  points
cat     1,234

nothing says what the client of a point is

1,000 rows were left out because a value is missing

column  rows without a value
height                 1,000
`,
  );
});

test('long lists are cut short, and what is left is summed up', () => {
  const text = summaryText({
    points: 100,
    dimension: 784,
    columns: numbered(784).map((c) => ({ column: String(c), minimum: -c, maximum: 2 * c })),
    classes: numbered(12).map((h) => ({ name: `class ${h}`, points: h })),
    clients: numbered(13).map((j) => ({ name: `client ${j}`, points: 100 - j })),
    skipped: 0,
    missing: [],
  });
  const lines = text.split('\n');
  expect(lines).toHaveLength(1 + 12 + 1 + 1 + 12 + 1 + 1 + 12 + 1 + 2);
  expect(lines[11]).toBe('10                -10       20');
  expect(lines[12]).toBe('and 773 more     -783     1566');
  expect(text).toContain('class 11      11\n');
  expect(text).toContain('client 10         90\nand 2 more  88 to 89\n');
  expect(text).toMatch(/\nno rows were left out\n$/);
});
