/** docs/reference.md and its pages. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCS, documented, reference } from '../../scripts/reference.ts';
import { scenarioJsonSchema } from '../../src/run/scenario/schema.ts';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { plugins } from '../support/plugins.ts';

const pages = reference();
const textOf = (file: string): string => readFileSync(join(DOCS, file), 'utf8');

describe('the reference', () => {
  test.each([...pages.keys()])('is what the values say of themselves; npm run docs makes it: %s', (file) => {
    expect(pages.get(file)).toBe(textOf(file));
  });

  test('has no page that nothing makes', () => {
    const files = readdirSync(join(DOCS, 'reference')).map((file) => `reference/${file}`);
    expect([...files, 'reference.md'].toSorted()).toEqual([...pages.keys()].toSorted());
  });

  test('is in pages that can be read', () => {
    const lengths = [...pages].map(([file, text]) => ({ file, lines: text.split('\n').length }));
    expect(lengths.filter(({ lines }) => lines > 350)).toEqual([]);
  });

  test('says of every setting what it is, and how a value looks', () => {
    const incomplete = documented().flatMap(({ title, settings }) =>
      settings
        .filter(({ description, example }) => description === '' || example === '')
        .map(({ path }) => `${title}: ${path}`),
    );
    expect(incomplete).toEqual([]);
  });

  test('has a section for all that a scenario may hold, and for every command', () => {
    const { properties } = scenarioJsonSchema(plugins) as { properties: Readonly<Record<string, unknown>> };
    const [whole] = documented();
    expect([...whole.settings.map(({ path }) => path), 'faults', 'compare'].toSorted()).toEqual(
      Object.keys(properties).toSorted(),
    );
    for (const section of ['network', 'devices', 'faults', 'collusion', 'expect', 'swarm', 'limits'])
      expect(pages.get('reference/scenarios.md')).toContain(`\n## ${section}\n`);
    const all = [...pages.values()].join('');
    for (const { name } of COMMANDS) expect(all.split(`\n## cahoots ${name}\n`).length).toBe(2);
  });
});
