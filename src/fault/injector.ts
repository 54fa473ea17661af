/** Puts faults into a run, each when its time comes, and keeps count of what they did. */

import { assert } from '../errors.ts';
import type { Random, Stream } from '../random.ts';
import type { Bus, Labelled, Sent } from '../sim/bus.ts';
import type { Controls, Interference, Outgoing } from '../sim/interference.ts';
import type { Packet, Rule } from '../sim/rule.ts';
import type { ActorFault, Fault, Fired, LieFault, LinkFault } from './fault.ts';
import { Liar } from './liar.ts';
import { linkRule } from './link-rule.ts';
import { resolveWho } from './who.ts';

const ACTOR_FAULTS = ['crash', 'dropout', 'pause', 'slow'] as const satisfies readonly ActorFault['fault'][];
const LINK_FAULTS = [
  'partition',
  'lose',
  'duplicate',
  'delay',
  'throttle',
] as const satisfies readonly LinkFault['fault'][];

const isActorFault = (fault: Fault): fault is Fault & ActorFault =>
  (ACTOR_FAULTS as readonly string[]).includes(fault.fault);
const isLinkFault = (fault: Fault): fault is Fault & LinkFault =>
  (LINK_FAULTS as readonly string[]).includes(fault.fault);

export interface InjectorOptions {
  /** The names of all clients. */
  readonly clients: readonly string[];
  /** Every fault draws from streams under its own name, so one more changes no other. */
  readonly random: Random;
  /** Whether lost packets are sent again, see {@link NetworkSpec}. */
  readonly reliable: boolean;
}

export class FaultInjector implements Interference {
  readonly rules: readonly Rule[];
  readonly #active: readonly ActiveFault[];

  /** @param faults with distinct names */
  constructor(faults: readonly Fault[], options: InjectorOptions) {
    this.#active = faults.map((fault) => new ActiveFault(fault, options));
    this.rules = this.#active.flatMap(({ rule }) => rule ?? []);
  }

  /** Must be called before the run: rounds and messages are what triggers wait for. */
  attach(bus: Bus): void {
    bus.on('labelled', (labelled) => this.#active.forEach((fault) => fault.onLabelled(labelled)));
    bus.on('sent', (sent) => this.#active.forEach((fault) => fault.onSent(sent)));
  }

  begin(controls: Controls): void {
    for (const fault of this.#active) fault.begin(controls);
  }

  outgoing(message: Outgoing): readonly Uint8Array[] {
    let draft = { body: message.body, payloads: [message.payload] as readonly Uint8Array[] };
    for (const fault of this.#active) draft = fault.twist(message, draft);
    return draft.payloads;
  }

  /** What became of each fault so far. */
  get fired(): readonly Fired[] {
    return this.#active.map((fault) => fault.fired);
  }
}

/** One fault: whom it is about, and where it is at work now. */
class ActiveFault {
  readonly rule: Rule | undefined;
  readonly #fault: Fault;
  readonly #who: readonly string[];
  readonly #others: readonly string[] | undefined;
  readonly #liar: Liar | undefined;
  readonly #chance: Stream;
  #controls: Controls | undefined;
  #targets: ReadonlySet<number> = new Set();
  #otherEnds: ReadonlySet<number> | undefined;
  /** Until when it is at work at each actor. */
  readonly #untilNs = new Map<number, number>();
  /** Actors at which a trigger that fires once has fired. */
  readonly #triggered = new Set<number>();
  readonly #rounds = new Map<number, number>();
  readonly #messages = new Map<number, number>();
  #times = 0;
  #firstNs: number | undefined;

  constructor(fault: Fault, { clients, random, reliable }: InjectorOptions) {
    const own = random.scope(fault.name);
    this.#fault = fault;
    this.#who = resolveWho(fault.who, clients, own.stream('who'));
    const others = 'with' in fault ? fault.with : 'to' in fault ? fault.to : undefined;
    this.#others = others === undefined ? undefined : resolveWho(others, clients, own.stream('others'));
    this.#chance = own.stream('chance');
    if (isLinkFault(fault)) {
      const reach = {
        until: (packet: Packet, timeNs: number) => this.#reaches(fault, packet, timeNs),
        touched: ({ from }: Packet) => this.#count(from, fault.fault),
      };
      this.rule = linkRule(fault, reach, { stream: own.stream('packets'), reliable });
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
    this.#targets = new Set(this.#who.map(idOf));
    this.#otherEnds = this.#others && new Set(this.#others.map(idOf));
    const { when } = this.#fault;
    if (!('at' in when)) return;
    for (const actor of this.#targets) {
      // Actors say their first words before the first event.
      if (when.at === 0 && !isActorFault(this.#fault)) this.#strike(actor);
      else controls.later(when.at, () => this.#strike(actor));
    }
  }

  onLabelled({ actor, phase, round, timeNs }: Labelled): void {
    const { when } = this.#fault;
    if (!this.#targets.has(actor)) return;
    const isNew = this.#rounds.get(actor) !== round;
    this.#rounds.set(actor, round);
    if ('probability' in when) {
      if (isNew && this.#chance.uniform() < when.probability) this.#strike(actor);
    } else if ('after' in when) {
      if (round !== when.round || (when.phase !== undefined && phase !== when.phase)) return;
      if (this.#triggersOnce(actor)) this.#controls?.later(timeNs + when.after, () => this.#strike(actor));
    }
  }

  onSent({ from, type }: Sent): void {
    const { when } = this.#fault;
    if (!('sent' in when) || type !== when.sent || !this.#targets.has(from)) return;
    if (when.round !== undefined && (this.#rounds.get(from) ?? 0) !== when.round) return;
    const count = (this.#messages.get(from) ?? 0) + 1;
    this.#messages.set(from, count);
    if (count >= when.messages && this.#triggersOnce(from)) this.#strike(from);
  }

  twist(message: Outgoing, draft: { body: object; payloads: readonly Uint8Array[] }): typeof draft {
    const fault = this.#fault as Fault & LieFault;
    if (this.#liar === undefined || !this.#targets.has(message.from)) return draft;
    this.#liar.listen(message);
    const isOn = (this.#untilNs.get(message.from) ?? 0) > (this.#controls as Controls).nowNs();
    if (!isOn || (fault.message ?? message.type.name) !== message.type.name) return draft;
    if (this.#otherEnds?.has(message.to) === false) return draft;
    this.#count(message.from, fault.fault);
    return this.#liar.twist(message, draft);
  }

  get fired(): Fired {
    const { name } = this.#fault;
    return { name, times: this.#times, ...(this.#firstNs !== undefined && { firstNs: this.#firstNs }) };
  }

  #triggersOnce(actor: number): boolean {
    if (this.#triggered.has(actor)) return false;
    this.#triggered.add(actor);
    return true;
  }

  /** The fault's time has come at one of its actors. */
  #strike(actor: number): void {
    const fault = this.#fault;
    const controls = this.#controls as Controls;
    const nowNs = controls.nowNs();
    if (!isActorFault(fault)) {
      this.#untilNs.set(actor, nowNs + (fault.for ?? Number.POSITIVE_INFINITY));
      return;
    }
    if (!controls.isUp(actor)) return;
    this.#count(actor, fault.fault);
    switch (fault.fault) {
      case 'crash':
        controls.crash(actor);
        controls.later(
          nowNs + fault.restartAfter,
          () => {
            controls.report(fault.name, actor, 'restart');
            controls.restart(actor);
          },
          true,
        );
        return;
      case 'dropout':
        return controls.crash(actor);
      case 'pause':
        return controls.pause(actor, nowNs + fault.for);
      case 'slow':
        controls.slow(actor, fault.factor);
        if (fault.for !== undefined) controls.later(nowNs + fault.for, () => controls.slow(actor, 1));
    }
  }

  #reaches({ direction }: Fault & LinkFault, { from, to }: Packet, timeNs: number): number | undefined {
    const ends: (number | undefined)[] = [
      direction === 'to' || this.#otherEnds?.has(to) === false ? undefined : this.#untilNs.get(from),
      direction === 'from' || this.#otherEnds?.has(from) === false ? undefined : this.#untilNs.get(to),
    ];
    const untilNs = Math.max(...ends.map((end) => end ?? 0));
    return untilNs > timeNs ? untilNs : undefined;
  }

  #count(actor: number, what: string): void {
    const controls = this.#controls as Controls;
    this.#times++;
    this.#firstNs ??= controls.nowNs();
    controls.report(this.#fault.name, actor, what);
  }
}
