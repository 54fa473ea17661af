/**
 * The record of a party: a trace of its own, with only what it did and what it received, at times of its own
 * clock; and beside it notes about that clock.
 */

import { appendFileSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Bus, NO_MESSAGE } from '../core/engine/messages/bus.ts';
import { writeAll } from '../core/platform/node/write-all.ts';
import { writing } from '../run/data/write.ts';
import { TraceWriter } from '../run/trace/writer.ts';
import type { Agreement } from './inputs.ts';
import { type ClockNote, clockName, recordName } from './records.ts';

/** How many faults of connections are recorded. */
const MOST_FAULTS = 100;

export interface PartyRecordOptions {
  readonly folder: string;
  readonly name: string;
  /** The number of the party. */
  readonly id: number;
  /** How often it was started, this time included: each has a record of its own. */
  readonly life: number;
  readonly roles: Agreement['roles'];
}

export class PartyRecord {
  /** Everything said on it is recorded. */
  readonly bus = new Bus();
  readonly #id: number;
  readonly #clockFile: string;
  readonly #file: number;
  readonly #writer: TraceWriter;
  #faults = 0;
  #isClosed = false;

  constructor({ folder, name, id, life, roles }: PartyRecordOptions) {
    this.#id = id;
    this.#clockFile = join(folder, clockName(name));
    const path = join(folder, recordName(name, life));
    this.#file = writing(path, () => openSync(path, 'w'));
    this.#writer = new TraceWriter({ roles, scenario: null, clock: 'wall' }, (bytes) =>
      writing(path, () => writeAll(this.#file, bytes)),
    );
    this.#writer.attach(this.bus);
  }

  /** A note about the clock. */
  note(what: ClockNote): void {
    writing(this.#clockFile, () => appendFileSync(this.#clockFile, `${JSON.stringify(what)}\n`));
  }

  /** Something went wrong with a connection. The first hundred times are recorded. */
  connectionFault(what: string, timeNs: number): void {
    if (this.#isClosed || this.#faults++ >= MOST_FAULTS) return;
    this.bus.emit('faulted', { timeNs, fault: 'connection', actor: this.#id, what, message: NO_MESSAGE });
    this.flush();
  }

  flush(): void {
    this.#writer.flush();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.flush();
    closeSync(this.#file);
  }
}
