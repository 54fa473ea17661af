/** Nobody is given up who is only slow: with the timeout that is chosen for it, a run takes the course that it takes with one of days. */

import { describe, expect, test } from 'vitest';
import { run, type RunResult } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { thoroughly } from '../../support/long.ts';
import { plugins } from '../../support/plugins.ts';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const { load } = scenarios();

const SLOW: Readonly<Record<string, readonly string[]>> = {
  'slow devices': ['devices.clients=50Kop/s'],
  'a slow server': ['devices.server=200Kop/s'],
  'a straggler': ['devices.overrides=[{ actors: [client-2], rate: 20Kop/s, uplink: 20kbps }]'],
  'narrow links': ['network.clients={ uplink: 100kbps, downlink: 100kbps }'],
  'long latencies': ['network.latency=5s'],
  'heavy tails': [
    'network.latency={ lognormal: { median: 50ms, sigma: 2.5 } }',
    'devices.clients={ lognormal: { median: 1Mop/s, sigma: 2 } }',
  ],
  'many losses': ['network.loss=0.4'],
  phones: ['network.preset=mobile'],
};

/** Of a run, what would differ if somebody had been asked again or given up. */
const course = ({ endNs, ending, findings, ledger }: RunResult) => {
  const { aborted, missing, timeout } = findings;
  return { endNs, ending, aborted, missing, expired: timeout?.expired === true, ...ledger.balance };
};

describe.each(Object.entries(SLOW).map(([name, slow], at) => ({ name, slow, at })))(
  'under $name',
  ({ slow, at }) => {
    const names = [
      'lloyd',
      'kfed',
      'mufc',
      'fastlloyd',
      'proven-cells',
      'attacks/geometry',
      'swarm/dckmeans',
    ];
    // On every change each meets half of the others.
    const met = names.filter((_, nth) => thoroughly((at + nth) % 2 === 0, true));
    test.each(met)('nobody is asked again in %s, as with a timeout of days', async (name) => {
      const file = `scenarios/${name}.yaml`;
      const { timeout: _own, ...settings } = (
        loadScenario(file, { plugins }).source as { protocol: { timeout?: string } }
      ).protocol;
      const of = async (own: object): Promise<RunResult> => {
        const set = [...slow, `protocol=${JSON.stringify({ ...settings, ...own })}`, 'limits.time=1000h'];
        return run(loadScenario(file, { plugins, set }), { plugins });
      };
      const waited = await of({});
      expect(course(waited)).toEqual(course(await of({ timeout: '90h' })));
    });
  },
);

test.each([0.1, 0.2])('nobody is given up over TCP that loses %d of all packets', async (loss) => {
  const of = (...set: string[]): Promise<RunResult> =>
    run(loadScenario('scenarios/tcp.yaml', { plugins, set: [`network.loss=${loss}`, ...set] }), { plugins });
  expect(course(await of())).toEqual(course(await of('protocol.timeout=90h')));
});

test('nobody is given up among a thousand clients', async () => {
  const of = (...set: string[]): Promise<RunResult> =>
    run(
      load(
        edited(
          SMALL,
          ['secfc\n  clusters: 2\n  privacy: 2', 'lloyd\n  clusters: 2'],
          ['clients: 5', 'clients: 1000'],
          ['points: 40', 'points: 5000'],
          ['preset: lan', 'preset: mobile'],
        ),
        { set },
      ),
      { plugins },
    );
  expect(course(await of())).toEqual(course(await of('protocol.timeout=90h')));
});
