/** `--watch`: a page on the loopback address that tells of a run while it goes on, and is its report when it is done. */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { livePage } from '../page/live-page.ts';
import type { LiveRound, LiveState } from '../page/live-shape.ts';
import type { Bus } from '../sim/bus.ts';

/** How often pages are told, in milliseconds of this machine. */
const EVERY_MS = 200;

export class Watch {
  /** Where the page is. */
  readonly address: string;
  readonly #close: () => void;
  readonly #done: (report: string) => void;

  private constructor(address: string, close: () => void, done: (report: string) => void) {
    this.address = address;
    this.#close = close;
    this.#done = done;
  }

  /** @param title what runs */
  static async of(title: string, bus: Bus): Promise<Watch> {
    const tally = new Tally(title, bus);
    const pages = new Set<ServerResponse>();
    let report: string | undefined;
    const server = createServer((request, response) => {
      if (request.url === '/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        pages.add(response);
        response.on('close', () => pages.delete(response));
        tell(response);
        if (report !== undefined) response.write('event: done\ndata: {}\n\n');
      } else if (request.url === '/') {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
        response.end(report ?? livePage(title));
      } else response.writeHead(404).end();
    });
    const tell = (response: ServerResponse): void =>
      void response.write(`data: ${JSON.stringify(tally.state())}\n\n`);
    const timer = setInterval(() => pages.forEach(tell), EVERY_MS);
    // Nobody else on the machine's network sees it.
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = (): void => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    };
    return new Watch(`http://127.0.0.1:${port}/`, close, (text) => {
      report = text;
      pages.forEach((page) => page.write('event: done\ndata: {}\n\n'));
    });
  }

  /** The run is over, and this is its report: pages that are open load it. */
  async done(report: string): Promise<void> {
    this.#done(report);
    // Whoever watches has a moment to load it; afterwards there is the file.
    await new Promise((resolve) => setTimeout(resolve, 5 * EVERY_MS));
  }

  close(): void {
    this.#close();
  }
}

/** Counts what happens. */
class Tally {
  readonly #title: string;
  readonly #rounds: LiveRound[] = [];
  readonly #start = performance.now();
  #virtualNs = 0;
  #messages = 0;
  #bytes = 0;
  #lost = 0;

  constructor(title: string, bus: Bus) {
    this.#title = title;
    bus.on('labelled', ({ round, phase, timeNs }) => {
      this.#virtualNs = timeNs;
      const newest = this.#rounds.at(-1);
      if (newest === undefined || round > newest.round)
        this.#rounds.push({ round, phase, startNs: timeNs, messages: 0, bytes: 0 });
      else if (round === newest.round) newest.phase = phase;
    });
    bus.onTraffic({
      sent: (timeNs, _id, _from, _to, _type, _payloadBytes, wireBytes) => {
        this.#virtualNs = timeNs;
        this.#messages++;
        this.#bytes += wireBytes;
        const newest = this.#rounds.at(-1);
        if (newest === undefined) return;
        newest.messages++;
        newest.bytes += wireBytes;
      },
      delivered: (timeNs) => void (this.#virtualNs = timeNs),
    });
    bus.on('lost', () => this.#lost++);
  }

  state(): LiveState {
    const realNs = (performance.now() - this.#start) * 1e6;
    return {
      title: this.#title,
      virtualNs: this.#virtualNs,
      messages: this.#messages,
      bytes: this.#bytes,
      lost: this.#lost,
      speed: realNs === 0 ? 0 : this.#virtualNs / realNs,
      rounds: this.#rounds,
    };
  }
}
