/**
 * The process of one party on a machine that runs several: it follows orders from its parent, and ends with
 * it.
 */

import { readFileSync } from 'node:fs';
import { CahootsError } from '../core/base/errors.ts';
import { createPool } from '../core/engine/compute/pool.ts';
import { pluginsAt } from '../run/plugin/modules.ts';
import { protocolNamed } from '../run/plugin/registry.ts';
import { readInputs } from './inputs.ts';
import type { Order, Report } from './orders.ts';
import { loadTasks } from './pace.ts';
import { endIn, partOf, Seat } from './seat.ts';

let seat: Seat | undefined;

async function obey(order: Order): Promise<void> {
  if (order.kind === 'call') return seat?.connect(new Map(order.addresses));
  if (order.kind === 'leave') return seat?.leave();
  const { inputs, folder, plugins, build, patienceMs, durable, address } = order;
  const executor = createPool(1);
  const given = readInputs(readFileSync(inputs), inputs);
  const known = await pluginsAt(plugins);
  await loadTasks(executor, protocolNamed({ plugins: known }, given.agreement.protocol).tasks);
  seat = new Seat({
    part: partOf(given, known),
    folder,
    build,
    patienceMs,
    durable,
    executor,
    onBegin: () => report({ kind: 'begun' }),
  });
  report({ kind: 'listening', port: await seat.listen(address) });
  const end = await endIn(process, seat);
  await executor.close();
  report({ kind: 'ended', end });
  process.disconnect();
}

function report(what: Report): void {
  process.send?.(what);
}

process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => {
    if (!(error instanceof CahootsError)) throw error;
    report({ kind: 'wrong', message: error.message });
    process.disconnect();
  });
});
// Nobody else would end it.
process.on('disconnect', () => setTimeout(() => process.exit(), 2000).unref());
