/** What bounds the simulator's page: bytes to load, the time that a run may take, threads. */

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asking, inputOf, launched } from '../support/asking-page.ts';
import { ISOLATED, serveTryPage, type TryPage } from '../support/try-page.ts';
import { BROWSERS } from '../support/browsers.ts';

let served: TryPage;
beforeAll(async () => {
  served = await serveTryPage();
});
afterAll(() => served.close());

test('the first run needs at most 500 kB after gzip', () => {
  const bytes = Object.values(served.built.first).reduce((sum, size) => sum + size, 0);
  process.stdout.write(`the first run loads ${bytes} bytes after gzip\n`);
  expect(bytes).toBeLessThan(500_000);
  expect(Object.keys(served.built.first)).toEqual(expect.arrayContaining(['page.js', 'worker.js']));
});

describe.skipIf(BROWSERS.chromium === undefined)('in Chromium (skipped without it)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launched();
  });
  afterAll(() => browser?.close());

  test('a run that takes longer than it may ends as an outcome', async () => {
    const page = await asking(browser, served.url);
    const text = readFileSync('scenarios/quickstart.yaml', 'utf8').replace('points: 1000', 'points: 30000');
    const input = JSON.stringify({ text, files: {}, mostMs: 1 });
    expect(await page.evaluate(`ask('run', ${input})`)).toMatchObject({ kind: 'stopped', why: 'time' });
    await page.close();
  });

  test('a page that is isolated runs large scenarios on threads, to the same hash', async () => {
    const page = await asking(browser, `${served.url}${ISOLATED.slice(1)}`);
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    const text = readFileSync('scenarios/quickstart.yaml', 'utf8').replace('points: 1000', 'points: 12000');
    const entry = `${served.url}${ISOLATED.slice(1)}thread.js`;
    const started: string[] = [];
    page.on('worker', (worker) => void started.push(worker.url()));
    // The worker that answers is one, too, and may be told of late.
    const threads = (): string[] => started.filter((url) => url.startsWith('blob:'));
    const alone = await page.evaluate(`ask('run', ${inputOf(text)}).then(({ hash }) => hash)`);
    expect(threads()).toEqual([]);
    expect(await page.evaluate(`ask('run', ${inputOf(text, entry)}).then(({ hash }) => hash)`)).toBe(alone);
    expect(threads()).not.toEqual([]);
    await page.close();
  });
});
