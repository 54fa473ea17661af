/**
 * A worker at a broker: takes jobs of its own build, does them in threads, and confirms a job once its result is
 * stored. The main thread stays free to report that the worker is alive, however long a job takes.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Consumer, jetstream, type JetStreamClient, type JsMsg } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/transport-node';
import { CahootsError, errorText } from '../../../core/base/errors.ts';
import { moduleOf } from '../../../core/base/package.ts';
import { Unruly } from '../../../core/platform/platform.ts';
import { type WorkerThreads, workerThreads } from '../../../core/platform/node/threads.ts';
import type { Plugged } from '../../../run/plugin/registry.ts';
import type { Answer } from '../job.ts';
import { type Broker, openBroker } from './broker.ts';
import { Dropped } from './dropped.ts';
import { Downloads } from './files.ts';
import { Idleness } from './idleness.ts';
import { type Release, Prefetch } from './prefetch.ts';
import { MessageReader, signedHeaders } from './message-reader.ts';
import { digestOf, type PortableAnswer, type PortableRequest, requests, unpacked } from './portable.ts';
import { nowMs } from './real-time.ts';
import { ResultStore } from './result-store.ts';
import { ABOUT, checkSubject, consumerOf, ensureStreams, ORDERS, orderSubject, WHO } from './streams.ts';
import type { Member } from './team.ts';
import { isThreadDeath } from './thread-death.ts';
import { Tries } from './tries.ts';
import { SharedExclusiveLock } from './shared-exclusive-lock.ts';
import { counted } from '../../../run/report/format.ts';

export interface WorkerOptions extends Plugged {
  readonly threads: number;
  /** Where files of jobs are kept. */
  readonly cache: string;
  /** How long a job may take before its thread is terminated. */
  readonly limitMs: number;
  /** Versions for people to read, in addition to the build. */
  readonly versions: string;
  /** The file with the study's key. */
  readonly key?: string | undefined;
  readonly onNews: (line: string) => void;
  /** How long it waits for a job before it ends; absent: for ever. */
  readonly idleMs?: number | undefined;
  /** Stops the worker, which returns its unfinished jobs at once. */
  readonly signal: AbortSignal;
}

/** How long a request for a job waits. */
const WAIT_MS = 5000;
const RETRY_MS = 500;
/** How many checks are remembered, for repeated requests. */
const CHECKS_KEPT = 1000;
/** In bytes. */
const MOST_QUESTION = 100;
/** From this delivery on, a job is done alone, and such tries are counted. */
const SUSPECT = 3;

/**
 * Works until the signal, or until there was nothing to do for long enough.
 * @throws CahootsError for an invalid address, or an unusable broker
 */
export async function work(on: string, options: WorkerOptions): Promise<void> {
  const { plugins, key, threads, onNews } = options;
  const broker = await openBroker(on, 'ADDRESS', { plugins, key, role: 'worker' });
  try {
    const worker = new Worker(broker, options);
    onNews(
      `${worker.name} works with ${counted(threads, 'thread')} at ${broker.shown}, build ${broker.build.slice(0, 12)}`,
    );
    await worker.run();
  } finally {
    await broker.nc.close();
  }
}

type AnswerHead = Pick<PortableAnswer, 'key' | 'study' | 'order' | 'worker'>;

class Worker {
  readonly name = `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`.replaceAll(/[^\w-]/g, '-');
  readonly #broker: Broker;
  readonly #js: JetStreamClient;
  readonly #options: WorkerOptions;
  readonly #dropped: Dropped;
  readonly #reader: MessageReader;
  readonly #idleness: Idleness;
  readonly #pool: WorkerThreads;
  readonly #downloads: Downloads;
  readonly #tries: Tries;
  readonly #results: ResultStore;
  readonly #lock = new SharedExclusiveLock();
  readonly #prefetch: Prefetch;
  /** Checks of other workers' results, by key. */
  readonly #checks = new Map<string, Promise<PortableAnswer | undefined>>();
  #news = '';

  constructor(broker: Broker, options: WorkerOptions) {
    const { nc, jsm, authentication } = broker;
    this.#broker = broker;
    this.#js = jetstream(nc);
    this.#idleness = new Idleness(options.idleMs);
    const signal = AbortSignal.any([options.signal, this.#idleness.signal]);
    this.#options = { ...options, signal };
    this.#dropped = new Dropped(options.onNews);
    this.#reader = new MessageReader(authentication, this.#dropped);
    this.#pool = workerThreads(moduleOf('../worker', import.meta.url), options.threads);
    this.#prefetch = new Prefetch(options.threads);
    this.#downloads = new Downloads(jsm, options.cache);
    this.#tries = new Tries(nc, jsm, authentication, this.#reader);
    this.#results = new ResultStore(broker, {
      reader: this.#reader,
      signal,
      report: (line) => this.#report(line),
    });
  }

  async run(): Promise<void> {
    const { threads, signal } = this.#options;
    const { nc, build, authentication } = this.#broker;
    const member: Member = { worker: this.name, build, threads, versions: this.#options.versions };
    nc.subscribe(WHO, {
      callback: (error, question) => {
        if (error !== null || question.data.byteLength > MOST_QUESTION) return;
        const body = JSON.stringify(member);
        const headers = signedHeaders(authentication, ABOUT.member(question.string()), body);
        question.respond(body, { headers });
      },
    });
    if (authentication.hasKey) {
      const callback = (error: Error | null, message: Msg): void =>
        void (error === null && this.#check(message));
      nc.subscribe(checkSubject(this.name), { callback });
    }
    // One more than threads, so that one can store a result while the others compute.
    const loops = Array.from({ length: threads + 1 }, () => this.#workerLoop());
    await Promise.race([Promise.all(loops), signal.aborted || once(signal, 'abort')]);
    this.#idleness.stop();
    await this.#pool.destroy();
    if (this.#dropped.summary !== undefined) this.#options.onNews(this.#dropped.summary);
  }

  /** Handles one job after another. */
  async #workerLoop(): Promise<void> {
    const { signal } = this.#options;
    let consumer: Consumer | undefined;
    while (!signal.aborted) {
      try {
        consumer ??= await this.#js.consumers.get(ORDERS, consumerOf(this.#broker.pool));
        await this.#take(consumer);
      } catch (error) {
        if (signal.aborted) return;
        this.#report(`the broker does not answer, retrying: ${errorText(error)}`);
        consumer = undefined;
        await pause(RETRY_MS);
        await ensureStreams(this.#broker.nc, this.#broker.pool).catch(() => undefined);
      }
    }
  }

  async #take(consumer: Consumer): Promise<void> {
    const release = await this.#prefetch.take();
    try {
      const message = await consumer.next({ expires: WAIT_MS });
      if (message !== null) await this.#idleness.while(() => this.#handle(message, release));
    } finally {
      release();
    }
  }

  /** @param release called when the job is done, before its result is stored */
  async #handle(message: JsMsg, release: Release): Promise<void> {
    const isHere = ({ study, key }: PortableRequest): boolean =>
      message.subject === orderSubject(this.#broker.pool, study, key);
    const request = this.#reader.read(message, { about: ABOUT.order, schema: requests, isHere })?.body;
    // It is given to nobody else.
    if (request === undefined) return message.term();
    const { study, key } = request;
    const beat = setInterval(() => message.working(), this.#broker.ackMs / 3);
    const giveBack = (): void => message.nak();
    this.#options.signal.addEventListener('abort', giveBack);
    try {
      const suspect = message.info.deliveryCount >= SUSPECT;
      if (message.info.redelivered && (await this.#results.has(study, key))) return message.ack();
      const began = nowMs();
      const by = { key, study, order: digestOf(message.data), worker: this.name };
      const answer = suspect
        ? await this.#alone(request, by)
        : await this.#lock.shared(() => this.#answer(request, by));
      release(nowMs() - began);
      if (this.#options.signal.aborted) return undefined;
      if (answer === undefined) return message.nak(RETRY_MS);
      await this.#results.store(answer);
      if (suspect) await this.#tries.forget(request.key);
      return message.ack();
    } finally {
      clearInterval(beat);
      this.#options.signal.removeEventListener('abort', giveBack);
    }
  }

  /** Does a suspect job alone, so that no other job is blamed if it kills the worker. */
  #alone(request: PortableRequest, by: AnswerHead): Promise<PortableAnswer | undefined> {
    return this.#lock.exclusive(async () => {
      const before = await this.#tries.count(request.key);
      if (before === undefined) return { ...by, deaths: Tries.MOST + SUSPECT - 1 };
      return this.#answer(request, by);
    });
  }

  /**
   * Undefined if its thread died, or took too long.
   * @throws NoFiles if the broker does not provide its files
   */
  async #answer(request: PortableRequest, by: AnswerHead): Promise<PortableAnswer | undefined> {
    try {
      const paths = await this.#downloads.get(request.files).catch((error: unknown) => {
        throw error instanceof CahootsError ? error : new NoFiles(errorText(error));
      });
      const own = unpacked(request, this.#options.plugins, paths);
      const limit = AbortSignal.timeout(this.#options.limitMs);
      return { ...by, ...((await this.#pool.run(own, { signal: limit })) as Answer) };
    } catch (error) {
      if (error instanceof CahootsError || error instanceof Unruly) return { ...by, refused: error.message };
      if (error instanceof NoFiles) throw error;
      const { message, stack = '' } = error as Error;
      if (isThreadDeath(error)) {
        this.#report(`a run killed its thread: ${message} (key ${request.key})`);
        return undefined;
      }
      return { ...by, threw: { message, stack } };
    }
  }

  /** Checks the result of another worker. Repeated requests share one check. */
  async #check(message: Msg): Promise<void> {
    const { reply = '', data } = message;
    const expected = { about: ABOUT.check(reply), schema: requests, isHere: () => true };
    const request = this.#reader.read(message, expected)?.body;
    if (request === undefined) return;
    const { study, key } = request;
    const by = { key, study, order: digestOf(data), worker: this.name };
    const under =
      this.#checks.get(key) ?? this.#idleness.while(() => this.#lock.shared(() => this.#answer(request, by)));
    this.#checks.set(key, under);
    try {
      const answer = (await under) ?? { ...by, threw: { message: 'its thread died', stack: '' } };
      const body = JSON.stringify(answer);
      message.respond(body, {
        headers: signedHeaders(this.#broker.authentication, ABOUT.checked(reply), body),
      });
    } catch {
      // The broker is unreachable; a repeated request will get the answer.
      this.#checks.delete(key);
    }
    if (this.#checks.size > CHECKS_KEPT) this.#checks.delete(key);
  }

  #report(line: string): void {
    if (line !== this.#news) this.#options.onNews(line);
    this.#news = line;
  }
}

/** The files of a job could not be fetched, which is not an answer to the job. */
class NoFiles extends Error {}
