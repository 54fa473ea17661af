/**
 * Digests of what determines a run besides the code: its scenario, and the contents of the files that it
 * names.
 */

import { platform } from '#platform';
import { isFile } from '../data/file.ts';
import { nameFrom } from '../scenario/data-files.ts';

/** Distinguishes runs by their scenarios and the contents of the files that these name. */
export class Fingerprints {
  readonly #folder: string;
  readonly #contents = new Map<string, string>();

  /** @param folder that files are relative to */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param scenario as plain values */
  of(scenario: unknown): string {
    return sha256(JSON.stringify([scenario, Object.values(this.files(scenario))]));
  }

  /** SHA-256 of every file that a scenario names, by its name there, in order of first appearance. */
  files(scenario: unknown): Readonly<Record<string, string>> {
    const named = textsOf(scenario).map(
      (text) => [text, this.#content(platform.paths.resolve(this.#folder, text))] as const,
    );
    return Object.fromEntries(named.filter(([, digest]) => digest !== ''));
  }

  /**
   * SHA-256 of the scenario's own file and of those that it names, by their names relative to that of its own
   * file.
   */
  filesOf(file: string, scenario: unknown): Readonly<Record<string, string>> {
    const named = Object.entries(this.files(scenario));
    return {
      [file]: this.#content(platform.paths.resolve(file)),
      ...Object.fromEntries(named.map(([name, digest]) => [nameFrom(this.#folder, name), digest])),
    };
  }

  #content(path: string): string {
    const known = this.#contents.get(path) ?? (isFile(path) ? sha256(platform.files.read(path)) : '');
    this.#contents.set(path, known);
    return known;
  }
}

/** Texts of a scenario that are no names of files, though a file may happen to be called the same. */
const TITLES: ReadonlySet<string> = new Set(['$schema', 'name', 'description']);
const COLUMNS = ['source', 'label', 'client', 'ignore', 'categories'];

/** Every string in a scenario that may name a file; those of plugins' settings are among them. */
function textsOf(scenario: unknown): string[] {
  if (typeof scenario !== 'object' || scenario === null) return textsIn(scenario);
  return Object.entries(scenario).flatMap(([key, value]: [string, unknown]) => {
    if (TITLES.has(key)) return [];
    return key === 'data' && isTable(value) ? textsIn(without(COLUMNS, value)) : textsIn(value);
  });
}

function isTable(data: unknown): data is object {
  return typeof data === 'object' && data !== null && 'source' in data && data.source === 'csv';
}

function without(keys: readonly string[], value: object): unknown {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Every string in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** In hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return platform.bytes.toHex(platform.crypto.sha256(data));
}
