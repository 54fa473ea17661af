/** What a run's outcome follows from, as a short text: the key under which a study keeps it. */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Tells runs apart by their scenarios and by what is in the files that these name. */
export class Fingerprints {
  readonly #folder: string;
  readonly #contents = new Map<string, string>();

  /** @param folder what files are named relative to */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param scenario as plain values */
  of(scenario: unknown): string {
    const files = textsIn(scenario).flatMap((text) => this.#content(resolve(this.#folder, text)) ?? []);
    return sha256(JSON.stringify([scenario, files]));
  }

  #content(path: string): string | undefined {
    if (!this.#contents.has(path)) this.#contents.set(path, isFile(path) ? sha256(readFileSync(path)) : '');
    return this.#contents.get(path) || undefined;
  }
}

/** Every text in a value, however deep: any of them may name a file. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Most texts are no paths at all: too long, through a file, with a zero byte.
    return false;
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
