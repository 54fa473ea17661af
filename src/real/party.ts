/**
 * One party of a protocol in real time: the same actor as in a simulation, its effects with the same meaning,
 * and its messages under the same rules. What differs is here: messages go over connections, time passes by
 * itself, and computations take as long as they take, in a thread of their own so that connections stay
 * alive.
 */

import { Random } from '../core/base/random.ts';
import { type Executor, startTask } from '../core/engine/compute/executor.ts';
import type { Behaviour, Effect } from '../core/engine/actors/effects.ts';
import { Retransmission } from '../core/engine/actors/retransmission.ts';
import { type Bound, Bounds } from '../core/engine/clock/bounds.ts';
import type { Bus } from '../core/engine/messages/bus.ts';
import { MessageExchange, DONE } from '../core/engine/actors/message-exchange.ts';
import type { Directory } from '../core/engine/messages/directory.ts';
import { Interpreter } from '../core/engine/actors/interpreter.ts';
import type { ReceivedMessages } from '../core/engine/actors/received-batch.ts';
import { type PendingReceive, Process } from '../core/engine/actors/process.ts';
import { shown } from '../core/engine/messages/payload-view.ts';
import type { Self } from '../core/engine/actors/actor.ts';
import { OwnView } from '../core/engine/actors/self.ts';
import { Arena } from '../core/engine/wire/bytes.ts';
import { type AnyMessageType, readMessage } from '../core/engine/wire/message.ts';
import { monotonicNs, Timer } from './clock.ts';
import { type Frame, FRAME_HEAD_BYTES } from './frame.ts';
import type { Terms } from './inputs.ts';
import { DurableLog, type Journal } from './journal.ts';
import { type MessageSender, Outgoing } from './outgoing.ts';
import type { Pace } from './pace.ts';

export interface PartyOptions {
  readonly agreement: Terms;
  readonly directory: Directory;
  readonly id: number;
  /** Its behaviour, given its self. */
  readonly behaviour: (self: Self) => Behaviour;
  readonly retransmitAfterNs?: number | undefined;
  readonly messages: readonly AnyMessageType[];
  readonly executor: Executor;
  readonly journal: Journal;
  readonly sender: MessageSender;
  readonly bus: Bus;
  /** Absent: no minimum duration. */
  readonly pace?: Pace | undefined;
  /** Writes everything that has happened so far to the record, before anybody learns of it. */
  readonly record: () => void;
  /** Called at the end of each of its turns. */
  readonly turned?: (() => void) | undefined;
  /** The actor has finished, or a limit ended its run. */
  readonly ended: (bound: Bound | undefined) => void;
}

const NO_BYTES = new Uint8Array();

export class Party {
  readonly #options: PartyOptions;
  readonly #bounds: Bounds;
  readonly #exchange: MessageExchange;
  readonly #interpreter: Interpreter;
  readonly #process: Process;
  readonly #arena = new Arena();
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  readonly #outgoing: Outgoing;
  readonly #deadline = new Timer();
  readonly #timer = new Timer();
  readonly #limit = new Timer();
  #epochNs: number;
  #order = 0;
  #hasEnded = false;
  /** A turn is in progress: messages are sent when it ends. */
  #isBusy = false;

  constructor(options: PartyOptions) {
    const { agreement, directory, id, journal, bus, messages, retransmitAfterNs } = options;
    this.#options = options;
    this.#epochNs = journal.epochNs ?? Number.POSITIVE_INFINITY;
    this.#bounds = new Bounds(agreement.limits);
    this.#types = new Map(messages.map((type) => [type.name, type]));
    const bounds = this.#bounds;
    this.#outgoing = new Outgoing({
      ...options,
      life: journal.life,
      packsResidues: agreement.packsResidues,
      bounds,
      nowNs: () => this.nowNs,
    });
    const host = {
      nowNs: () => this.nowNs,
      happened: () => undefined,
      reserve: () => this.#order++,
      send: (
        process: Process,
        message: Omit<Extract<Effect, { kind: 'send' }>, 'kind'>,
        wantsReply: boolean,
      ) => this.#outgoing.send(process, message, wantsReply),
      resume: (process: Process, received: ReceivedMessages) => this.#interpreter.received(process, received),
      refuse: (message: number, by: number, reason: string) =>
        void bus.emit('refused', { timeNs: this.nowNs, id: message, by, reason }),
      sleep: (process: Process, ns: number) =>
        this.#timer.set(monotonicNs() + ns, () =>
          this.#turn(() => this.#interpreter.resume(process, undefined)),
        ),
      compute: (process: Process, effect: Extract<Effect, { kind: 'compute' }>) =>
        void this.#compute(process, effect),
      finished: () => undefined,
    };
    this.#exchange = new MessageExchange(host, bounds);
    const exchange = this.#exchange;
    const retransmission = new Retransmission({
      exchange,
      processes: { save: (_, value) => journal.save(value) },
      schedule: { addDeadline: (process, wait) => this.#addDeadline(process, wait) },
      bounds,
    });
    this.#interpreter = new Interpreter(host, { bus, directory, retransmission, exchange, bounds });
    const { index } = directory.place(id);
    const name = directory.name(id);
    const { life, secret } = journal;
    const streams = new Random(agreement.seed, ['actors'], new Set(), secret);
    // The same in all lives if it repeats the same steps; otherwise nothing that was drawn before is drawn
    // again.
    const random =
      life === 1 || retransmitAfterNs !== undefined
        ? streams.scope(name)
        : streams.scope(name, `life ${life}`);
    const self = new OwnView({ name, index, saved: journal.saved, randomOf: () => random });
    const process = new Process(id, name, options.behaviour(self), agreement.mailboxBytes);
    process.self = self;
    if (retransmitAfterNs !== undefined) {
      process.retransmits = options;
      process.log = new DurableLog(journal);
      process.log.rewind();
      process.recovering = life > 1;
    }
    this.#process = process;
  }

  /** Nanoseconds since this party's first life began; 0 before that. */
  get nowNs(): number {
    return Math.max(0, monotonicNs() - this.#epochNs);
  }

  get isDone(): boolean {
    return this.#process.finished;
  }

  begin(): void {
    this.#epochNs = this.#options.journal.begin(monotonicNs());
    const { timeNs = Number.POSITIVE_INFINITY } = this.#options.agreement.limits;
    if (timeNs < Number.MAX_SAFE_INTEGER)
      this.#limit.set(this.#epochNs + timeNs, () => this.#turn(() => this.#admits()));
    this.#turn(() => this.#interpreter.resume(this.#process, undefined));
  }

  /** A message arrived. */
  deliver(from: number, { kind, number: id, payload, size, digest }: Frame): void {
    this.#turn(() => {
      const { bus, directory, agreement } = this.#options;
      const process = this.#process;
      bus.delivered({
        timeNs: this.nowNs,
        id,
        from,
        to: process.id,
        payloadBytes: size,
        wireBytes: size + FRAME_HEAD_BYTES,
        retransmissions: 0,
        digest,
        payload: shown(payload ?? NO_BYTES),
      });
      if (!this.#admits()) return;
      const name = directory.name(from);
      const wantsReply = kind === 'retransmission';
      if (process.finished) {
        this.#refuse(id, DONE);
        if (wantsReply) this.#exchange.retransmit(process, name, false);
        return;
      }
      if (payload === undefined || size > agreement.messageBytes) return this.#refuse(id, 'too large');
      const message = readMessage(payload, this.#types, this.#arena);
      if ('malformed' in message) return this.#refuse(id, `malformed: ${message.malformed}`);
      const { type, body } = message;
      const envelope = { id, sender: from, from: name, type, body, bytes: size, digest, wantsReply };
      this.#exchange.receive(process, envelope);
    });
  }

  /** Nobody is left who could send what it waits for. */
  stall(): void {
    const { wait, finished, gone, id } = this.#process;
    if (finished || gone || wait === undefined || wait.deadlineNs < Number.POSITIVE_INFINITY) return;
    this.#options.bus.emit('stalled', { timeNs: this.nowNs, actor: id, awaiting: wait.awaiting });
    this.#end(undefined);
  }

  /** Ends without a result. */
  stop(): void {
    this.#process.gone = true;
    this.#process.behaviour.return();
    this.#clear();
  }

  #refuse(id: number, reason: string): void {
    this.#options.bus.emit('refused', { timeNs: this.nowNs, id, by: this.#process.id, reason });
  }

  /** Does something, records it, and then sends the messages from it. */
  #turn(what: () => void): void {
    if (this.#process.gone || this.#isBusy) return;
    this.#isBusy = true;
    what();
    this.#isBusy = false;
    this.#options.record();
    this.#outgoing.flush();
    this.#options.turned?.();
    if (this.#bounds.reached !== undefined) this.#end(this.#bounds.reached);
    else if (this.#process.finished) this.#end(undefined);
  }

  #end(bound: Bound | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#clear();
    if (bound !== undefined) this.#process.gone = true;
    this.#options.record();
    this.#options.ended(bound);
  }

  #clear(): void {
    for (const timer of [this.#deadline, this.#timer, this.#limit]) timer.clear();
  }

  #admits(): boolean {
    return this.#bounds.admits(this.nowNs);
  }

  #addDeadline(process: Process, wait: PendingReceive): void {
    if (wait.nextNs >= Number.MAX_SAFE_INTEGER) return this.#deadline.clear();
    const { sequence } = wait;
    this.#deadline.set(this.#epochNs + wait.nextNs, () => {
      if (process.wait?.sequence === sequence)
        this.#turn(() => this.#admits() && this.#interpreter.expire(process));
    });
  }

  async #compute(process: Process, { task, input }: Extract<Effect, { kind: 'compute' }>): Promise<void> {
    const { executor, pace, bus, id: actor } = this.#options;
    const operations = task.operations(input);
    const startNs = this.nowNs;
    const { value } = await startTask(executor, task, input)();
    // With the transfer to the task's thread and back, as in device profiles.
    const measuredNs = this.nowNs - startNs;
    const leastNs = pace?.(task.name, operations) ?? 0;
    const resume = (): void =>
      this.#turn(() => {
        const timeNs = this.nowNs;
        bus.emit('computing', {
          timeNs: startNs,
          actor,
          task: task.name,
          operations,
          durationNs: timeNs - startNs,
        });
        bus.emit('computed', { timeNs, actor, task: task.name, measuredNs });
        if (this.#admits()) this.#interpreter.resume(process, value);
      });
    this.#timer.set(this.#epochNs + startNs + leastNs, resume, true);
  }
}
