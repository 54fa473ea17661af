/** The output of commands. */

import { Console } from 'node:console';

/** How a command writes to stdout while nobody else does. */
let own: typeof process.stdout.write | undefined;

/** Writes to stdout. */
export function print(text: string): void {
  (own ?? process.stdout.write).call(process.stdout, text);
}

/** Writes a value to stdout as one line of JSON. */
export function printJson(value: unknown): void {
  print(jsonText(value));
}

/**
 * A value as JSON, in which maps are objects and large integers texts. Ends with a newline.
 * @param indent by how many blanks; absent: one line
 */
export function jsonText(value: unknown, indent?: number): string {
  return `${JSON.stringify(value, asJson, indent)}\n`;
}

function asJson(_: string, part: unknown): unknown {
  if (part instanceof Map) return Object.fromEntries(part);
  return typeof part === 'bigint' ? String(part) : part;
}

/**
 * From now on, what others write to stdout or to the console goes to stderr, since stdout is the command's.
 * @returns ends that
 */
export function keepStdout(): () => void {
  const { write } = process.stdout;
  const { console } = globalThis;
  own = write;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console(process.stderr);
  return () => {
    own = undefined;
    process.stdout.write = write;
    globalThis.console = console;
  };
}
