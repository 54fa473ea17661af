import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../src/errors.ts';
import { FRAME, FRAME_HEAD_BYTES, MAGIC } from '../../src/trace/format.ts';
import { TraceReader } from '../../src/trace/reader.ts';
import { eventful, mischief, record } from './recording.ts';

/** What a reader made of bytes: refused at once, or entries and an end or a problem. */
interface Made {
  /** One line for each entry, without what was measured. */
  readonly entries: readonly string[];
  /** How it ended, or `sound`. */
  readonly outcome: string;
}

function make(file: Uint8Array): Made {
  let reader: TraceReader;
  try {
    reader = new TraceReader('a.trace', file);
  } catch (error) {
    if (error instanceof CahootsError) return { entries: [], outcome: `refused: ${error.code}` };
    throw error;
  }
  const entries: string[] = [];
  for (const { measuredNs: _, ...entry } of reader.entries()) entries.push(JSON.stringify(entry));
  const { outcome } = reader;
  if (outcome === undefined) throw new Error('no outcome');
  return { entries, outcome: 'problem' in outcome ? outcome.problem.code : 'sound' };
}

interface Frame {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** Where the frames of a sound file lie, heads included. */
function framesOf(file: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let start = MAGIC.length; start < file.byteLength;) {
    const end = start + FRAME_HEAD_BYTES + file.readUInt32LE(start + 1);
    frames.push({ type: file[start], start, end });
    start = end;
  }
  return frames;
}

/** The first frame of a type; a small file has one of each. */
function frameOf(file: Buffer, type: number): Frame {
  const found = framesOf(file).find((candidate) => candidate.type === type);
  if (found === undefined) throw new Error(`no frame ${type}`);
  return found;
}

const small = record(eventful({ rounds: 1 }), { rules: [mischief] });

const isPrefix = (entries: readonly string[], of: readonly string[]): boolean =>
  entries.every((entry, i) => entry === of[i]);

/** Which changes go unnoticed, or give a wrong entry: none should. */
function harm(whole: Made, changes: Iterable<readonly [string, Uint8Array]>): string[] {
  const harmful: string[] = [];
  for (const [change, changed] of changes) {
    const { entries, outcome } = make(changed);
    const isWrong = !isPrefix(entries, whole.entries);
    if (isWrong || outcome === 'sound') harmful.push(`${change}: ${isWrong ? 'wrong' : 'unnoticed'}`);
  }
  return harmful;
}

describe('a trace that is cut off', () => {
  test('anywhere gives the entries before that place, and says so', async () => {
    const { file } = await small;
    const whole = make(file);
    expect(whole.outcome).toBe('sound');
    const [header] = framesOf(file);
    const counts: number[] = [];
    for (let length = 0; length < file.byteLength; length++) {
      const { entries, outcome } = make(file.subarray(0, length));
      const expected =
        length < MAGIC.length ? 'refused: bad-input' : length < header.end ? 'refused: cut-off' : 'cut-off';
      expect([length, outcome, isPrefix(entries, whole.entries)]).toEqual([length, expected, true]);
      counts.push(entries.length);
    }
    // Every entry is there as soon as its bytes are.
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts).size).toBe(whole.entries.length + 1);
    expect(counts.at(-1)).toBe(whole.entries.length);
  });

  test('names the file, and the place by entries and time', async () => {
    const { file, played } = await small;
    const cut = frameOf(file, FRAME.records).end - 1;
    const reader = new TraceReader('some.trace', file.subarray(0, cut));
    const count = [...reader.entries()].length;
    expect(count).toBe(played.log.length - 1);
    const { timeNs } = played.log[count - 1];
    expect(reader.outcome).toMatchObject({
      problem: {
        message: `some.trace: the trace is cut-off after entry ${count} at ${timeNs} ns: it goes no further`,
      },
    });
  });

  test('has no outcome before all entries are read', async () => {
    const { file } = await small;
    const reader = new TraceReader('a.trace', file);
    const entries = reader.entries();
    entries.next();
    expect(reader.outcome).toBeUndefined();
  });
});

describe('a trace that was changed', () => {
  function* flips(
    file: Buffer,
    { start, end }: Pick<Frame, 'start' | 'end'>,
  ): Generator<[string, Uint8Array]> {
    for (let at = start; at < end; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = Buffer.from(file);
        changed[at] ^= 1 << bit;
        yield [`bit ${bit} of byte ${at}`, changed];
      }
    }
  }

  const contentOf = ({ start, end }: Frame): Pick<Frame, 'start' | 'end'> => ({
    start: start + FRAME_HEAD_BYTES,
    end,
  });

  test('in any one bit, anywhere, says so, and gives no wrong entry', async () => {
    const { file } = await small;
    expect(new Set(framesOf(file).map(({ type }) => type))).toEqual(new Set(Object.values(FRAME)));
    expect(harm(make(file), flips(file, { start: 0, end: file.byteLength }))).toEqual([]);
  });

  test('in any one bit of a record stops right before it', async () => {
    const { file } = await small;
    const { start, end } = frameOf(file, FRAME.records);
    for (let at = start + FRAME_HEAD_BYTES; at < end; at++) {
      const before = make(file.subarray(0, at)).entries.length;
      for (const [change, changed] of flips(file, { start: at, end: at + 1 })) {
        const { entries, outcome } = make(changed);
        expect([change, entries.length, outcome]).toEqual([change, before, 'damaged']);
      }
    }
  });

  test('in any one bit of its header is refused at once', async () => {
    const { file } = await small;
    const outcomes = [...flips(file, contentOf(frameOf(file, FRAME.header)))].map(
      ([, changed]) => make(changed).outcome,
    );
    expect(new Set(outcomes)).toEqual(new Set(['refused: damaged']));
  });

  test('in any one bit of its end gives all entries, and no end', async () => {
    const { file } = await small;
    const whole = make(file);
    const made = [...flips(file, contentOf(frameOf(file, FRAME.end)))].map(([, changed]) => make(changed));
    expect(new Set(made.map(({ outcome }) => outcome))).toEqual(new Set(['damaged']));
    expect(made.every(({ entries }) => entries.length === whole.entries.length)).toBe(true);
  });

  test('by any bytes gives an outcome, and no exception but at once and ours', async () => {
    const { file } = await small;
    const change = fc.record({
      at: fc.nat(file.byteLength - 1),
      takes: fc.nat(20),
      puts: fc.uint8Array({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let changed = file;
        for (const { at, takes, puts } of changes) {
          changed = Buffer.concat([changed.subarray(0, at), puts, changed.subarray(at + takes)]);
        }
        expect(make(changed).outcome).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });

  test('by taking an entry out, or by swapping two, says so', async () => {
    const { file } = await small;
    const records = frameOf(file, FRAME.records);
    const whole = make(file);
    // The places behind each whole record, names included.
    const ends: number[] = [];
    for (let at = records.start + FRAME_HEAD_BYTES + 1; at <= records.end; at++) {
      const { entries } = make(file.subarray(0, at));
      if (entries.length > make(file.subarray(0, at - 1)).entries.length) ends.push(at);
    }
    const [a, b, c] = ends.slice(-3);
    const framed = (content: Uint8Array): Buffer =>
      Buffer.concat([
        file.subarray(0, records.start),
        frame(FRAME.records, content),
        file.subarray(records.end),
      ]);
    const before = file.subarray(records.start + FRAME_HEAD_BYTES, a);
    const [last, lastButOne] = [file.subarray(b, c), file.subarray(a, b)];
    expect(make(framed(Buffer.concat([before, lastButOne, last])))).toEqual(whole);
    expect(make(framed(Buffer.concat([before, last]))).outcome).toBe('damaged');
    expect(make(framed(Buffer.concat([before, last, lastButOne]))).outcome).toBe('damaged');
  });
});

function frame(type: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUInt8(type, 0);
  head.writeUInt32LE(content.byteLength, 1);
  head.writeUInt32LE(crc32(content), 5);
  head.writeUInt32LE(crc32(content), 5);
  return Buffer.concat([head, content]);
}

describe('what is no trace of this version', () => {
  const refusal = (file: Uint8Array): string => {
    try {
      return `read: ${new TraceReader('some.trace', file).header.roles.length}`;
    } catch (error) {
      return error instanceof CahootsError ? `${error.code}: ${error.message}` : String(error);
    }
  };

  test('is named by its version', () => {
    expect(refusal(Buffer.from('cahoots trace 2\n and more'))).toBe(
      'bad-input: some.trace: expected a Cahoots trace of version 1, got version 2',
    );
  });

  test('is named by its version, also from 10 on', () => {
    expect(refusal(Buffer.from('cahoots trace 10\n and more'))).toContain('got version 10');
  });

  test.each(['', 'cahoots', 'name: quickstart\n', '\u{1f}\u{8b}\u{8}\u{0}', 'CAHOOTS TRACE 1\n'])(
    'is another kind of file: %j',
    (text) => {
      expect(refusal(Buffer.from(text))).toBe(
        'bad-input: some.trace: expected a Cahoots trace of version 1, got another kind of file',
      );
    },
  );

  test('is cut off or damaged in its header', () => {
    const magic = Buffer.from(MAGIC);
    const where = 'after entry 0 at 0 ns';
    expect(refusal(magic)).toBe(
      `cut-off: some.trace: the trace is cut-off ${where}: its header is not whole`,
    );
    const header = frame(FRAME.header, Uint8Array.of(0x80));
    header[header.length - 1] ^= 1;
    expect(refusal(Buffer.concat([magic, header]))).toBe(
      `damaged: some.trace: the trace is damaged ${where}: its header cannot be read`,
    );
  });

  test('goes on behind its end', async () => {
    const { file } = await small;
    expect(make(Buffer.concat([file, file])).outcome).toBe('damaged');
  });
});
