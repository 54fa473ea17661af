/**
 * `node --import tsx scripts/try-pictures.ts [FOLDER]`, after `npm run build`: pictures of the simulator's page as
 * Chromium shows it, for the documents. A client leaves the quickstart, and five collude where at most four may.
 */

import { join } from 'node:path';

import { serveTryPage } from '../test/support/try-page.ts';
import { openChromium } from '../test/support/browsers.ts';

const RUN = new URLSearchParams([
  ['scenario', 'quickstart'],
  ['set', 'faults=[{ fault: dropout, who: client-9, when: { round: 1 } }]'],
  ['set', 'collusion=[{ members: [client-1, client-2, client-4, client-5, client-6] }]'],
]);
/** When the third iteration is under way. */
const AT = 0.8;

const PICTURES = [
  { name: 'picture', width: 1200, height: 790, colorScheme: 'light' },
  { name: 'picture-narrow', width: 400, height: 1500, colorScheme: 'dark' },
] as const;

const [folder = 'site/try'] = process.argv.slice(2);
const served = await serveTryPage();
const browser = await openChromium();
for (const { name, width, height, colorScheme } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${served.url}#${RUN.toString()}`);
  await page.locator('.learns b').first().waitFor({ timeout: 60_000 });
  const time = page.getByRole('slider', { name: 'virtual time' });
  const most = Number(await time.getAttribute('max'));
  await time.fill(String(Math.round(most * AT)));
  await page.locator('.report #sight').waitFor({ timeout: 60_000 });
  await time.blur();
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}
await browser.close();
served.close();
