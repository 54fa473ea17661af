import { expect, test } from 'vitest';
import { Random, Stream } from '../../../../src/core/base/random.ts';
import { Directory } from '../../../../src/core/engine/messages/directory.ts';
import { type Distribution, Sampler } from '../../../../src/core/engine/network/distribution.ts';
import { Links } from '../../../../src/core/engine/network/links.ts';

const latencies: Distribution[] = [
  { constant: 700 },
  { uniform: { minimum: 100, maximum: 9000 } },
  { normal: { mean: 5000, deviation: 900 } },
  { lognormal: { median: 4000, sigma: 1 } },
  { exponential: { mean: 4000, minimum: 10 } },
  { pareto: { minimum: 300, shape: 2 } },
  { measured: [10, 1000, 5000] },
];

test.each(latencies)('every link draws %o from a stream of its own, whatever others draw', (latency) => {
  const directory = new Directory([{ role: 'client', count: 12 }]);
  const own = { latency: { normal: { mean: 2e6, deviation: 10 } } };
  const link = (from: string): object => (from === 'client-3' ? own : {});
  const links = new Links({ latency, loss: 0, link }, directory, new Random(3));
  const keys = new Random(3).familyOfKeys('latency');
  const samplers = new Map<string, Sampler>();
  const order = new Random(4).stream('order');
  for (let i = 0; i < 3000; i++) {
    const [from, to] = [order.integer(12), order.integer(12)];
    const [sender, receiver] = [directory.name(from), directory.name(to)];
    const pair = `${sender} ${receiver}`;
    const sampler =
      samplers.get(pair) ??
      new Sampler(sender === 'client-3' ? own.latency : latency, new Stream(keys(sender, receiver)));
    samplers.set(pair, sampler);
    expect(links.latencyNs(links.find(from, to), 0)).toBe(Math.round(sampler.draw()));
  }
});
