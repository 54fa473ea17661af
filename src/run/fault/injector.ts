/** Injects faults into a run, each when its time comes, and counts what they did. */

import type { Bus } from '../../core/engine/messages/bus.ts';
import type { Controls, Interference, Outgoing } from '../../core/engine/simulation/interference.ts';
import type { Rule } from '../../core/engine/network/rule.ts';
import { ActiveFault, type FaultOptions } from './active-fault.ts';
import type { Draft } from './action.ts';
import type { Fault, Fired } from './fault.ts';
import { type FaultKind, kindOf } from './kind.ts';

export class FaultInjector implements Interference {
  readonly rules: readonly Rule[];
  /** Absent if no fault counts messages. */
  readonly sent: Interference['sent'];
  readonly #active: readonly ActiveFault[];
  readonly #twisting: readonly ActiveFault[];
  readonly #slowing: readonly ActiveFault[];
  readonly #restarting: ReadonlySet<string>;
  readonly #payloadsOf = (message: Outgoing): readonly Uint8Array[] | undefined =>
    payloadsOf(message, this.#twisting);
  #nowNs: Controls['nowNs'] = () => 0;

  /**
   * @param faults with distinct names
   * @param kinds at least those of the faults
   */
  constructor(faults: readonly Fault[], kinds: readonly FaultKind[], options: FaultOptions) {
    this.#active = faults.map((fault) => new ActiveFault(fault, kindOf(fault.fault, kinds), options));
    this.rules = this.#active.flatMap(({ rule }) => rule ?? []);
    this.#twisting = this.#active.filter(({ twists }) => twists);
    this.#slowing = this.#active.filter(({ slows }) => slows);
    this.#restarting = new Set(this.#active.flatMap(({ restarting }) => restarting));
    const counting = this.#active.filter(({ countsMessages }) => countsMessages);
    if (counting.length > 0)
      this.sent = (from, type) => {
        for (const fault of counting) fault.onSent(from, type);
      };
  }

  begin(controls: Controls, bus: Bus): void {
    this.#nowNs = controls.nowNs;
    for (const fault of this.#active) fault.begin(controls);
    const following = this.#active.filter(({ followsRounds }) => followsRounds);
    if (following.length > 0)
      bus.on('labelled', (labelled) => following.forEach((fault) => fault.onLabelled(labelled)));
  }

  mayRestart(name: string): boolean {
    return this.#restarting.has(name);
  }

  /** Absent while no fault has anything to do with messages. */
  get outgoing(): Interference['outgoing'] {
    for (const fault of this.#twisting) if (fault.listens(this.#nowNs())) return this.#payloadsOf;
    return undefined;
  }

  slowness(actor: number): number {
    return this.#slowing.reduce((product, fault) => product * fault.slowness(actor), 1);
  }

  /** The outcome of each fault so far. */
  get fired(): readonly Fired[] {
    return this.#active.map((fault) => fault.fired);
  }
}

function payloadsOf(message: Outgoing, faults: readonly ActiveFault[]): readonly Uint8Array[] | undefined {
  const truth: Draft = new Truth(message);
  let draft = truth;
  for (const fault of faults) draft = fault.twist(message, draft);
  return draft === truth ? undefined : draft.payloads;
}

/** An unchanged message; its bytes are only encoded when needed. */
class Truth implements Draft {
  readonly body: object;
  readonly #message: Outgoing;

  constructor(message: Outgoing) {
    this.body = message.body;
    this.#message = message;
  }

  get payloads(): readonly Uint8Array[] {
    return [this.#message.payload];
  }
}
