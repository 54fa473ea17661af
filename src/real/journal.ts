/**
 * What a party keeps on disk, where the end of its process does not reach it: its secret, what it saved, and what it took since
 * (see `MessageLog`). Appended to as it goes on and written anew whenever all is saved; a last record that is not whole did not
 * happen. Where it is durable, what it saved is forced onto the disk and outlives the machine; what it took since then, the process.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { CahootsError } from '../base/errors.ts';
import { writeOn, writing } from '../data/write.ts';
import type { Attempt } from '../engine/sim/abortion.ts';
import { plainBytes } from '../engine/sim/bounds.ts';
import type { Envelope } from '../engine/sim/envelope.ts';
import { type LogEntry, MessageLog } from '../engine/sim/message-log.ts';
import { withoutSeals, withSeals } from './sealed-values.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';

/** Types of message are kept by their names. */
type Kept =
  | LogEntry
  | { readonly envelopes: readonly (Omit<Envelope, 'type'> & { readonly type: string })[] };

type Change =
  | { readonly kind: 'start'; readonly secret: string; readonly epochNs?: number; readonly session: string }
  | { readonly kind: 'life' }
  | { readonly kind: 'saved'; readonly value: unknown }
  /** All entries from this one on are gone, and this one comes in their place. */
  | { readonly kind: 'entry'; readonly at: number; readonly entry: Kept };

export interface JournalOptions {
  readonly file: string;
  readonly types: readonly AnyMessageType[];
  /** SHA-256 over what all agree on: a journal of another session is refused. */
  readonly session: string;
  /** Whether what is saved outlives the machine, too, at the price of waiting for its disk. */
  readonly durable?: boolean;
}

const SECRET_BYTES = 32;

export class Journal {
  readonly secret: string;
  /** From when on this party's time counts; undefined before its first life begins. */
  epochNs: number | undefined;
  /** Counted from 1. */
  readonly life: number;
  /** What it saved last; undefined: nothing. */
  readonly saved: unknown;
  readonly entries: readonly LogEntry[];
  readonly #file: string;
  readonly #session: string;
  readonly #durable: boolean;
  #descriptor: number;

  /** @throws CahootsError where the file is of another session, or cannot be read */
  constructor({ file, types, session, durable = false }: JournalOptions) {
    this.#file = file;
    this.#session = session;
    this.#durable = durable;
    const byName = new Map(types.map((type) => [type.name, type]));
    const changes = existsSync(file) ? read(file) : [];
    const [start] = changes;
    if (start !== undefined && (start.kind !== 'start' || start.session !== session))
      throw new CahootsError('bad-input', 'expected the journal of this run, got another', { file });
    this.secret = start?.secret ?? randomBytes(SECRET_BYTES).toString('hex');
    this.epochNs = start?.epochNs;
    const entries: LogEntry[] = [];
    let life = 1;
    for (const change of changes) {
      if (change.kind === 'life') life++;
      else if (change.kind === 'saved') {
        this.saved = change.value;
        entries.length = 0;
      } else if (change.kind === 'entry')
        entries.splice(change.at, entries.length, withTypes(change.entry, byName));
    }
    this.life = start === undefined ? 1 : life + 1;
    this.entries = entries;
    // What stands behind its last whole record would be in the way of the next.
    this.#descriptor = this.#rewrite(this.saved, entries);
  }

  /** Its first life begins now; a later one goes on with the same time. */
  begin(nowNs: number): number {
    if (this.epochNs === undefined) {
      this.epochNs = nowNs;
      this.save(this.saved);
    }
    return this.epochNs;
  }

  /** @throws CahootsError where it cannot be written */
  save(value: unknown): void {
    const descriptor = this.#rewrite(value, []);
    closeSync(this.#descriptor);
    this.#descriptor = descriptor;
  }

  /**
   * @param at its place among all entries, of which none is behind it
   * @throws CahootsError where it cannot be written
   */
  add(at: number, entry: LogEntry): void {
    this.#write(this.#descriptor, { kind: 'entry', at, entry: withNames(entry) });
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Writes all anew, beside the old file, which it then takes the place of. */
  #rewrite(saved: unknown, entries: readonly LogEntry[]): number {
    const { secret, epochNs } = this;
    const part = `${this.#file}.part`;
    return writing(part, () => {
      writeFileSync(part, '', { mode: 0o600 });
      const descriptor = openSync(part, 'a');
      this.#write(descriptor, {
        kind: 'start',
        secret,
        session: this.#session,
        ...(epochNs !== undefined && { epochNs }),
      });
      for (let life = 1; life < this.life; life++) this.#write(descriptor, { kind: 'life' });
      if (saved !== undefined) this.#write(descriptor, { kind: 'saved', value: saved });
      for (const [at, entry] of entries.entries())
        this.#write(descriptor, { kind: 'entry', at, entry: withNames(entry) });
      // The old file is there until all of the new one is.
      if (this.#durable) fsyncSync(descriptor);
      renameSync(part, this.#file);
      if (this.#durable) forceNames(dirname(this.#file));
      return descriptor;
    });
  }

  #write(descriptor: number, change: Change): void {
    const bytes = serialize(withoutSeals(change));
    const head = Buffer.alloc(4);
    head.writeUInt32LE(bytes.byteLength);
    writeOn(this.#file, descriptor, Buffer.concat([head, bytes]));
  }
}

/** Has a folder's names outlive the machine, where its system can do that. */
function forceNames(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A log that is on disk before anybody acts on what is in it. */
export class DurableLog extends MessageLog {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    super(journal.entries);
    this.#journal = journal;
  }

  override append(envelopes: readonly Envelope[]): void {
    super.append(envelopes);
    this.#keepLast();
  }

  override clock(nowNs: number): number {
    const isNew = !this.replaying;
    const clockNs = super.clock(nowNs);
    if (isNew) this.#keepLast();
    return clockNs;
  }

  override leave(outcome: Attempt<unknown>): readonly Envelope[] {
    plainBytes(outcome);
    const dropped = super.leave(outcome);
    this.#keepLast();
    return dropped;
  }

  #keepLast(): void {
    const { entries } = this;
    this.#journal.add(entries.length - 1, entries[entries.length - 1]);
  }
}

function withNames(entry: LogEntry): Kept {
  if (!('envelopes' in entry)) return entry;
  return { envelopes: entry.envelopes.map((envelope) => ({ ...envelope, type: envelope.type.name })) };
}

function withTypes(entry: Kept, types: ReadonlyMap<string, AnyMessageType>): LogEntry {
  if (!('envelopes' in entry)) return entry;
  return {
    envelopes: entry.envelopes.map((envelope) => {
      const type = typeof envelope.type === 'string' ? types.get(envelope.type) : envelope.type;
      return { ...envelope, type: type as AnyMessageType };
    }),
  };
}

function read(file: string): Change[] {
  const bytes = readFileSync(file);
  const changes: Change[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    if (end > bytes.byteLength) break;
    try {
      changes.push(withSeals(deserialize(bytes.subarray(at + 4, end))) as Change);
    } catch {
      throw new CahootsError('bad-input', 'expected a journal of a party, got other bytes', { file });
    }
    at = end;
  }
  return changes;
}
