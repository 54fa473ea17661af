/** What is known of a vector to which several key streams are added at once. */

import { expect, test } from 'vitest';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import { recordingProvenance } from '../../../src/core/base/provenance.ts';
import { SecretRecorder } from '../../../src/lab/provenance/secret-recorder.ts';

test('every key stream counts that is added to a vector, together or one after the other', async () => {
  const recorder = new SecretRecorder();
  const keys = [1, 2, 3].map((value) => new Uint8Array(32).fill(value));
  const [together, apart] = await recordingProvenance(recorder, async () => {
    const vectors = new ModularVectors(2n ** 20n);
    const all = vectors.zeros(8);
    vectors.addUniforms(
      all,
      keys.map((key) => ({ key, times: 1 })),
    );
    const each = vectors.zeros(8);
    for (const key of keys) vectors.addUniform(each, key);
    return [all, each];
  });
  expect(together).toEqual(apart);
  expect(recorder.vectors.on(together)?.times.size).toBe(3);
  expect(recorder.vectors.on(together)?.times).toEqual(recorder.vectors.on(apart)?.times);
});
