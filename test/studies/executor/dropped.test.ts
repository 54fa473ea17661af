import { expect, test } from 'vitest';
import { Dropped } from '../../../src/studies/executor/nats/dropped.ts';

test('messages of strangers are counted by subject, and the first of a kind and ever fewer others are news', () => {
  const news: string[] = [];
  const dropped = new Dropped((line) => news.push(line));
  expect(dropped.summary).toBeUndefined();
  dropped.add('jobs.ask.7', 'too long');
  expect(dropped.summary).toBe('dropped 1 message of strangers: 1 on jobs.ask');
  for (let i = 0; i < 10; i++) dropped.add('jobs.ask.8', 'too long');
  dropped.add('jobs.done', 'no answer');
  expect(news).toEqual([
    'dropped a message on jobs.ask.7: too long',
    'dropped a message on jobs.ask.8: too long (10 so far)',
    'dropped a message on jobs.done: no answer (12 so far)',
  ]);
  expect(dropped.summary).toBe('dropped 12 messages of strangers: 11 on jobs.ask, 1 on jobs.done');
});
