/** The simulator's page, built, and a server that gives it to browsers. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Built, buildTry } from '../../scripts/try.ts';
import { type BROWSERS, openBrowser } from './browsers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

type Hashes = Readonly<Record<string, string>>;

export interface TryPage {
  readonly folder: string;
  readonly built: Built;
  readonly url: string;
  /** The hashes of scenarios, by name, as a browser without a window and with a new profile computes them. */
  hashesIn(name: keyof typeof BROWSERS, texts: Readonly<Record<string, string>>): Promise<Hashes>;
  close(): void;
}

/** Asks the worker for hashes and posts them: Debian's Firefox has no driver. */
const RUN_ALL = `<!doctype html><script type="module">
const texts = await (await fetch('texts')).json();
const worker = new Worker('worker.js', { type: 'module' });
const hashes = {};
for (const [name, text] of Object.entries(texts)) {
  hashes[name] = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      if ('value' in data) resolve(data.value.hash);
      if ('problems' in data) resolve(data.problems[0].message);
    };
    worker.postMessage({ id: 0, job: 'run', input: { text, files: {}, mostMs: 60000 } });
  });
}
await fetch('hashes', { method: 'POST', body: JSON.stringify(hashes) });
</script>`;

/** Below it the page is isolated from others, so that it may have threads. */
export const ISOLATED = '/isolated/';

let building: Promise<{ readonly folder: string; readonly built: Built }> | undefined;

/** Builds it into a folder of its own, once in each process. */
function buildOnce(): NonNullable<typeof building> {
  if (building === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'cahoots-try-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    building = buildTry(folder).then((built) => ({ folder, built }));
  }
  return building;
}

/** Serves the page as it is built. */
export async function serveTryPage(): Promise<TryPage> {
  const { folder, built } = await buildOnce();
  let wanted: Readonly<Record<string, string>> = {};
  let told: (hashes: Hashes) => void = () => undefined;
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '', 'http://localhost').pathname;
    const isIsolated = asked.startsWith(ISOLATED);
    const pathname = isIsolated ? asked.slice(ISOLATED.length - 1) : asked;
    if (isIsolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (pathname === '/hashes') {
      told(JSON.parse(await textOf(request)) as Hashes);
      return response.end();
    }
    if (pathname === '/texts') return response.end(JSON.stringify(wanted));
    if (pathname === '/run-all.html') return response.setHeader('Content-Type', TYPES['.html']).end(RUN_ALL);
    if (!existsSync(file)) return response.writeHead(404).end();
    return response.setHeader('Content-Type', TYPES[extname(file)] ?? 'text/plain').end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    folder,
    built,
    url,
    async hashesIn(name, texts) {
      wanted = texts;
      const hashes = new Promise<Hashes>((resolve) => (told = resolve));
      const close = openBrowser(name, `${url}run-all.html`);
      return hashes.finally(close);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
