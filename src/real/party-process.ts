/**
 * The process of one party on a machine that runs several: it follows orders from its parent, and ends with
 * it.
 */

import { readFileSync } from 'node:fs';
import { CahootsError } from '../core/base/errors.ts';
import { supervised } from '../core/platform/node/supervised.ts';
import { Unruly } from '../core/platform/platform.ts';
import { openPool } from '../run/plugin/executor.ts';
import { pluginsAt } from '../run/plugin/modules.ts';
import { readInputs } from './inputs.ts';
import { Metered } from './metered.ts';
import type { Command, Report } from './process-messages.ts';
import { endIn, partOf, PartyRuntime } from './party-runtime.ts';
import type { ProcessorTime } from '../core/platform/node/thread-times.ts';
import { processorTime, since } from './processors.ts';

let runtime: PartyRuntime | undefined;
/** When its party began. */
let before: ProcessorTime | undefined;

async function execute(command: Command): Promise<void> {
  if (command.kind === 'connect') return runtime?.connect(new Map(command.addresses));
  if (command.kind === 'stop') return runtime?.leave();
  const { inputs, folder, plugins, build, patienceMs, durable, address } = command;
  const given = readInputs(readFileSync(inputs), inputs);
  const load = (): ReturnType<typeof pluginsAt> => pluginsAt(plugins);
  const isForeign = plugins.some(({ origin }) => origin !== undefined);
  const known = await (isForeign ? supervised(load, wrong) : load());
  const pool = openPool({ threads: 1, plugins: known });
  // Beforehand, so that no time of the run includes that.
  await pool.ready();
  const executor = new Metered(pool);
  runtime = new PartyRuntime({
    part: partOf(given, known),
    folder,
    build,
    patienceMs,
    durable,
    executor,
    onReady: () => {
      before = processorTime();
      executor.begin();
    },
    onBegin: () => report({ kind: 'begun' }),
    onTurn: () => executor.turned(),
  });
  report({ kind: 'listening', port: await runtime.listen(address) });
  const end = await endIn(process, runtime);
  const processors = since(before, processorTime());
  await executor.close();
  report({ kind: 'ended', end, processors, computing: executor.time, used: executor.used });
  process.disconnect();
}

/** Reports that it cannot be the party, as its parent must tell the user. */
function wrong({ message }: Error): void {
  report({ kind: 'wrong', message });
}

function report(what: Report): void {
  process.send?.(what);
}

process.on('message', (command: Command) => {
  execute(command).catch((error: unknown) => {
    if (!(error instanceof CahootsError || error instanceof Unruly)) throw error;
    wrong(error);
    process.disconnect();
  });
});
// Nobody else would end it.
process.on('disconnect', () => setTimeout(() => process.exit(), 2000).unref());
