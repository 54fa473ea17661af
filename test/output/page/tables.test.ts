import { expect, test } from 'vitest';
import { type PageRun, pageRunOf } from '../../../src/output/page/run.ts';
import { sightOf } from '../../../src/output/page/sections/sight.ts';
import { faultsOf } from '../../../src/output/page/sections/tables.ts';
import { tableIn } from '../../support/agreement-views.ts';
import { plugins } from '../../support/plugins.ts';
import { traced } from '../../support/traced-runs.ts';

async function pageRun(file: string, ...set: string[]): Promise<PageRun> {
  const { bytes } = await traced(file, set);
  return pageRunOf('run.trace', bytes, { plugins, label: 'a', folder: '.', replay: false });
}

/** What each fault did. */
const doneIn = (run: PageRun): (string | undefined)[] =>
  tableIn(faultsOf(run).html, 'The outcome of each').map((cells) => cells.at(-1));

test('a fault touched messages, of which several copies may have come', async () => {
  const run = await pageRun('scenarios/faults/duplicates.yaml');
  const { sent, delivered } = run.record.report.balance;
  const [done] = doneIn(run);
  expect(done).toContain(`touched ${sent.messages} messages; of these came ${delivered.messages} copies;`);
});

test('each fault held messages up for its own time, where several delay the same', async () => {
  const delay = (by: string): string =>
    `{ fault: delay, who: client-1, direction: from, rate: 1, by: ${by} }`;
  const run = await pageRun('scenarios/swarm/lloyd.yaml', `faults=[${delay('1s')}, ${delay('10ms')}]`);
  expect(doneIn(run)).toEqual([
    'touched 1 message; held them up by 1.000 s together',
    'touched 1 message; held them up by 10.0 ms together',
  ]);
});

test('lost messages are among those that a party was sent, not among those that it received', async () => {
  const run = await pageRun('scenarios/faults/loss-bursts.yaml');
  const { balance } = run.record.report;
  expect(balance.lost.messages).toBeGreaterThan(0);
  const { html } = sightOf(run);
  const rows = tableIn(html, 'By role, with what was lost on the way');
  expect(rows.reduce((sum, cells) => sum + Number(cells[4].replaceAll(',', '')), 0)).toBe(
    balance.sent.messages,
  );
  expect(html).not.toContain('received');
});
