/** The browsers of this machine, in which tests look at pages. */

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const firstOf = (...paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path));

/** Where each is; undefined if it is not installed. */
export const BROWSERS = {
  chromium: firstOf('/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'),
  firefox: firstOf('/usr/bin/firefox-esr', '/usr/bin/firefox'),
};

/** @param more arguments beside those that it always has */
export const openChromium = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: BROWSERS.chromium ?? '', args: ['--no-sandbox', ...more] });
