import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { loadScenario, reloadScenario } from '../../../src/run/scenario/load.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const plugins = [standard];
const write = temporaryFiles();

function load(content: string, setting = 'capacity.csv') {
  write('capacity.csv', content);
  const text = edited(SMALL, ['devices:', `devices:\n  capacity: ${setting}`]);
  return loadScenario(write('s.yaml', text), { plugins });
}

describe('capacities from a file', () => {
  test('are of the clients that it names; others keep their own, and so does a trace', () => {
    const scenario = load('client,uplink,rate\nclient-3,90Kbps,3Mop/s\n');
    const { network, rates } = scenario;
    expect(network.bandwidth('client-3').uplinkBps).toBe(90e3);
    expect(network.bandwidth('client-1').uplinkBps).not.toBe(90e3);
    expect(rates['client'][2]).toBe(3e6);
    const again = reloadScenario(scenario.source, 'a trace', '/nowhere', { plugins, foreign: true });
    expect(again.network.bandwidth('client-3')).toEqual(network.bandwidth('client-3'));
    expect(again.rates).toEqual(rates);
  });

  test('give way to overrides, setting by setting', () => {
    const { network, rates } = load('client,rate,downlink\nclient-2,3Mop/s,1Mbps\n');
    expect(SMALL).toContain('{ actors: [client-2], rate: 10Mop/s }');
    expect(rates['client'][1]).toBe(10e6);
    expect(network.bandwidth('client-2').downlinkBps).toBe(1e6);
  });

  test("are FedScale's for the clients in order: 1024 bits, and a sample in milliseconds", () => {
    const text =
      '{"1": {"computation": 20, "communication": 1000}, "2": {"computation": 50, "communication": 5.5}}';
    const links = load(text);
    expect(links.network.bandwidth('client-1')).toEqual({ uplinkBps: 1024e3, downlinkBps: 1024e3 });
    expect(links.network.bandwidth('client-2')).toEqual({ uplinkBps: 5632, downlinkBps: 5632 });
    expect(links.network.bandwidth('client-3')).toEqual(links.network.bandwidth('client-1'));
    const { rates } = load(text, '{ file: capacity.csv, operations: 3e8 }');
    // The second has a rate of its own.
    expect(rates['client'].slice(2, 4)).toEqual([15e9, 6e9]);
    expect(links.rates).not.toEqual(rates);
  });

  test.each([
    ['client\nclient-1\n', 'expected the columns client and uplink, downlink or rate, got client'],
    ['client,speed\nclient-1,5\n', 'got client, speed'],
    ['client,uplink\nclient-99,5Mbps\n', 'at most once, got "client-99"'],
    ['client,uplink\nclient-1,5Mbps\nclient-1,6Mbps\n', 'at most once, got "client-1"'],
    ['client,uplink\nclient-1,5\n', 'expected a bandwidth such as 20Mbps'],
    ['{"1": {"computation": 20}}', 'device 1: expected communication above 0, got nothing'],
    ['\u0028dp0\n.', 'got a pickle of Python'],
  ])('%j is refused', (text, message) => {
    expect(() => load(text)).toThrow(message);
  });

  test('in CSV have no operations of a benchmark', () => {
    expect(() => load('client,rate\nclient-1,1Mop/s\n', '{ file: capacity.csv, operations: 5 }')).toThrow(
      'expected records of FedScale for operations, got CSV',
    );
  });
});
