/** What the simulator's page costs: bytes, time beside Node.js, memory. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { median } from '../../src/core/math/statistics/summary.ts';
import { builtMachine, PROGRAM } from '../support/built.ts';
import { BROWSERS, ISOLATED, serveTryPage, type TryPage } from '../support/try-page.ts';

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

/** Asks the worker in a page without anything else. */
const ASK = `(() => {
  const worker = new Worker('worker.js', { type: 'module' });
  let id = 0;
  globalThis.ask = (job, input) => new Promise((resolve, reject) => {
    const asked = ++id;
    const hear = ({ data }) => {
      if (data.id !== asked || 'progress' in data) return;
      worker.removeEventListener('message', hear);
      'value' in data ? resolve(data.value) : reject(new Error(data.problems[0].message));
    };
    worker.addEventListener('message', hear);
    worker.postMessage({ id: asked, job, input });
  });
})()`;

describe.skipIf(BROWSERS.chromium === undefined)('in Chromium (skipped without it)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: BROWSERS.chromium ?? '',
      args: ['--no-sandbox', '--enable-blink-features=ForceEagerMeasureMemory'],
    });
  });
  afterAll(() => browser?.close());

  const asking = async (path: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`${served.url}${path}run-all.html`);
    await page.evaluate(ASK);
    return page;
  };
  const inputOf = (text: string, threadEntry?: string): string =>
    JSON.stringify({ text, files: {}, mostMs: 60_000, threadEntry });

  test('from navigation to hash it takes at most four times as long as the command', async () => {
    const ratios: number[] = [];
    for (let i = 0; i < 3; i++) {
      const began = performance.now();
      const { stdout } = spawnSync('node', [PROGRAM, 'run', 'scenarios/quickstart.yaml'], {
        encoding: 'utf8',
      });
      const commandMs = performance.now() - began;
      const context = await browser.newContext();
      const page = await context.newPage();
      const visited = performance.now();
      await page.goto(served.url);
      const hash = await page.locator('.hash code').innerText({ timeout: 40_000 });
      const pageMs = performance.now() - visited;
      expect(stdout).toContain(hash);
      process.stdout.write(
        `navigation to hash ${Math.round(pageMs)} ms, command ${Math.round(commandMs)} ms\n`,
      );
      ratios.push(pageMs / commandMs);
      await context.close();
    }
    expect(median(ratios)).toBeLessThan(4);
  });

  test('once warm, it is about as fast as Node.js', async () => {
    const page = await asking('');
    const { run, loadScenario, plugins } = await builtMachine();
    // Iterations of SecFC; many small messages.
    for (const file of ['quickstart', 'faults/flood']) {
      const scenario = loadScenario(`scenarios/${file}.yaml`, { plugins });
      const input = inputOf(readFileSync(`scenarios/${file}.yaml`, 'utf8'));
      const node: number[] = [];
      const there: number[] = [];
      for (let i = 0; i < 6; i++) {
        const began = performance.now();
        await run(scenario, { plugins, trace: () => undefined });
        node.push(performance.now() - began);
        there.push(await page.evaluate(`ask('run', ${input}).then(({ tookMs }) => tookMs)`));
      }
      const ratio = median(there.slice(2)) / median(node.slice(2));
      process.stdout.write(`${file}: ${ratio.toFixed(2)} times as long as Node.js\n`);
      expect(ratio).toBeLessThan(8);
    }
    await page.close();
  });

  test('a run that takes longer than it may ends as an outcome', async () => {
    const page = await asking('');
    const text = readFileSync('scenarios/quickstart.yaml', 'utf8').replace('points: 1000', 'points: 30000');
    const input = JSON.stringify({ text, files: {}, mostMs: 1 });
    expect(await page.evaluate(`ask('run', ${input})`)).toMatchObject({ kind: 'stopped', why: 'time' });
    await page.close();
  });

  test('a page that is isolated runs large scenarios on threads, to the same hash', async () => {
    const page = await asking(ISOLATED.slice(1));
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

  test('memory comes back: fifty runs leave no more behind than five', async () => {
    const page = await asking(ISOLATED.slice(1));
    const input = inputOf(readFileSync('scenarios/kfed.yaml', 'utf8'));
    const bytes = async (): Promise<number> =>
      page.evaluate('performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)');
    const play = (times: number, jobs: readonly string[]): Promise<unknown> =>
      page.evaluate(`(async () => {
        for (let i = 0; i < ${times}; i++) {
          await ask('run', ${input});
          for (const job of ${JSON.stringify(jobs)}) await ask(job);
        }
      })()`);
    await play(5, ['stage', 'report']);
    const before = await bytes();
    await play(40, ['stage']);
    await play(5, ['stage', 'report']);
    const grown = (await bytes()) - before;
    process.stdout.write(
      `after fifty more runs: ${(before / 1e6).toFixed(0)} MB and ${(grown / 1e6).toFixed(1)} MB\n`,
    );
    expect(grown).toBeLessThan(30e6);
    await page.close();
  });
});
