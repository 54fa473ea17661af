/** One fault in a run: where it is active, and what it did. */

import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import type { Parties } from '../../core/protocol/parties.ts';
import type { Random, Stream } from '../../core/base/random.ts';
import type { Labelled } from '../../core/engine/messages/bus.ts';
import type { Controls, Outgoing } from '../../core/engine/simulation/interference.ts';
import type { Packet, Rule } from '../../core/engine/network/rule.ts';
import type { Action, Draft } from './action.ts';
import type { Fault, Fired } from './fault.ts';
import type { FaultKind } from './kind.ts';
import { linkRule } from './link-fault.ts';
import { withoutHistory } from './message-memory.ts';
import { Target, Trigger } from './trigger.ts';
import { othersThan, resolveWho } from './who.ts';

export interface FaultOptions {
  readonly parties: Parties;
  /**
   * Every fault draws from streams under its own name, one per actor or link, so one more fault or client
   * changes nothing for the others.
   */
  readonly random: Random;
  /** Time after which lost packets are retransmitted, see {@link NetworkSpec}; absent: they are not. */
  readonly retransmitNs?: number | undefined;
}

/** Enough to see what prevented a fault; more would fill the reports of thousands of actors. */
const MOST_REASONS = 5;

export class ActiveFault {
  readonly rule: Rule | undefined;
  /** Until when it is active for any of its actors; from then on it leaves everything as it is. */
  untilNs = 0;
  readonly #fault: Fault;
  readonly #kind: FaultKind;
  readonly #action: Action;
  readonly #who: readonly string[];
  /** Absent: everybody. */
  readonly #others: readonly string[] | undefined;
  /** Per actor: whether the fault strikes in a round, where that is left to chance. */
  readonly #chances: (name: string) => Stream;
  #controls: Controls | undefined;
  #trigger: Trigger | undefined;
  /** By number of the actor. */
  #targets: ReadonlyMap<number, Target> = new Map();
  #otherEnds: ReadonlySet<number> | undefined;
  #times = 0;
  #firstNs: number | undefined;
  /** Messages that it changed, by type. */
  readonly #messages = new Map<string, number>();
  #struck = false;
  /** Why it did nothing when its time had come. */
  readonly #missed = new Set<string>();

  constructor(fault: Fault, kind: FaultKind, { parties, random, retransmitNs }: FaultOptions) {
    const own = random.scope(fault.name);
    this.#fault = fault;
    this.#kind = kind;
    this.#who = resolveWho(fault.who, parties, own.family('who'));
    const action = kind.act(fault, { random: own, retransmitNs });
    this.#action = action;
    const others = this.#fault.with ?? this.#fault.to;
    if (others !== undefined) this.#others = resolveWho(others, parties, own.family('others'));
    else if ('otherEnds' in action && action.otherEnds === 'everybody else')
      this.#others = othersThan(this.#who, parties);
    this.#chances = own.family('chance');
    if ('touch' in action) {
      this.rule = linkRule(fault.name, action.touch, {
        sleeps: (timeNs) => timeNs >= this.untilNs,
        until: (packet, timeNs) => this.#reaches(packet, timeNs),
        touched: ({ sender, id, type }) => {
          if (!this.#run.isOver()) this.#countMessage(sender, type.name, id);
        },
      });
    }
  }

  begin(controls: Controls): void {
    const idOf = (name: string): number => {
      const id = controls.directory.find(name);
      assert(id !== undefined, `the fault ${this.#fault.name} affects ${name}, who does not exist`);
      return id;
    };
    this.#controls = controls;
    const { when } = this.#fault;
    const chance = (name: string): Stream | undefined =>
      'probability' in when ? this.#chances(name) : undefined;
    this.#targets = new Map(this.#who.map((name) => [idOf(name), new Target(chance(name))]));
    this.#otherEnds = this.#others && new Set(this.#others.map(idOf));
    this.#trigger = new Trigger(when, this.#targets, controls.later, (actor, target) =>
      this.#strike(actor, target),
    );
    this.#trigger.begin();
  }

  onLabelled(labelled: Labelled): void {
    this.#trigger?.onLabelled(labelled);
  }

  onSent(from: number, type: string): void {
    this.#trigger?.onSent(from, type);
  }

  /** Whether it changes what its actors send. */
  get twists(): boolean {
    return 'twist' in this.#action;
  }

  /** Whether it must see what its actors send at this time. */
  listens(nowNs: number): boolean {
    const action = this.#action;
    return nowNs < this.untilNs || ('twist' in action && action.memory !== undefined);
  }

  /** Whom it may crash and restart. */
  get restarting(): readonly string[] {
    return 'strike' in this.#action && this.#kind.restarts !== false ? this.#who : [];
  }

  /** Whether it makes computations slower. */
  get slows(): boolean {
    return 'slowness' in this.#action;
  }

  /** Whether it depends on the rounds of its actors when it strikes. */
  get followsRounds(): boolean {
    return !('at' in this.#fault.when);
  }

  /** Whether it strikes after this many messages. */
  get countsMessages(): boolean {
    return 'sent' in this.#fault.when;
  }

  /** What happens to a message; returns the draft itself if the fault does not affect it. */
  twist(message: Outgoing, draft: Draft): Draft {
    const action = this.#action;
    if (!('twist' in action)) return draft;
    const target = this.#targets.get(message.sender);
    if (target === undefined) return draft;
    if (!this.#concerns(message.type.name) || this.#otherEnds?.has(message.receiver) === false) return draft;
    const { memory } = action;
    memory?.record(message);
    if (target.untilNs <= this.#run.nowNs()) return draft;
    const { fault } = this.#fault;
    assert(typeof action.twist === 'function', `fault ${fault} does not say what happens to messages`);
    const twisted = action.twist(memory?.latest(message) ?? withoutHistory(message), draft);
    if (twisted === draft) return draft;
    assertDraft(twisted, fault);
    this.#countMessage(message.sender, message.type.name);
    return twisted;
  }

  slowness(actor: number): number {
    const action = this.#action;
    if (!('slowness' in action)) return 1;
    return (this.#targets.get(actor)?.untilNs ?? 0) > this.#run.nowNs() ? action.slowness : 1;
  }

  get fired(): Fired {
    const { name } = this.#fault;
    const missed = this.#times > 0 || this.#missed.size > 0 ? [...this.#missed] : [this.#idle];
    return defined({
      name,
      times: this.#times,
      firstNs: this.#firstNs,
      messages: this.#messages.size > 0 ? Object.fromEntries(this.#messages) : undefined,
      missed: unlessEmpty(missed),
    });
  }

  /** Why it did nothing at all, although nothing prevented it. */
  get #idle(): string {
    if (this.#who.length === 0) return 'it affects nobody';
    if (!this.#struck) return 'its time never came';
    return `no ${this.#kind.family === 'link' ? 'packet' : 'message'} that it could change while it was at work`;
  }

  /** The run's controls: only needed once it has begun. */
  get #run(): Controls {
    const controls = this.#controls;
    assert(controls !== undefined, `the fault ${this.#fault.name} acts before its run`);
    return controls;
  }

  /** The fault's time has come at one of its actors. */
  #strike(actor: number, target: Target): void {
    const action = this.#action;
    const controls = this.#run;
    const nowNs = controls.nowNs();
    this.#struck = true;
    if (!('strike' in action)) {
      target.untilNs = nowNs + (this.#fault.for ?? Number.POSITIVE_INFINITY);
      this.untilNs = Math.max(this.untilNs, target.untilNs);
    }
    if (this.#kind.family !== 'actor') return;
    const state = controls.stateOf(actor);
    // An actor that comes back in time is slow from then on.
    if (state === 'up' || ('slowness' in action && state !== 'done')) {
      this.#count(actor);
      const report = (what: string): void => controls.report(this.#fault.name, actor, what);
      const { directory } = controls;
      const [struck, role] = [directory.name(actor), directory.role(actor)];
      if ('strike' in action) action.strike({ actor, name: struck, role, nowNs, controls, report });
    } else if (this.#missed.size < MOST_REASONS) {
      this.#missed.add(`${controls.directory.name(actor)} was ${state}`);
    }
  }

  /** Whether it affects messages of this type. */
  #concerns(type: string): boolean {
    return (this.#fault.message ?? type) === type;
  }

  #reaches({ sender, receiver, type }: Packet, timeNs: number): number | undefined {
    const { direction } = this.#fault;
    if (!this.#concerns(type.name)) return undefined;
    const ends = [
      direction === 'to' || this.#otherEnds?.has(receiver) === false ? undefined : this.#targets.get(sender),
      direction === 'from' || this.#otherEnds?.has(sender) === false
        ? undefined
        : this.#targets.get(receiver),
    ];
    const untilNs = Math.max(...ends.map((end) => end?.untilNs ?? 0));
    return untilNs > timeNs ? untilNs : undefined;
  }

  #countMessage(actor: number, type: string, id?: number): void {
    this.#messages.set(type, (this.#messages.get(type) ?? 0) + 1);
    this.#count(actor, id);
  }

  #count(actor: number, message?: number): void {
    this.#times++;
    this.#firstNs ??= this.#run.nowNs();
    this.#run.report(this.#fault.name, actor, this.#kind.name, message);
  }
}

/** A fault of a user's may return anything. */
function assertDraft(twisted: unknown, fault: string): asserts twisted is Draft {
  const { body, payloads } = (twisted ?? {}) as { readonly [K in keyof Draft]?: unknown };
  assert(typeof body === 'object' && body !== null, `fault ${fault} makes a message without a body`);
  const sound = Array.isArray(payloads) && payloads.every((one) => one instanceof Uint8Array);
  assert(sound, `fault ${fault} makes a message whose payloads are not a list of bytes`);
}
