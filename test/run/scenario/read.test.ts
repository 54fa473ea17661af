/** What was read in the run before is taken only where it is what would be read. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { registryOf } from '../../../src/run/plugin/registry.ts';
import { ScenarioFile } from '../../../src/run/scenario/document.ts';
import { readDocument } from '../../../src/run/scenario/read.ts';
import { scenarioSchema } from '../../../src/run/scenario/schema.ts';
import { withValue } from '../../../src/run/scenario/yaml.ts';

const folder = fileURLToPath(new URL('../../../scenarios/swarm/', import.meta.url));
const registry = registryOf([standard]);

const SETTINGS = [
  [],
  ['seed=7'],
  ['seed=7', 'faults=[{"fault":"crash","who":["client-1"],"when":{"at":"1ms"},"restartAfter":"1ms"}]'],
  ['seed=8', 'faults=[{"fault":"pause","who":["client-2"],"when":{"round":1},"for":"1ms"}]'],
  ['data.points=80'],
  ['network.preset=wan', 'seed=9'],
  ['protocol.clusters=2', 'limits.time=1h'],
  ['protocol.clusters=none'],
  ['faults=[{"fault":"crsh"}]', 'seed=3'],
  [],
];

test.each(readdirSync(folder))('%s is read as if it were the first', (name) => {
  for (const settings of SETTINGS) {
    const file = new ScenarioFile(`${folder}${name}`);
    for (const setting of settings) file.set(setting);
    const alone = scenarioSchema(registry).safeParse(file.values);
    const read = readDocument(file.values, registry);
    expect(read.success).toBe(alone.success);
    expect(read.data).toEqual(alone.data);
    expect(Object.keys(read.data ?? {})).toEqual(Object.keys(alone.data ?? {}));
    expect(read.error?.issues).toEqual(alone.error?.issues);
  }
});

test('a section that is the same text is read once', () => {
  const documents = [1, 2].map((seed) => {
    const file = new ScenarioFile(`${folder}secfc.yaml`);
    file.set(`seed=${seed}`);
    return readDocument(file.values, registry).data;
  });
  expect(documents[0]).not.toEqual(documents[1]);
  expect(documents[0]?.protocol).toBe(documents[1]?.protocol);
});

describe('a value in a place', () => {
  const whole = Object.freeze({ a: Object.freeze({ b: Object.freeze([1, 2]) }), c: null, d: {} });

  test.each([
    [['a', 'b', '1'], 5, { a: { b: [1, 5] }, c: null, d: {} }],
    [['a', 'b', '3'], 5, { a: { b: [1, 2, undefined, 5] }, c: null, d: {} }],
    [['c', 'x', 'y'], 5, { a: { b: [1, 2] }, c: { x: { y: 5 } }, d: {} }],
    [['e'], 5, { a: { b: [1, 2] }, c: null, d: {}, e: 5 }],
    [['__proto__', 'x'], 5, JSON.parse('{"a":{"b":[1,2]},"c":null,"d":{},"__proto__":{"x":5}}') as unknown],
  ])('%j', (keys, value, expected) => {
    const changed = withValue(whole, keys, value) as typeof whole;
    expect(changed).toEqual(expected);
    expect(changed.d).toBe(whole.d);
    expect(whole.a.b).toEqual([1, 2]);
  });
});
