/** Ends of connections in all namespaces of a world: they send what they are told to, and say when it arrived. */

import { hostOf, type Program, type World } from './world.ts';

/** A message over TCP on the connection of that name, or a datagram. */
export interface Sending {
  readonly atMs: number;
  /** Numbers of namespaces. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly kind?: 'datagram';
}

export interface Arrivals {
  /** When each was sent, in milliseconds of the machine's clock; NaN: it never arrived. */
  readonly sentMs: readonly number[];
  /** Milliseconds of each sending until its last byte was there; NaN: it never was. */
  readonly ms: readonly number[];
  /** When each was there, in milliseconds of the machine's clock. */
  readonly cameMs: readonly number[];
  readonly worstLateNs: number;
}

export class Ends {
  readonly #program: Program;

  private constructor(program: Program) {
    this.#program = program;
  }

  static async make(world: World): Promise<Ends> {
    const lines = world.places.map((name, i) => `${name} ${hostOf(i)}`);
    return new Ends(await world.start('ends.c', [], lines));
  }

  /**
   * Sends messages, all of a pair over one connection.
   * @param openMs when all connections open; absent: with their first message
   */
  async send(sendings: readonly Sending[], waitMs: number, openMs?: number): Promise<Arrivals> {
    const opened = new Map<string, number>();
    const ns = (ms: number): number => Math.round(ms * 1e6);
    const inOrder = [...sendings.entries()].toSorted(([, a], [, b]) => a.atMs - b.atMs);
    const lines = inOrder.flatMap(([i, { atMs, from, to, bytes, kind }]) => {
      if (kind === 'datagram') return [`datagram ${ns(atMs)} ${i} ${from} ${to} ${bytes}`];
      const answered = opened.get(`${to} ${from}`);
      if (answered !== undefined) return [`answer ${ns(atMs)} ${answered} ${i} ${bytes}`];
      const pair = `${from} ${to}`;
      const connection = opened.get(pair) ?? opened.size;
      const send = `send ${ns(atMs)} ${connection} ${i} ${bytes}`;
      if (opened.has(pair)) return [send];
      opened.set(pair, connection);
      // Right before its first message, as programs do it.
      return [`open ${ns(openMs ?? atMs)} ${connection} ${pair}`, send];
    });
    this.#program.tell(...lines, `go ${ns(waitMs)}`);
    const sentMs: number[] = sendings.map(() => Number.NaN);
    const cameMs = [...sentMs];
    for (;;) {
      const words = (await this.#program.line()).split(' ').map(Number);
      if (Number.isNaN(words[0]))
        return { ms: cameMs.map((at, i) => at - sentMs[i]), sentMs, cameMs, worstLateNs: words[1] };
      const [message, sent, came] = words;
      sentMs[message] = sent / 1e6;
      cameMs[message] = came / 1e6;
    }
  }
}
