/** SecFC with ten clients, and how such a run fails. */

import { expect } from 'vitest';
import type { Packet } from '../../src/core/engine/network/rule.ts';
import type { Scenario } from '../../src/run/scenario/load.ts';
import { type Played, type scenarioFiles, SERVER, type Setting } from './scenarios.ts';
import { randomShards } from './secfc-shards.ts';

/** Ten clients, any four of whom learn nothing, so nine must answer. */
export const tenClientsBy =
  (load: ReturnType<typeof scenarioFiles>) =>
  (settings: object = {}, rest: Partial<Setting> = {}): Scenario => {
    const shards = randomShards();
    const protocol = { name: 'secfc' as const, clusters: 3, privacy: 4, timeout: '10s', ...settings };
    return load({ seed: 1, shards, protocol, ...rest });
  };

export const sentBy = (clients: readonly number[], types?: readonly string[]) => (packet: Packet) =>
  clients.includes(packet.sender) && (types ?? [packet.type.name]).includes(packet.type.name);

/** A run that ended in order, without a clustering and with the reason. */
export function expectFailure(played: Played, aborted: string, iterations: number): void {
  expect(played.ending).toBe('done');
  expect(played.findings).toMatchObject({ aborted, iterations, converged: false });
  expect(played.labels).toBeUndefined();
  expect(played.outcome).toMatchObject({ kind: 'aborted', reason: aborted });
  expect(played.outcome).not.toHaveProperty('labels');
  const expired = played.history.of('expired').filter(({ actor }) => actor === SERVER);
  expect(expired.map(({ wanted }) => wanted)).toEqual([9]);
}
