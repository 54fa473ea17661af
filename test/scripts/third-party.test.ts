import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { lockedPackages, thirdParty } from '../../scripts/third-party.ts';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const packages = lockedPackages();

describe('the packages of others', () => {
  test('all accept the oldest Node.js that Cahoots promises to run on', () => {
    const oldest = `${engines.node.replace('>=', '')}.0`;
    expect(oldest).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages.filter(({ node = '*' }) => !satisfies(oldest, node))).toEqual([]);
    // Or it would show nothing.
    expect(satisfies('18.0.0', packages.find(({ name }) => name === 'vitest')?.node ?? '*')).toBe(false);
  });

  test('all state their licence, and are listed with it; npm run docs makes the list', () => {
    expect(packages.filter(({ license }) => license === undefined)).toEqual([]);
    expect(readFileSync('THIRD-PARTY.md', 'utf8')).toBe(thirdParty(packages));
  });

  test('a version that is installed twice is listed once, as installed if it is not for development alone', () => {
    const lockfile = JSON.stringify({
      packages: {
        '': { version: '1.0.0' },
        'node_modules/b': { version: '1.0.0', license: 'MIT', dev: true },
        'node_modules/a': { version: '2.0.0', license: 'ISC' },
        'node_modules/a/node_modules/b': { version: '1.0.0', license: 'MIT' },
      },
    });
    expect(lockedPackages(lockfile).map(({ name, dev }) => [name, dev])).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });
});
