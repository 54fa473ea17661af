/** Pages in a real browser. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRun } from '../../../src/run/figures/table.ts';
import { pageText } from '../../../src/output/page/page.ts';
import { pageOfRun } from '../../../src/output/page/run-page.ts';
import { pageOfResults } from '../../../src/output/page/results-page.ts';
import { pageRunOf } from '../../../src/output/page/run.ts';
import { barriersOn } from '../../support/accessible.ts';
import { pictureSubjects } from '../../support/picture-subjects.ts';
import { plugins } from '../../support/plugins.ts';
import { traced } from '../../support/traced-runs.ts';
import { BROWSERS, openChromium } from '../../support/browsers.ts';

if (BROWSERS.chromium === undefined)
  process.stderr.write(
    'pages are not tested in a browser: there is no chromium (apt-get install chromium)\n',
  );

const folder = mkdtempSync(join(tmpdir(), 'cahoots-page-'));
let browser: Browser;
let page: Page;
let size = 0;
const errors: string[] = [];
const requests: string[] = [];

describe.skipIf(BROWSERS.chromium === undefined)('a report in Chromium (skipped without it)', () => {
  beforeAll(async () => {
    const { bytes } = await traced('scenarios/faults/partition.yaml');
    const run = await pageRunOf('run.trace', bytes, { plugins, label: 'the run', folder: '.', replay: true });
    const file = join(folder, 'report.html');
    writeFileSync(file, pageText(pageOfRun(run)));
    size = readFileSync(file).byteLength;
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce' });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('.timeline[data-awake]');
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const window = (): Promise<string> => page.locator('.timeline .window').innerText();
  const told = (): Promise<string> => page.locator('.timeline .told').innerText();
  const press = async (...keys: string[]): Promise<void> => {
    await page.locator('.timeline canvas').focus();
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForTimeout(60);
  };

  test('opens without an error, and asks for nothing but itself', () => {
    expect(errors).toEqual([]);
    expect(size).toBeLessThan(2e6);
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  test('says why round 2 was slow, who could see what, and what t = 5 would cost', async () => {
    const text = await page.locator('main').innerText();
    expect(text).toMatch(
      /Round 2 took 2\.0\d* s, 2\d\.\d times the median round; it waited most for the fault partition 1/,
    );
    expect(await page.locator('#sight').innerText()).toMatch(
      /any 4 clients learn nothing .*|keeps every client/,
    );
    expect(await page.locator('#forecast').innerText()).toContain('A forecast, not a run');
    const table = page.locator('#forecast details', { hasText: 'protocol.privacy' });
    const row = table.locator('tr', { has: page.locator('td:first-child[data-value="5"]') });
    expect(await row.innerText()).toMatch(/MB|kB|cannot be/);
  });

  test('tells of a message that is pointed at', async () => {
    await press('0');
    await page.locator('.timeline canvas').evaluate('node => node.scrollIntoView({ block: "center" })');
    const box = await page.locator('.timeline canvas').boundingBox();
    let words = '';
    for (let x = 300; x < 900 && !words.includes('sent at'); x += 7) {
      await page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + 60);
      words = await told();
    }
    expect(words).toMatch(/message \d+: .* → /);
    expect(words).toMatch(/latency|held up by faults/);
  });

  test('is filtered by actor, round and type, and by trouble', async () => {
    await press('0');
    const all = await window();
    await page.locator('.timeline select[name=actor]').selectOption({ label: 'client-3' });
    await page.waitForTimeout(60);
    expect(await window()).not.toBe(all);
    await press('r');
    expect(await window()).toBe(all);
    await page.locator('.timeline select[name=round]').selectOption('2');
    await page.waitForTimeout(60);
    expect(await window()).toMatch(/^20\d\.\d+ ms to 2\.2/);
    await press('r', 't');
    expect(await window()).toMatch(/: \d\d messages/);
    await press('t');
  });

  test('goes step by step, moves and zooms by the keyboard alone', async () => {
    await press('r', '0', 'Escape', 'n');
    expect(await told()).toMatch(/^step 1 of \d+/);
    await press('n', 'n', 'p');
    expect(await told()).toMatch(/^step 2 of \d+/);
    const before = await window();
    await press('+', 'ArrowRight');
    expect(await window()).not.toBe(before);
    await press('0');
    expect(await window()).toBe(before);
  });

  test('sorts tables by the column whose head is chosen, either way', async () => {
    const table = page.locator('#rounds table', { hasText: 'Stretches of the run' });
    const times = async (): Promise<number[]> =>
      table
        .locator('tbody tr td:nth-child(3)')
        .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-value'))));
    const head = table.locator('th button', { hasText: 'virtual time' });
    await head.click();
    expect(await times()).toEqual((await times()).toSorted((a, b) => b - a));
    await head.click();
    expect(await times()).toEqual((await times()).toSorted((a, b) => a - b));
  });

  test('is dark or light as somebody chooses, and prints with everything open', async () => {
    const paper = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await paper();
    await page.locator('button.theme').click();
    expect(await paper()).not.toBe(before);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.still').first().isVisible()).toBe(true);
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
    const folded = (): Promise<number> => page.locator('details:not([open])').count();
    const closed = await folded();
    expect(closed).toBeGreaterThan(0);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await folded()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await folded()).toBe(closed);
    expect(errors).toEqual([]);
  });

  test('keeps nobody out, light or dark, nor does the page of a sweep', async () => {
    expect(await barriersOn(page)).toEqual([]);
    await page.locator('button.theme').click();
    expect(await barriersOn(page, 'dark')).toEqual([]);
    const { rows = [], figures } = (await pictureSubjects()).find((one) => one.rows !== undefined) ?? {};
    const file = join(folder, 'sweep.html');
    writeFileSync(file, pageText(pageOfResults('runs', rows, figures ?? everyRun)));
    const sweep = await browser.newPage({ viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce' });
    await sweep.goto(pathToFileURL(file).href);
    expect(await sweep.locator('svg').count()).toBeGreaterThan(0);
    expect(await barriersOn(sweep)).toEqual([]);
    await sweep.close();
  });
});
