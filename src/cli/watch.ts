/**
 * `--watch`: a page on the loopback address that shows progress, and becomes the report at the end. Other pages of the same
 * browser and other users of the machine reach that address too, so its path starts with a secret.
 */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CahootsError } from '../core/base/errors.ts';
import { replaceWhole } from '../run/data/write.ts';
import { livePage } from '../output/page/live-page.ts';
import type { LivePage, LiveState } from '../output/page/live-shape.ts';

/** How often pages are updated, in milliseconds of this machine. */
const EVERY_MS = 200;

const TOKEN_BYTES = 16;

/** What is being watched. */
export interface Watched {
  readonly page: LivePage;
  readonly state: () => LiveState;
}

export class Watch {
  readonly #out: string;
  readonly #close: () => void;
  readonly #done: (report: string) => void;

  private constructor(out: string, close: () => void, done: (report: string) => void) {
    this.#out = out;
    this.#close = close;
    this.#done = done;
  }

  /**
   * Prints the page's address on stderr.
   * @param out the folder for the report
   * @throws CahootsError if there is none
   */
  static async of(out: string | undefined, watched: Watched): Promise<Watch> {
    if (out === undefined)
      throw new CahootsError('bad-input', 'expected --out as well, got none', { path: '--watch' });
    const pages = new Set<ServerResponse>();
    let report: string | undefined;
    const tell = (response: ServerResponse): void =>
      void response.write(`data: ${JSON.stringify(watched.state())}\n\n`);
    const path = `/${randomBytes(TOKEN_BYTES).toString('base64url')}/`;
    const server = createServer((request, response) => {
      // Otherwise a browser that might ask for more keeps the process waiting.
      response.setHeader('connection', 'close');
      if (!isOwn(request)) response.writeHead(403).end();
      else if (request.url === `${path}events`) {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        pages.add(response);
        response.on('close', () => pages.delete(response));
        tell(response);
        if (report !== undefined) response.write('event: done\ndata: {}\n\n');
      } else if (request.url === path) {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
        response.end(report ?? livePage(watched.page));
      } else response.writeHead(404).end();
    });
    const timer = setInterval(() => pages.forEach(tell), EVERY_MS);
    // Invisible to anybody else on the machine's network.
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`watch it at http://127.0.0.1:${port}${path}\n`);
    const close = (): void => {
      clearInterval(timer);
      pages.forEach((page) => page.end());
      server.close();
    };
    return new Watch(out, close, (text) => {
      report = text;
      pages.forEach((page) => page.write('event: done\ndata: {}\n\n'));
    });
  }

  /** It has ended with this report, which is stored and loaded by open pages. */
  async done(report: string): Promise<void> {
    replaceWhole(join(this.#out, 'report.html'), report);
    this.#done(report);
    // Open pages have a moment to load it; afterwards there is the file.
    await new Promise((resolve) => setTimeout(resolve, 5 * EVERY_MS));
  }

  close(): void {
    this.#close();
  }
}

/**
 * Whether a request is for the loopback address by name, and comes from the page itself or no page. Any other name may have
 * been resolved to this address so that its owner's page may read what is served here.
 */
function isOwn({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return (
    /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) && (origin === undefined || origin === `http://${host}`)
  );
}
