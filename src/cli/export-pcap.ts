/** The packets of a run, which is made again for its payloads. */

import { pcapHead, pcapRecords } from '../output/export/pcap.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { reproduce } from '../replay/reproduce.ts';
import { Bus } from '../engine/sim/bus.ts';
import { scenarioOf } from './trace-file.ts';

/**
 * @returns undefined where it was interrupted
 * @throws CahootsError where the run cannot be made again
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
  const { problem } = await reproduce(scenario, { plugins, bus, signal }, { name, bytes });
  if (signal.aborted) return undefined;
  if (problem !== undefined) throw problem;
  return Buffer.concat(chunks);
}
