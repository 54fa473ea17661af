/**
 * `RUNS` (20) real runs, half of them of either protocol, in each of which one or two parties are killed at random
 * points and restarted: they come to the labels of the simulation.
 */

import { expect, test } from 'vitest';
import { Random } from '../../src/core/base/random.ts';
import { builtMachine } from '../support/built.ts';
import { runsOr, say, SEED } from '../support/long.ts';

const { playHere, run, loadScenario, plugins } = await builtMachine();

/** Devices are slow enough for a run to take some seconds. */
const PROTOCOLS = [
  { name: 'secfc', rate: '20Kop/s' },
  { name: 'mufc', rate: '500Kop/s' },
];
const OPTIONS = { plugins, plain: true, paced: true };

test.each(PROTOCOLS)('$name ends as simulated, whoever is killed and when', async ({ name, rate }) => {
  const set = [`devices.clients=${rate}`, `devices.server=${rate}`, 'protocol.timeout=30s'];
  const scenario = loadScenario(`scenarios/swarm/${name}.yaml`, { plugins, set });
  const { labels = [] } = await run(scenario, { plugins });
  // How long it takes if nobody is killed.
  const ms = (await playHere(scenario, OPTIONS)).endNs / 1e6;
  const parties = [...scenario.parties.servers, ...scenario.parties.clients];
  const wrong: string[] = [];
  for (let number = 1; number <= Math.ceil(runsOr(20) / PROTOCOLS.length); number++) {
    const random = new Random(SEED).stream('kills', `${name} ${number}`);
    const victims = Array.from({ length: 1 + (number % 2) }, () => ({
      party: parties[random.integer(parties.length)],
      afterMs: random.uniform() * ms,
    }));
    const killed: string[] = [];
    const real = await playHere(scenario, {
      ...OPTIONS,
      onProcess(party, pid, life) {
        const victim = victims.find((other) => other.party === party);
        if (victim === undefined || life > 1) return;
        setTimeout(() => {
          try {
            process.kill(pid, 'SIGKILL');
            killed.push(`${party} after ${victim.afterMs.toFixed(0)} ms`);
          } catch {
            killed.push(`${party} was done before`);
          }
        }, victim.afterMs);
      },
    });
    const { ending, findings, endNs } = real;
    const isRight =
      ending === 'done' && findings.missing === undefined && real.labels?.join() === labels.join();
    const line = `${number} ${name}: ${killed.join(', ')}: ${isRight ? 'right' : `WRONG: ${ending}`} after ${(endNs / 1e6).toFixed(0)} ms of some ${ms.toFixed(0)}`;
    say(line);
    if (!isRight) wrong.push(line);
  }
  expect(wrong).toEqual([]);
});
