/** docs/reference.md. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documented, PAGE, reference } from '../../scripts/reference.ts';
import { scenarioJsonSchema } from '../../src/run/scenario/schema.ts';
import { plugins } from '../support/plugins.ts';

const page = readFileSync(PAGE, 'utf8');

describe('the reference', () => {
  test('is what the values say of themselves; npm run docs makes it', () => {
    expect(reference()).toBe(page);
  });

  test('says of every setting what it is, and how a value looks', () => {
    const incomplete = documented().flatMap(({ title, settings }) =>
      settings
        .filter(({ description, example }) => description === '' || example === '')
        .map(({ path }) => `${title}: ${path}`),
    );
    expect(incomplete).toEqual([]);
  });

  test('has a section for all that a scenario may hold', () => {
    const { properties } = scenarioJsonSchema(plugins) as { properties: Readonly<Record<string, unknown>> };
    const [whole] = documented();
    expect([...whole.settings.map(({ path }) => path), 'faults', 'compare'].toSorted()).toEqual(
      Object.keys(properties).toSorted(),
    );
    for (const section of ['network', 'devices', 'faults', 'collusion', 'expect', 'swarm', 'limits'])
      expect(page).toContain(`\n### ${section}\n`);
  });
});
