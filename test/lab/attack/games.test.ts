/** Games come to the same wherever their rounds are played. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { plansOf } from '../../../src/lab/attack/certificate.ts';
import { deciding, play } from '../../../src/lab/attack/game.ts';
import { type GameRow, playGames } from '../../../src/lab/attack/games.ts';
import { protocolNamed } from '../../../src/run/plugin/registry.ts';
import { Fingerprints } from '../../../src/run/tidy/fingerprint.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import type { Where } from '../../../src/studies/executor/open.ts';
import { work } from '../../../src/studies/executor/nats/worker.ts';
import { hasServer, NatsServer } from '../../support/nats-server.ts';
import { plugins } from '../../support/plugins.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const RUNS = 6;
const write = temporaryFiles();
write('points.csv', ['x,y', ...Array.from({ length: 12 }, (_, i) => `${i},${(i * i) % 7}`)].join('\n'));
const file = write(
  'scenario.yaml',
  `version: 2
seed: 3
clients: 3
data: { source: csv, file: points.csv }
protocol: { name: secfc, clusters: 2, privacy: 1, maxIterations: 2 }
collusion: [{ members: [client-2] }, { any: 2 }]
`,
);
const scenario = loadScenario(file, { plugins });
const protocol = protocolNamed({ plugins }, 'secfc');
const plans = plansOf(scenario, protocol, scenario.collusion);

function played(where: Where): Promise<GameRow[]> {
  const folder = dirname(file);
  return playGames(scenario, plans, {
    plugins,
    runs: RUNS,
    origin: { file, folder, foreign: false },
    files: new Fingerprints(folder).filesOf(file, scenario.files),
    ...where,
  });
}

test('in threads as one after the other', async () => {
  const [first] = plans;
  const games = await play(scenario, protocol, { plugins }, [['client-2']], first.attacks, RUNS);
  const here = await played({ threads: 0 });
  expect(here.slice(0, games.length)).toEqual(games.map((game) => ({ coalition: 'client-2', ...game })));
  expect(here.length).toBe(plans.flatMap(({ attacks }) => deciding(attacks)).length);
  expect(here.every(({ shown }) => shown.runs === RUNS)).toBe(true);
  expect(await played({ threads: 2 })).toEqual(here);
});

test.skipIf(!hasServer)('with a worker at a broker, which is sent the data', async () => {
  const server = new NatsServer();
  await server.start();
  const cache = mkdtempSync(join(tmpdir(), 'cahoots-worker-'));
  const stop = new AbortController();
  const working = work(server.address, {
    plugins,
    threads: 1,
    cache,
    limitMs: 60_000,
    versions: 'a test',
    onNews: () => undefined,
    signal: stop.signal,
  });
  expect(await played({ threads: 0, on: server.address })).toEqual(await played({ threads: 0 }));
  stop.abort();
  await working;
  await server.remove();
  rmSync(cache, { recursive: true, force: true });
});
