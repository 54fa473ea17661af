/**
 * Sealed vectors: what one task computed, on its way through actors to another. An actor can hold one, send it and hand it to
 * tasks; it can neither look into it nor change it. So nobody needs a copy of one's own: a message carries the vector itself, and
 * tasks read it where it lies.
 *
 * A sealed vector was measured where it was made: its largest entries and its check sums are known without looking again.
 */

import { crc32 } from 'node:zlib';
import { assert } from '../../base/errors.ts';
import { giveBlocks, takeBlock } from './blocks.ts';

/** One plane of 32-bit words per modulus, all of one length. */
export type Planes = readonly Uint32Array[];

/** What is under the seal, as it goes from thread to thread. */
export interface Content {
  readonly planes: Planes;
  /** The largest entry of each plane; 0 of an empty one. */
  readonly largest: readonly number[];
  /** The CRC-32 of each plane's bytes, the least significant byte of a word first; of planes outside shared memory, none. */
  readonly checks: readonly number[];
}

/** From so many bytes on a vector lies in shared memory: smaller ones are copied faster than it is had. */
const SHARED_BYTES = 2 ** 17;

/**
 * Memory that V8's collector is told of for each byte of a block. It does not count shared memory, and would let vectors that
 * nobody has any more lie for ever; this much is never touched, and so takes none.
 */
const COUNTED = 1 / 4;

/** Blocks whose vectors nobody has any more are used again. */
const recycler = new FinalizationRegistry<SharedArrayBuffer>((block) => giveBlocks([block]));

let made = 0;

/** A vector over residues that is opaque and does not change, see above. */
export class Sealed {
  /** Stands for it where it is handed to a task in another thread. */
  readonly id = made++;
  /** How many planes it has, one per modulus. */
  readonly planes: number;
  /** Entries of each plane. */
  readonly length: number;
  readonly #content: Content;
  readonly #counted: ArrayBuffer | undefined;

  constructor(content: Content) {
    const { planes } = content;
    this.#content = content;
    this.planes = planes.length;
    this.length = planes[0]?.length ?? 0;
    const block = planes[0]?.buffer;
    if (!(block instanceof SharedArrayBuffer)) return;
    this.#counted = new ArrayBuffer(block.byteLength * COUNTED);
    recycler.register(this, block, this.#counted);
  }

  /** Whether every entry of each plane is below its modulus. */
  isBelow(moduli: readonly number[]): boolean {
    const { largest } = this.#content;
    return largest.every((value, plane) => value < moduli[plane]) || this.length === 0;
  }

  /** What is under a seal: for tasks, for the wire, and for who looks at a run from outside. */
  static contentOf(vector: Sealed): Content {
    return vector.#content;
  }

  /** The same, of a vector that goes to another thread, which uses its memory again in its time. */
  static handOver(vector: Sealed): Content {
    if (vector.#counted !== undefined) recycler.unregister(vector.#counted);
    return vector.#content;
  }
}

/** Whether planes of so many bytes are sealed in shared memory. */
export function isWorthSharing(bytes: number): boolean {
  return bytes >= SHARED_BYTES;
}

/** Planes in memory of their own, with whatever was there before, to be written and then sealed. */
export function newPlanes(count: number, length: number): Uint32Array[] {
  const bytes = count * length * Uint32Array.BYTES_PER_ELEMENT;
  const memory = isWorthSharing(bytes) ? takeBlock(bytes) : new ArrayBuffer(bytes);
  const planes: Uint32Array[] = [];
  for (let plane = 0; plane < count; plane++)
    planes.push(new Uint32Array(memory, plane * length * Uint32Array.BYTES_PER_ELEMENT, length));
  return planes;
}

/** Seals planes of {@link newPlanes}, which must not be written any more. */
export function sealPlanes(planes: Planes): Sealed {
  // Messages carry what lies in shared memory, and nobody asks for the check of anything else.
  if (!isShared(planes)) return new Sealed({ planes, largest: planes.map(largestOf), checks: [] });
  const measured = planes.map(measure);
  return new Sealed({
    planes,
    largest: measured.map(({ largest }) => largest),
    checks: measured.map(({ check }) => check),
  });
}

/** Planes that nobody else has, under seal: those in shared memory as a copy, as it may be no block of their own. */
export function sealedAsIs(planes: Planes): Sealed {
  return isShared(planes) ? sealedCopy(planes) : sealPlanes(planes);
}

function isShared([plane]: Planes): boolean {
  return plane !== undefined && plane.buffer instanceof SharedArrayBuffer;
}

/** A copy of planes that lie anywhere, under seal. */
export function sealedCopy(planes: Planes): Sealed {
  const copies = newPlanes(planes.length, planes[0]?.length ?? 0);
  planes.forEach((plane, at) => copies[at].set(plane));
  return sealPlanes(copies);
}

/** How many tasks this thread is in: of those that call others, more than one. */
let tasks = 0;
/** What the present task was handed, where it came from another thread. */
let handed: ReadonlyMap<number, Content> | undefined;

/** Runs a task, in which vectors can be opened and sealed. */
export function inTask<T>(run: () => T): T {
  tasks++;
  try {
    return run();
  } finally {
    tasks--;
  }
}

/** Runs what was handed sealed vectors by another thread. */
export function withHanded<T>(contents: ReadonlyMap<number, Content>, run: () => T): T {
  handed = contents;
  try {
    return run();
  } finally {
    handed = undefined;
  }
}

/**
 * In a task: the planes of a sealed vector, where they lie. They must be left as they are. In another thread only those can be
 * opened that the task says it is handed, see {@link Task.seals}.
 */
export function opened(vector: Sealed): Planes {
  assert(tasks > 0, 'a sealed vector is opened outside of a task');
  if (vector instanceof Sealed) return Sealed.contentOf(vector).planes;
  const content = handed?.get((vector as Sealed).id);
  assert(content !== undefined, 'expected a sealed vector that the task names among its seals, got another');
  return content.planes;
}

/**
 * In a task: a vector that `write` fills, under seal. All entries of the planes that it is given must be written: what is in them is
 * left from another.
 */
export function sealed(
  count: number,
  length: number,
  write: (planes: readonly Uint32Array[]) => void,
): Sealed {
  assert(tasks > 0, 'a vector is sealed outside of a task');
  const planes = newPlanes(count, length);
  write(planes);
  return sealPlanes(planes);
}

/** Words that stay in the processor's cache between two looks at them. */
const TILE = 2 ** 14;

function measure(plane: Uint32Array): { readonly largest: number; readonly check: number } {
  let [largest, check] = [0, 0];
  for (let start = 0; start < plane.length; start += TILE) {
    const tile = plane.subarray(start, start + TILE);
    check = crc32(new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength), check);
    largest = Math.max(largest, largestOf(tile));
  }
  return { largest, check };
}

/** So few words are compared one by one: to make a view of them takes longer. */
const FEW_WORDS = 64;

function largestOf(plane: Uint32Array): number {
  if (plane.length < FEW_WORDS) {
    let most = 0;
    for (const word of plane) most = word > most ? word : most;
    return most;
  }
  // As signed numbers and four at a time, which takes a third of the time: one from 2^31 on is below zero.
  const words = new Int32Array(plane.buffer, plane.byteOffset, plane.length);
  const whole = words.length & ~3;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let all = 0;
  for (let i = 0; i < whole; i += 4) {
    const a = words[i];
    const b = words[i + 1];
    const c = words[i + 2];
    const d = words[i + 3];
    all |= a | b | c | d;
    first = a > first ? a : first;
    second = b > second ? b : second;
    third = c > third ? c : third;
    fourth = d > fourth ? d : fourth;
  }
  for (let i = whole; i < words.length; i++) {
    all |= words[i];
    first = Math.max(first, words[i]);
  }
  if (all >= 0) return Math.max(first, second, third, fourth);
  return plane.reduce((most, word) => Math.max(most, word), 0);
}
