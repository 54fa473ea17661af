/** Links to the simulator's page: from documents, and with whole runs in them. */

import { expect, test } from 'vitest';
import { site } from '../../scripts/site.ts';
import { shippedScenarios } from '../../scripts/try.ts';
import { Text, withChanges } from '../../site/try/page/edit.ts';
import { fragmentOf, readLink } from '../../site/try/page/link.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { plugins } from '../support/plugins.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const texts = new Map(shippedScenarios().map(({ path, text }) => [path, text]));
const QUICKSTART = texts.get('quickstart') ?? '';
const write = temporaryFiles();

/** The scenario of a text, as a trace stores it, or what is wrong with it: some commands show that. */
function sourceOf(text: string, set: readonly string[] = []): unknown {
  try {
    return loadScenario(write('scenario.yaml', text), { plugins, set }).source;
  } catch (error) {
    return (error as Error).message.replace(/^.*?(?=expected)/, '');
  }
}

test('commands in the documents link to runs that are theirs', () => {
  const found = [...site().pages.values()].flatMap((page) =>
    [...page.matchAll(/\[Run it here[^\]]*\]\(\/try\/index\.html(#[^)]*)\)/g)].map(
      ([, fragment]) => fragment,
    ),
  );
  const fragments = [...new Set(found)];
  expect(fragments.length).toBeGreaterThan(20);
  for (const fragment of fragments) {
    const { scenario = '', set } = readLink(fragment) ?? { set: [] };
    const text = texts.get(scenario) ?? '';
    expect({ fragment, source: sourceOf(withChanges(text, set)) }).toEqual({
      fragment,
      source: sourceOf(text, set),
    });
  }
});

test('a link holds a text that was changed, and what else there is to know of its run', () => {
  const link = {
    scenario: 'quickstart',
    text: `${QUICKSTART}# größer\n`,
    view: 'data',
    hash: 'ab'.repeat(32),
    data: [{ name: 'own: data.csv', digest: '12'.repeat(32) }],
  } as const;
  const fragment = fragmentOf(link);
  expect(fragment).toMatch(/^#[\w=&%.:+/-]*$/);
  expect(fragment.length).toBeLessThan(1200);
  expect(readLink(fragment)).toEqual({ ...link, set: [] });
});

test('a fragment that is no link of ours gives none, whatever it holds', () => {
  const others = ['', '#', '#top', '#text=', '#text=%%%', '#text=AAAA', '#view=data'];
  expect(others.filter((fragment) => readLink(fragment) !== undefined)).toEqual([]);
  expect(readLink('#scenario=lloyd&view=other')).toEqual({ scenario: 'lloyd', set: [] });
});

test('controls change the text and nothing else of it, and take their changes back', () => {
  const troubled = new Text(QUICKSTART).withTrouble('client-3', 'crash');
  expect(troubled).toBe(
    `${QUICKSTART}faults:\n  - { fault: crash, who: client-3, when: { round: 1 }, restartAfter: 1s }\n`,
  );
  expect(new Text(troubled).troubleOf('client-3')).toBe('crash');
  expect(new Text(troubled).withTrouble('client-3', undefined)).toBe(QUICKSTART);
  const pooled = new Text(QUICKSTART).withCoalition(['server', 'client-1']);
  expect(pooled).toBe(`${QUICKSTART}collusion:\n  - { members: [server, client-1] }\n`);
  expect(new Text(pooled).coalition).toEqual(['server', 'client-1']);
  expect(new Text(pooled).withCoalition([])).toBe(QUICKSTART);
  const slow = new Text(QUICKSTART).with(['network', 'clients', 'uplink'], '1Mbps');
  expect(new Text(slow).with(['network', 'clients'], undefined)).toBe(QUICKSTART);
});
