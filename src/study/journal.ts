/** What a study has found so far, on disk: one that was stopped goes on where it was. */

import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CahootsError } from '../base/errors.ts';

interface Line {
  readonly key: string;
  readonly output: unknown;
}

/** A file of JSON lines, each a job's key and its output; it only ever grows. */
export class Journal {
  readonly #outputs = new Map<string, unknown>();
  readonly #descriptor: number;

  /** @throws CahootsError when the file cannot be written, or holds something else */
  constructor(file: string) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      for (const { key, output } of read(text, file)) this.#outputs.set(key, output);
      this.#descriptor = openSync(file, 'a');
      // A line that was cut off stays where it is; the next must not stand behind it.
      if (text !== '' && !text.endsWith('\n')) writeSync(this.#descriptor, '\n');
    } catch (error) {
      if (error instanceof CahootsError) throw error;
      throw new CahootsError('bad-input', `expected a file to write to, got ${(error as Error).message}`, {
        file,
      });
    }
  }

  /** What was found under a key, if anything was. */
  get(key: string): unknown {
    return this.#outputs.get(key);
  }

  add(key: string, output: unknown): void {
    this.#outputs.set(key, output);
    writeSync(this.#descriptor, `${JSON.stringify({ key, output } satisfies Line)}\n`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

const BEGINNING = '{"key":"';

function read(text: string, file: string): Line[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const value = parse(line);
    if (value !== undefined) return value;
    // Cut off while it was written; where the study went on, behind it.
    if (line.startsWith(BEGINNING) || BEGINNING.startsWith(line)) return [];
    throw new CahootsError('bad-input', 'expected a line that a study wrote, got another', {
      file,
      line: i + 1,
    });
  });
}

function parse(line: string): Line | undefined {
  try {
    const value = JSON.parse(line) as Partial<Line> | null;
    return typeof value?.key === 'string' && 'output' in value ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}
