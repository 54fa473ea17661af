/** csv-parse in a browser, where it takes bytes only in a buffer of its own making: it is given text. */

// oxlint-disable-next-line no-restricted-imports -- its build for browsers imports nothing of Node.js
import { type Options, parse as parseText } from 'csv-parse/browser/esm/sync';

// oxlint-disable-next-line no-restricted-imports -- the same
export { CsvError } from 'csv-parse/browser/esm/sync';

// As on Node.js, a mark of the order of bytes is csv-parse's to skip.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @param block UTF-8 */
export function parse(block: Uint8Array, options: Options): string[][] {
  return parseText(decoder.decode(block), options) as unknown as string[][];
}
