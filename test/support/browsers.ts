/** The browsers of this machine, in which tests look at pages. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const ARGUMENTS = {
  chromium: (profile: string) => [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${profile}`,
  ],
  firefox: (profile: string) => ['--headless', '--no-remote', '--profile', profile],
};

/**
 * Opens a page in a browser without a window, with a new profile and without a driver, which Debian's Firefox does not have.
 * @returns ends it, with the processes that it started
 */
export function openBrowser(name: keyof typeof BROWSERS, url: string): () => void {
  const profile = mkdtempSync(join(tmpdir(), `cahoots-${name}-`));
  const { pid } = spawn(BROWSERS[name] ?? name, [...ARGUMENTS[name](profile), url], {
    stdio: 'ignore',
    detached: true,
  });
  return () => {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    // Some of them may still write into it.
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
