/** The workers, who are asked every few seconds. Those with another build are reported, since they get no orders. */

import type { NatsConnection } from '@nats-io/transport-node';
import { WHO } from './streams.ts';
import { counted } from '../../../run/report/format.ts';

const ASK_MS = 5000;
const ANSWER_MS = 500;

/** What a worker reports about itself. */
export interface Member {
  readonly worker: string;
  readonly build: string;
  readonly threads: number;
  /** Versions, for people. */
  readonly versions: string;
}

export class Team {
  readonly #nc: NatsConnection;
  readonly #build: string;
  readonly #onNews: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #strangers = new Set<string>();
  #members: readonly Member[] = [];
  #news = '';
  #rounds = 0;
  #asking: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(nc: NatsConnection, build: string, onNews: (line: string) => void) {
    this.#nc = nc;
    this.#build = build;
    this.#onNews = onNews;
    this.#timer = setInterval(() => void this.#ask(), ASK_MS);
    void this.#ask();
  }

  /** Asks which workers there are now. Calls during a question share the next one. */
  askAnew(): Promise<void> {
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined;
      return this.#ask();
    });
    return this.#next;
  }

  /** The workers of this build that answered last time. */
  get members(): readonly Member[] {
    return this.#members;
  }

  /** How often the workers have been asked. */
  get rounds(): number {
    return this.#rounds;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #ask(): Promise<void> {
    this.#asking = this.#answers();
    return this.#asking;
  }

  async #answers(): Promise<void> {
    const found: Member[] = [];
    try {
      const answers = await this.#nc.requestMany(WHO, '', { strategy: 'timer', maxWait: ANSWER_MS });
      for await (const answer of answers) if (answer.data.length > 0) found.push(answer.json());
    } catch {
      // Nobody answered: the broker may be unreachable.
    }
    this.#members = found.filter(({ build }) => build === this.#build);
    this.#rounds++;
    for (const { worker, build, versions } of found) {
      if (build === this.#build || this.#strangers.has(worker)) continue;
      this.#strangers.add(worker);
      this.#onNews(
        `worker ${worker} gets nothing to do: it runs other code (${versions}, build ${build.slice(0, 12)}; expected build ${this.#build.slice(0, 12)})`,
      );
    }
    const threads = this.#members.reduce((sum, member) => sum + member.threads, 0);
    const count = this.#members.length;
    const news =
      count === 0
        ? 'no worker of this build answers: start some with `cahoots worker ADDRESS`'
        : `${counted(count, 'worker')}, ${counted(threads, 'thread')}`;
    if (news !== this.#news) this.#onNews(news);
    this.#news = news;
  }
}
