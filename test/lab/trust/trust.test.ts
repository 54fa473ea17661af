/** The table of trust: every cell is computed, says what was tried, and can be resumed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mirroredAt } from '../../../src/lab/attack/detect/images.ts';
import { trustMarkdown, trustText } from '../../../src/lab/trust/text.ts';
import { type Cell, trustOf, type TrustOptions } from '../../../src/lab/trust/trust.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { Journal } from '../../../src/studies/batch/journal.ts';
import { plugins } from '../../support/plugins.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-trust-'));
afterAll(() => rmSync(folder, { recursive: true }));

const table = (file: string, options: Partial<TrustOptions> = {}): Promise<Cell[]> =>
  trustOf([file], { plugins, threads: 0, repeats: 0, ...options });

const brief = ({ adversary, attackers, others, verdict, by, accuracyKept }: Cell): string =>
  [adversary, attackers, others, verdict, by ?? 'nothing', accuracyKept?.toFixed(1) ?? 'unknown'].join(', ');

test('a server with clients of its own refutes what MUFC promises, and one that only looks does not', async () => {
  const cells = await table('scenarios/attacks/sybils.yaml', { conditions: ['reliable'] });
  expect(cells.map(brief)).toEqual([
    'honest but curious, server, reliable, open, lone-cells, 1.0',
    'honest but curious, clients, reliable, no claim, nothing, 1.0',
    'malicious, server, reliable, refuted, single-clients, 0.5',
    'malicious, clients, reliable, no claim, nothing, 0.0',
  ]);
});

test('others who fail cost accuracy, and what was computed is not computed again', async () => {
  const journal = (): Journal => new Journal(join(folder, 'cells.jsonl'), 'this code');
  const play = async (): Promise<readonly [Cell[], number]> => {
    const kept = journal();
    let fresh = 0;
    const cells = await table('scenarios/swarm/lloyd.yaml', {
      journal: kept,
      onDone: (_, __, now) => (fresh = now),
    });
    kept.close();
    return [cells, fresh];
  };
  const [cells, first] = await play();
  expect(first).toBe(4);
  expect(cells).toHaveLength(16);
  const ofServer = cells.filter(
    ({ attackers, adversary }) => attackers === 'server' && adversary !== 'malicious',
  );
  expect(ofServer.map(({ exposed }) => exposed)).toEqual([1, expect.any(Number), 1, expect.any(Number)]);
  const byzantine = ofServer.find(({ others }) => others === 'fully Byzantine');
  expect(byzantine?.accuracyKept).toBeLessThan(1);
  // The same where the table is of that alone.
  const alone = await table('scenarios/swarm/lloyd.yaml', { conditions: ['fully Byzantine'] });
  expect(alone.map(brief)).toEqual(cells.filter(({ others }) => others === 'fully Byzantine').map(brief));
  const [again, second] = await play();
  expect(second).toBe(0);
  expect(again).toEqual(cells);
});

test('a table says what computes each cell again, in a line each', async () => {
  const cells = await table('scenarios/swarm/lloyd.yaml', {
    conditions: ['data-Byzantine'],
    set: ['seed=2'],
  });
  expect(trustMarkdown(cells).split('\n')[2]).toContain(
    "`cahoots trust scenarios/swarm/lloyd.yaml --set 'seed=2' --others 'data-Byzantine' --repeats 0`",
  );
  const text = trustText(cells);
  expect(text).toContain('the last client follows the protocol with other points');
  expect(text).toContain('\naccuracy kept: of that of the run in which everybody is honest and reliable');
  expect(text).not.toContain('in 0.0 ');
});

test('other points of one client leave those of all others alone', () => {
  const scenario = loadScenario('scenarios/swarm/lloyd.yaml', { plugins });
  const last = scenario.parties.clients.length - 1;
  const { columns, values } = mirroredAt(scenario, scenario.parties.clients[last]).data.points;
  const moved = scenario.shards.map((shard) =>
    [...shard].some((i) =>
      Array.from({ length: columns }, (_, c) => i * columns + c).some(
        (at) => values[at] !== scenario.data.points.values[at],
      ),
    ),
  );
  expect(moved).toEqual(scenario.shards.map((_, j) => j === last));
});
