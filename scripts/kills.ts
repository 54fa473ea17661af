/**
 * Kills one or two parties with SIGKILL at random points of real runs and restarts them: every run must end with the
 * labels of the simulation.
 *
 *   npm run kills [-- RUNS [SEED]]
 */

import type * as actors from '../bin/standard.ts';
import { Random } from '../src/core/base/random.ts';
import type * as machine from '../src/real/machine.ts';
import type * as running from '../src/run/execute/run.ts';
import type * as loading from '../src/run/scenario/load.ts';

// Processes start much faster from the build, and parties load the same protocols as this process.
const { playHere } = (await import(`${'../dist/src/real/machine.js'}`)) as typeof machine;
const { standard } = (await import(`${'../dist/bin/standard.js'}`)) as typeof actors;
const { run } = (await import(`${'../dist/src/run/execute/run.js'}`)) as typeof running;
const { loadScenario } = (await import(`${'../dist/src/run/scenario/load.js'}`)) as typeof loading;

// The build needs no TypeScript loader.
process.execArgv = [];
const [runs = 20, seed = 1] = process.argv.slice(2).map(Number);
/** Protocols, with devices slow enough for a run to take some seconds. */
const PROTOCOLS = { secfc: '20Kop/s', mufc: '500Kop/s' };
const plugins = [standard];

const scenarios = await Promise.all(
  Object.entries(PROTOCOLS).map(async ([name, rate]) => {
    const set = [`devices.clients=${rate}`, `devices.server=${rate}`, 'protocol.timeout=30s'];
    const scenario = loadScenario(`scenarios/swarm/${name}.yaml`, { plugins, set });
    const { labels } = await run(scenario, { plugins });
    // How long it takes if nobody is killed.
    const { endNs } = await playHere(scenario, { plugins, plain: true, paced: true });
    return { name, scenario, labels: labels?.join(), ms: endNs / 1e6 };
  }),
);
let wrong = 0;
for (let one = 0; one < runs; one++) {
  const { name, scenario, labels, ms } = scenarios[one % scenarios.length];
  const random = new Random(seed).stream('kills', `${one}`);
  const parties = [...scenario.parties.servers, ...scenario.parties.clients];
  const victims = Array.from({ length: 1 + (one % 2) }, () => ({
    party: parties[Math.floor(random.uniform() * parties.length)],
    afterMs: random.uniform() * ms,
  }));
  const killed: string[] = [];
  const result = await playHere(scenario, {
    plugins,
    plain: true,
    paced: true,
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
  const isRight =
    result.ending === 'done' && result.findings.missing === undefined && result.labels?.join() === labels;
  if (!isRight) wrong++;
  const missing = result.findings.missing === undefined ? '' : ', somebody missing';
  process.stdout.write(
    `${one + 1} ${name}: ${killed.join(', ')}: ${isRight ? 'right' : `WRONG: ${result.ending}${missing}`} after ${(result.endNs / 1e6).toFixed(0)} ms of some ${ms.toFixed(0)}\n`,
  );
}
process.stdout.write(`${runs - wrong} of ${runs} came to the labels of the simulation\n`);
process.exitCode = wrong > 0 ? 1 : 0;
