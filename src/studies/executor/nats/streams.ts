/**
 * The streams of Cahoots at a broker. Jobs wait in a work queue, each under its own subject, until they are confirmed.
 * Each result has a subject that accepts a single message, so a result that is sent twice is stored once, even after a restart of
 * the broker, which forgets the identifiers of messages.
 */

import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  jetstreamManager,
  type JetStreamManager,
  RetentionPolicy,
  type StreamConfig,
  StorageType,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { Received } from './message-reader.ts';

export const ORDERS = 'cahoots-orders';
export const RESULTS = 'cahoots-results';
/** The bucket of data files, by their SHA-256. */
export const FILES = 'cahoots-files';
/** How often unfinished jobs were tried alone. */
export const TRIES = 'cahoots-tries';

/** The subject under which workers are asked who they are. */
export const WHO = 'cahoots.who';

/** After this time without a sign of life, a job is given to another worker. */
const ACK_MS = 30_000;
/** Results are deleted after this time. */
export const KEPT_MS = 7 * 24 * 3600 * 1000;

/** Digests are shortened: they are part of every subject, and only have to distinguish a few builds and batches. */
const short = (digest: string): string => digest.slice(0, 16);

/** The subject under which a job waits for a worker of this pool: those of one build that have the same key. */
export const orderSubject = (pool: string, study: string, key: string): string =>
  `cahoots.orders.${short(pool)}.${short(study)}.${key}`;
/** The subject under which the result of a job is stored; `*` as the key: of all jobs. */
export const resultSubject = (study: string, key: string): string => `cahoots.results.${short(study)}.${key}`;
/** The subject under which a coordinator receives results directly if the broker has no room to store them. */
export const directSubject = (study: string): string => `cahoots.direct.${short(study)}`;
/** The subject under which it is stored how often a job was tried alone. */
export const triesSubject = (key: string): string => `cahoots.tries.${key}`;
/** The subject under which a worker receives results of others to check. */
export const checkSubject = (worker: string): string => `cahoots.check.${worker}`;
/** The name of the consumer that workers of one pool share. */
export const consumerOf = (pool: string): string => `build-${short(pool)}`;

/** What a sender signs besides the body of its message; the names of its study and its job are in the body. */
export const ABOUT = {
  order: 'order',
  result: 'result',
  /** @param reply where the answer is expected, so that no other message is one */
  check: (reply: string): string => `check ${reply}`,
  checked: (reply: string): string => `checked ${reply}`,
  /** @param question the body of the question */
  member: (question: string): string => `member ${question}`,
};

/**
 * Creates the streams that are missing.
 * @param ackMs absent: the present setting, or the default
 */
export async function ensureStreams(
  nc: NatsConnection,
  pool: string,
  ackMs?: number,
): Promise<JetStreamManager> {
  const jsm = await jetstreamManager(nc);
  await makeStream(jsm, {
    name: ORDERS,
    subjects: ['cahoots.orders.*.*.*'],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_msgs_per_subject: 1,
    discard_new_per_subject: true,
  });
  await makeStream(jsm, {
    name: RESULTS,
    subjects: ['cahoots.results.*.*'],
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_msgs_per_subject: 1,
    discard_new_per_subject: true,
    max_age: nanos(KEPT_MS),
  });
  await makeStream(jsm, {
    name: TRIES,
    subjects: [triesSubject('*')],
    storage: StorageType.File,
    max_msgs_per_subject: 1,
    max_age: nanos(KEPT_MS),
  });
  const name = consumerOf(pool);
  const existing = await jsm.consumers.info(ORDERS, name).catch(() => undefined);
  if (existing === undefined) {
    await unlessThere(
      jsm.consumers.add(ORDERS, {
        durable_name: name,
        filter_subject: orderSubject(pool, '*', '*'),
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackMs ?? ACK_MS),
        max_deliver: -1,
        max_ack_pending: 100_000,
      }),
    );
  } else if (ackMs !== undefined && existing.config.ack_wait !== nanos(ackMs)) {
    await jsm.consumers.update(ORDERS, name, { ack_wait: nanos(ackMs) });
  }
  return jsm;
}

/** The newest message of a subject. */
export async function lastMessage(
  jsm: JetStreamManager,
  stream: string,
  subject: string,
): Promise<(Received & { readonly seq: number }) | undefined> {
  const stored = await jsm.streams.getMessage(stream, { last_by_subj: subject });
  return stored === null
    ? undefined
    : { subject, data: stored.data, headers: stored.header, seq: stored.seq };
}

/** How long a worker may be silent about a job before another gets it. */
export async function ackMsOf(jsm: JetStreamManager, pool: string): Promise<number> {
  const { config } = await jsm.consumers.info(ORDERS, consumerOf(pool));
  return (config.ack_wait ?? nanos(ACK_MS)) / 1e6;
}

/**
 * Workers may not be allowed to create one that is there. While another client creates the same stream, a broker may report
 * overlapping subjects instead of an existing stream.
 */
async function makeStream(
  jsm: JetStreamManager,
  config: Partial<StreamConfig> & Pick<StreamConfig, 'name'>,
): Promise<void> {
  if ((await jsm.streams.info(config.name).catch(() => undefined)) !== undefined) return;
  try {
    await unlessThere(jsm.streams.add(config));
  } catch (error) {
    const isTaken = error instanceof JetStreamApiError && error.code === SUBJECTS_TAKEN;
    const there = isTaken && (await jsm.streams.info(config.name).catch(() => undefined));
    if (!there) throw error;
  }
}

/** Several clients may create the same thing at once. */
async function unlessThere(making: Promise<unknown>): Promise<void> {
  await making.catch((error: unknown) => {
    if (!(error instanceof JetStreamApiError && THERE.has(error.code))) throw error;
  });
}

const SUBJECTS_TAKEN = 10065;

/** Stream name in use, consumer name in use, consumer exists. */
const THERE = new Set([10058, 10013, 10148]);

/** Whether a broker refused a message because its subject has one already. */
export function isThereAlready(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    (error.code === 10071 || (error.code === 10077 && /per subject/.test(error.message)))
  );
}
