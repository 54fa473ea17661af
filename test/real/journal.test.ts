/** What a party keeps on disk: all of it comes back, whatever the process was doing when it ended. */

import { mkdirSync, readFileSync, rmdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DurableLog, Journal } from '../../src/real/journal.ts';
import type { DeliveredMessage } from '../../src/core/engine/actors/delivered-message.ts';
import { messagesOf } from '../../src/core/engine/actors/received-batch.ts';
import { Note, Vector } from '../support/cast.ts';
import { inFolder, SESSION } from '../support/real-casts.ts';

const open = (folder: string, session = SESSION): Journal =>
  new Journal({ file: join(folder, 'a.journal'), types: [Note, Vector], session });

const envelope = (value: number): DeliveredMessage => ({
  id: value,
  sender: 1,
  from: 'b',
  type: Note,
  body: { value },
  bytes: 7,
  digest: value,
  wantsReply: false,
});

/** What a log gives to another life. */
function replayed(journal: Journal): unknown[] {
  const log = new DurableLog(journal);
  log.rewind();
  const given: unknown[] = [];
  for (let next = log.next(); next !== undefined; next = log.next())
    given.push(messagesOf(next).map(({ body }) => body));
  return given;
}

test('a party has one secret and one time in all its lives, and a secret of its own', async () => {
  await inFolder(async (folder) => {
    const first = open(folder);
    first.begin(500);
    const second = open(folder);
    expect([second.secret, second.epochNs, second.life]).toEqual([first.secret, 500, 2]);
    expect(second.begin(900)).toBe(500);
    expect(open(folder).life).toBe(3);
    expect(first.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(folder, 'a.journal')).mode & 0o077).toBe(0);
    await inFolder((other) => Promise.resolve(expect(open(other).secret).not.toBe(first.secret)));
  });
});

test('one that is forced onto the disk is the same', async () => {
  await inFolder((folder) => {
    const file = join(folder, 'a.journal');
    const journal = new Journal({ file, types: [Note], session: SESSION, durable: true });
    journal.begin(500);
    journal.save({ round: 3 });
    const again = open(folder);
    expect([again.secret, again.saved, again.life]).toEqual([journal.secret, { round: 3 }, 2]);
    return Promise.resolve();
  });
});

test('what was taken since the last save is given again, with its types', async () => {
  await inFolder((folder) => {
    const journal = open(folder);
    const log = new DurableLog(journal);
    log.append([envelope(1)]);
    log.clear();
    journal.save({ vector: Float64Array.of(0.5), shared: new Uint32Array(new SharedArrayBuffer(8)) });
    log.append([envelope(2), envelope(3)]);
    log.enter();
    log.append([envelope(4)]);
    log.leave({ kind: 'completed', value: 7 });
    log.append([]);
    const again = open(folder);
    expect(again.saved).toEqual({ vector: Float64Array.of(0.5), shared: new Uint32Array(2) });
    const later = new DurableLog(again);
    later.rewind();
    expect(later.next()).toEqual([envelope(2), envelope(3)]);
    expect(later.next()).toBeUndefined();
    expect(later.enter()).toEqual({ kind: 'completed', value: 7 });
    expect(later.next()).toEqual([]);
    return Promise.resolve();
  });
});

test('a record that is cut off did not happen, wherever it is cut', async () => {
  await inFolder((folder) => {
    const journal = open(folder);
    const log = new DurableLog(journal);
    const file = join(folder, 'a.journal');
    log.append([envelope(1)]);
    const whole = statSync(file).size;
    log.append([envelope(2)]);
    const bytes = readFileSync(file);
    for (let size = whole; size < bytes.byteLength; size += 7) {
      writeFileSync(file, bytes);
      truncateSync(file, size);
      expect(replayed(open(folder))).toEqual([[{ value: 1 }]]);
    }
    return Promise.resolve();
  });
});

test('the journal of another run, and bytes that are none, are refused', async () => {
  await inFolder((folder) => {
    open(folder);
    expect(() => open(folder, 'c'.repeat(64))).toThrow('expected the journal of this run, got another');
    writeFileSync(join(folder, 'a.journal'), Buffer.alloc(64, 1));
    expect(() => open(folder)).not.toThrow();
    writeFileSync(join(folder, 'a.journal'), Buffer.concat([Buffer.of(4, 0, 0, 0), Buffer.alloc(64, 1)]));
    expect(() => open(folder)).toThrow('expected a journal of a party, got other bytes');
    return Promise.resolve();
  });
});

test('what is no plain value is a mistake where it is kept', async () => {
  await inFolder((folder) => {
    const log = new DurableLog(open(folder));
    log.enter();
    expect(() => log.leave({ kind: 'completed', value: [new Error('own')] })).toThrow('Error is kept');
    return Promise.resolve();
  });
});

test('what cannot be written is said, and what was written stays', async () => {
  await inFolder((folder) => {
    const journal = open(folder);
    journal.save(1);
    mkdirSync(join(folder, 'a.journal.part'));
    expect(() => journal.save(2)).toThrow(/a\.journal\.part: expected a file to write to, got a directory/);
    rmdirSync(join(folder, 'a.journal.part'));
    const log = new DurableLog(journal);
    log.append([envelope(3)]);
    const again = open(folder);
    expect(again.saved).toBe(1);
    expect(replayed(again)).toEqual([[{ value: 3 }]]);
    return Promise.resolve();
  });
});
