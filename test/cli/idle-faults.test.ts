/** A sweep's point at which a fault hit nobody says so in the sweep, in its rows and in every table of them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cahoots } from '../support/program.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const write = temporaryFiles();

const FIVE = `version: 2
name: five
clients: 5
data: { source: gaussian-mixture, points: 50, dimension: 2, components: 2, deviation: 1 }
protocol: { name: lloyd, clusters: 2, timeout: 5s }
faults: [{ fault: dropout, who: { fraction: 0.1 } }]
sweep: { faults.0.who.fraction: [0.1, 0.2], seeds: 2 }
`;

test('a tenth of five clients is nobody, and a fifth is one at time 0', async () => {
  const file = write('five.yaml', FIVE);
  const grid = join(file, '../grid');
  const swept = await cahoots('sweep', file, '--out', grid, '--threads', '0');
  const table = await cahoots('table', grid, '--rows', 'faults.0.who.fraction', '--value', 'accuracy');
  for (const { code, stdout } of [swept, table]) {
    expect(code).toBe(0);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /dropout 1: never happened; it affects nobody \(2 runs of faults\.0\.who\.fraction 0\.1/,
    );
    expect(text).toMatch(/dropout 1: 1 time, first at 0\.0 ms \(2 runs of faults\.0\.who\.fraction 0\.2/);
  }
  const rows = readFileSync(join(grid, 'rows.jsonl'), 'utf8').trimEnd().split('\n');
  const cells = rows.map((row) => JSON.parse(row) as Readonly<Record<string, unknown>>);
  expect(cells.map((row) => [row['idleFaults'] !== undefined, row['missingPoints'] !== 0])).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, true],
  ]);
});
