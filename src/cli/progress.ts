/** A progress bar on stderr, and logs, both fed by the bus. */

import { Presets, SingleBar } from 'cli-progress';
import { pino } from 'pino';
import { time } from '../report/format.ts';
import type { Bus } from '../sim/bus.ts';

const BAR = { stream: process.stderr, hideCursor: true, clearOnComplete: true, barsize: 24 };

/** Shows rounds as they begin; `rounds` is the most there can be. Returns how to take the bar away. */
export function showProgress(bus: Bus, rounds: number): () => void {
  const bar = new SingleBar(
    {
      ...BAR,
      format:
        '{bar} round {value} of at most {total} | {phase} | {virtual} of virtual time | {messages} messages',
    },
    Presets.shades_classic,
  );
  let messages = 0;
  let newest = 0; // a straggler may still be in an earlier round
  bar.start(rounds, 0, { phase: 'starting', virtual: time(0), messages });
  bus.on('sent', () => messages++);
  bus.on('labelled', ({ phase, round, timeNs }) => {
    newest = Math.max(newest, round);
    bar.update(newest, { phase, virtual: time(timeNs), messages });
    // The bar draws itself on a timer, which has no turn while this thread computes.
    bar.render();
  });
  return () => bar.stop();
}

/** Counts what is done; shows nothing where stderr is no terminal. */
export function showCount(what: string): { update: (done: number, of: number) => void; hide: () => void } {
  if (!process.stderr.isTTY) return { update: () => undefined, hide: () => undefined };
  const bar = new SingleBar(
    { ...BAR, format: `{bar} {value} of {total} ${what} | {duration_formatted}` },
    Presets.shades_classic,
  );
  bar.start(1, 0);
  return {
    update: (done, of) => {
      bar.setTotal(of);
      bar.update(done);
    },
    hide: () => bar.stop(),
  };
}

/** Logs what happens to stderr, as JSON lines. */
export function logEvents(bus: Bus, level: string): void {
  const stderr = pino.destination({ fd: 2, sync: true });
  // Nobody hears of it where not even this can be said.
  stderr.on('error', () => undefined);
  const log = pino({ level, base: null, timestamp: false }, stderr);
  bus.on('labelled', (event) => log.info(event, 'labelled'));
  bus.on('finished', ({ timeNs, actor }) => log.info({ timeNs, actor }, 'finished'));
  bus.on('expired', (event) => log.warn(event, 'a wait timed out'));
  bus.on('stalled', (event) => log.warn(event, 'waits for ever'));
  bus.on('refused', (event) => log.debug(event, 'refused a message'));
  bus.on('lost', (event) => log.debug(event, 'lost a message'));
  bus.on('computing', (event) => log.trace(event, 'computing'));
  bus.on('sent', ({ payload, ...event }) =>
    log.trace({ ...event, payloadBytes: payload.byteLength }, 'sent'),
  );
}

/** Says that kept runs are made again, as their figures may be other ones today. */
export function sayOutdated(runs: number): void {
  const which = runs === 1 ? '1 run that was kept is' : `${runs} runs that were kept are`;
  process.stderr.write(`${which} made again: other code made them (Cahoots, its plugins, or Node.js)\n`);
}
