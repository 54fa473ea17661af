/**
 * Records what a coalition's members send and receive during a run. Only bytes are kept, and if it is known
 * beforehand what will be read, only those types of messages.
 */

import { assert } from '../../core/base/errors.ts';
import type { AnyAttack } from '../../core/protocol/attack.ts';
import type { Member, ObservedMessage, View } from '../../core/protocol/view.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import { observing } from '../../core/protocol/attacks/messages.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import { actorStreams, inputsOf, type Inputs, privateOf, type Recast } from '../../run/execute/cast.ts';
import type { Random } from '../../core/base/random.ts';
import type { Scenario } from '../../run/scenario/load.ts';
import type { Bus } from '../../core/engine/messages/bus.ts';
import { Directory } from '../../core/engine/messages/directory.ts';

export class Recorder {
  readonly #scenario: Scenario;
  readonly #protocol: AnyProtocol;
  readonly #inputs: Inputs;
  readonly #directory: Directory;
  readonly #types: ReadonlySet<string> | undefined;
  readonly #random: NonNullable<Recast['random']>;
  /** By the member's number. */
  readonly #observed: ReadonlyMap<
    number,
    { readonly received: ObservedMessage[]; readonly sent: ObservedMessage[] }
  >;
  readonly #members = new Map<string, Member>();
  /** The types of all messages that members received or sent. */
  readonly #seen = new Set<string>();
  /** Messages to members, of types that are kept, by their number. */
  readonly #awaited = new Set<number>();
  /** The last payload and its copy: a broadcast is stored once. */
  #copied: { readonly payload: Uint8Array; readonly copy: Uint8Array } | undefined;

  /**
   * @param members everybody who is in some coalition
   * @param attacks that will use the views; absent: everything is kept
   * @param random what members' random streams belong to, if not to the scenario's seed
   */
  constructor(
    scenario: Scenario,
    protocol: AnyProtocol,
    members: Iterable<string>,
    attacks?: readonly Pick<AnyAttack, 'reads'>[],
    random: Recast['random'] = () => undefined,
  ) {
    this.#scenario = scenario;
    this.#protocol = protocol;
    this.#inputs = inputsOf(scenario, protocol);
    this.#random = random;
    this.#directory = new Directory(scenario.parties.roles);
    this.#types = attacks && new Set(attacks.flatMap(({ reads }) => reads.map(({ name }) => name)));
    const list = (): ObservedMessage[] => (this.#types === undefined ? [] : observing(this.#types));
    this.#observed = new Map(
      Array.from(members, (name) => [this.#number(name), { received: list(), sent: list() }]),
    );
  }

  attach(bus: Bus): void {
    bus.on('sent', ({ timeNs, id, from, to, type, payload }) => {
      if (this.#observed.has(to) || this.#observed.has(from)) this.#seen.add(type);
      if (this.#types?.has(type) === false) return;
      if (this.#observed.has(to)) this.#awaited.add(id);
      this.#observed.get(from)?.sent.push(this.#message(timeNs, from, to, payload));
    });
    bus.on('delivered', ({ timeNs, id, from, to, payload }) => {
      if (this.#awaited.has(id))
        this.#observed.get(to)?.received.push(this.#message(timeNs, from, to, payload));
    });
  }

  /** Whether a message of one of these types was sent to a member, or by one. */
  recorded(types: readonly AnyMessageType[]): boolean {
    return types.some(({ name }) => this.#seen.has(name));
  }

  /**
   * Exactly what a coalition holds and observed.
   * @param members some of those recorded
   */
  view(members: readonly string[]): View {
    const { population } = this.#scenario;
    return { agreed: this.#inputs.agreed, population, members: members.map((name) => this.#member(name)) };
  }

  #member(name: string): Member {
    let member = this.#members.get(name);
    if (member === undefined) this.#members.set(name, (member = this.#open(name)));
    return member;
  }

  #open(name: string): Member {
    const id = this.#number(name);
    const observed = this.#observed.get(id);
    assert(observed !== undefined, `${name} was not recorded`);
    const { role, index } = this.#directory.place(id);
    const own = privateOf(this.#scenario, this.#protocol.roles[role], index, this.#inputs);
    const random = (): Random => (this.#random(name) ?? actorStreams(this.#scenario)).again(name);
    return { name, index, random, ...own, ...observed };
  }

  #number(name: string): number {
    const id = this.#directory.find(name);
    assert(id !== undefined, `there is no ${name}`);
    return id;
  }

  #message(timeNs: number, from: number, to: number, payload: Uint8Array): ObservedMessage {
    // A copy, since the payload may share a buffer with others' messages.
    if (this.#copied?.payload !== payload) this.#copied = { payload, copy: new Uint8Array(payload) };
    const { copy } = this.#copied;
    return { timeNs, from: this.#directory.name(from), to: this.#directory.name(to), payload: copy };
  }
}
