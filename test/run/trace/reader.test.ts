import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { FRAME, FRAME_HEAD_BYTES, MAGIC } from '../../../src/run/trace/format.ts';
import { TraceReader } from '../../../src/run/trace/reader.ts';
import { eventful, mischief, record } from '../../support/recording.ts';
import { thoroughly } from '../../support/long.ts';

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

const isPrefix = (entries: readonly string[], of: readonly string[]): boolean =>
  entries.every((entry, i) => entry === of[i]);

const small = record(eventful({ rounds: 1 }), { rules: [mischief] });

/** Cut off and with one bit changed, in short. */
interface Short {
  /** How many entries, or -1 where one is wrong. */
  readonly entries: number;
  readonly outcome: string;
}

/** What a reader makes of a small file: as it is, cut off after each length, and with each bit of each byte changed. */
const explored = small.then(({ file }) => {
  const whole = make(file);
  const short = (changed: Uint8Array): Short => {
    const { entries, outcome } = make(changed);
    return { entries: isPrefix(entries, whole.entries) ? entries.length : -1, outcome };
  };
  const cuts = Array.from(file, (_, length) => short(file.subarray(0, length)));
  const flips = Array.from(file, (_, at) =>
    BITS.map((bit) => {
      const changed = Buffer.from(file);
      changed[at] ^= 1 << bit;
      return short(changed);
    }),
  );
  return { file, whole, cuts, flips };
});

const BITS = [0, 1, 2, 3, 4, 5, 6, 7];

describe('a trace that is cut off', () => {
  test('anywhere gives the entries before that place, and says so', async () => {
    const { file, whole, cuts } = await explored;
    expect(whole.outcome).toBe('sound');
    const [header] = framesOf(file);
    const expected = cuts.map((_, length) => {
      if (length < MAGIC.length) return 'refused: bad-input';
      return length < header.end ? 'refused: cut-off' : 'cut-off';
    });
    expect(cuts.map(({ outcome }) => outcome)).toEqual(expected);
    // None is wrong, and every entry is there as soon as its bytes are.
    const counts = cuts.map(({ entries }) => entries);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts)).toEqual(new Set([...whole.entries.keys(), whole.entries.length]));
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
  test('in any one bit, anywhere, says so, and gives no wrong entry', async () => {
    const { file, flips } = await explored;
    expect(new Set(framesOf(file).map(({ type }) => type))).toEqual(new Set(Object.values(FRAME)));
    const harmful = flips.flatMap((bits, at) =>
      bits.flatMap(({ entries, outcome }, bit) =>
        entries < 0 || outcome === 'sound'
          ? [`bit ${bit} of byte ${at}: ${entries} entries, ${outcome}`]
          : [],
      ),
    );
    expect(harmful).toEqual([]);
  });

  test('in any one bit of a record stops right before it', async () => {
    const { file, cuts, flips } = await explored;
    const { start, end } = frameOf(file, FRAME.records);
    const contents = <T>(of: readonly T[]): T[] => of.slice(start + FRAME_HEAD_BYTES, end);
    const expected = contents(cuts).map(({ entries }) => BITS.map(() => ({ entries, outcome: 'damaged' })));
    expect(contents(flips)).toEqual(expected);
  });

  test('in any one bit of its header is refused at once', async () => {
    const { file, flips } = await explored;
    const { start, end } = frameOf(file, FRAME.header);
    const outcomes = flips.slice(start + FRAME_HEAD_BYTES, end).flat();
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['refused: damaged']));
  });

  test('in any one bit of its end gives all entries, and no end', async () => {
    const { file, flips, whole } = await explored;
    const { start, end } = frameOf(file, FRAME.end);
    const made = flips.slice(start + FRAME_HEAD_BYTES, end).flat();
    expect(made).toEqual(made.map(() => ({ entries: whole.entries.length, outcome: 'damaged' })));
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
      { numRuns: thoroughly(300, 1000) },
    );
  });

  test('by taking an entry out, or by swapping two, says so', async () => {
    const { file, whole, cuts } = await explored;
    const records = frameOf(file, FRAME.records);
    // The places right behind an entry.
    const ends = [...cuts.keys()].filter((at) => at > 0 && cuts[at].entries > cuts[at - 1].entries);
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
    expect(refusal(Buffer.from('cahoots trace 4\n and more'))).toBe(
      'bad-input: some.trace: expected a Cahoots trace of version 3, got version 4',
    );
  });

  test('is named by its version, also from 10 on', () => {
    expect(refusal(Buffer.from('cahoots trace 10\n and more'))).toContain('got version 10');
  });

  test.each(['', 'cahoots', 'name: quickstart\n', '\u{1f}\u{8b}\u{8}\u{0}', 'CAHOOTS TRACE 2\n'])(
    'is another kind of file: %j',
    (text) => {
      expect(refusal(Buffer.from(text))).toBe(
        'bad-input: some.trace: expected a Cahoots trace of version 3, got another kind of file',
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
