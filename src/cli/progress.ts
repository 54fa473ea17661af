/** The progress of runs, on stderr. */

import { Presets, SingleBar } from 'cli-progress';
import { time } from '../run/report/format.ts';
import type { Bus } from '../core/engine/messages/bus.ts';

const BAR = { stream: process.stderr, hideCursor: true, clearOnComplete: true, barsize: 24 };

/**
 * Shows rounds as they begin; `rounds` is the largest possible number. Returns a function that removes the
 * bar.
 */
export function showProgress(bus: Bus, rounds: number): () => void {
  const bar = new SingleBar(
    {
      ...BAR,
      format:
        '{bar} round {value} of at most {total} | {phase} | {virtual} of virtual time, {speed} x real time | {messages} messages',
    },
    Presets.shades_classic,
  );
  let messages = 0;
  let newest = 0; // a straggler may still be in an earlier round
  const start = performance.now();
  bar.start(rounds, 0, { phase: 'starting', virtual: time(0), speed: 0, messages });
  bus.onTraffic({ sent: () => messages++, delivered: () => undefined });
  bus.on('labelled', ({ phase, round, timeNs }) => {
    newest = Math.max(newest, round);
    const speed = (timeNs / ((performance.now() - start) * 1e6 + 1)).toPrecision(2);
    bar.update(newest, { phase, virtual: time(timeNs), speed, messages });
    // The bar redraws itself on a timer, which cannot fire while this thread computes.
    bar.render();
  });
  return () => bar.stop();
}

/** The progress of many runs. */
export interface Count {
  /**
   * @param fresh how many of the completed runs were done just now, from which the remaining time is
   *   estimated
   */
  readonly update: (done: number, of: number, fresh?: number) => void;
  /** Prints a line, above the bar if there is one. */
  readonly print: (line: string) => void;
  readonly hide: () => void;
}

/** With the precision of an estimate. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** The interval between lines if stderr is not a terminal. */
const LINE_MS = 30_000;

/**
 * Counts completed runs, and estimates the remaining time: a bar if stderr is a terminal, otherwise an
 * occasional line.
 */
export function showCount(what: string): Count {
  const began = performance.now();
  const left = (done: number, of: number, fresh = done): string => {
    if (fresh === 0 || done === of) return '';
    return `about ${duration(((performance.now() - began) / fresh / 1000) * (of - done))} left`;
  };
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  if (!process.stderr.isTTY) {
    let next = began + LINE_MS;
    return {
      update(done, of, fresh) {
        if (performance.now() < next || done === of) return;
        next = performance.now() + LINE_MS;
        say(`${done} of ${of} ${what}, ${left(done, of, fresh)}`);
      },
      print: say,
      hide: () => undefined,
    };
  }
  const bar = new SingleBar(
    { ...BAR, format: `{bar} {value} of {total} ${what} | {duration_formatted} | {left}` },
    Presets.shades_classic,
  );
  // Before anybody knows how many there are, a number of them would be a lie.
  let hasBegun = false;
  return {
    update: (done, of, fresh) => {
      if (!hasBegun) bar.start(of, done, { left: '' });
      hasBegun = true;
      bar.setTotal(of);
      bar.update(done, { left: left(done, of, fresh) });
    },
    print: (line) => {
      process.stderr.write('\r\u001B[K');
      say(line);
    },
    hide: () => bar.stop(),
  };
}

/** Says that stored runs are repeated, since their figures may have changed. */
export function sayOutdated(runs: number): void {
  const which = runs === 1 ? '1 stored run is' : `${runs} stored runs are`;
  process.stderr.write(`${which} repeated, as other code produced them (Cahoots, its plugins, or Node.js)\n`);
}
