/** The simulator's page in Chromium, asked what its own script would ask its worker. */

import type { Browser, Page } from 'playwright-core';
import { openChromium } from './browsers.ts';

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

/** Chromium, which measures the memory of a page when it is asked. */
export const launched = (): Promise<Browser> =>
  openChromium('--enable-blink-features=ForceEagerMeasureMemory');

/** A page that answers `ask(job, input)`, at the address of one of the site's. */
export async function asking(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${url}run-all.html`);
  await page.evaluate(ASK);
  return page;
}

/** What `ask('run', …)` takes. */
export const inputOf = (text: string, threadEntry?: string): string =>
  JSON.stringify({ text, files: {}, mostMs: 60_000, threadEntry });
