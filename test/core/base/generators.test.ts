import { expect, test } from 'vitest';
import { Generators, Row } from '../../../src/core/base/generators.ts';
import { Random, Stream } from '../../../src/core/base/random.ts';

test('every row draws what a stream of its key draws, whatever is drawn from others in between', () => {
  const keys = new Random(5).familyOfKeys('links');
  const generators = new Generators();
  const streams = Array.from({ length: 300 }, (_, row) => {
    generators.seed(row, keys(`${row}`));
    return new Stream(keys(`${row}`));
  });
  const drawn = new Row(generators);
  for (let i = 0; i < 5000; i++) {
    const row = (i * 7919) % streams.length;
    drawn.of = row;
    expect(generators.uniform(row)).toBe(streams[row].uniform());
    expect(drawn.integer(i + 1)).toBe(streams[row].integer(i + 1));
    expect(drawn.uniform()).toBe(streams[row].uniform());
  }
});

test('the keys of a family are those of its streams', () => {
  const keys = new Random(9).scope('network').familyOfKeys('latency');
  const family = new Random(9).scope('network').family('latency');
  const stream = new Random(9).scope('network').stream('latency', 'a', 'b "c"');
  const drawn = stream.uniform();
  expect(new Stream(keys('a', 'b "c"')).uniform()).toBe(drawn);
  expect(family('a', 'b "c"').uniform()).toBe(drawn);
});
