/**
 * A run in one file, to pass on: a ZIP with its trace, its scenario, the data that this names or only their
 * digests, its results, and what produced it. Any program opens it, and commands that take a trace accept it.
 * It is untrusted input like a trace: names and sizes are checked before anything is unpacked.
 */

import { normalPath } from '../../core/platform/paths.ts';
import { textOf, utf8 } from '../../core/base/bytes.ts';
import { zipSync } from 'fflate';
import { stringify } from 'yaml';
import { z } from 'zod';
import { CahootsError } from '../../core/base/errors.ts';
import { sha256 } from '../../run/tidy/fingerprint.ts';
import { unzip, UnzipError } from '../../run/data/unzip.ts';

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
/** The most that a pack's files have together, unpacked, and that the pack itself has. */
export const MOST_PACK_BYTES = 2 ** 29;
const MOST_MANIFEST_BYTES = 2 ** 22;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The earliest date in ZIP, so that the same run gives the same pack. */
const MTIME = '1980-01-01';

/** Whether a file begins like a pack. */
export function isPack(start: Uint8Array): boolean {
  return ZIP.every((byte, at) => start[at] === byte);
}

/**
 * The same contents give the same bytes.
 * @throws CahootsError if they are larger than a pack may be
 */
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
  const files = Object.fromEntries<Uint8Array>([
    [MANIFEST, utf8(`${JSON.stringify(manifest, undefined, 2)}\n`)],
    [TRACE, trace],
    ['scenario.yaml', utf8(stringify(scenario, { lineWidth: 100 }))],
    ...[...results].map(([name, bytes]) => [`results/${name}`, bytes] as const),
    ...[...inside].map(([file, bytes]) => [DATA + normalPath(file), bytes] as const),
  ]);
  const total = Object.values(files).reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (total > MOST_PACK_BYTES)
    throw new CahootsError('bad-input', `expected at most ${MOST_PACK_BYTES} B to pack, got ${total} B`);
  return zipSync(files, { level: 6, mtime: MTIME });
}

/**
 * What a pack says about itself.
 * @param name of the file, for errors
 * @throws CahootsError if it is not a pack
 */
export function manifestIn(name: string, packed: Uint8Array): Manifest {
  const bytes = filesIn(name, packed, (file) => file === MANIFEST, MOST_MANIFEST_BYTES).get(MANIFEST);
  try {
    return manifests.parse(JSON.parse(textOf(bytes ?? new Uint8Array())));
  } catch {
    throw wrong(name, 'a pack of cahoots pack', 'another ZIP');
  }
}

/**
 * The trace in a pack.
 * @param name of the file, for errors
 * @throws CahootsError if it is not a pack, or its trace has been changed since
 */
export function traceIn(name: string, packed: Uint8Array): Uint8Array {
  const { trace: digest } = manifestIn(name, packed);
  const trace = filesIn(name, packed, (file) => file === TRACE).get(TRACE);
  if (trace === undefined) throw wrong(name, 'a pack of cahoots pack', 'another ZIP');
  if (sha256(trace) !== digest)
    throw wrong(name, 'the trace that was packed', 'a different one, which has been changed');
  return trace;
}

/**
 * The data files in a pack, by their names in the scenario.
 * @param name of the file, for errors
 * @throws CahootsError if it is not a pack, or a data file has been changed since
 */
export function dataIn(name: string, packed: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = filesIn(name, packed, (file) => file.startsWith(DATA) && isBelow(file));
  const data = new Map<string, Uint8Array>();
  for (const { file, sha256: digest, inside } of manifestIn(name, packed).data) {
    if (!inside) continue;
    const content = files.get(DATA + normalPath(file));
    if (content === undefined || sha256(content) !== digest)
      throw wrong(
        name,
        `the data file ${file} that was packed`,
        content === undefined ? 'none' : 'another one',
      );
    data.set(normalPath(file), content);
  }
  return data;
}

function filesIn(
  name: string,
  packed: Uint8Array,
  isWanted: (file: string) => boolean,
  most = MOST_PACK_BYTES,
): ReadonlyMap<string, Uint8Array> {
  try {
    return unzip(packed, MOST_PACK_BYTES, (file) => (isWanted(file) ? most : undefined));
  } catch (error) {
    if (!(error instanceof UnzipError)) throw error;
    throw wrong(name, 'a pack of cahoots pack', `a ZIP that is ${error.message}`);
  }
}

function wrong(name: string, expected: string, got: string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { file: name });
}

/** Whether a name stays below the folder that it is relative to: nothing else is packed or unpacked. */
function isBelow(file: string): boolean {
  const normal = normalPath(file);
  return !normal.startsWith('/') && !normal.startsWith('..') && !file.includes('\\') && !file.includes('\0');
}
