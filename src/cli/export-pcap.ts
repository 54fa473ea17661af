/** The packets of a run, which is repeated for its payloads. */

import { CahootsError } from '../core/base/errors.ts';
import { pcapHead, pcapRecords } from '../output/export/pcap.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { reproduce } from '../run/replay/reproduce.ts';
import { Bus } from '../core/engine/messages/bus.ts';
import { scenarioOf } from './trace-file.ts';

/**
 * @returns undefined if it was interrupted
 * @throws CahootsError if the run cannot be repeated
 */
export async function pcapOf(
  name: string,
  bytes: Uint8Array,
  { plugins, folder, signal }: { plugins: readonly Plugin[]; folder: string; signal: AbortSignal },
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [pcapHead()];
  const bus = new Bus();
  bus.on('sent', (sent) => chunks.push(pcapRecords(sent)));
  const scenario = scenarioOf(name, bytes, folder, plugins);
  if (scenario.layers.some(({ bytes: wrapping }) => wrapping !== undefined)) {
    const message = 'expected messages that leave as they are, got some that middleware changes';
    throw new CahootsError('bad-input', message, { file: name, path: 'use' });
  }
  const { problem } = await reproduce(scenario, { plugins, bus, signal }, { name, bytes });
  if (signal.aborted) return undefined;
  if (problem !== undefined) throw problem;
  return Buffer.concat(chunks);
}
