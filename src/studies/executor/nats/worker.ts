/**
 * A worker at a broker: takes jobs of its own build, does them in threads, and confirms a job once its result is
 * stored. The main thread stays free to report that the worker is alive, however long a job takes.
 */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Consumer,
  jetstream,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Piscina } from 'piscina';
import { CahootsError, errorText } from '../../../core/base/errors.ts';
import { moduleOf } from '../../../core/base/package.ts';
import { workerThreads } from '../../../core/platform/node/threads.ts';
import type { Plugged } from '../../../run/plugin/registry.ts';
import type { Answer } from '../job.ts';
import { openBroker } from './broker.ts';
import { Downloads } from './files.ts';
import { type Release, Prefetch } from './prefetch.ts';
import { type PortableAnswer, type PortableRequest, unpacked } from './portable.ts';
import {
  checkSubject,
  consumerOf,
  directSubject,
  ensureStreams,
  isThereAlready,
  ORDERS,
  RESULTS,
  resultSubject,
  WHO,
} from './streams.ts';
import type { Member } from './team.ts';
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
  readonly onNews: (line: string) => void;
  /** Stops the worker, which returns its unfinished jobs at once. */
  readonly signal: AbortSignal;
}

/** How long a request for a job waits. */
const WAIT_MS = 5000;
const RETRY_MS = 500;
/** How many checks are remembered, for repeated requests. */
const CHECKS_KEPT = 1000;
/** From this delivery on, a job is done alone, and such tries are counted. */
const SUSPECT = 3;

/**
 * Works until the signal.
 * @throws CahootsError for an invalid address, or an unusable broker
 */
export async function work(on: string, options: WorkerOptions): Promise<void> {
  const { nc, jsm, build, ackMs, shown } = await openBroker(on, 'ADDRESS', options);
  try {
    const worker = new Worker(nc, jsm, options, build, ackMs);
    options.onNews(
      `${worker.name} works with ${counted(options.threads, 'thread')} at ${shown}, build ${build.slice(0, 12)}`,
    );
    await worker.run();
  } finally {
    await nc.close();
  }
}

class Worker {
  readonly name = `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`.replaceAll(/[^\w-]/g, '-');
  readonly #nc: NatsConnection;
  readonly #js: JetStreamClient;
  readonly #jsm: JetStreamManager;
  readonly #options: WorkerOptions;
  readonly #build: string;
  readonly #beatMs: number;
  readonly #pool: Piscina;
  readonly #downloads: Downloads;
  readonly #tries: Tries;
  readonly #lock = new SharedExclusiveLock();
  readonly #prefetch: Prefetch;
  /** Checks of other workers' results, by key. */
  readonly #checks = new Map<string, Promise<PortableAnswer | undefined>>();
  #news = '';

  constructor(
    nc: NatsConnection,
    jsm: JetStreamManager,
    options: WorkerOptions,
    build: string,
    ackMs: number,
  ) {
    this.#nc = nc;
    this.#jsm = jsm;
    this.#js = jetstream(nc);
    this.#options = options;
    this.#build = build;
    this.#beatMs = ackMs / 3;
    this.#pool = workerThreads(moduleOf('../worker', import.meta.url), options.threads);
    this.#prefetch = new Prefetch(options.threads);
    this.#downloads = new Downloads(nc, options.cache);
    this.#tries = new Tries(nc);
  }

  async run(): Promise<void> {
    const { threads, signal } = this.#options;
    const member: Member = {
      worker: this.name,
      build: this.#build,
      threads,
      versions: this.#options.versions,
    };
    this.#nc.subscribe(WHO, { callback: (_, message) => void message.respond(JSON.stringify(member)) });
    this.#nc.subscribe(checkSubject(this.name), { callback: (_, message) => void this.#check(message) });
    // One more than threads, so that one can store a result while the others compute.
    const loops = Array.from({ length: threads + 1 }, () => this.#workerLoop());
    await Promise.race([Promise.all(loops), ended(signal)]);
    await this.#pool.destroy();
  }

  /** Handles one job after another. */
  async #workerLoop(): Promise<void> {
    const { signal } = this.#options;
    let consumer: Consumer | undefined;
    while (!signal.aborted) {
      try {
        consumer ??= await this.#js.consumers.get(ORDERS, consumerOf(this.#build));
        await this.#take(consumer);
      } catch (error) {
        if (signal.aborted) return;
        this.#report(`the broker does not answer, retrying: ${errorText(error)}`);
        consumer = undefined;
        await pause(RETRY_MS);
        await ensureStreams(this.#nc, this.#build).catch(() => undefined);
      }
    }
  }

  async #take(consumer: Consumer): Promise<void> {
    const release = await this.#prefetch.take();
    try {
      const message = await consumer.next({ expires: WAIT_MS });
      if (message !== null) await this.#handle(message, release);
    } finally {
      release();
    }
  }

  /** @param release called when the job is done, before its result is stored */
  async #handle(message: JsMsg, release: Release): Promise<void> {
    const beat = setInterval(() => message.working(), this.#beatMs);
    const giveBack = (): void => message.nak();
    this.#options.signal.addEventListener('abort', giveBack);
    try {
      const request: PortableRequest = message.json();
      const subject = resultSubject(request.study, request.key);
      const suspect = message.info.deliveryCount >= SUSPECT;
      if (message.info.redelivered && (await this.#isDone(subject))) return message.ack();
      const began = now();
      const answer = suspect
        ? await this.#alone(request)
        : await this.#lock.shared(() => this.#answer(request));
      release(now() - began);
      if (this.#options.signal.aborted) return undefined;
      if (answer === undefined) return message.nak(RETRY_MS);
      await this.#store(request.study, answer);
      if (suspect) await this.#tries.forget(request.key);
      return message.ack();
    } finally {
      clearInterval(beat);
      this.#options.signal.removeEventListener('abort', giveBack);
    }
  }

  async #isDone(subject: string): Promise<boolean> {
    return (await this.#jsm.streams.getMessage(RESULTS, { last_by_subj: subject })) !== null;
  }

  /** Does a suspect job alone, so that no other job is blamed if it kills the worker. */
  #alone(request: PortableRequest): Promise<PortableAnswer | undefined> {
    return this.#lock.exclusive(async () => {
      const before = await this.#tries.count(request.key);
      if (before === undefined)
        return { key: request.key, worker: this.name, deaths: Tries.MOST + SUSPECT - 1 };
      return this.#answer(request);
    });
  }

  /**
   * Undefined if its thread died, or took too long.
   * @throws NoFiles if the broker does not provide its files
   */
  async #answer(request: PortableRequest): Promise<PortableAnswer | undefined> {
    const by = { key: request.key, worker: this.name };
    try {
      const paths = await this.#downloads.get(request.files).catch((error: unknown) => {
        throw error instanceof CahootsError ? error : new NoFiles(errorText(error));
      });
      const own = unpacked(request, this.#options.plugins, paths);
      const limit = AbortSignal.timeout(this.#options.limitMs);
      return { ...by, ...((await this.#pool.run(own, { signal: limit })) as Answer) };
    } catch (error) {
      if (error instanceof CahootsError) return { ...by, refused: error.message };
      if (error instanceof NoFiles) throw error;
      const { name = '', message, stack = '', code = '' } = error as Error & { code?: string };
      if (
        name === 'AbortError' ||
        code.startsWith('ERR_WORKER') ||
        /^worker exited|^Terminating/.test(message)
      ) {
        this.#report(`a run killed its thread: ${message} (key ${request.key})`);
        return undefined;
      }
      return { ...by, threw: { message, stack } };
    }
  }

  /** Retries until the broker has the result, which was expensive to compute. */
  async #store(study: string, answer: PortableAnswer): Promise<void> {
    const most = this.#nc.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const whole = JSON.stringify(answer);
    const { key, worker } = answer;
    const refused = `expected a result of at most ${most} bytes, as the broker takes it, got ${whole.length}`;
    const body = Buffer.byteLength(whole) <= most ? whole : JSON.stringify({ key, worker, refused });
    while (!this.#options.signal.aborted) {
      try {
        await this.#js.publish(resultSubject(study, key), body, { expect: { lastSubjectSequence: 0 } });
        return;
      } catch (error) {
        if (isThereAlready(error)) return;
        this.#report(`the broker does not take results, retrying: ${errorText(error)}`);
        if (await this.#sendDirectly(study, body)) return;
        await pause(RETRY_MS);
        await ensureStreams(this.#nc, this.#build).catch(() => undefined);
      }
    }
  }

  /** If the broker's disk is full of jobs, it gets room only when jobs are done: hands the result directly to the coordinator. */
  async #sendDirectly(study: string, body: string): Promise<boolean> {
    try {
      await this.#nc.request(directSubject(study), body, { timeout: RETRY_MS });
      return true;
    } catch {
      return false;
    }
  }

  /** Checks the result of another worker. Repeated requests share one check. */
  async #check(message: Msg): Promise<void> {
    const request: PortableRequest = message.json();
    const under = this.#checks.get(request.key) ?? this.#lock.shared(() => this.#answer(request));
    this.#checks.set(request.key, under);
    try {
      message.respond(JSON.stringify((await under) ?? {}));
    } catch {
      // The broker is unreachable; a repeated request will get the answer.
      this.#checks.delete(request.key);
    }
    if (this.#checks.size > CHECKS_KEPT) this.#checks.delete(request.key);
  }

  #report(line: string): void {
    if (line !== this.#news) this.#options.onNews(line);
    this.#news = line;
  }
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The files of a job could not be fetched, which is not an answer to the job. */
class NoFiles extends Error {}

function now(): number {
  // oxlint-disable-next-line no-restricted-globals -- decides who does a run, and does not affect its result
  return performance.now();
}
