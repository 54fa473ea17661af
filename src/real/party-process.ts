/**
 * The process of one party on a machine that runs several: it follows orders from its parent, and ends with
 * it.
 */

import { readFileSync } from 'node:fs';
import { CahootsError } from '../core/base/errors.ts';
import { openPool } from '../run/plugin/executor.ts';
import { pluginsAt } from '../run/plugin/modules.ts';
import { readInputs } from './inputs.ts';
import type { Command, Report } from './process-messages.ts';
import { endIn, partOf, PartyRuntime } from './party-runtime.ts';

let runtime: PartyRuntime | undefined;

async function execute(command: Command): Promise<void> {
  if (command.kind === 'connect') return runtime?.connect(new Map(command.addresses));
  if (command.kind === 'stop') return runtime?.leave();
  const { inputs, folder, plugins, build, patienceMs, durable, address } = command;
  const given = readInputs(readFileSync(inputs), inputs);
  const known = await pluginsAt(plugins);
  const executor = openPool({ threads: 1, plugins: known });
  // Beforehand, so that no time of the run includes that.
  await executor.ready();
  runtime = new PartyRuntime({
    part: partOf(given, known),
    folder,
    build,
    patienceMs,
    durable,
    executor,
    onBegin: () => report({ kind: 'begun' }),
  });
  report({ kind: 'listening', port: await runtime.listen(address) });
  const end = await endIn(process, runtime);
  await executor.close();
  report({ kind: 'ended', end });
  process.disconnect();
}

function report(what: Report): void {
  process.send?.(what);
}

process.on('message', (command: Command) => {
  execute(command).catch((error: unknown) => {
    if (!(error instanceof CahootsError)) throw error;
    report({ kind: 'wrong', message: error.message });
    process.disconnect();
  });
});
// Nobody else would end it.
process.on('disconnect', () => setTimeout(() => process.exit(), 2000).unref());
