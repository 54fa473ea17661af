import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { ActorCosts } from '../../../experiments/paper/critical-path.ts';
import { AXES, overheadOf } from '../../../experiments/paper/overhead-figure.ts';
import { scenarioFile, writeFigure } from '../../../experiments/paper/options.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const plugins = [standard];
const file = scenarioFile('secfc-overhead');
const write = temporaryFiles();

describe('the work along the critical path', () => {
  test('adds that of the client that works most to the server’s, round by round', async () => {
    const bus = new Bus();
    const costs = new ActorCosts(bus);
    const { ledger } = await run(loadScenario(file, { plugins, seed: 1 }), { plugins, bus });
    expect(costs.rounds).toBeGreaterThan(1);
    for (let round = 0; round <= costs.rounds; round++) {
      const { operations, client, server } = costs.path(round);
      expect(client.operations).toBe(ledger.slowest(round, 'client').operations);
      expect(server.operations).toBe(ledger.slowest(round, 'server').operations);
      expect(operations).toBe(client.operations + server.operations);
    }
  });

  test('is of the tasks asked for alone', async () => {
    const bus = new Bus();
    const decoding = new ActorCosts(bus, (task) => task === 'secfc/decode-labels');
    await run(loadScenario(file, { plugins, seed: 1 }), { plugins, bus });
    const { client, server } = decoding.path(1);
    expect(client.operations).toBe(0);
    expect(server.operations).toBeGreaterThan(0);
  });
});

describe("the order of the paper's Figure 1: one iteration of SecFC costs more than all of k-FED", () => {
  const [clients, dimension, points] = AXES;

  test.each([
    ['by default', []],
    ['with 5 clients', clients.set(5)],
    ['with 40 clients', clients.set(40)],
    ['in 80 dimensions', dimension.set(80)],
    ['with 4000 points', points.set(4000)],
  ])('%s', async (_, set) => {
    const { iteration, kfed, sharing, secfc } = await overheadOf(set, 1);
    expect(iteration.operations).toBeGreaterThan(kfed.operations);
    expect(secfc.operations).toBeGreaterThanOrEqual(sharing.operations + iteration.operations);
  });

  test('but not in 160 dimensions, where singular vectors of a hundred points cost more', async () => {
    const { iteration, kfed } = await overheadOf(dimension.set(160), 1);
    expect(kfed.operations).toBeGreaterThan(iteration.operations);
  });
});

test('a figure goes where results go', () => {
  const figures = dirname(write('beside', ''));
  expect(writeFigure({ figures }, 'figure.svg', '<svg/>')).toBe(`${figures}/figure.svg`);
});
