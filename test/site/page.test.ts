/** The simulator's page in Chromium, used as its readers use it. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { plugins } from '../support/plugins.ts';
import { PROGRAM } from '../support/built.ts';
import { barriersOn } from '../support/accessible.ts';
import { serveTryPage, type TryPage } from '../support/try-page.ts';
import { BROWSERS, openChromium } from '../support/browsers.ts';
import { thoroughly } from '../support/long.ts';

const PATIENCE = { timeout: 40_000 };
const PATIENTS = fileURLToPath(new URL('../../examples/own-data/patients.csv', import.meta.url));
/** Small, so that the page is done soon. */
const SMALL = '#scenario=faults/straggler';

let served: TryPage;

beforeAll(async () => {
  served = await serveTryPage();
});
const folder = mkdtempSync(join(tmpdir(), 'cahoots-page-'));
afterAll(() => {
  served.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(BROWSERS.chromium === undefined)('in Chromium (skipped without it)', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const wrong: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    browser = await openChromium();
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => requests.push(request.url()));
  });
  afterAll(async () => {
    await browser?.close();
  });

  const hash = (): Promise<string> => page.locator('.hash code').innerText(PATIENCE);
  const open = async (fragment: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(served.url + fragment);
  };
  /** Until the run that follows a change is over. */
  const another = async (before: string): Promise<string> => {
    const shown = "document.querySelector('.hash code')?.textContent";
    await page.waitForFunction(`(${shown} ?? '') !== '' && ${shown} !== '${before}'`, undefined, PATIENCE);
    return hash();
  };
  const copied = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.locator('.said').waitFor();
    return page.evaluate('navigator.clipboard.readText()');
  };
  const editor = async (): Promise<void> => {
    await page.getByRole('tab', { name: 'Scenario' }).click();
    await page.waitForSelector('.cm-content');
  };
  const key = (name: string) =>
    page
      .locator('.cm-line', { hasText: `${name}: ` })
      .locator('.tok-key')
      .first();

  test('a first visit runs the quickstart, with the hash of Node.js', async () => {
    const { hash: expected } = await run(loadScenario('scenarios/quickstart.yaml', { plugins }), { plugins });
    await open('');
    expect(await hash()).toBe(expected);
    expect(wrong).toEqual([]);
  });

  test('the report follows, with its tables, its pictures and its timeline', async () => {
    await open(SMALL);
    await page.locator('.report #sight').waitFor(PATIENCE);
    expect(await page.locator('.cards .card').count()).toBeGreaterThan(4);
    expect(await page.locator('#rounds svg').count()).toBeGreaterThan(0);
    await page.locator('.report nav a', { hasText: 'What happened' }).click();
    await page.locator('#timeline .timeline[data-awake]').waitFor(PATIENCE);
    expect(await page.locator('#sight table').count()).toBeGreaterThan(0);
  });

  test('the stage plays, steps from message to message and tells their fields', async () => {
    await page.getByRole('slider', { name: 'virtual time' }).fill('0');
    await page.getByRole('button', { name: 'next message' }).click();
    const message = page.locator('.message');
    expect(await message.innerText()).toMatch(/shares, message \d+: client-\d+ → client-\d+/);
    await message
      .getByRole('row', { name: /^data / })
      .or(message.locator('.fields tr').first())
      .first()
      .waitFor(PATIENCE);
    expect(await message.locator('.fields').innerText()).toMatch(/of payload\s+9\d /);
    const clock = (): Promise<string> => page.locator('.clock').innerText();
    const before = await clock();
    await page.getByRole('button', { name: 'play' }).click();
    await page.waitForFunction(`document.querySelector('.clock').textContent !== '${before}'`);
    await page.getByRole('button', { name: 'pause' }).click();
  });

  test('a mistake in the text is shown where it is, and a completion mends it', async () => {
    await editor();
    await key('privacy').dblclick();
    await page.keyboard.type('privac');
    const said = { hasText: /protocol\.privac: expected .*, got "privac"/ };
    await page.locator('.problems li', said).waitFor(PATIENCE);
    await page.locator('.cm-lintRange-error', { hasText: 'privac' }).waitFor(PATIENCE);
    expect(await page.locator('.cm-lintRange-error').allInnerTexts()).toContain('privac');
    await key('privac').dblclick();
    await page.keyboard.type('priva');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'privacy' }).click();
    await page.locator('.problems').waitFor({ state: 'detached', ...PATIENCE });
  });

  test('a party that is made to leave changes the run, the text and the picture, and can be brought back', async () => {
    await open(SMALL);
    const before = await hash();
    await page.getByRole('button', { name: 'client-4' }).click();
    await page.getByRole('radio', { name: /leaves in round 1/ }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    const after = await another(before);
    expect(await page.getByRole('button', { name: 'client-4', exact: false }).first().innerText()).toContain(
      'leaves',
    );
    await editor();
    expect(await page.locator('.cm-content').innerText()).toContain(
      '{ fault: dropout, who: client-4, when: { round: 1 } }',
    );
    await page.getByRole('tab', { name: 'Break it' }).click();
    await page.getByRole('button', { name: /client-4 follows/ }).click();
    expect(await another(after)).toBe(before);
  });

  test('a coalition is told what it learns, as the certificate says it', async () => {
    await open('#scenario=lloyd');
    const before = await hash();
    await page.getByRole('checkbox', { name: 'server', exact: true }).check();
    await another(before);
    await page.locator('.learns b').first().waitFor(PATIENCE);
    const learns = await page.locator('.learns').innerText();
    expect(learns).toMatch(/100 % by points/);
    expect(await page.locator('.points figcaption').innerText()).toMatch(/what server learnt by/);
    expect(await page.locator('#sight').innerText()).toContain('100.0 %');
  });

  test('a run that is cancelled ends as an outcome, and the page goes on', async () => {
    await open('#scenario=quickstart&set=data.points=60000');
    await page.getByRole('button', { name: 'Cancel' }).click(PATIENCE);
    await page.locator('.status', { hasText: /^Cancelled: / }).waitFor(PATIENCE);
    expect(await page.locator('.status').innerText()).toMatch(/There is no result/);
    await page.getByRole('combobox', { name: 'Scenario' }).selectOption('kfed');
    expect(await hash()).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a link gives the run again in a fresh profile, to its hash', async () => {
    await open(SMALL);
    const before = await hash();
    await page.getByRole('slider', { name: 'Loss' }).fill('4');
    const after = await another(before);
    const link = await copied();
    expect(link.length).toBeLessThan(2000);
    const fresh = await browser.newContext();
    const other = await fresh.newPage();
    await other.goto(link);
    await other.locator('.status .good', { hasText: 'the same run as the link' }).waitFor(PATIENCE);
    expect(await other.locator('.hash code').innerText()).toBe(after);
    expect(await other.getByRole('slider', { name: 'Loss' }).getAttribute('aria-valuetext')).toBe('5%');
    await fresh.close();
  });

  test('a link by hand runs what the command runs with the same changes', async () => {
    const scenario = loadScenario('scenarios/faults/straggler.yaml', {
      plugins,
      seed: 3,
      set: ['network.loss=5%', 'faults=[]'],
    });
    const { hash: expected } = await run(scenario, { plugins });
    await open(`${SMALL}&seed=3&set=network.loss=5%25&set=faults=[]`);
    expect(await hash()).toBe(expected);
    await page.getByRole('button', { name: 'Copy as command' }).click();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    const told = spawnSync('sh', ['-c', `cahoots() { node ${PROGRAM} "$@"; }\n${command}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(told.stdout).toContain(expected);
  });

  test('a text with the end of a text in it is copied whole', async () => {
    await editor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# as it was:\nEND\ntouch never\n');
    await page.getByRole('button', { name: 'Copy as command' }).click();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    spawnSync('sh', ['-c', `cahoots() { true; }\n${command}`], { cwd: folder });
    expect(readdirSync(folder)).not.toContain('never');
    expect(readFileSync(join(folder, 'straggler.yaml'), 'utf8')).toContain('\nEND\ntouch never\n');
  });

  test('a table of one’s own is diagnosed, run and compared, and no request is made', async () => {
    await open(SMALL);
    const before = await hash();
    await page.getByRole('tab', { name: 'Your data' }).click();
    requests.length = 0;
    await page.setInputFiles('input[type=file]', PATIENTS);
    const after = await another(before);
    expect(await page.locator('.diagnosis').innerText()).toContain('120 points of dimension 6 in 3 clusters');
    await page.getByRole('combobox', { name: 'Column of true clusters' }).selectOption('diagnosis');
    await another(after);
    await page.getByRole('button', { name: /Compare \d protocols/ }).click();
    await page.locator('.comparison table').first().waitFor(PATIENCE);
    expect(await page.locator('.comparison').innerText()).toMatch(/secfc[^]*lloyd[^]*mufc[^]*kfed/);
    const link = await copied();
    expect(link).toMatch(/data=patients\.csv:[0-9a-f]{64}/);
    const rows = readFileSync(PATIENTS, 'utf8').split('\n');
    expect(decodeURIComponent(link)).not.toContain(rows[1]);
    // Parts of the program may be loaded, from where the page is.
    expect(requests.filter((url) => !url.startsWith(served.url) && !url.startsWith('blob:'))).toEqual([]);
  });

  test('it works offline once it is there, and as a file', async () => {
    const file = await context.newPage();
    const errors: string[] = [];
    file.on('pageerror', (error) => errors.push(String(error)));
    await context.setOffline(true);
    await file.goto(`${pathToFileURL(`${served.folder}/index.html`).href}${SMALL}`);
    const found = await file.locator('.hash code').innerText(PATIENCE);
    await context.setOffline(false);
    await open(SMALL);
    expect(found).toBe(await hash());
    expect(errors).toEqual([]);
    await file.close();
  });

  test('everything can be reached by the keyboard, and has a name', async () => {
    const unnamed = await page.evaluate(`[...document.querySelectorAll('button, input, select, canvas, a')]
      .filter((node) => !(node.getAttribute('aria-label') ?? node.textContent).trim() && !node.labels?.length)
      .map((node) => node.outerHTML.slice(0, 120))`);
    expect(unnamed).toEqual([]);
    await page.getByRole('tab', { name: 'Break it' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Scenario');
  });

  test('axe finds no barrier in any tab, in the light and in the dark', async () => {
    const barriers = async (isDark = thoroughly(false, true)): Promise<string[]> => {
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await barriersOn(page);
      // On every change in the dark where most is shown.
      if (isDark) await page.emulateMedia({ colorScheme: 'dark' });
      return [...light, ...(isDark ? await barriersOn(page, 'dark') : [])];
    };
    await open('#scenario=lloyd');
    const before = await hash();
    await page.getByRole('checkbox', { name: 'server', exact: true }).check();
    await another(before);
    await page.locator('.learns b').first().waitFor(PATIENCE);
    await page.locator('.report #sight').waitFor(PATIENCE);
    expect(await barriers(true)).toEqual([]);
    for (const name of ['Scenario', 'Your data']) {
      await page.getByRole('tab', { name }).click();
      expect(await barriers()).toEqual([]);
    }
    await page.getByRole('button', { name: 'client-4' }).click();
    expect(await barriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
  });

  test('nothing is wider than the page at 400, 1000 and 3840 pixels', async () => {
    await open(SMALL);
    await hash();
    for (const width of [400, 1000, 3840]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('nothing went wrong in all of this', () => {
    expect(wrong).toEqual([]);
  });
});
