import { expect, test } from 'vitest';
import { threadsOf } from '../../../src/studies/executor/threads.ts';

test('every thread has a job to go on with when it has done one', async () => {
  const executor = threadsOf(3);
  expect(executor.room).toBe(6);
  await executor.close();
});
