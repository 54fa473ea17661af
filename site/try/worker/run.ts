/** One run, from a scenario's text to its hash, within limits. */

import { standard } from '../../../bin/standard.ts';
import { joinBytes } from '../../../src/core/base/bytes.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import { run, type RunResult } from '../../../src/run/execute/run.ts';
import { time } from '../../../src/run/report/format.ts';
import { loadScenario, type Scenario } from '../../../src/run/scenario/load.ts';
import { presetText } from '../../../src/run/scenario/presets.ts';
import type { Party, Progress, Ran, RunInput } from '../shapes.ts';
import type { Context } from './context.ts';
import { open, SCENARIO } from './files.ts';

export const plugins = [standard];

/** A page that keeps more of a trace than this would take the browser's memory. */
const MOST_TRACE_BYTES = 400e6;
/** Fewer coordinates take less time than it takes to start threads. */
const MANY_COORDINATES = 200_000;
const MOST_THREADS = 4;
const PROGRESS_MS = 40;

/** The last run, from which everything else is made. */
export interface Last {
  readonly scenario: Scenario;
  readonly result: RunResult;
  readonly trace: Uint8Array;
}

let last: Last | undefined;

/** @throws Error if nothing has run to its end */
export function lastRun(): Last {
  if (last === undefined) throw new Error('nothing has run');
  return last;
}

/**
 * The scenario that is open.
 * @throws CahootsError for one that cannot run
 */
export function loadOpen(variant = 0): Scenario {
  return loadScenario(SCENARIO, { plugins, foreign: true, variant });
}

export function partyList({ parties }: Scenario): Party[] {
  const holding = new Set(parties.clients);
  return [...parties.servers, ...parties.clients].map((name) => ({ name, holds: holding.has(name) }));
}

/** @throws CahootsError for a scenario that cannot run */
export async function runScenario(input: RunInput, { signal, progress }: Context): Promise<Ran> {
  last = undefined;
  open(input);
  const scenario = loadOpen();
  const began = performance.now();
  const limit = new AbortController();
  let why: 'asked' | 'time' | 'memory' = 'asked';
  const end = (reason: typeof why): void => {
    if (!limit.signal.aborted) why = reason;
    limit.abort();
  };
  signal.addEventListener('abort', () => end('asked'));
  const timer = setTimeout(() => end('time'), input.mostMs);
  const reached = new Reached(scenario, progress);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const trace = (piece: Uint8Array): void => {
    pieces.push(piece.slice());
    bytes += piece.byteLength;
    if (bytes > MOST_TRACE_BYTES) end('memory');
  };
  const { bus } = reached;
  const worker = input.threadEntry;
  const options = {
    plugins,
    bus,
    trace,
    signal: limit.signal,
    threads: threadsFor(scenario, worker),
    worker,
  };
  try {
    const result = await run(scenario, options);
    const { hash, endNs } = result;
    if (hash === undefined) return { kind: 'stopped', why, reached: reached.now.text };
    last = { scenario, result, trace: joinBytes(pieces) };
    const { name, protocol, seed } = scenario;
    const tookMs = performance.now() - began;
    const { messages } = reached;
    const told = { parties: partyList(scenario), network: presetText(scenario.settings.network) };
    return { kind: 'ran', hash, name, protocol, seed, endNs, tookMs, messages, ...told };
  } finally {
    clearTimeout(timer);
  }
}

/** How far a run has come, told now and then. */
class Reached {
  readonly bus = new Bus();
  messages = 0;
  #round = 0;
  #phase = '';
  #timeNs = 0;
  readonly #most: number;

  constructor({ parameters }: Scenario, progress: (value: Progress) => void) {
    this.#most = (parameters as { readonly maxIterations?: number }).maxIterations ?? 0;
    let told = performance.now();
    this.bus.onTraffic({ sent: () => this.messages++, delivered: () => undefined });
    this.bus.on('labelled', ({ round, phase, timeNs }) => {
      this.#round = Math.max(round, this.#round);
      this.#phase = phase;
      this.#timeNs = timeNs;
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      progress(this.now);
    });
  }

  get now(): Progress {
    const where = this.#phase === '' ? '' : `, ${this.#phase}`;
    return {
      text: `round ${this.#round}${where}: ${this.messages.toLocaleString('en-US')} messages in ${time(this.#timeNs)} of virtual time`,
      done: this.#round,
      of: this.#most,
    };
  }
}

/** One processor is left to the page. */
function threadsFor({ population: { points, dimension } }: Scenario, entry: string | undefined): number {
  if (entry === undefined || points * dimension < MANY_COORDINATES) return 0;
  const { hardwareConcurrency } = (globalThis as unknown as { navigator: { hardwareConcurrency: number } })
    .navigator;
  return Math.max(0, Math.min(MOST_THREADS, hardwareConcurrency - 1));
}
