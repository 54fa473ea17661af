/** What axe finds on a page that its readers could not use: of its rules, those that it calls serious or critical. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** The rules that can tell light from dark; the others look at the same elements in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * @param look `dark` where all rules were tried on the same elements in the light: then only those of colours are
 * @returns a line for each element that breaks a rule
 */
export async function barriersOn(page: Page, look: 'light' | 'dark' = 'light'): Promise<string[]> {
  await page.evaluate(AXE);
  const options = {
    resultTypes: ['violations'],
    selectors: false,
    ...(look === 'dark' && { runOnly: OF_COLOURS }),
  };
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${JSON.stringify(options)})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
