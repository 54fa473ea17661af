/**
 * An executor at a broker: jobs go into its work queue, whose workers may come and go, and results come back by key. It survives the broker's restarts. Results that were computed for a coordinator that died are reused by the next with the same orders.
 */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { assert, CahootsError, errorText } from '../../../core/base/errors.ts';
import type { Answer, JobRequest } from '../job.ts';
import type { Work } from '../work.ts';
import type { JobExecutor } from '../job-executor.ts';
import { type Broker, openBroker } from './broker.ts';
import type { Confirmation } from './confirmation.ts';
import { CrossChecks } from './cross-checks.ts';
import { Dropped } from './dropped.ts';
import { Uploads } from './files.ts';
import { MessageReader, type ReadMessage, type Received, signedHeaders } from './message-reader.ts';
import { answers, digestOf, packed, type PortableAnswer } from './portable.ts';
import { Purge } from './purge.ts';
import { Repeats } from './repeats.ts';
import {
  ABOUT,
  directSubject,
  ensureStreams,
  isThereAlready,
  lastMessage,
  ORDERS,
  orderSubject,
  RESULTS,
  resultSubject,
} from './streams.ts';
import { Team } from './team.ts';

/** How many jobs are at the broker at a time: enough for hundreds of workers, and little to lose or to store. */
const ROOM = 1000;
const RETRY_MS = 500;

interface Open {
  readonly request: JobRequest;
  /** The request as it is ordered. */
  readonly order: string;
  readonly settle: (answer: Promise<Answer>) => void;
  /** Whether there is an answer, which waits to be confirmed. */
  isAnswered: boolean;
}

export interface CoordinatorOptions {
  /** The file with the study's key. */
  readonly key: string | undefined;
  readonly onNews: (line: string) => void;
}

/**
 * An executor whose jobs are done by the workers at a broker.
 * @throws CahootsError for an invalid address or key, and if the broker cannot be reached
 */
export async function openCoordinator(
  on: string,
  { plugins, keys }: Work,
  { key, onNews }: CoordinatorOptions,
): Promise<JobExecutor> {
  const broker = await openBroker(on, '--on', { plugins, role: 'coordinator', key });
  const study = createHash('sha256')
    .update(JSON.stringify([broker.pool, keys]))
    .digest('hex');
  const coordinator = new Coordinator(broker, { study, keys: new Set(keys), onNews });
  return {
    room: ROOM,
    start: (request) => coordinator.start(request),
    close: () => coordinator.close(),
  };
}

interface Context {
  readonly study: string;
  readonly keys: ReadonlySet<string>;
  readonly onNews: (line: string) => void;
}

class Coordinator {
  readonly #broker: Broker;
  readonly #js: JetStreamClient;
  readonly #context: Context;
  readonly #uploads: Uploads;
  readonly #team: Team;
  readonly #dropped: Dropped;
  readonly #reader: MessageReader;
  readonly #confirmation: Confirmation;
  readonly #purge: Purge;
  readonly #open = new Map<string, Open>();
  #answered = 0;
  /** Results from earlier coordinators, for jobs that are not started yet. */
  readonly #early = new Map<string, ReadMessage<PortableAnswer>>();
  readonly #watch: NodeJS.Timeout;
  #closed = false;
  /** Called when there may be room at the broker. */
  readonly #waiting: (() => void)[] = [];
  #quiet = 0;
  #mending: Promise<unknown> | undefined;
  #news = '';

  constructor(broker: Broker, context: Context) {
    const { nc, jsm, build, authentication, ackMs } = broker;
    const { study, onNews } = context;
    [this.#broker, this.#context, this.#js] = [broker, context, jetstream(nc)];
    this.#uploads = new Uploads(nc, jsm);
    this.#dropped = new Dropped(onNews);
    this.#reader = new MessageReader(authentication, this.#dropped);
    this.#team = new Team(nc, { build, reader: this.#reader, onNews });
    this.#confirmation = authentication.hasKey
      ? new CrossChecks(nc, { team: this.#team, study, authentication, reader: this.#reader })
      : new Repeats({
          isUrgent: () => this.#answered === this.#open.size || this.#answered >= ROOM / 2,
          onNews,
        });
    this.#purge = new Purge(jsm, resultSubject(study, '*'));
    // Jobs or results may be lost with a broker's disk, and another coordinator may have deleted results first.
    const patienceMs = Math.max(10_000, ackMs);
    this.#watch = setInterval(() => {
      if (this.#quiet++ > 0) void this.#retryOpen().catch(() => undefined);
    }, patienceMs);
    nc.subscribe(directSubject(study), {
      callback: (error, message) => {
        const answer = error === null ? this.#read(message) : undefined;
        if (answer === undefined) return;
        this.#take(answer);
        message.respond('taken');
      },
    });
    void this.#collect();
  }

  start(request: JobRequest): Promise<Answer> {
    const { key } = request;
    assert(!this.#open.has(key), `two jobs with the key ${key}`);
    return new Promise((resolve, reject) => {
      const settle = (answer: Promise<Answer>): void => {
        const { isAnswered } = this.#open.get(key) ?? {};
        if (this.#open.delete(key) && isAnswered === true) this.#answered--;
        answer.then(resolve, reject);
      };
      const order = JSON.stringify(packed(request, this.#context.study));
      this.#open.set(key, { request, order, settle, isAnswered: false });
      const early = this.#early.get(key);
      if (early === undefined || !this.#take(early)) void this.#publish(key);
      this.#early.delete(key);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#watch);
    this.#team.close();
    // While jobs are open, another coordinator may resume the batch and need the results.
    if (this.#open.size === 0) await this.#purge.all().catch(() => undefined);
    for (const summary of [this.#confirmation.summary, this.#dropped.summary])
      if (summary !== undefined) this.#context.onNews(summary);
    for (const { settle } of this.#open.values()) settle(Promise.reject(new Error('given up')));
    await this.#confirmation.close();
    await this.#broker.nc.close();
  }

  /** Retries until the job is at the broker. */
  async #publish(key: string): Promise<void> {
    const { request, order } = this.#open.get(key) ?? {};
    if (request === undefined || order === undefined) return;
    const { nc, pool, authentication } = this.#broker;
    const fail = (error: CahootsError): void => this.#open.get(key)?.settle(Promise.reject(error));
    const most = nc.info?.max_payload ?? Number.POSITIVE_INFINITY;
    if (Buffer.byteLength(order) > most) {
      const message = `expected jobs of at most ${most} bytes, as the broker takes them, got ${order.length}`;
      return fail(new CahootsError('bad-input', message));
    }
    const subject = orderSubject(pool, this.#context.study, key);
    const headers = signedHeaders(authentication, ABOUT.order, order);
    while (!this.#closed && this.#open.has(key)) {
      try {
        await this.#uploads.send(request.files);
        await this.#js.publish(subject, order, { headers, expect: { lastSubjectSequence: 0 } });
        return;
      } catch (error) {
        if (error instanceof CahootsError) return fail(error);
        if (isThereAlready(error)) {
          if (await this.#isOrdered(subject, order).catch(() => true)) return;
          continue;
        }
        this.#report(`the broker does not take jobs, retrying: ${errorText(error)}`);
        // An arriving result makes room.
        await Promise.race([pause(RETRY_MS), new Promise<void>((resolve) => this.#waiting.push(resolve))]);
        this.#purge.hurry();
        await this.#mend();
      }
    }
  }

  /** Whether the order that is there is this one. Any other is removed. */
  async #isOrdered(subject: string, order: string): Promise<boolean> {
    const { jsm } = this.#broker;
    const stored = await lastMessage(jsm, ORDERS, subject);
    if (stored === undefined) return false;
    if (Buffer.from(order).equals(stored.data)) return true;
    this.#dropped.add(subject, 'another order in place of this one');
    await jsm.streams.deleteMessage(ORDERS, stored.seq);
    return false;
  }

  /** Recreates the streams, which may be lost with a broker's disk; jobs that wait at the same time share one attempt. */
  #mend(): Promise<unknown> {
    const { nc, pool, ackMs } = this.#broker;
    this.#mending ??= ensureStreams(nc, pool, ackMs)
      .catch(() => undefined)
      .finally(() => (this.#mending = undefined));
    return this.#mending;
  }

  /** Receives results while it is open. */
  async #collect(): Promise<void> {
    const filter = resultSubject(this.#context.study, '*');
    while (!this.#closed) {
      try {
        const consumer = await this.#js.consumers.get(RESULTS, { filter_subjects: filter });
        for await (const message of await consumer.consume()) this.#takeStored(message);
      } catch (error) {
        if (this.#closed) return;
        this.#report(`the broker does not give results, retrying: ${errorText(error)}`);
        await pause(RETRY_MS);
        await this.#mend();
      }
    }
  }

  /** Returns false if it is no answer to a job, and is removed. */
  #takeStored(message: Received & { readonly seq: number }): boolean {
    const answer = this.#read(message);
    const isTaken = answer !== undefined && this.#take(answer);
    if (isTaken) this.#purge.seen(message.seq, answer.body.key);
    // Failures are not reused by a later attempt, which may have more memory.
    if (!isTaken || answer.body.output === undefined)
      void this.#broker.jsm.streams.deleteMessage(RESULTS, message.seq).catch(() => undefined);
    return isTaken;
  }

  /** Undefined if it is no answer to a job of this study, and is dropped. */
  #read(message: Received): ReadMessage<PortableAnswer> | undefined {
    const { study, keys } = this.#context;
    return this.#reader.read(message, {
      about: ABOUT.result,
      schema: answers,
      isHere: (body) =>
        body.study === study &&
        keys.has(body.key) &&
        [resultSubject(study, body.key), directSubject(study)].includes(message.subject),
    });
  }

  /** Returns false if it answers another order. */
  #take({ body, sender }: ReadMessage<PortableAnswer>): boolean {
    const { key, output, order } = body;
    const entry = this.#open.get(key);
    this.#waiting.shift()?.();
    if (entry === undefined) {
      if (output !== undefined && !this.#purge.isSettled(key)) this.#early.set(key, { body, sender });
      return true;
    }
    if (order !== digestOf(entry.order)) {
      this.#dropped.add(resultSubject(this.#context.study, key), 'an answer to another order');
      return false;
    }
    if (entry.isAnswered) return true;
    entry.isAnswered = true;
    this.#answered++;
    this.#quiet = 0;
    void this.#confirmation.confirm(entry.request, body, sender).then(
      (answer) => {
        this.#purge.settled(key);
        entry.settle(Promise.resolve(answer));
      },
      (error: unknown) => entry.settle(Promise.reject(error as Error)),
    );
    return true;
  }

  /** After some time without any result, finds out what happened to all open orders. */
  async #retryOpen(): Promise<void> {
    const { study } = this.#context;
    this.#uploads.forget();
    for (const [key, { isAnswered }] of Array.from(this.#open)) {
      if (isAnswered) continue;
      const stored = await lastMessage(this.#broker.jsm, RESULTS, resultSubject(study, key));
      if (stored === undefined || !this.#takeStored(stored)) await this.#publish(key);
    }
  }

  #report(line: string): void {
    if (line !== this.#news) this.#context.onNews(line);
    this.#news = line;
  }
}
