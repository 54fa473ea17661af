/** One party on a machine of its own: it knows its inputs and the addresses of the others. */

import { CahootsError } from '../core/base/errors.ts';
import { openPool } from '../run/plugin/executor.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { buildOf } from '../core/platform/node/build.ts';
import { readInputs } from './inputs.ts';
import type { Address } from './mesh.ts';
import { endIn, type PartyEnd, partOf, PartyRuntime } from './party-runtime.ts';

export interface AloneOptions {
  /** The file with its inputs, named in errors. */
  readonly file: string;
  readonly name: string;
  readonly peers: ReadonlyMap<string, Address>;
  /** The folder of its journal and its record. */
  readonly records: string;
  readonly plugins: readonly Plugin[];
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Parties on machines of their own are started by hand. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Plays one party to its end, with the others at their addresses, and writes its record.
 * @throws CahootsError for another party's inputs, and an address that cannot be used
 */
export async function playAlone(
  bytes: Uint8Array,
  { file, name, peers, records, plugins, signal, print: say }: AloneOptions,
): Promise<PartyEnd> {
  const inputs = readInputs(bytes, file);
  if (inputs.name !== name)
    throw new CahootsError('bad-input', `expected the inputs of ${name}, got those of ${inputs.name}`, {
      file,
    });
  const address = peers.get(name);
  if (address === undefined)
    throw new CahootsError('bad-input', `expected the address of ${name} among the peers, got none`);
  const executor = openPool({ threads: 1, plugins });
  try {
    // Beforehand, so that no time of the run includes that.
    await executor.ready();
    const runtime = new PartyRuntime({
      part: partOf(inputs, plugins),
      folder: records,
      executor,
      patienceMs: PATIENCE_MS,
      durable: true,
      build: buildOf(plugins.map(({ module }) => module)),
    });
    const leave = (): void => runtime.leave();
    signal.addEventListener('abort', leave);
    const port = await runtime.listen(address);
    say(`listens at ${address.host}:${port}`);
    runtime.connect(peers);
    return await endIn(process, runtime);
  } finally {
    await executor.close();
  }
}
