import { expect, test } from 'vitest';
import { Draw } from '../../../src/run/fault/draw.ts';
import type { Sampler } from '../../../src/run/fault/sampler.ts';

test('a fault that begins as late as any begins before four fifths of the span', () => {
  const latest = {
    chance: () => false,
    integer: (_: number, most: number) => most,
    duration: (_: number, mostNs: number) => `${mostNs}ns`,
  } as unknown as Sampler;
  const ground = { clients: [], everyone: [], messages: [], rounds: 1, spanNs: 1e6, heals: true };
  expect(new Draw(latest, ground).when()).toEqual({ when: { at: '799000ns' } });
});
