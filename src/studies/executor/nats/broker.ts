/** A broker that is ready for work: connected, and with the streams and buckets that Cahoots needs. */

import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { CahootsError, errorText } from '../../../core/base/errors.ts';
import type { Plugged } from '../../../run/plugin/registry.ts';
import { buildOf } from '../../../core/platform/node/build.ts';
import { addressOf, connected } from './connection.ts';
import { ackMsOf, ensureStreams } from './streams.ts';

export interface Broker {
  readonly nc: NatsConnection;
  readonly jsm: JetStreamManager;
  /** Digest of the code of this process. */
  readonly build: string;
  /** How long a worker may be silent about a job before another gets it. */
  readonly ackMs: number;
  /** Its address without secrets. */
  readonly shown: string;
}

/**
 * @param flag where the address was given, for errors
 * @throws CahootsError for an invalid address, if there is no answer, and for a broker that does not store messages
 */
export async function openBroker(on: string, flag: string, { plugins }: Plugged): Promise<Broker> {
  const address = addressOf(on, flag);
  const { shown } = address;
  const build = buildOf(plugins.map(({ module }) => module));
  const nc = await connected(address);
  try {
    const jsm = await ensureStreams(nc, build, address.ackMs);
    return { nc, jsm, build, shown, ackMs: await ackMsOf(jsm, build) };
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
