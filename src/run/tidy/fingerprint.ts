/**
 * Digests of what determines a run besides the code: its scenario, and the contents of the files that it
 * names.
 */

import { platform } from '#platform';
import { isFile } from '../data/file.ts';
import { type FilesRead, nameFrom } from '../scenario/data-files.ts';

/** Distinguishes runs by their scenarios and the contents of the files that these name. */
export class Fingerprints {
  readonly #folder: string;
  readonly #contents = new Map<string, string>();

  /** @param folder that files are relative to */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @param scenario as plain values
   * @param names of the files that it names
   */
  of(scenario: unknown, names: Iterable<string>): string {
    return sha256(JSON.stringify([scenario, Object.values(this.files(names))]));
  }

  /** SHA-256 of files, by their names, in the same order; without those that are not there. */
  files(names: Iterable<string>): Readonly<Record<string, string>> {
    const digests = [...names].map(
      (name) => [name, this.#content(platform.paths.resolve(this.#folder, name))] as const,
    );
    return Object.fromEntries(digests.filter(([, digest]) => digest !== ''));
  }

  /**
   * SHA-256 of everything that loading a scenario reads: its own file, and those that were read for it, by their names
   * relative to that of its own file.
   */
  filesOf(file: string, { all }: FilesRead): Readonly<Record<string, string>> {
    const read = Object.entries(this.files(all));
    return {
      [file]: this.#content(platform.paths.resolve(file)),
      ...Object.fromEntries(read.map(([name, digest]) => [nameFrom(this.#folder, name), digest])),
    };
  }

  #content(path: string): string {
    const known = this.#contents.get(path) ?? (isFile(path) ? sha256(platform.files.read(path)) : '');
    this.#contents.set(path, known);
    return known;
  }
}

/** In hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return platform.bytes.toHex(platform.crypto.sha256(data));
}
