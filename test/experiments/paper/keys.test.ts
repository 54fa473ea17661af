import { expect, test } from 'vitest';
import { detailsOf } from '../../../experiments/paper/keys.ts';
import { scenarioFile } from '../../../experiments/paper/options.ts';

test('losses over the best of some central runs are not taken for those over the best of more', () => {
  const request = { file: scenarioFile('mufc-tcga'), seed: 1, set: [], variant: 0 };
  const { keys } = detailsOf([4, 20, 20].map((central) => ({ ...request, central })));
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys[1]).toBe(keys[2]);
});
