/** The page of a plugin's protocol: its figures, pictures and claims are shown as those of ours. */

import { pathToFileURL } from 'node:url';
import { plot } from '../../../src/output/figure/authors.ts';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lloyd } from '../../../bin/standard.ts';
import { figure } from '../../../src/core/protocol/figure.ts';
import { protocol } from '../../../src/core/protocol/protocol.ts';
import { picture } from '../../../src/output/figure/picture.ts';
import { pageText } from '../../../src/output/page/page.ts';
import { pageOfRun } from '../../../src/output/page/run-page.ts';
import { pageRunOf } from '../../../src/output/page/run.ts';
import { run } from '../../../src/run/execute/run.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { plugins as ours } from '../../support/plugins.ts';
import { scenarios } from '../../support/small-scenario.ts';
import { BROWSERS, openChromium } from '../../support/browsers.ts';

const [attack] = lloyd.privacy?.attacks ?? [];

const own = protocol({
  ...lloyd,
  name: 'own',
  figures: [
    figure({
      name: 'pointsBytes',
      title: 'bytes of points',
      summary: 'bytes of the points that clients sent to the server',
      unit: 'bytes',
      of: ({ sent }) => sent.of({ from: 'client', to: 'server' }).bytes,
    }),
  ],
  privacy: {
    attacks: [attack],
    claims: () => [
      { says: 'the server alone learns no point', coalition: { server: 1 }, attacks: [attack.name] },
    ],
    statement: () => 'The server sees every point.',
  },
});

const roles = picture({
  name: 'roles',
  summary: 'bytes by pair of roles',
  needs: 'trace',
  heeds: [],
  rows: ({ record }) =>
    record?.report.exchanges.map(({ from, to, bytes }) => ({ pair: `${from} to ${to}`, bytes })),
  draw: (rows) => ({
    title: 'Bytes by pair of roles',
    panels: [{ plot: { marginLeft: 110, marks: [plot.barX(rows, { x: 'bytes', y: 'pair' })] } }],
  }),
});

const plugins = [...ours, plugin(import.meta.url, { name: 'own', protocols: [own], pictures: [roles] })];
const { load, write } = scenarios();

const SMALL = `clients: 3
data: { source: gaussian-mixture, points: 30, dimension: 2, components: 2, deviation: 1 }
protocol: { name: lloyd, clusters: 2 }
`;

async function pageOf(name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const scenario = load(SMALL, { plugins, set: [`protocol.name=${name}`] });
  await run(scenario, { plugins, trace: (chunk) => void chunks.push(Uint8Array.from(chunk)) });
  const options = { plugins, label: 'the run', folder: '.', replay: true };
  const page = pageText(pageOfRun(await pageRunOf('run.trace', Buffer.concat(chunks), options)));
  return pathToFileURL(write(`${name}.html`, page)).href;
}

describe.skipIf(BROWSERS.chromium === undefined)('in Chromium (skipped without it)', () => {
  let browser: Browser;
  let [theirs, builtIn]: Page[] = [];
  beforeAll(async () => {
    browser = await openChromium();
    [theirs, builtIn] = [await browser.newPage(), await browser.newPage()];
    await theirs.goto(await pageOf('own'));
    await builtIn.goto(await pageOf('lloyd'));
  });
  afterAll(() => browser?.close());

  const sections = (page: Page): Promise<string[]> => page.locator('section h2').allInnerTexts();

  test('it has the sections of a built-in one', async () => {
    expect(await sections(theirs)).toEqual(await sections(builtIn));
    expect(await sections(theirs)).toContain('Pictures');
  });

  test('its figure has a card and a line in the table of figures', async () => {
    const card = theirs.locator('.card', { hasText: 'bytes of points' });
    expect(await card.isVisible()).toBe(true);
    const shown = await card.locator('b').innerText();
    const line = await theirs.locator('#figures tr', { hasText: 'bytes of points' }).innerText();
    expect(line).toContain(shown);
    expect(line).toContain('bytes of the points that clients sent to the server');
    expect(await builtIn.locator('main').innerText()).not.toContain('bytes of points');
  });

  test('its picture is drawn among the others, on pages of ours too', async () => {
    for (const page of [theirs, builtIn]) {
      const drawn = page.locator('#pictures #figure-roles svg').first();
      const { width = 0, height = 0 } = (await drawn.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThan(50);
      expect(await page.locator('#figure-roles').textContent()).toContain('client to server');
    }
  });

  test('its claim has a verdict, with its reason', async () => {
    const claim = theirs.locator('#sight tr', { hasText: 'the server alone learns no point' });
    expect(await claim.innerText()).toMatch(
      new RegExp(`refuted\\s+.*server got [\\d.]+ % .*by ${attack.name}`),
    );
    expect(await theirs.locator('#sight').innerText()).toContain('The server sees every point.');
  });
});
