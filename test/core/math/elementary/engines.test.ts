/**
 * Elementary functions give the same bits in every engine: in this one (`scripts/matrix.ts` runs this file on other versions of
 * Node.js), in Chromium and in Firefox. A result that changes in one bit changes the digest.
 */

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { BROWSERS, openBrowser } from '../../../support/browsers.ts';
import { elementaryResults } from '../../../support/elementary-results.ts';
import { thoroughly } from '../../../support/long.ts';

const DIGEST = 'cdea9f67e16b405ccc268bd57e03dbb9d8b770fcea4d840380e5565835325071';

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the results are known to the bit', () => {
  expect(digestOf(elementaryResults())).toBe(DIGEST);
});

for (const name of thoroughly(['chromium'], ['chromium', 'firefox']) as (keyof typeof BROWSERS)[])
  test.skipIf(BROWSERS[name] === undefined)(`${name} gives the same bits (skipped without it)`, async () => {
    const script = await pageScript();
    let post: (bytes: Buffer) => void;
    const posted = new Promise<Buffer>((resolve) => (post = resolve));
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        if (request.method === 'POST') post(Buffer.concat(pieces));
        response.setHeader('content-type', 'text/html');
        response.end(request.url === '/' ? `<script>${script}</script>` : '');
      });
    });
    await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const close = openBrowser(name, `http://127.0.0.1:${port}/`);
    try {
      expect(digestOf(await posted)).toBe(DIGEST);
    } finally {
      close();
      server.closeAllConnections();
      server.close();
    }
  });

/** A program that posts the results. */
async function pageScript(): Promise<string> {
  const results = fileURLToPath(new URL('../../../support/elementary-results.ts', import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: `import { elementaryResults } from ${JSON.stringify(results)};
        void fetch('/results', { method: 'POST', body: elementaryResults() });`,
      resolveDir: tmpdir(),
    },
    bundle: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0].text;
}
