/**
 * JSON from a file, with the line and column of any error; duplicate keys are errors too, where JSON.parse
 * keeps the last.
 */

import { printParseErrorCode, visit } from 'jsonc-parser';
import { CahootsError } from '../../core/base/errors.ts';
import { isExact } from './decimal.ts';
import { requireText, wrongFile } from './file.ts';
import { quote } from './quote.ts';

/** Half the limit of a string's length; parsed values take a multiple of it. */
export const MOST_JSON_BYTES = 2 ** 28;
/** No data is nested more deeply, and the visitor below recurses at each level. */
const DEEPEST = 100;

/**
 * The value; `file` is its name in errors. Throws `bad-input` for anything else, including absurdly long or
 * deep JSON.
 * @param firstLine of the file that the bytes are on
 */
export function parseJson(bytes: Uint8Array, file: string, firstLine = 1): unknown {
  if (bytes.length > MOST_JSON_BYTES) {
    throw wrongFile(file, `expected at most ${MOST_JSON_BYTES} bytes of JSON, got ${bytes.length}`);
  }
  requireText(bytes, file);
  const text = new TextDecoder().decode(bytes); // without a byte order mark
  check(text, file, firstLine);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongFile(file, `expected JSON, got an error: ${(error as Error).message}`);
  }
}

function check(text: string, file: string, firstLine: number): void {
  const wrong = (message: string, line: number, column: number): CahootsError =>
    new CahootsError('bad-input', message, { file, line: firstLine + line, column: column + 1 });
  /** The keys so far of each open object; lists have none. */
  const open: Set<string>[] = [];
  const enter = (_offset: number, _length: number, line: number, column: number): void => {
    open.push(new Set());
    if (open.length > DEEPEST) {
      throw wrong(`expected at most ${DEEPEST} lists and mappings within each other, got more`, line, column);
    }
  };
  const leave = (): void => {
    open.pop();
  };
  visit(
    text,
    {
      onObjectBegin: enter,
      onObjectEnd: leave,
      onArrayBegin: enter,
      onArrayEnd: leave,
      onObjectProperty: (key, _offset, _length, line, column) => {
        const keys = open.at(-1);
        if (keys?.has(key) === true)
          throw wrong(`expected distinct keys, got ${quote(key)} twice`, line, column);
        keys?.add(key);
      },
      onLiteralValue: (value, offset, length, line, column) => {
        if (typeof value !== 'number') return;
        const literal = text.slice(offset, offset + length);
        if (!isExact(literal, value))
          throw wrong(`expected an integer that a double holds, or text, got ${literal}`, line, column);
      },
      onError: (code, _offset, _length, line, column) => {
        throw wrong(`expected JSON, got an error: ${printParseErrorCode(code)}`, line, column);
      },
    },
    { disallowComments: true },
  );
}
