/**
 * An executor at a broker: jobs go into its work queue, whose workers may come and go, and results come back by key. It
 * survives the broker's restarts. Results that were computed for a coordinator that died are reused by the next with the same orders.
 */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { assert, CahootsError, errorText } from '../../../core/base/errors.ts';
import type { Answer, JobRequest } from '../job.ts';
import type { Work } from '../work.ts';
import { PoisonJob, type JobExecutor } from '../job-executor.ts';
import { openBroker } from './broker.ts';
import { Uploads } from './files.ts';
import { packed, type PortableAnswer } from './portable.ts';
import { Purge } from './purge.ts';
import { ResultVerification } from './result-verification.ts';
import {
  directSubject,
  ensureStreams,
  isThereAlready,
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
  readonly settle: (answer: Promise<Answer>) => void;
}

/**
 * An executor whose jobs are done by the workers at a broker.
 * @throws CahootsError for an invalid address, and if the broker cannot be reached
 */
export async function openCoordinator(
  on: string,
  { plugins, keys }: Work,
  onNews: (line: string) => void,
): Promise<JobExecutor> {
  const { nc, jsm, build, ackMs } = await openBroker(on, '--on', { plugins });
  const study = createHash('sha256')
    .update(JSON.stringify([build, keys]))
    .digest('hex');
  const coordinator = new Coordinator(nc, jsm, { build, study, onNews, ackMs });
  return {
    room: ROOM,
    start: (request) => coordinator.start(request),
    close: () => coordinator.close(),
  };
}

interface Context {
  readonly build: string;
  readonly study: string;
  readonly ackMs: number;
  readonly onNews: (line: string) => void;
}

class Coordinator {
  readonly #nc: NatsConnection;
  readonly #js: JetStreamClient;
  readonly #jsm: JetStreamManager;
  readonly #context: Context;
  readonly #uploads: Uploads;
  readonly #team: Team;
  readonly #verification: ResultVerification;
  readonly #purge: Purge;
  readonly #open = new Map<string, Open>();
  /** Results from earlier coordinators, for jobs that are not started yet. */
  readonly #early = new Map<string, PortableAnswer>();
  readonly #watch: NodeJS.Timeout;
  #closed = false;
  /** Jobs waiting for room at the broker. */
  readonly #waiting: (() => void)[] = [];
  #quiet = 0;
  #mending: Promise<unknown> | undefined;
  #news = '';

  constructor(nc: NatsConnection, jsm: JetStreamManager, context: Context) {
    this.#nc = nc;
    this.#jsm = jsm;
    this.#js = jetstream(nc);
    this.#context = context;
    this.#uploads = new Uploads(nc);
    this.#team = new Team(nc, context.build, context.onNews);
    this.#verification = new ResultVerification(nc, this.#team, context.study);
    this.#purge = new Purge(jsm, resultSubject(context.study, '*'));
    // Jobs or results may be lost with a broker's disk, and another coordinator may have deleted results first.
    const patienceMs = Math.max(10_000, context.ackMs);
    this.#watch = setInterval(() => {
      if (this.#quiet++ > 0) void this.#retryOpen().catch(() => undefined);
    }, patienceMs);
    nc.subscribe(directSubject(context.study), {
      callback: (_, message) => {
        this.#take(message.json());
        message.respond('taken');
      },
    });
    void this.#collect();
  }

  start(request: JobRequest): Promise<Answer> {
    assert(!this.#open.has(request.key), `two jobs with the key ${request.key}`);
    return new Promise((resolve, reject) => {
      const settle = (answer: Promise<Answer>): void => {
        this.#open.delete(request.key);
        answer.then(resolve, reject);
      };
      this.#open.set(request.key, { request, settle });
      const early = this.#early.get(request.key);
      this.#early.delete(request.key);
      if (early === undefined) void this.#publish(request);
      else this.#take(early);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#watch);
    this.#team.close();
    // While jobs are open, another coordinator may resume the batch and need the results.
    if (this.#open.size === 0) await this.#purge.all().catch(() => undefined);
    this.#context.onNews(this.#verification.summary);
    for (const { settle } of this.#open.values()) settle(Promise.reject(new Error('given up')));
    await this.#nc.close();
  }

  /** Retries until the job is at the broker. */
  async #publish(request: JobRequest): Promise<void> {
    const { build, study } = this.#context;
    const body = JSON.stringify(packed(request, study));
    const most = this.#nc.info?.max_payload ?? Number.POSITIVE_INFINITY;
    if (Buffer.byteLength(body) > most) {
      const message = `expected jobs of at most ${most} bytes, as the broker takes them, got ${body.length}`;
      this.#open.get(request.key)?.settle(Promise.reject(new CahootsError('bad-input', message)));
      return;
    }
    while (!this.#closed && this.#open.has(request.key)) {
      try {
        await this.#uploads.send(request.files);
        const expect = { lastSubjectSequence: 0 };
        await this.#js.publish(orderSubject(build, study, request.key), body, { expect });
        return;
      } catch (error) {
        if (isThereAlready(error)) return;
        if (error instanceof CahootsError) {
          this.#open.get(request.key)?.settle(Promise.reject(error));
          return;
        }
        this.#report(`the broker does not take jobs, retrying: ${errorText(error)}`);
        // An arriving result makes room.
        await Promise.race([pause(RETRY_MS), new Promise<void>((resolve) => this.#waiting.push(resolve))]);
        this.#purge.hurry();
        await this.#mend();
      }
    }
  }

  /** Recreates the streams, which may be lost with a broker's disk; jobs that wait at the same time share one attempt. */
  #mend(): Promise<unknown> {
    const { build, ackMs } = this.#context;
    this.#mending ??= ensureStreams(this.#nc, build, ackMs)
      .catch(() => undefined)
      .finally(() => (this.#mending = undefined));
    return this.#mending;
  }

  /** Receives results while it is open. */
  async #collect(): Promise<void> {
    const { study } = this.#context;
    while (!this.#closed) {
      try {
        const filter = resultSubject(study, '*');
        const consumer = await this.#js.consumers.get(RESULTS, { filter_subjects: filter });
        for await (const message of await consumer.consume()) {
          const answer: PortableAnswer = message.json();
          this.#purge.seen(message.seq, answer.key);
          this.#take(answer, message.seq);
        }
      } catch (error) {
        if (this.#closed) return;
        this.#report(`the broker does not give results, retrying: ${errorText(error)}`);
        await pause(RETRY_MS);
        await this.#mend();
      }
    }
  }

  #take(answer: PortableAnswer, seq?: number): void {
    const { key, worker, output, refused, threw, deaths } = answer;
    const entry = this.#open.get(key);
    this.#quiet = 0;
    this.#waiting.shift()?.();
    if (output === undefined && seq !== undefined) {
      // Not reused by a later attempt, which may have more memory.
      void this.#jsm.streams.deleteMessage(RESULTS, seq).catch(() => undefined);
    }
    if (entry === undefined) {
      if (output !== undefined && !this.#purge.isSettled(key)) this.#early.set(key, answer);
      return;
    }
    const { request, settle } = entry;
    if (refused !== undefined) settle(Promise.resolve({ refused }));
    else if (threw !== undefined) {
      const error = new Error(`${threw.message}, on ${worker}`);
      error.stack = threw.stack;
      settle(Promise.reject(error));
    } else if (deaths !== undefined) settle(Promise.reject(new PoisonJob(deaths)));
    else {
      const confirmed = this.#verification.verified(request, worker, output).then(() => {
        this.#purge.settled(key);
        return { output };
      });
      settle(confirmed);
    }
  }

  /** After some time without any result, finds out what happened to all open orders. */
  async #retryOpen(): Promise<void> {
    const { study } = this.#context;
    this.#uploads.forget();
    for (const { request } of Array.from(this.#open.values())) {
      const subject = resultSubject(study, request.key);
      const stored = await this.#jsm.streams.getMessage(RESULTS, { last_by_subj: subject });
      if (stored !== null) this.#take(stored.json(), stored.seq);
      else await this.#publish(request);
    }
  }

  #report(line: string): void {
    if (line !== this.#news) this.#context.onNews(line);
    this.#news = line;
  }
}
