/** The results of a worker on their way to the coordinator, each of which was expensive to compute. */

import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { errorText } from '../../../core/base/errors.ts';
import type { Broker } from './broker.ts';
import { type MessageReader, signedHeaders } from './message-reader.ts';
import { answers, type PortableAnswer } from './portable.ts';
import {
  ABOUT,
  directSubject,
  ensureStreams,
  isThereAlready,
  lastMessage,
  RESULTS,
  resultSubject,
} from './streams.ts';

const RETRY_MS = 500;

export interface ResultStoreOptions {
  readonly reader: MessageReader;
  readonly report: (line: string) => void;
  /** Stops it. */
  readonly signal: AbortSignal;
}

export class ResultStore {
  readonly #broker: Broker;
  readonly #options: ResultStoreOptions;
  readonly #js: JetStreamClient;

  constructor(broker: Broker, options: ResultStoreOptions) {
    this.#broker = broker;
    this.#options = options;
    this.#js = jetstream(broker.nc);
  }

  /** Whether there is a result of this job, of somebody who may give one. */
  async has(study: string, key: string): Promise<boolean> {
    const stored = await lastMessage(this.#broker.jsm, RESULTS, resultSubject(study, key));
    const isHere = (body: PortableAnswer): boolean => body.study === study && body.key === key;
    const expected = { about: ABOUT.result, schema: answers, isHere };
    return stored !== undefined && this.#options.reader.read(stored, expected) !== undefined;
  }

  /** Retries until the broker has it. */
  async store(answer: PortableAnswer): Promise<void> {
    const { nc, authentication, pool } = this.#broker;
    const { signal, report } = this.#options;
    const most = nc.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const whole = JSON.stringify(answer);
    const { key, study, order, worker } = answer;
    const refused = `expected a result of at most ${most} bytes, as the broker takes it, got ${whole.length}`;
    const isSmall = Buffer.byteLength(whole) + HEADER_BYTES <= most;
    const body = isSmall ? whole : JSON.stringify({ key, study, order, worker, refused });
    const headers = signedHeaders(authentication, ABOUT.result, body);
    while (!signal.aborted) {
      try {
        await this.#js.publish(resultSubject(study, key), body, {
          headers,
          expect: { lastSubjectSequence: 0 },
        });
        return;
      } catch (error) {
        const isThere = isThereAlready(error);
        if (isThere && (await this.has(study, key).catch(() => false))) return;
        if (!isThere) report(`the broker does not take results, retrying: ${errorText(error)}`);
        if (await this.#sendDirectly(study, body)) return;
        await pause(RETRY_MS);
        await ensureStreams(nc, pool).catch(() => undefined);
      }
    }
  }

  /**
   * Hands a result directly to the coordinator: if the broker's disk is full of jobs, it gets room only when jobs are done, and
   * strangers may have filled the place of the result.
   */
  async #sendDirectly(study: string, body: string): Promise<boolean> {
    const headers = signedHeaders(this.#broker.authentication, ABOUT.result, body);
    try {
      await this.#broker.nc.request(directSubject(study), body, { timeout: RETRY_MS, headers });
      return true;
    } catch {
      return false;
    }
  }
}

/** More than the headers of a message have. */
const HEADER_BYTES = 1000;
