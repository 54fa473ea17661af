/**
 * What a party keeps on disk, where it survives the end of its process: its secret, what it saved, and what
 * it has received since (see `MessageLog`). The file is appended to, and rewritten whenever the party saves;
 * an incomplete last record is ignored. If the journal is durable, what the party saved is forced onto the
 * disk and survives a failure of the machine; what it has received since survives that of the process.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { defined } from '../core/base/defined.ts';
import { CahootsError } from '../core/base/errors.ts';
import { writing } from '../run/data/write.ts';
import { writeAll } from '../core/platform/node/write-all.ts';
import type { Attempt } from '../core/engine/actors/abortion.ts';
import { plainBytes } from '../core/engine/compute/plain-value.ts';
import type { DeliveredMessage } from '../core/engine/actors/delivered-message.ts';
import { messagesOf, type ReceivedMessages } from '../core/engine/actors/received-batch.ts';
import { type LogEntry, MessageLog } from '../core/engine/actors/message-log.ts';
import { withoutSeals, withSeals } from './sealed-values.ts';
import type { AnyMessageType } from '../core/engine/wire/message.ts';

/** A received message as stored, with the name of its type; the names of fields are part of the file's format. */
type KeptMessage = Omit<DeliveredMessage, 'type' | 'wantsReply'> & {
  readonly type: string;
  readonly asks: boolean;
};

type Kept =
  | Exclude<LogEntry, { readonly received: ReceivedMessages }>
  | { readonly envelopes: readonly KeptMessage[] };

type Change =
  | { readonly kind: 'start'; readonly secret: string; readonly epochNs?: number; readonly session: string }
  | { readonly kind: 'life' }
  | { readonly kind: 'saved'; readonly value: unknown }
  /** Removes all entries from this index on, and puts this one in their place. */
  | { readonly kind: 'entry'; readonly at: number; readonly entry: Kept };

export interface JournalOptions {
  readonly file: string;
  readonly types: readonly AnyMessageType[];
  /** SHA-256 over what all agree on: a journal of another session is refused. */
  readonly session: string;
  /** Whether what is saved also survives a failure of the machine, at the price of waiting for its disk. */
  readonly durable?: boolean | undefined;
}

const SECRET_BYTES = 32;

export class Journal {
  readonly secret: string;
  /** The start of this party's time; undefined before its first life begins. */
  epochNs: number | undefined;
  /** From 1. */
  readonly life: number;
  /** What it saved last; undefined if nothing. */
  readonly saved: unknown;
  readonly entries: readonly LogEntry[];
  readonly #file: string;
  readonly #session: string;
  readonly #durable: boolean;
  #descriptor: number;

  /** @throws CahootsError if the file belongs to another session, or cannot be read */
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
    // Bytes after its last complete record would corrupt the next one.
    this.#descriptor = this.#rewrite(this.saved, entries);
  }

  /** Starts its first life now; later lives continue with the same time. */
  begin(nowNs: number): number {
    if (this.epochNs === undefined) {
      this.epochNs = nowNs;
      this.save(this.saved);
    }
    return this.epochNs;
  }

  /** @throws CahootsError if it cannot be written */
  save(value: unknown): void {
    const descriptor = this.#rewrite(value, []);
    closeSync(this.#descriptor);
    this.#descriptor = descriptor;
  }

  /**
   * @param at its index among all entries; later ones are dropped
   * @throws CahootsError if it cannot be written
   */
  add(at: number, entry: LogEntry): void {
    this.#write(this.#descriptor, { kind: 'entry', at, entry: withNames(entry) });
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Writes everything to a new file, which then replaces the old one. */
  #rewrite(saved: unknown, entries: readonly LogEntry[]): number {
    const { secret, epochNs } = this;
    const part = `${this.#file}.part`;
    return writing(part, () => {
      writeFileSync(part, '', { mode: 0o600 });
      const descriptor = openSync(part, 'a');
      this.#write(descriptor, defined({ kind: 'start', secret, session: this.#session, epochNs }));
      for (let life = 1; life < this.life; life++) this.#write(descriptor, { kind: 'life' });
      if (saved !== undefined) this.#write(descriptor, { kind: 'saved', value: saved });
      for (const [at, entry] of entries.entries())
        this.#write(descriptor, { kind: 'entry', at, entry: withNames(entry) });
      // The old file stays until the new one is complete.
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
    writing(this.#file, () => writeAll(descriptor, Buffer.concat([head, bytes])));
  }
}

/** Makes a folder's entries survive a failure of the machine, if the system can do that. */
function forceNames(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A log that is on disk before anybody acts on its contents. */
export class DurableLog extends MessageLog {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    super(journal.entries);
    this.#journal = journal;
  }

  override append(taken: ReceivedMessages): void {
    super.append(taken);
    this.#keepLast();
  }

  override clock(nowNs: number): number {
    const isNew = !this.replaying;
    const clockNs = super.clock(nowNs);
    if (isNew) this.#keepLast();
    return clockNs;
  }

  override leave(outcome: Attempt<unknown>): readonly ReceivedMessages[] {
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
  if (!('received' in entry)) return entry;
  const envelopes = messagesOf(entry.received).map(({ type, wantsReply: asks, ...message }) => ({
    ...message,
    type: type.name,
    asks,
  }));
  return { envelopes };
}

function withTypes(entry: Kept, types: ReadonlyMap<string, AnyMessageType>): LogEntry {
  if (!('envelopes' in entry)) return entry;
  return {
    received: entry.envelopes.map(({ type, asks: wantsReply, ...message }) => ({
      ...message,
      type: types.get(type) as AnyMessageType,
      wantsReply,
    })),
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
