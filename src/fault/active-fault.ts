/** One fault in a run: where it is at work now, and what it did. */

import { assert } from '../base/errors.ts';
import type { Parties } from '../protocol/parties.ts';
import type { Random, Stream } from '../base/random.ts';
import type { Labelled, Sent } from '../sim/bus.ts';
import type { Controls, Outgoing } from '../sim/interference.ts';
import type { Packet, Rule } from '../sim/rule.ts';
import type { Action, Draft } from './action.ts';
import type { Fault, Fired } from './fault.ts';
import type { FaultKind } from './kind.ts';
import { linkRule } from './link-fault.ts';
import { Target, Trigger } from './trigger.ts';
import { othersThan, resolveWho } from './who.ts';

export interface FaultOptions {
  readonly parties: Parties;
  /**
   * Every fault draws from streams under its own name, and for every actor or link from one of its own, so one more fault
   * or client changes nothing for the others.
   */
  readonly random: Random;
  /** Whether lost packets are sent again, see {@link NetworkSpec}. */
  readonly reliable: boolean;
}

export class ActiveFault {
  readonly rule: Rule | undefined;
  readonly #fault: Fault;
  readonly #kind: FaultKind;
  readonly #action: Action;
  readonly #who: readonly string[];
  /** Absent: everybody. */
  readonly #others: readonly string[] | undefined;
  /** Of each actor: whether the fault strikes in a round. */
  readonly #chances: (name: string) => Stream;
  #controls: Controls | undefined;
  #trigger: Trigger | undefined;
  /** By number. */
  #targets: ReadonlyMap<number, Target> = new Map();
  #otherEnds: ReadonlySet<number> | undefined;
  #times = 0;
  #firstNs: number | undefined;

  constructor(fault: Fault, kind: FaultKind, { parties, random, reliable }: FaultOptions) {
    const own = random.scope(fault.name);
    this.#fault = fault;
    this.#kind = kind;
    this.#who = resolveWho(fault.who, parties, own.family('who'));
    const action = kind.act(fault, { random: own, reliable });
    this.#action = action;
    const others = this.#fault.with ?? this.#fault.to;
    if (others !== undefined) this.#others = resolveWho(others, parties, own.family('others'));
    else if ('otherEnds' in action && action.otherEnds === 'everybody else')
      this.#others = othersThan(this.#who, parties);
    this.#chances = own.family('chance');
    if ('touch' in action) {
      this.rule = linkRule(fault.name, action.touch, {
        until: (packet, timeNs) => this.#reaches(packet, timeNs),
        touched: ({ from, id }) => this.#count(from, kind.name, id),
      });
    }
  }

  begin(controls: Controls): void {
    const idOf = (name: string): number => {
      const id = controls.directory.find(name);
      assert(id !== undefined, `the fault ${this.#fault.name} is about ${name}, who does not exist`);
      return id;
    };
    this.#controls = controls;
    this.#targets = new Map(this.#who.map((name) => [idOf(name), new Target(this.#chances(name))]));
    this.#otherEnds = this.#others && new Set(this.#others.map(idOf));
    this.#trigger = new Trigger(this.#fault.when, this.#targets, controls.later, (actor, target) =>
      this.#strike(actor, target),
    );
    // Actors say their first words before the first event, and there is nobody to crash before that.
    this.#trigger.begin(this.#kind.family !== 'actor');
  }

  onLabelled(labelled: Labelled): void {
    this.#trigger?.onLabelled(labelled);
  }

  onSent(sent: Sent): void {
    this.#trigger?.onSent(sent);
  }

  /** Whether it changes what its actors say. */
  get twists(): boolean {
    return 'twist' in this.#action;
  }

  /** Whether it strikes after so many messages. */
  get countsMessages(): boolean {
    return 'sent' in this.#fault.when;
  }

  /** What becomes of a message; the draft itself where the fault has nothing to do with it. */
  twist(message: Outgoing, draft: Draft): Draft {
    const action = this.#action;
    if (!('twist' in action)) return draft;
    const target = this.#targets.get(message.from);
    if (target === undefined) return draft;
    const said = action.listen(message);
    if (target.untilNs <= this.#run.nowNs()) return draft;
    if ((this.#fault.message ?? message.type.name) !== message.type.name) return draft;
    if (this.#otherEnds?.has(message.to) === false) return draft;
    const twisted = action.twist(said, draft);
    if (twisted !== draft) this.#count(message.from, this.#kind.name);
    return twisted;
  }

  slowness(actor: number): number {
    const action = this.#action;
    if (!('slowness' in action)) return 1;
    return (this.#targets.get(actor)?.untilNs ?? 0) > this.#run.nowNs() ? action.slowness : 1;
  }

  get fired(): Fired {
    const { name } = this.#fault;
    return { name, times: this.#times, ...(this.#firstNs !== undefined && { firstNs: this.#firstNs }) };
  }

  /** The run's controls: nothing asks for them before it has begun. */
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
    if (!('strike' in action)) {
      target.untilNs = nowNs + (this.#fault.for ?? Number.POSITIVE_INFINITY);
      if ('slowness' in action) this.#count(actor, this.#kind.name);
    } else if (controls.isUp(actor)) {
      this.#count(actor, this.#kind.name);
      const report = (what: string): void => controls.report(this.#fault.name, actor, what);
      action.strike({ actor, nowNs, controls, report });
    }
  }

  #reaches({ from, to }: Packet, timeNs: number): number | undefined {
    const { direction } = this.#fault;
    const ends = [
      direction === 'to' || this.#otherEnds?.has(to) === false ? undefined : this.#targets.get(from),
      direction === 'from' || this.#otherEnds?.has(from) === false ? undefined : this.#targets.get(to),
    ];
    const untilNs = Math.max(...ends.map((end) => end?.untilNs ?? 0));
    return untilNs > timeNs ? untilNs : undefined;
  }

  #count(actor: number, what: string, message?: number): void {
    this.#times++;
    this.#firstNs ??= this.#run.nowNs();
    this.#run.report(this.#fault.name, actor, what, message);
  }
}
