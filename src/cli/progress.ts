/** How far runs are, on stderr. */

import { Presets, SingleBar } from 'cli-progress';
import { time } from '../results/report/format.ts';
import type { Bus } from '../engine/sim/bus.ts';

const BAR = { stream: process.stderr, hideCursor: true, clearOnComplete: true, barsize: 24 };

/** Shows rounds as they begin; `rounds` is the most there can be. Returns how to take the bar away. */
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
    // The bar draws itself on a timer, which has no turn while this thread computes.
    bar.render();
  });
  return () => bar.stop();
}

/** How far many runs are. */
export interface Count {
  /** @param fresh how many of those that are done were done now, which the time that remains is told from */
  readonly update: (done: number, of: number, fresh?: number) => void;
  /** Says a line, above the bar where there is one. */
  readonly say: (line: string) => void;
  readonly hide: () => void;
}

/** No more exact than an estimate is. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** Where nobody looks on all the time, a line is written so often. */
const LINE_MS = 30_000;

/** Counts what is done, and tells how long the rest takes: a bar where stderr is a terminal, now and then a line where it is none. */
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
      say,
      hide: () => undefined,
    };
  }
  const bar = new SingleBar(
    { ...BAR, format: `{bar} {value} of {total} ${what} | {duration_formatted} | {left}` },
    Presets.shades_classic,
  );
  bar.start(1, 0, { left: '' });
  return {
    update: (done, of, fresh) => {
      bar.setTotal(of);
      bar.update(done, { left: left(done, of, fresh) });
    },
    say: (line) => {
      process.stderr.write('\r\u001B[K');
      say(line);
    },
    hide: () => bar.stop(),
  };
}

/** Says that kept runs are made again, as their figures may be other ones today. */
export function sayOutdated(runs: number): void {
  const which = runs === 1 ? '1 run that was kept is' : `${runs} runs that were kept are`;
  process.stderr.write(`${which} made again: other code made them (Cahoots, its plugins, or Node.js)\n`);
}
