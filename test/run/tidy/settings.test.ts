import { expect, test } from 'vitest';
import type { ScenarioDocument } from '../../../src/run/scenario/schema.ts';
import { settingCells } from '../../../src/run/tidy/settings.ts';

test('a list of any length is one column as JSON, and one of nothing is none', () => {
  const settings = { protocol: { name: 'lloyd', none: [], one: ['a'], two: [1, { b: 2 }] }, seed: 7 };
  expect(settingCells(settings as unknown as ScenarioDocument)).toEqual({
    protocol: 'lloyd',
    'protocol.one': '["a"]',
    'protocol.two': '[1,{"b":2}]',
  });
});
