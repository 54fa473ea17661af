/** The workers, who are asked every few seconds. Those with another build are reported, since they get no orders. */

import { randomBytes } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { visible } from '../../../core/base/visible.ts';
import { counted } from '../../../run/report/format.ts';
import type { MessageReader } from './message-reader.ts';
import { ABOUT, WHO } from './streams.ts';

const ASK_MS = 5000;
const ANSWER_MS = 500;
/** How many workers of other builds are reported by name. */
const MOST_STRANGERS = 20;

/** What a worker reports about itself. */
export const members = z.strictObject({
  worker: z.string().regex(/^[\w-]{1,200}$/),
  build: z.string().regex(/^[0-9a-f]{64}$/),
  threads: z
    .int()
    .min(1)
    .max(2 ** 20),
  /** Versions, for people. */
  versions: z.string().max(200),
});

export type Member = z.output<typeof members>;

export interface TeamOptions {
  readonly build: string;
  readonly reader: MessageReader;
  readonly onNews: (line: string) => void;
}

export class Team {
  readonly #nc: NatsConnection;
  readonly #options: TeamOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #strangers = new Set<string>();
  #members: readonly Member[] = [];
  #news = '';
  #rounds = 0;
  #asking: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(nc: NatsConnection, options: TeamOptions) {
    this.#nc = nc;
    this.#options = options;
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
    const { build: own, reader, onNews } = this.#options;
    // Old answers to other questions say nothing.
    const question = randomBytes(16).toString('hex');
    const expected = { about: ABOUT.member(question), schema: members, isHere: () => true };
    const found: Member[] = [];
    try {
      const answers = await this.#nc.requestMany(WHO, question, { strategy: 'timer', maxWait: ANSWER_MS });
      for await (const { data, headers } of answers) {
        const answer = data.length > 0 && reader.read({ subject: WHO, data, headers }, expected);
        if (answer) found.push(answer.body);
      }
    } catch {
      // Nobody answered: the broker may be unreachable.
    }
    this.#members = found.filter(({ build }) => build === own);
    this.#rounds++;
    for (const { worker, build, versions } of found) {
      if (build === own || this.#strangers.has(worker) || this.#strangers.size >= MOST_STRANGERS) continue;
      this.#strangers.add(worker);
      onNews(
        `worker ${worker} gets nothing to do: it runs other code (${visible(versions)}, build ${build.slice(0, 12)}; expected build ${own.slice(0, 12)})`,
      );
    }
    const threads = this.#members.reduce((sum, member) => sum + member.threads, 0);
    const count = this.#members.length;
    const news =
      count === 0
        ? 'no worker of this build answers: start some with `cahoots worker ADDRESS`'
        : `${counted(count, 'worker')}, ${counted(threads, 'thread')}`;
    if (news !== this.#news) onNews(news);
    this.#news = news;
  }
}
