import { expect, test } from 'vitest';
import { payloadOf } from '../../../src/output/page/payload.ts';
import { traced } from '../../support/traced-runs.ts';

test('a page tells the rounds of a run from the delivery of results, and from what follows', async () => {
  const { record } = await traced('scenarios/quickstart.yaml');
  expect(record.stretches.map(({ part }) => part).slice(-3, -1)).toEqual(['round', 'delivery']);
  expect(payloadOf(record).stretches.map(([, , kind]) => kind)).toEqual([0, 1, 2, 3, 4, -1, -2]);
});
