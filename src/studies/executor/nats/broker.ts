/** A broker that is ready for work: connected, and with the streams and buckets that Cahoots needs. */

import { createHash } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { CahootsError, errorText } from '../../../core/base/errors.ts';
import type { Plugged } from '../../../run/plugin/registry.ts';
import { buildOf } from '../../../core/platform/node/build.ts';
import { type Authentication, authenticationOf } from './authentication.ts';
import { addressOf, connected, type ConnectionRole } from './connection.ts';
import { ackMsOf, ensureStreams } from './streams.ts';

export interface Broker {
  readonly nc: NatsConnection;
  readonly jsm: JetStreamManager;
  /** Digest of the code of this process. */
  readonly build: string;
  /** Digest of that and of the study's key: who shares both shares the work. */
  readonly pool: string;
  readonly authentication: Authentication;
  /** How long a worker may be silent about a job before another gets it. */
  readonly ackMs: number;
  /** Its address without secrets. */
  readonly shown: string;
}

export interface BrokerOptions extends Plugged {
  /** What it is used as. */
  readonly role: ConnectionRole;
  /** The file with the study's key. */
  readonly key?: string | undefined;
}

/**
 * @param flag where the address was given, for errors
 * @throws CahootsError for an invalid address or key, if there is no answer, and for a broker that does not store messages
 */
export async function openBroker(
  on: string,
  flag: string,
  { plugins, role, key }: BrokerOptions,
): Promise<Broker> {
  const address = addressOf(on, flag);
  const { shown } = address;
  const authentication = authenticationOf(key);
  const build = buildOf(plugins.map(({ module }) => module));
  const pool = poolOf(build, authentication);
  const nc = await connected(address, role);
  try {
    const jsm = await ensureStreams(nc, pool, address.ackMs);
    return { nc, jsm, build, pool, authentication, shown, ackMs: await ackMsOf(jsm, pool) };
  } catch (error) {
    await nc.close();
    throw new CahootsError(
      'bad-input',
      `expected a NATS server with JetStream at ${shown}, got: ${errorText(error)}`,
      {
        path: flag,
      },
    );
  }
}

/** The name of the pool that workers of a build with the same key belong to. */
export function poolOf(build: string, { keyId }: Authentication): string {
  return createHash('sha256').update(`${build} ${keyId}`).digest('hex');
}
