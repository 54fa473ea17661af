/** Describes entries of a trace in words. */

import { bytes, counted, operations } from '../report/format.ts';
import { NO_MESSAGE } from '../../core/engine/messages/bus.ts';
import type { Directory } from '../../core/engine/messages/directory.ts';
import type { Entry } from '../trace/record.ts';

export type SentEntry = Extract<Entry, { kind: 'sent' }>;

/** Virtual time, to the microsecond. */
export function moment(ns: number): string {
  return `${(ns / 1e6).toFixed(3)} ms`;
}

/** Must be given every entry in order, since later ones refer to messages by number only. */
export class Narrator {
  readonly #directory: Directory;
  readonly #sent = new Map<number, SentEntry>();
  readonly #delivered = new Set<number>();
  /** For each message, the faults that affected it. */
  readonly #faults = new Map<number, readonly string[]>();

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** A copy that knows everything this one knows, and can continue with another run. */
  fork(): Narrator {
    const other = new Narrator(this.#directory);
    this.#sent.forEach((sent, id) => other.#sent.set(id, sent));
    this.#delivered.forEach((id) => other.#delivered.add(id));
    this.#faults.forEach((faults, id) => other.#faults.set(id, faults));
    return other;
  }

  /** The message with this number; undefined if its sending was not narrated. */
  message(id: number): SentEntry | undefined {
    return this.#sent.get(id);
  }

  /** What happened, in a line. */
  tell(entry: Entry): string {
    const name = (actor: number): string => this.#directory.name(actor);
    switch (entry.kind) {
      case 'sent':
        this.#sent.set(entry.id, entry);
        return `${name(entry.from)} sends ${this.#message(entry.id)} to ${name(entry.to)}: ${bytes(entry.wireBytes)}`;
      case 'delivered':
        return `${name(entry.to)} gets ${this.#message(entry.id)} of ${name(entry.from)}${this.#duration(entry)}`;
      case 'lost':
        return `${this.#message(entry.id)}${this.#ends(entry.id)} is lost: ${entry.reason}`;
      case 'refused':
        return `${name(entry.by)} refuses ${this.#message(entry.id)}${this.#sender(entry.id)}: ${entry.reason}`;
      case 'computing':
        return `${name(entry.actor)} computes ${entry.task}: ${operations(entry.operations)} operations, ${moment(entry.durationNs)}`;
      case 'computed':
        return `${name(entry.actor)} has computed ${entry.task}`;
      case 'labelled':
        return `${name(entry.actor)} is in round ${entry.round}${entry.phase === '' ? '' : `, ${entry.phase}`}`;
      case 'expired':
        return `${name(entry.actor)} stops waiting: got ${entry.got} of ${counted(entry.wanted, 'message')}`;
      case 'finished':
        return `${name(entry.actor)} is done`;
      case 'stalled':
        return `${name(entry.actor)} waits for ever: ${entry.awaiting}`;
      case 'faulted':
        return this.#fault(entry);
    }
  }

  #fault({ actor, fault, what, message }: Extract<Entry, { kind: 'faulted' }>): string {
    if (message === NO_MESSAGE) return `${this.#directory.name(actor)}: ${what} (${fault})`;
    this.#faults.set(message, [...(this.#faults.get(message) ?? []), fault]);
    return `${this.#message(message)}${this.#ends(message)}: ${what} (${fault})`;
  }

  #message(id: number): string {
    return `${this.#sent.get(id)?.type ?? 'message'} ${id}`;
  }

  #sender(id: number): string {
    const sent = this.#sent.get(id);
    return sent === undefined ? '' : ` of ${this.#directory.name(sent.from)}`;
  }

  #ends(id: number): string {
    const sent = this.#sent.get(id);
    return sent === undefined ? '' : `${this.#sender(id)} to ${this.#directory.name(sent.to)}`;
  }

  #duration({ id, timeNs, digest, retransmissions }: Extract<Entry, { kind: 'delivered' }>): string {
    const sent = this.#sent.get(id);
    const again = this.#delivered.has(id);
    const faults = this.#faults.get(id);
    this.#delivered.add(id);
    return [
      ...(sent === undefined ? [] : [` after ${moment(timeNs - sent.timeNs)}`]),
      ...(faults === undefined ? [] : [`by ${faults.join(' and ')}`]),
      ...(again ? ['once more'] : []),
      ...(sent !== undefined && sent.digest !== digest ? ['altered on the way'] : []),
      ...(retransmissions > 0 ? [`retransmitted ${counted(retransmissions, 'time')}`] : []),
    ].join(', ');
  }
}
