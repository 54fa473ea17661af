/** Values and texts with something in them that nobody meant. */

import type { Stream } from '../../src/core/base/random.ts';

/** What can stand anywhere. */
const ODD: readonly unknown[] = [
  null,
  true,
  '',
  'server',
  '\u001b[2J',
  'x'.repeat(1000),
  0,
  -1,
  0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 31,
  2 ** 53,
  1e300,
  2n ** 70n,
  [],
  {},
  [[[[]]]],
  { role: 'server' },
  { __proto__: null, length: 5 },
  Buffer.from('bytes'),
  Float64Array.of(1, 2),
];

/** The value with an odd one in one place, or without what was there. */
export function mutatedValue(value: unknown, stream: Stream): unknown {
  const isContainer = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  const keys = isContainer ? Object.keys(value) : [];
  if (keys.length === 0 || stream.integer(6) === 0) return ODD[stream.integer(ODD.length)];
  const key = keys[stream.integer(keys.length)];
  const inside = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(value))
    return value.map((item: unknown, i) => (String(i) === key ? mutatedValue(item, stream) : item));
  const { [key]: old, ...others } = inside;
  return stream.integer(8) === 0 ? others : { ...others, [key]: mutatedValue(old, stream) };
}

const WORDS = [
  '0',
  '-1',
  '1e309',
  '.nan',
  '.inf',
  '9007199254740993',
  '1ms',
  '2500h',
  '0ms',
  '99%',
  '100%',
  '1bps',
  '4GiB',
  'null',
  'true',
  '[]',
  '{}',
  '[[]]',
  '*a',
  '&a',
  '"',
  "'",
  '---',
  '#',
  ': ',
  ', ',
  '\t',
  '\r\n',
  '\uFEFF',
  '__proto__',
  'server',
  'client-9',
  'everyone',
  'lloyd',
  'mufc',
  '{ fraction: 1 }',
  '{ fault: flood, who: everyone, copies: 100000 }',
  '{ fault: slow, who: everyone, factor: 1000000000 }',
  '{ fault: oversize, who: everyone, bytes: 512MiB }',
  '\u0000',
];

/** A text with words exchanged, put in, left out or doubled. */
export function mutatedText(text: string, stream: Stream): string {
  const words = text.split(/(?<=[\s,{}[\]:])|(?=[\s,{}[\]:])/);
  for (let times = 1 + stream.integer(3); times > 0; times--) {
    const at = stream.integer(words.length);
    const other =
      stream.integer(4) === 0 ? words[stream.integer(words.length)] : WORDS[stream.integer(WORDS.length)];
    const left = stream.integer(3);
    words.splice(at, left === 0 ? 0 : 1, ...(left === 2 ? [] : [other]));
  }
  return words.join('');
}
