/** What the simulator's page costs: time beside Node.js, and memory. Other work on the machine would be measured with it. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { median } from '../../src/core/math/statistics/summary.ts';
import { asking, inputOf, launched } from '../support/asking-page.ts';
import { builtMachine, PROGRAM } from '../support/built.ts';
import { ISOLATED, serveTryPage, type TryPage } from '../support/try-page.ts';
import { BROWSERS } from '../support/browsers.ts';

let served: TryPage;
beforeAll(async () => {
  served = await serveTryPage();
});
afterAll(() => served.close());

describe.skipIf(BROWSERS.chromium === undefined)('in Chromium (skipped without it)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launched();
  });
  afterAll(() => browser?.close());

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
    const page = await asking(browser, served.url);
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

  test('memory comes back: fifty runs leave no more behind than five', async () => {
    const page = await asking(browser, `${served.url}${ISOLATED.slice(1)}`);
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
