import { lloyd } from '../../../bin/standard.ts';
import { partiesOf } from '../../../src/core/protocol/parties.ts';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/core/base/random.ts';
import { deviceRates, devicesSection, ownBandwidth } from '../../../src/run/scenario/devices.ts';

const settings = (written: object) => devicesSection.parse(written);
const rates = (written: object, count: number, seed = 1) => {
  const { server, client } = deviceRates(settings(written), partiesOf(lloyd, count), new Random(seed));
  return { server: server[0], clients: client };
};
const SPREAD = { lognormal: { median: '500Mop/s', sigma: 0.5 } };

describe('rates', () => {
  test('that are not said are the same for all clients, and the server is faster', () => {
    const { server, clients } = rates({}, 3);
    expect(clients).toEqual([5e8, 5e8, 5e8]);
    expect(server).toBe(2e9);
  });

  test('of a distribution are drawn for each client on its own', () => {
    const { clients } = rates({ clients: SPREAD }, 100);
    expect(new Set(clients).size).toBe(100);
    expect(rates({ clients: SPREAD }, 100).clients).toEqual(clients);
    expect(rates({ clients: SPREAD }, 100, 2).clients).not.toEqual(clients);
    const slow = clients.filter((rate) => rate < 5e8).length;
    expect(slow).toBeGreaterThan(30);
    expect(slow).toBeLessThan(70);
  });

  test('stay as they are when a client is added', () => {
    const ten = rates({ clients: SPREAD }, 10).clients;
    expect(rates({ clients: SPREAD }, 11).clients.slice(0, 10)).toEqual(ten);
  });

  test('stay as they are when another client is overridden', () => {
    const overrides = [{ actors: ['client-2'], rate: '1Mop/s' }];
    const plain = rates({ clients: SPREAD }, 4).clients;
    const { clients } = rates({ clients: SPREAD, overrides }, 4);
    expect(clients).toEqual([plain[0], 1e6, plain[2], plain[3]]);
  });

  test('are never below one operation a second, wherever the distribution goes', () => {
    const wide = { normal: { mean: '1op/s', deviation: '1Kop/s' } };
    const { clients } = rates({ clients: wide }, 50);
    expect(Math.min(...clients)).toBe(1);
    expect(Math.max(...clients)).toBeGreaterThan(100);
  });

  test.each([
    [{ uniform: { minimum: '1Mop/s', maximum: '2Mop/s' } }, 1e6, 2e6],
    [{ exponential: { mean: '3Mop/s', minimum: '2Mop/s' } }, 2e6, Number.POSITIVE_INFINITY],
    [{ pareto: { minimum: '2Mop/s', shape: 2 } }, 2e6, Number.POSITIVE_INFINITY],
  ])('of %j stay in its range', (clients, least, most) => {
    for (const rate of rates({ clients }, 50).clients) {
      expect(rate).toBeGreaterThanOrEqual(least);
      expect(rate).toBeLessThanOrEqual(most);
    }
  });

  test('that were measured are drawn from, and no others', () => {
    const { clients } = rates({ clients: { measured: ['1Mop/s', '3Mop/s'] } }, 50);
    expect(new Set(clients)).toEqual(new Set([1e6, 3e6]));
  });
});

describe('overrides', () => {
  const overrides = [
    { actors: ['client-1', 'client-2', 'server'], rate: '1Mop/s', uplink: '1Mbps' },
    { actors: ['client-2'], rate: '2Mop/s' },
    { actors: ['client-2'], downlink: '3Mbps' },
  ];

  test('hold for the actors that they name', () => {
    expect(rates({ overrides }, 3)).toEqual({ server: 1e6, clients: [1e6, 2e6, 5e8] });
  });

  test('of one actor are laid over each other, the last value of each setting wins', () => {
    expect(ownBandwidth(settings({ overrides }), partiesOf(lloyd, 3))('client-2')).toEqual({
      uplinkBps: 1e6,
      downlinkBps: 3e6,
    });
    expect(ownBandwidth(settings({ overrides }), partiesOf(lloyd, 3))('client-1')).toEqual({
      uplinkBps: 1e6,
    });
    expect(ownBandwidth(settings({ overrides }), partiesOf(lloyd, 3))('client-3')).toEqual({});
  });
});
