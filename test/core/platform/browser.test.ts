/** Cahoots in a browser: one bundle that runs, attacks and draws a scenario, with the results of Node.js. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateText } from '../../../src/lab/attack/text.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import type { hashOf, play, programRefused } from '../../support/browser-play.ts';
import { plugins } from '../../support/plugins.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { BROWSERS, openChromium } from '../../support/browsers.ts';

const SCENARIO = 'scenarios/quickstart.yaml';
/** With fewer points, as runs are repeated for a certificate. */
const ATTACKED = temporaryFiles()(
  'attacked.yaml',
  readFileSync(SCENARIO, 'utf8').replace('points: 1000', 'points: 100'),
);

/** Loads the bundle, which its threads load too. */
const PAGE =
  '<!doctype html><title>cahoots</title><script type="module">import * as c from "/cahoots.js"; globalThis.cahoots = c;</script>';

interface Loaded {
  readonly cahoots: {
    readonly hashOf: typeof hashOf;
    readonly play: typeof play;
    readonly programRefused: typeof programRefused;
  };
}

let program: string;
let modules: readonly string[];

beforeAll(async () => {
  // Fails at an import of what only Node.js has.
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../support/browser-play.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['browser', 'cahoots-source'],
    target: 'es2022',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  [{ text: program }] = outputFiles;
  modules = Object.entries(metafile.inputs).flatMap(([file, { imports }]) => [
    file,
    ...imports.filter(({ external }) => external === true).map(({ path }) => path),
  ]);
});

test('the bundle for a browser contains nothing of Node.js', () => {
  expect(modules.length).toBeGreaterThan(300);
  const ofNode = /^node:|platform\/node|\/(piscina|pino|tsx|linkedom\/esm|hyparquet-writer|csv-parse\/lib)\b/;
  expect(modules.filter((module) => ofNode.test(module))).toEqual([]);
  const bytes = gzipSync(program).byteLength;
  process.stdout.write(`the bundle has ${bytes} bytes after gzip\n`);
  expect(bytes).toBeLessThan(800_000);
});

describe.skipIf(BROWSERS.chromium === undefined)('in Chromium (skipped without it)', () => {
  let browser: Browser;
  let page: Page;
  let server: Server;
  let onNode: ReturnType<typeof attackRun> | undefined;
  beforeAll(async () => {
    // Shared memory for pages that are isolated from others, which these headers ask for, and `plain` ones are not.
    server = createServer(({ url = '' }, response) => {
      if (url === '/cahoots.js')
        return response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(program);
      const isolated = {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      };
      const head = { 'Content-Type': 'text/html; charset=utf-8', ...(url !== '/plain' && isolated) };
      return response.writeHead(200, head).end(PAGE);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    browser = await openChromium();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(path: string): Promise<void> {
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/${path}`);
    await page.waitForFunction('globalThis.cahoots');
  }

  const hashIn = (threads: number): Promise<string | undefined> =>
    page.evaluate(([text, count]) => (globalThis as unknown as Loaded).cahoots.hashOf(text, count), [
      readFileSync(SCENARIO, 'utf8'),
      threads,
    ] as const);

  test.each(['isolated', 'plain'])(
    'a run, its attacks and its picture are those of Node.js: a page that is %s',
    async (path) => {
      await open(path);
      const played = await page.evaluate(
        (text) => (globalThis as unknown as Loaded).cahoots.play(text),
        readFileSync(ATTACKED, 'utf8'),
      );
      onNode ??= attackRun(loadScenario(ATTACKED, { plugins }), { plugins });
      const { result, certificate } = await onNode;
      expect(played.hash).toBe(result.hash);
      expect(played.certificate).toBe(certificate && certificateText(certificate));
      expect(played.picture).toMatch(/^<svg [^]*<path [^]*<\/svg>\n$/);
    },
  );

  test('tasks run in as many workers as asked for, and the trace is the same', async () => {
    await open('isolated');
    let started = 0;
    page.on('worker', () => void started++);
    const { hash } = await run(loadScenario(SCENARIO, { plugins }), { plugins });
    for (const threads of [0, 2]) {
      started = 0;
      expect(await hashIn(threads)).toBe(hash);
      expect(started).toBe(threads);
    }
  });

  test('a page starts no programs, and says so', async () => {
    await open('plain');
    const said = await page.evaluate(() => (globalThis as unknown as Loaded).cahoots.programRefused());
    expect(said).toBe(
      'client-1 (python3 client.py): expected a place where programs can be started, such as Node.js, got browser',
    );
  });

  test('a page that is not isolated has no threads, as they share memory', async () => {
    await open('plain');
    await expect(hashIn(1)).rejects.toThrow(
      'expected a page that is isolated from others (cross-origin isolation), as threads share memory, got another',
    );
  });
});
