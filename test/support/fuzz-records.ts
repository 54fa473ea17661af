/** Records of a trace with a number in one of them that nobody meant, and a check that is right for it. */

import type { Stream } from '../../src/core/base/random.ts';
import { FIELD_BYTES, KINDS, LAYOUTS, NAME_TAG } from '../../src/run/trace/record.ts';
import { mend } from './forged-traces.ts';

const CHECK_BYTES = 2;
const DOUBLES = [Number.NaN, Number.POSITIVE_INFINITY, -1, -0, 0.5, 1e300, 2 ** 53];
const WORDS = [0, 1, 7, 65281, 2 ** 31, 2 ** 32 - 1];

export function mutatedRecords(records: Buffer, stream: Stream): void {
  const all = recordsOf(records);
  for (let times = 1 + stream.integer(3); times > 0; times--) {
    const { start, end, fields } = all[stream.integer(all.length)];
    const { at, type } = fields[stream.integer(fields.length)];
    if (type === 'f64') records.writeDoubleLE(DOUBLES[stream.integer(DOUBLES.length)], at);
    // Of what follows with its length, only the length that there is leaves the record whole.
    else if (type !== 'bytes') records.writeUInt32LE(WORDS[stream.integer(WORDS.length)], at);
    else if (end - CHECK_BYTES > at + 4) records[at + 4] ^= 1 + stream.integer(255);
    mend(records, start, end);
  }
}

interface Field {
  readonly at: number;
  readonly type: keyof typeof FIELD_BYTES;
}

function recordsOf(records: Buffer): { start: number; end: number; fields: Field[] }[] {
  const found: { start: number; end: number; fields: Field[] }[] = [];
  for (let start = 0; start < records.length;) {
    const tag = records[start];
    const layout: readonly (readonly [string, Field['type']])[] =
      tag === NAME_TAG ? [['name', 'bytes']] : LAYOUTS[KINDS[tag]];
    let at = start + 1;
    const fields = layout.map(([, type]) => {
      const field = { at, type };
      at += FIELD_BYTES[type] + (type === 'bytes' ? records.readUInt32LE(at) : 0);
      return field;
    });
    const end = at + CHECK_BYTES;
    found.push({ start, end, fields });
    start = end;
  }
  return found;
}
