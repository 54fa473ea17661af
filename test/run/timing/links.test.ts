import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LinkLoad } from '../../../src/run/timing/links.ts';
import { timed, undisturbed } from '../../support/timing-runs.ts';
import { thoroughly } from '../../support/long.ts';

const sum = (links: readonly LinkLoad[], value: (link: LinkLoad) => number): number =>
  links.reduce((total, link) => total + value(link), 0);

test('links carry what was sent, once at each end, and what a relay forwards once more at both of its own', async () => {
  const seen = new Set<string>();
  for (const source of fc.sample(undisturbed, { seed: 29, numRuns: thoroughly(18, 60) })) {
    const { result, causalGraph } = await timed(source);
    const loads = causalGraph.links.loads(result.endNs);
    const { sent, delivered } = result.ledger.balance;
    const star = (source['network'] as { paths: string }).paths === 'star';
    const between = result.ledger
      .traffic()
      .filter(({ from, to }) => from === 'client' && to === 'client')
      .reduce((total, { wireBytes }) => total + wireBytes, 0);
    for (const direction of ['uplink', 'downlink'] as const) {
      const links = loads.filter((link) => link.direction === direction);
      const own = sum(links, ({ bytes, forwardedBytes }) => bytes - forwardedBytes);
      expect(own).toBe(direction === 'uplink' ? sent.wireBytes : delivered.wireBytes);
      expect(sum(links, ({ forwardedBytes }) => forwardedBytes)).toBe(star ? between : 0);
      for (const { bitsPerSecond, bytes, messages, busyNs, queuedNs, utilisation } of links) {
        const least = bitsPerSecond === undefined ? 0 : (bytes * 8e9) / bitsPerSecond;
        expect(busyNs).toBeGreaterThanOrEqual(Math.floor(least));
        expect(busyNs).toBeLessThanOrEqual(Math.ceil(least) + messages);
        expect(queuedNs).toBeGreaterThanOrEqual(0);
        expect(utilisation).toBeLessThanOrEqual(1);
        expect(utilisation).toBeGreaterThanOrEqual(0);
      }
    }
    seen.add(`${star ? 'star' : 'mesh'} ${between > 0 ? 'clients talk' : 'to the server only'}`);
  }
  expect(seen.size).toBe(4);
});

test('no link was in use for longer than there was time, where a limit ended the run too', async () => {
  const busy: number[] = [];
  for (const source of fc.sample(undisturbed, { seed: 30, numRuns: thoroughly(6, 12) })) {
    const narrow = { uplink: '100Kbps', downlink: '100Kbps' };
    const network = { ...(source['network'] as object), server: narrow, clients: narrow };
    const { result, causalGraph } = await timed({ ...source, network, limits: { time: '60ms' } });
    expect(result.ending).toBe('limit');
    for (const { utilisation } of causalGraph.links.loads(result.endNs)) {
      expect(utilisation).toBeLessThanOrEqual(1);
      busy.push(utilisation);
    }
  }
  expect(Math.max(...busy)).toBeGreaterThan(0.5);
});
