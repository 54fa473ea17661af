/** `npm run planted [-- TEXT]`: after how many random runs each planted bug is found, and how few faults reproduce it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../src/run/report/table.ts';
import { hunt } from '../test/support/hunt.ts';
import { PLANTED } from '../test/support/planted-bugs.ts';

const [text = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
const rows: string[][] = [];
for (const bug of PLANTED.filter(({ name }) => name.includes(text))) {
  const file = join(folder, `${bug.protocol.name}.yaml`);
  writeFileSync(file, bug.scenario);
  const found = await hunt(bug, file, 2000);
  rows.push([
    bug.name,
    found === undefined ? 'never' : `${found.run}`,
    found?.text ?? '',
    `${found?.faults ?? ''}`,
  ]);
  process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  if (found === undefined || found.faults > 3) process.exitCode = 1;
}
rmSync(folder, { recursive: true });
process.stdout.write(table(['planted', 'found in run', 'as', 'faults left'], rows, ['planted', 'as']));
