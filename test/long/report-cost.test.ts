/** What a report's page costs in a browser: how soon it opens, and whether it follows while it is scrolled and its timeline is moved. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quantile } from '../../src/core/math/statistics/summary.ts';
import { PROGRAM } from '../support/built.ts';
import { BROWSERS, openChromium } from '../support/browsers.ts';

/** A run of SecFC with 15,640 messages, each drawn. */
const CROWD = ['clients=115', 'data.points=1150', 'devices={}', 'network={ preset: lan }'];
const FRAMES = 120;

/** The milliseconds between frames while something is done before each, in order of length. */
async function framesOf(page: Page, act: string): Promise<readonly number[]> {
  return page.evaluate<readonly number[]>(`new Promise((done) => {
    const act = ${act};
    const times = [];
    let before;
    const frame = (now) => {
      if (before !== undefined) times.push(now - before);
      before = now;
      if (times.length === ${FRAMES}) done(times.sort((a, b) => a - b));
      else {
        act(times.length);
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  })`);
}

/** Presses a key of the timeline, by the number of the frame. */
const pressing = (key: string): string =>
  `(i) => document.querySelector('.timeline canvas').dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: ${key} }))`;

describe.skipIf(BROWSERS.chromium === undefined)('in Chromium (skipped without it)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cahoots-report-'));
  const file = join(folder, 'report.html');
  let browser: Browser;
  beforeAll(async () => {
    const set = CROWD.flatMap((one) => ['--set', one]);
    const kept = join(folder, 'run');
    const [printed] = [
      ['run', 'scenarios/quickstart.yaml', ...set, '--out', kept],
      ['report', join(kept, 'run.trace'), '--html', file],
    ].map((args) => execFileSync('node', [PROGRAM, ...args], { encoding: 'utf8' }));
    process.stdout.write(`${/sent [\d,]+ messages/.exec(printed)?.[0]}, ${statSync(file).size} bytes\n`);
    browser = await openChromium();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test('a page of 15,000 messages misses hardly more frames than an empty one', async () => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    const empty = await framesOf(page, '() => undefined');
    const began = performance.now();
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('.timeline[data-awake]');
    const openMs = performance.now() - began;
    const scrolled = await framesOf(
      page,
      `(i) => window.scrollTo(0, (i / ${FRAMES}) * document.documentElement.scrollHeight)`,
    );
    await page.locator('.timeline canvas').evaluate('node => node.scrollIntoView()');
    await page.locator('.timeline canvas').focus();
    const shown = (): Promise<string> => page.locator('.timeline .window').innerText();
    const before = await shown();
    const zoomed = await framesOf(page, pressing("i % 20 < 10 ? '+' : '-'"));
    expect(await shown()).not.toBe(before);
    process.stdout.write(
      [
        `opened in ${openMs.toFixed(0)} ms`,
        ...Object.entries({ empty, scrolled, zoomed }).map(([what, times]) => {
          const [half, most] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1));
          return `${what}: a frame in ${half} ms, 95 % within ${most}`;
        }),
      ].join('\n') + '\n',
    );
    for (const times of [scrolled, zoomed])
      expect(quantile(times, 0.95)).toBeLessThan(1.5 * quantile(empty, 0.95));
  }, 120_000);
});
