/** One fault in a run: whom it is about, when it strikes, and where it is at work now. */

import { assert } from '../base/errors.ts';
import type { Random, Stream } from '../base/random.ts';
import type { Labelled, Sent } from '../sim/bus.ts';
import type { Controls, Outgoing } from '../sim/interference.ts';
import type { Packet, Rule } from '../sim/rule.ts';
import {
  type ActorFault,
  type Fault,
  type Fired,
  isActorFault,
  isLinkFault,
  type LieFault,
  type LinkFault,
} from './fault.ts';
import { type Draft, Liar } from './liar.ts';
import { linkRule } from './link-rule.ts';
import { othersThan, resolveWho } from './who.ts';

export interface FaultOptions {
  /** The names of all clients. */
  readonly clients: readonly string[];
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
  readonly #who: readonly string[];
  readonly #others: readonly string[] | undefined;
  readonly #liar: Liar | undefined;
  /** Of each actor: whether the fault strikes in a round. */
  readonly #chances: (name: string) => Stream;
  #controls: Controls | undefined;
  /** By number; absent others: everybody. */
  #targets: ReadonlyMap<number, Target> = new Map();
  #otherEnds: ReadonlySet<number> | undefined;
  #times = 0;
  #firstNs: number | undefined;

  constructor(fault: Fault, { clients, random, reliable }: FaultOptions) {
    const own = random.scope(fault.name);
    this.#fault = fault;
    this.#who = resolveWho(fault.who, clients, own.family('who'));
    const others = 'with' in fault ? fault.with : 'to' in fault ? fault.to : undefined;
    if (others !== undefined) this.#others = resolveWho(others, clients, own.family('others'));
    // What is cut off from the others is not cut to pieces.
    else if (fault.fault === 'partition') this.#others = othersThan(this.#who, clients);
    this.#chances = own.family('chance');
    if (isLinkFault(fault)) {
      const reach = {
        until: (packet: Packet, timeNs: number) => this.#reaches(fault, packet, timeNs),
        touched: ({ from, id }: Packet) => this.#count(from, fault.fault, id),
      };
      this.rule = linkRule(fault, reach, { streams: own.family('packets'), reliable });
    } else if (!isActorFault(fault)) {
      this.#liar = new Liar(fault, own.streamKey('lies'));
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
    const { when } = this.#fault;
    if (!('at' in when)) return;
    for (const actor of this.#targets.keys()) {
      // Actors say their first words before the first event, and there is nobody to crash before that.
      if (when.at === 0 && !isActorFault(this.#fault)) this.#strike(actor);
      else controls.later(when.at, () => this.#strike(actor));
    }
  }

  onLabelled({ actor, phase, round, timeNs }: Labelled): void {
    const { when } = this.#fault;
    const target = this.#targets.get(actor);
    if (target === undefined) return;
    const isNew = target.round !== round;
    target.round = round;
    if ('probability' in when) {
      if (isNew && target.chance.uniform() < when.probability) this.#strike(actor);
    } else if ('after' in when) {
      if (round !== when.round || (when.phase !== undefined && phase !== when.phase)) return;
      if (target.triggers()) this.#run.later(timeNs + when.after, () => this.#strike(actor));
    }
  }

  onSent({ from, type }: Sent): void {
    const { when } = this.#fault;
    const target = this.#targets.get(from);
    if (target === undefined || !('sent' in when) || type !== when.sent) return;
    if (when.round !== undefined && (target.round ?? 0) !== when.round) return;
    if (++target.messages >= when.messages && target.triggers()) this.#strike(from);
  }

  /** What becomes of a message; the draft itself where the fault has nothing to do with it. */
  twist(message: Outgoing, draft: Draft): Draft {
    const fault = this.#fault as Fault & LieFault;
    const target = this.#targets.get(message.from);
    if (this.#liar === undefined || target === undefined) return draft;
    const said = this.#liar.listen(message);
    if (target.untilNs <= this.#run.nowNs()) return draft;
    if ((fault.message ?? message.type.name) !== message.type.name) return draft;
    if (this.#otherEnds?.has(message.to) === false) return draft;
    const twisted = this.#liar.twist(message, draft, said);
    if (twisted !== draft) this.#count(message.from, fault.fault);
    return twisted;
  }

  slowness(actor: number): number {
    const fault = this.#fault;
    if (fault.fault !== 'slow') return 1;
    return (this.#targets.get(actor)?.untilNs ?? 0) > this.#run.nowNs() ? fault.factor : 1;
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
  #strike(actor: number): void {
    const fault = this.#fault;
    const nowNs = this.#run.nowNs();
    if (!isActorFault(fault) || fault.fault === 'slow') {
      const target = this.#targets.get(actor);
      if (target) target.untilNs = nowNs + (fault.for ?? Number.POSITIVE_INFINITY);
      if (fault.fault === 'slow') this.#count(actor, fault.fault);
    } else if (this.#run.isUp(actor)) {
      this.#count(actor, fault.fault);
      this.#hit(actor, fault, nowNs);
    }
  }

  #hit(actor: number, fault: Exclude<ActorFault, { fault: 'slow' }>, nowNs: number): void {
    const controls = this.#run;
    switch (fault.fault) {
      case 'crash':
        controls.crash(actor, true);
        return controls.later(nowNs + fault.restartAfter, () => {
          controls.report(this.#fault.name, actor, 'restart');
          controls.restart(actor);
        });
      case 'dropout':
        return controls.crash(actor, false);
      case 'pause':
        return controls.pause(actor, nowNs + fault.for);
    }
  }

  #reaches({ direction }: LinkFault, { from, to }: Packet, timeNs: number): number | undefined {
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

/** An actor that a fault is about. */
class Target {
  readonly chance: Stream;
  /** Until when the fault is at work here. */
  untilNs = 0;
  /** Which one it is in, once it has said so. */
  round: number | undefined;
  /** How many it has sent of the type that the fault waits for. */
  messages = 0;
  #triggered = false;

  constructor(chance: Stream) {
    this.chance = chance;
  }

  /** True once: for what sets a fault off once. */
  triggers(): boolean {
    const first = !this.#triggered;
    this.#triggered = true;
    return first;
  }
}
