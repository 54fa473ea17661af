/** The packets that rules hold until others come. */

export interface Held {
  /** The place of the rule in the chain. */
  readonly rule: number;
  /** The number of the message. */
  readonly id: number;
  readonly sinceNs: number;
}

export class HeldPackets {
  readonly #held = new Map<number, Held>();

  begin(packet: number, held: Held): void {
    this.#held.set(packet, held);
  }

  /** A packet continues. @returns what held it, if anything did */
  end(packet: number): Held | undefined {
    if (this.#held.size === 0) return undefined;
    const held = this.#held.get(packet);
    this.#held.delete(packet);
    return held;
  }

  /** The packets with this message that the rule holds: copies have its number too. */
  of(rule: number, id: number): readonly number[] {
    return [...this.#held].flatMap(([packet, held]) =>
      held.rule === rule && held.id === id ? [packet] : [],
    );
  }
}
