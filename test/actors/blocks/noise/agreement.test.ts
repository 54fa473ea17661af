/** Which settings of noise cannot be, or hide less than they say. */

import { expect, test } from 'vitest';
import {
  maskParameters,
  type NoiseParameters,
  noiseProblems,
} from '../../../../actors/blocks/noise/agreement.ts';

const CLIENTS = 9;
const problems = (noise: Partial<NoiseParameters>, threshold: number): string[] =>
  noiseProblems(
    { by: 'clients', policy: 'enforced', dropouts: 1, colluding: 3, time: 'constant', ...noise },
    maskParameters.parse({ threshold }),
    CLIENTS,
  ).map(({ path }) => path);

test('where surplus noise is removed, more shares make a seed than collude', () => {
  expect(problems({}, 6)).toEqual([]);
  expect(problems({ colluding: 6 }, 6)).toContain('protocol.aggregation.threshold');
});

test('where none is removed, no seed is shared, and the threshold is as it likes', () => {
  expect(problems({ policy: 'honest-minimum', colluding: 6 }, 6)).not.toContain(
    'protocol.aggregation.threshold',
  );
});
