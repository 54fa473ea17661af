/**
 * A run in one file, to pass on: a ZIP with its trace, its scenario, the data that this names or only their
 * digests, its results, and what produced it. Any program opens it, and commands that take a trace accept it.
 * It is untrusted input like a trace: names and sizes are checked before anything is unpacked.
 */

import { normalPath } from '../../core/platform/paths.ts';
import { textOf, utf8 } from '../../core/base/bytes.ts';
import { unzipSync, zipSync } from 'fflate';
import { stringify } from 'yaml';
import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import { sha256 } from '../../run/tidy/fingerprint.ts';

/** The content of `manifest.json`. */
const manifests = z.strictObject({
  cahootsPack: z.literal(1),
  /** SHA-256 of the trace file. */
  trace: z.string().regex(/^[0-9a-f]{64}$/),
  /** The files that the scenario names: their digests, and whether they are in the pack. */
  data: z.array(z.strictObject({ file: z.string(), sha256: z.string(), inside: z.boolean() })).max(1000),
  made: z.record(z.string(), z.string()),
});

export type Manifest = z.output<typeof manifests>;

export interface Packed {
  readonly manifest: Manifest;
  readonly trace: Uint8Array;
  /** Data files, by their names in the scenario. */
  readonly data: ReadonlyMap<string, Uint8Array>;
}

export interface Contents {
  readonly trace: Uint8Array;
  readonly scenario: unknown;
  /** What produced the run, as far as its trace says. */
  readonly made: Readonly<Record<string, string>>;
  /** Data files, by their names in the scenario. */
  readonly data: ReadonlyMap<string, Uint8Array>;
  /** Whether the data files are included, or only their digests. */
  readonly withData: boolean;
  /** Files next to the trace, such as labels.csv. */
  readonly results: ReadonlyMap<string, Uint8Array>;
}

const TRACE = 'run.trace';
const MANIFEST = 'manifest.json';
const DATA = 'data/';
/** The total size of a pack's files, unpacked: more would not fit into the memory of a process. */
const MOST_BYTES = 2 ** 31;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The earliest date in ZIP, so that the same run gives the same pack. */
const MTIME = '1980-01-01';

/** Whether a file begins like a pack. */
export function isPack(start: Uint8Array): boolean {
  return ZIP.every((byte, at) => start[at] === byte);
}

/** The same contents give the same bytes. */
export function pack({ trace, scenario, made, data, withData, results }: Contents): Uint8Array {
  const manifest: Manifest = {
    cahootsPack: 1,
    trace: sha256(trace),
    data: [...data].map(([file, bytes]) => ({
      file,
      sha256: sha256(bytes),
      inside: withData && isBelow(file),
    })),
    made,
  };
  const inside = new Map([...data].filter(([file]) => withData && isBelow(file)));
  return zipSync(
    Object.fromEntries<Uint8Array>([
      [MANIFEST, utf8(`${JSON.stringify(manifest, undefined, 2)}\n`)],
      [TRACE, trace],
      ['scenario.yaml', utf8(stringify(scenario, { lineWidth: 100 }))],
      ...[...results].map(([name, bytes]) => [`results/${name}`, bytes] as const),
      ...[...inside].map(([file, bytes]) => [DATA + normalPath(file), bytes] as const),
    ]),
    { level: 6, mtime: MTIME },
  );
}

/**
 * @param name of the file, for errors
 * @throws CahootsError if it is not a pack, or has been changed since
 */
export function unpack(name: string, bytes: Uint8Array): Packed {
  const wrong = (expected: string, got: string): CahootsError =>
    new CahootsError('bad-input', `expected ${expected}, got ${got}`, { file: name });
  let left = MOST_BYTES;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name: file, originalSize }) => {
        left -= originalSize;
        if (left < 0) throw wrong(`at most ${MOST_BYTES} B unpacked`, 'more');
        return file === MANIFEST || file === TRACE || (file.startsWith(DATA) && isBelow(file));
      },
    });
  } catch (error) {
    throw error instanceof CahootsError
      ? error
      : wrong('a pack of cahoots pack', `a ZIP that is damaged: ${(error as Error).message}`);
  }
  const manifest = manifestIn(files[MANIFEST]);
  const trace = files[TRACE];
  if (manifest === undefined || trace === undefined) throw wrong('a pack of cahoots pack', 'another ZIP');
  if (sha256(trace) !== manifest.trace)
    throw wrong('the trace that was packed', 'a different one, which has been changed');
  const data = new Map<string, Uint8Array>();
  for (const { file, sha256: digest, inside } of manifest.data) {
    if (!inside) continue;
    const content = files[DATA + normalPath(file)];
    if (content === undefined || sha256(content) !== digest)
      throw wrong(`the data file ${file} that was packed`, content === undefined ? 'none' : 'another one');
    data.set(normalPath(file), content);
  }
  return { manifest, trace, data };
}

function manifestIn(bytes: Uint8Array | undefined): Manifest | undefined {
  try {
    return manifests.parse(JSON.parse(textOf(bytes ?? new Uint8Array())));
  } catch {
    return undefined;
  }
}

/** Whether a name stays below the folder that it is relative to: nothing else is packed or unpacked. */
function isBelow(file: string): boolean {
  const normal = normalPath(file);
  return !normal.startsWith('/') && !normal.startsWith('..') && !file.includes('\\') && !file.includes('\0');
}
