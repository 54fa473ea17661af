/**
 * The simulation owns time, order and randomness. It runs actors synchronously, passes their messages to the network and their
 * computations to an executor, and announces everything that happens on the bus.
 *
 * Time advances only here, from event to event in order of (time, insertion). A computation's duration is fixed from its counted
 * operations when it starts, so the loop waits for a worker thread only when a result's time has come, and the number of threads
 * cannot change what happens. Only if durations are measured, the loop must wait at the start.
 */

import { platform } from '#platform';
import type { Computed } from '../compute/executor.ts';
import type { Agenda } from '../clock/agenda.ts';
import { Retransmission } from '../actors/retransmission.ts';
import { Bounds } from '../clock/bounds.ts';
import type { Bus } from '../messages/bus.ts';
import { Computations } from './computations.ts';
import { controlsOf } from './controls.ts';
import { DIGESTS } from '../messages/digest.ts';
import { Directory } from '../messages/directory.ts';
import type { Controls } from './interference.ts';
import type { Effect } from '../actors/effects.ts';
import type { Computation, Event } from './event.ts';
import { Interpreter } from '../actors/interpreter.ts';
import type { ReceivedMessages } from '../actors/received-batch.ts';
import { type Dropped, Network } from '../network/network.ts';
import type { SimulationOptions, SimulationResult } from './options.ts';
import { Messaging } from './messaging.ts';
import type { Process } from '../actors/process.ts';
import { Processes } from '../actors/processes.ts';
import { Schedule } from './schedule.ts';
import type { Tcp } from '../tcp/tcp.ts';

/** After how many events, and after how many nanoseconds of tasks, signals and messages from worker threads get a turn. */
const EVENTS_PER_TURN = 1024;
const TASK_NS_PER_TURN = 1e6;

/** Runs actors to the end; never throws for anything that an actor received. */
export function simulate(options: SimulationOptions): Promise<SimulationResult> {
  return new Simulation(options).run();
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #bus: Bus;
  readonly #processes: Processes;
  readonly #post: Messaging;
  readonly #bounds: Bounds;
  readonly #agenda: Agenda<Event>;
  readonly #schedule: Schedule;
  readonly #computations: Computations;
  readonly #interpreter: Interpreter;
  readonly #controls: Controls;
  readonly #results = new Map<string, unknown>();
  #nowNs = 0;
  readonly #network: Network;
  #dropped: Dropped | undefined;
  /** Wakes TCP; the same one each time. */
  #flows: Event | undefined;
  #endNs = 0;
  #over = false;
  #ties = 0;
  /** How long the tasks took that this thread waited for since the last turn. */
  #taskNs = 0;

  constructor(options: SimulationOptions) {
    const { roles, bus, random, rules = [], messages, interference, watcher, wrapping } = options;
    const { messageBytes = Number.POSITIVE_INFINITY, mailboxBytes = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#bus = bus;
    const bounds = new Bounds(options.limits);
    this.#bounds = bounds;
    const directory = new Directory(roles);
    const extra = [...rules, ...(interference?.rules ?? [])];
    const network = new Network(options.network, directory, random.scope('network'), extra);
    this.#network = network;
    const processes = new Processes({
      roles,
      directory,
      randomOf: (name) => options.ownRandom?.(name) ?? random,
      mailboxBytes,
      mayRestart: (name) => interference !== undefined && interference.mayRestart?.(name) !== false,
    });
    this.#schedule = new Schedule(processes, (packets) => this.#post.fetch(packets));
    this.#agenda = this.#schedule.agenda;
    this.#computations = new Computations(options, this.#agenda, (actor) => processes.rate(actor));
    const host = {
      nowNs: () => this.#nowNs,
      isOver: () => this.#over,
      happened: () => void (this.#endNs = this.#nowNs),
      later: (atNs: number, packet: number) => this.#agenda.pushPacket(atNs, packet),
      notLater: (packet: number) => this.#agenda.removePacket(packet),
      flowsAt: (atNs: number, tcp: Tcp) =>
        this.#agenda.pushLast(atNs, (this.#flows ??= { kind: 'flows', tcp })),
      horizonNs: () => this.#agenda.nextTime,
      act: (atNs: number, act: () => void) => this.#agenda.pushFirst(atNs, { kind: 'act', act }),
      start: (id: number) => this.#start(id),
      resume: (process: Process, received: ReceivedMessages | undefined) =>
        received === undefined
          ? this.#interpreter.resume(process, undefined)
          : this.#interpreter.received(process, received),
      reserve: () => this.#agenda.reserve(),
      sleep: (process: Process, ns: number) => this.#agenda.push(this.#nowNs + ns, { kind: 'wake', process }),
      compute: (process: Process, effect: Extract<Effect, { kind: 'compute' }>) =>
        this.#computations.start(this.#nowNs, process, effect),
      finished: ({ name }: Process, result: unknown) => {
        if (result !== undefined) this.#results.set(name, result);
      },
    };
    const post = new Messaging(host, {
      bus,
      directory,
      processes,
      network,
      bounds,
      digester: DIGESTS[options.digest ?? 'crc32'],
      types: messages,
      wrapping,
      messageBytes,
      interference,
      watcher,
    });
    this.#processes = processes;
    this.#post = post;
    const { exchange } = post;
    const retransmission = new Retransmission({ exchange, processes, schedule: this.#schedule, bounds });
    this.#interpreter = new Interpreter(host, { bus, directory, retransmission, exchange, bounds });
    this.#controls = controlsOf(host, { bus, directory, processes, post });
  }

  async run(): Promise<SimulationResult> {
    try {
      return await this.#play();
    } finally {
      this.#processes.close();
    }
  }

  async #play(): Promise<SimulationResult> {
    const { signal, watcher } = this.#options;
    this.#startActors();
    for (let handled = 1; ; handled++) {
      if (handled % EVENTS_PER_TURN === 0) await platform.nextTurn();
      if (signal?.aborted === true) {
        // A watcher of links is notified of packets in transit, as at a limit.
        if (watcher !== undefined) this.#drain();
        return this.#end('aborted');
      }
      const event = this.#schedule.next();
      if (event === undefined) return this.#end(this.#bounds.reached && 'limit');
      const timeNs = this.#agenda.nextTime;
      if (!this.#bounds.admits(timeNs)) return this.#end(this.#drain() ? undefined : 'limit');
      if (timeNs === this.#nowNs && handled > 1) this.#ties++;
      this.#nowNs = timeNs;
      this.#agenda.pop();
      if (typeof event === 'number') {
        this.#post.advance(event);
        continue;
      }
      if (this.#schedule.postpones(event, this.#nowNs)) continue;
      if (event.kind === 'computed') {
        // A turn of the microtasks for each would take as long as a small task.
        const result = this.#computations.resultOf(event);
        const computed = result instanceof Promise ? await result : result;
        this.#taskNs += computed.measuredNs;
        // So that a run with few and long events can be interrupted too; a turn for each takes longer than most tasks.
        if (this.#taskNs > TASK_NS_PER_TURN) await this.#turn();
        this.#computed(event, computed);
      } else if (event.kind === 'measuring')
        this.#computations.measured(this.#nowNs, event, await this.#computations.resultOf(event));
      else this.#handle(event);
    }
  }

  async #turn(): Promise<void> {
    this.#taskNs = 0;
    await platform.nextTurn();
  }

  /** Nothing happens any more, and a watcher of links is notified of where packets in transit go. @returns whether the run was complete */
  #drain(): boolean {
    const isWatched = this.#options.watcher !== undefined;
    // Before a watcher makes any difference.
    this.#dropped = this.#network.dropped();
    const complete = this.#schedule.close((packet) => this.#post.receiver(packet), isWatched);
    if (!isWatched) return complete;
    this.#over = true;
    for (let event = this.#schedule.next(); event !== undefined; event = this.#schedule.next()) {
      this.#nowNs = this.#agenda.nextTime;
      this.#agenda.pop();
      if (typeof event === 'number') this.#post.advance(event);
      else if (event.kind === 'flows') event.tcp.wake(this.#nowNs);
    }
    return complete;
  }

  /** Interference at time 0 comes before anything that an actor does. */
  #startActors(): void {
    const { roles, interference, bus } = this.#options;
    const processes: Process[] = [];
    let first = 0;
    for (const { count = 1, starts } of roles) {
      const end = first + count;
      if (starts) for (let id = first; id < end; id++) processes.push(this.#processes.start(id));
      first = end;
    }
    interference?.begin(this.#controls, bus);
    for (const process of processes) this.#interpreter.resume(process, undefined);
  }

  #start(id: number): void {
    this.#interpreter.resume(this.#processes.start(id), undefined);
  }

  #handle(event: Exclude<Event, { kind: 'computed' | 'measuring' }>): void {
    switch (event.kind) {
      case 'wake':
        this.#endNs = this.#nowNs;
        return this.#interpreter.resume(event.process, undefined);
      case 'flows':
        return event.tcp.wake(this.#nowNs);
      case 'deadline':
        return this.#interpreter.expire(event.process);
      case 'act':
        return event.act();
    }
  }

  #computed({ process, effect }: Computation, { value, measuredNs }: Computed<unknown>): void {
    this.#endNs = this.#nowNs;
    const task = effect.task.name;
    this.#bus.emit('computed', { timeNs: this.#nowNs, actor: process.id, task, measuredNs });
    this.#interpreter.resume(process, value);
  }

  /** @param ending undefined if no events are left */
  #end(ending: 'limit' | 'aborted' | undefined): SimulationResult {
    const awaiting = new Map<string, string>();
    // A million actors may wait for the same, so consecutive ones share one text.
    let before = '';
    for (const { id, name, finished, wait } of this.#processes.started) {
      if (finished) continue;
      let waitsFor = wait?.awaiting ?? 'its processor';
      if (waitsFor === before) waitsFor = before;
      before = waitsFor;
      awaiting.set(name, waitsFor);
      if (ending === undefined) {
        this.#bus.emit('stalled', { timeNs: this.#endNs, actor: id, awaiting: waitsFor });
      }
    }
    return {
      ending: ending ?? (awaiting.size === 0 ? 'done' : 'stalled'),
      bound: ending === 'limit' ? this.#bounds.reached : undefined,
      endNs: this.#endNs,
      ties: this.#ties,
      results: this.#results,
      awaiting,
      left: this.#processes.left,
      dropped: this.#dropped ?? this.#network.dropped(),
    };
  }
}
