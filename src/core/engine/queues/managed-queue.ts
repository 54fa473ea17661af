/**
 * The queue of a link whose next packet is chosen when the one before it has passed: codel (RFC 8289), or fair queueing with codel
 * (RFC 8290), as Linux has it (`sch_fq_codel.c`) except that no two connections share a queue by chance.
 */

import { Codel, type CodelHost } from './codel.ts';
import { BYTES, ENDPOINT, NONE, QUEUED } from './ip-packets.ts';
import type { QueueSpec } from './queues.ts';

/** What a connection may send in a turn: a packet of Ethernet. */
const QUANTUM_BYTES = 1514;

interface Turn {
  readonly queue: Codel;
  bytes: number;
  isWaiting: boolean;
}

export class ManagedQueue {
  readonly #spec: QueueSpec;
  readonly #host: CodelHost;
  /** The number of a line that nothing else uses. */
  readonly #newLine: () => number;
  /** By the endpoint that sends; with codel alone, all in one. */
  readonly #turns = new Map<number, Turn>();
  /** Connections that were idle, which go first, and the others, in turn. */
  readonly #fresh: Turn[] = [];
  readonly #others: Turn[] = [];
  #packets = 0;
  #bytes = 0;
  #largest = 0;

  constructor(spec: QueueSpec, host: CodelHost, newLine: () => number) {
    this.#spec = spec;
    this.#newLine = newLine;
    this.#host = {
      packets: host.packets,
      lines: host.lines,
      drop: (packet) => {
        this.#leave(packet);
        host.drop(packet);
      },
    };
  }

  /** A packet joins; if the queue is full, one is dropped: the packet itself, or with fair queueing one of the longest queue. */
  add(packet: number, nowNs: number): void {
    const { cells } = this.#host.packets;
    const { packets, bytes, discipline } = this.#spec;
    const size = cells[packet + BYTES];
    this.#packets++;
    this.#bytes += size;
    this.#largest = Math.max(this.#largest, size);
    const isFull = this.#packets > packets || this.#bytes > bytes;
    if (isFull && discipline === 'codel') return this.#host.drop(packet);
    cells[packet + QUEUED] = nowNs;
    const turn = this.#turnOf(discipline === 'fq' ? cells[packet + ENDPOINT] : 0);
    turn.queue.add(packet);
    if (!turn.isWaiting) {
      turn.isWaiting = true;
      turn.bytes = QUANTUM_BYTES;
      this.#fresh.push(turn);
    }
    if (isFull) this.#longest().dropFirst();
  }

  /** The next packet to be sent, or {@link NONE}. */
  take(nowNs: number): number {
    for (;;) {
      const list = this.#fresh.length > 0 ? this.#fresh : this.#others;
      const turn = list[0];
      if (turn === undefined) return NONE;
      if (turn.bytes <= 0) {
        turn.bytes += QUANTUM_BYTES;
        list.shift();
        this.#others.push(turn);
        continue;
      }
      const packet = turn.queue.take(nowNs, this.#largest);
      if (packet !== NONE) {
        turn.bytes -= this.#host.packets.cells[packet + BYTES];
        this.#leave(packet);
        return packet;
      }
      list.shift();
      // One that was idle waits for a turn of the others before it counts as idle again.
      if (list === this.#fresh && this.#others.length > 0) this.#others.push(turn);
      else turn.isWaiting = false;
    }
  }

  #leave(packet: number): void {
    this.#packets--;
    this.#bytes -= this.#host.packets.cells[packet + BYTES];
  }

  #turnOf(key: number): Turn {
    let turn = this.#turns.get(key);
    if (turn === undefined) {
      turn = { queue: new Codel(this.#host, this.#newLine()), bytes: 0, isWaiting: false };
      this.#turns.set(key, turn);
    }
    return turn;
  }

  #longest(): Codel {
    let longest: Codel | undefined;
    for (const { queue } of this.#turns.values())
      if (longest === undefined || queue.bytes > longest.bytes) longest = queue;
    return longest as Codel;
  }
}
