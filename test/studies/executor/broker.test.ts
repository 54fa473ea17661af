/** Getting a broker ready: by several at once, and where it can't be. */

import { jetstreamManager } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { openBroker } from '../../../src/studies/executor/nats/broker.ts';
import { connect } from '@nats-io/transport-node';
import { hasServer, NatsServer } from '../../support/nats-server.ts';

async function withServer(
  others: readonly string[],
  check: (address: string) => Promise<void>,
): Promise<void> {
  const server = new NatsServer(others);
  await server.start();
  try {
    await check(server.address);
  } finally {
    await server.remove();
  }
}

const open = (address: string) => openBroker(address, '--on', { plugins: [], role: 'coordinator' });

test.skipIf(!hasServer)('a broker is made ready by many at once', async () => {
  await withServer([], async (address) => {
    const brokers = await Promise.all(Array.from({ length: 24 }, () => open(address)));
    expect(brokers.map(({ ackMs }) => ackMs)).toEqual(Array.from({ length: 24 }, () => 30_000));
    await Promise.all(brokers.map(({ nc }) => nc.close()));
  });
});

test.skipIf(!hasServer)("a broker whose subjects are a stranger's is refused in words", async () => {
  await withServer([], async (address) => {
    const nc = await connect({ servers: address });
    const jsm = await jetstreamManager(nc);
    await jsm.streams.add({ name: 'stranger', subjects: ['cahoots.orders.>'] });
    await expect(open(address)).rejects.toThrow(
      `--on: expected a NATS server with JetStream at ${address}, got: subjects overlap with an existing stream`,
    );
    await nc.close();
  });
});
