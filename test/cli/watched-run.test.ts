/** What a page shows of a run while it runs is what its report has in the end. */

import { expect, test } from 'vitest';
import { watchedRun } from '../../src/cli/watched-run.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { run } from '../../src/run/execute/run.ts';
import { bytes, integer } from '../../src/run/report/format.ts';
import { report } from '../../src/run/report/report.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { plugins } from '../support/plugins.ts';

test('messages are in the rounds of their senders, however late they were sent', async () => {
  // A client that the others do not wait for sends what belongs to a round in the next ones.
  const scenario = loadScenario('scenarios/faults/partition.yaml', { plugins });
  const bus = new Bus();
  const watched = watchedRun('a run', scenario.parties.roles, bus);
  const { ledger } = await run(scenario, { plugins, bus });
  const shown = watched.state();
  const rows = report(ledger).rounds.map((row) => [
    row.part === 'round' ? `${row.round}` : row.part,
    integer(row.messages),
    bytes(row.toServer + row.fromServer + row.betweenClients + row.betweenServers),
  ]);
  expect(rows.length).toBeGreaterThan(5);
  expect(shown.rows.map(([name, , , messages, sent]) => [name, messages, sent])).toEqual(rows.toReversed());
  expect(shown.cards).toContainEqual([integer(ledger.balance.sent.messages), 'messages']);
});
