/** The thread that ends what the main thread imports if there is no end to it. */

import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { Patience } from './patience.ts';
import { FLAGS, type WatchdogData } from './supervised.ts';

/** For how long the main thread is asked before it is made to. */
const ASK_MS = 250;

const { flags } = workerData as WatchdogData;

/** Whether it need not watch any more. */
function stops(afterMs: number): boolean {
  return Atomics.wait(flags, FLAGS.stopped, 0, afterMs) !== 'timed-out';
}

function watch(): void {
  const patience = new Patience();
  for (let { leftMs } = patience; leftMs > 0; { leftMs } = patience) if (stops(leftMs)) return;
  Atomics.store(flags, FLAGS.over, 1);
  // oxlint-disable-next-line require-post-message-target-origin -- that is for windows, not for threads
  parentPort?.postMessage('over');
  if (stops(ASK_MS)) return;
  const session = new Session();
  session.connectToMainThread();
  // What is terminated is neither continued nor caught: the main thread goes on with its next event.
  session.post('Runtime.terminateExecution');
  // Unless that comes only after callbacks that are queued again and again. What is terminated may be this as well.
  while (!stops(ASK_MS)) session.post('Runtime.evaluate', { expression: 'process.exit()' });
  session.disconnect();
}

watch();
