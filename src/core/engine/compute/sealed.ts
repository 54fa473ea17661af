/**
 * Sealed vectors carry the result of one task through actors to another. An actor can hold one, send it and pass it to tasks, but can
 * neither read nor change it. Therefore nobody needs a private copy: a message carries the vector itself, and tasks read it in
 * place.
 *
 * The largest entries and the checksums of a sealed vector were computed when it was made, and need no second pass.
 */

import { platform } from '#platform';
import { assert } from '../../base/errors.ts';
import { giveBlocks, takeBlock } from './blocks.ts';

/** One plane of 32-bit words per modulus, all of the same length. */
export type Planes = readonly Uint32Array[];

/** The contents of a sealed vector, as passed between threads. */
export interface Content {
  readonly planes: Planes;
  /** The largest entry of each plane; 0 for an empty one. */
  readonly largest: readonly number[];
  /** The CRC-32 of each plane's bytes in little-endian order; empty for planes outside shared memory. */
  readonly checks: readonly number[];
}

/** Vectors of at least this many bytes are in shared memory; smaller ones are copied faster than it is allocated. */
const SHARED_BYTES = 2 ** 17;

/**
 * How much memory V8's collector is made to count per byte of a block. It does not count shared memory, and would never collect
 * unreachable vectors; the counted memory is never touched, and so costs nothing.
 */
const COUNTED = 1 / 4;

/** Reuses the blocks of unreachable vectors. */
const recycler = new FinalizationRegistry<SharedArrayBuffer>((block) => giveBlocks([block]));

let made = 0;

/** An opaque, immutable vector of residues, see above. */
export class Sealed {
  /** Identifies it when it is passed to a task in another thread. */
  readonly id = made++;
  /** The number of planes, one per modulus. */
  readonly planes: number;
  /** The number of entries of each plane. */
  readonly length: number;
  readonly #content: Content;
  readonly #counted: ArrayBuffer | undefined;

  constructor(content: Content) {
    const { planes } = content;
    this.#content = content;
    this.planes = planes.length;
    this.length = planes[0]?.length ?? 0;
    const block = planes[0]?.buffer;
    if (block instanceof SharedArrayBuffer) {
      this.#counted = new ArrayBuffer(block.byteLength * COUNTED);
      recycler.register(this, block, this.#counted);
    }
    // Sender and receivers have the same object, to which none of them may add anything.
    Object.freeze(this);
  }

  /** Whether every entry of each plane is below its modulus. */
  isBelow(moduli: readonly number[]): boolean {
    const { largest } = this.#content;
    return largest.every((value, plane) => value < moduli[plane]) || this.length === 0;
  }

  /** The contents of a vector: for tasks, for the wire, and for observers outside a run. */
  static contentOf(vector: Sealed): Content {
    return vector.#content;
  }

  /** The content of a vector that moves to another thread, which will eventually reuse its memory. */
  static transfer(vector: Sealed): Content {
    if (vector.#counted !== undefined) recycler.unregister(vector.#counted);
    return vector.#content;
  }
}

// An actor that holds a vector must not reach its content through its class.
Object.defineProperty(Sealed.prototype, 'constructor', { value: undefined });

/** Whether planes of this many bytes are sealed in shared memory. */
export function isWorthSharing(bytes: number): boolean {
  return bytes >= SHARED_BYTES;
}

/** Planes of zeros in memory of their own, to be written and then sealed. */
function newPlanes(count: number, length: number): Uint32Array[] {
  const bytes = count * length * Uint32Array.BYTES_PER_ELEMENT;
  const memory = isWorthSharing(bytes) ? takeBlock(bytes) : new ArrayBuffer(bytes);
  const planes: Uint32Array[] = [];
  for (let plane = 0; plane < count; plane++)
    planes.push(new Uint32Array(memory, plane * length * Uint32Array.BYTES_PER_ELEMENT, length));
  return planes;
}

/** Seals planes of {@link newPlanes}, which must not be written any more. */
export function sealPlanes(planes: Planes): Sealed {
  // Only vectors in shared memory are carried by messages, so other vectors need no checksums.
  if (!isShared(planes)) return new Sealed({ planes, largest: planes.map(largestOf), checks: [] });
  const measured = planes.map(measure);
  return new Sealed({
    planes,
    largest: measured.map(({ largest }) => largest),
    checks: measured.map(({ check }) => check),
  });
}

/** Seals planes that nobody else uses. Those in shared memory are copied, since they may share a block with others. */
export function sealedAsIs(planes: Planes): Sealed {
  return isShared(planes) ? sealedCopy(planes) : sealPlanes(planes);
}

function isShared([plane]: Planes): boolean {
  return plane !== undefined && plane.buffer instanceof SharedArrayBuffer;
}

/** Seals a copy of any planes. */
export function sealedCopy(planes: Planes): Sealed {
  const copies = newPlanes(planes.length, planes[0]?.length ?? 0);
  planes.forEach((plane, at) => copies[at].set(plane));
  return sealPlanes(copies);
}

/** How many tasks are running in this thread, nested ones included. */
let tasks = 0;
/** The contents of the current task's vectors, if it came from another thread. */
let handed: ReadonlyMap<number, Content> | undefined;

/** The memories of the vectors that the current task has opened or sealed; absent: none. */
let memories: Set<unknown> | undefined;

/** Runs a task on this input, in which sealed vectors can be opened, and vectors sealed. */
export function inTask<I, O>(run: (input: I) => O, input: I): O {
  tasks++;
  try {
    const output = run(input);
    assert(
      tasks > 1 || memories === undefined || !isIn(memories, output),
      'a task gives away planes of a sealed vector, whose memory others read and use again, and not a copy',
    );
    return output;
  } finally {
    tasks--;
    if (tasks === 0) memories = undefined;
  }
}

/** Whether any vector in a value lies in one of these memories. */
function isIn(all: ReadonlySet<unknown>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (ArrayBuffer.isView(value)) return all.has(value.buffer);
  if (value instanceof Map || value instanceof Set) return [...value].some((part) => isIn(all, part));
  // Most lists are of numbers.
  if (Array.isArray(value) && typeof value[0] === 'number') return false;
  return Object.values(value).some((part) => isIn(all, part));
}

/** Runs a task with sealed vectors from another thread. */
export function withHanded<T>(contents: ReadonlyMap<number, Content>, run: () => T): T {
  handed = contents;
  try {
    return run();
  } finally {
    handed = undefined;
  }
}

/**
 * In a task: the planes of a sealed vector, in place. They must not be changed. In another thread, only the vectors that the task
 * declares can be opened, see {@link Task.seals}. What the task returns must not contain them.
 */
export function opened(vector: Sealed): Planes {
  assert(tasks > 0, 'a sealed vector is opened outside of a task');
  const content = vector instanceof Sealed ? Sealed.contentOf(vector) : handed?.get((vector as Sealed).id);
  assert(content !== undefined, 'expected a sealed vector that the task declares in its seals, got another');
  notToBeGiven(content.planes);
  return content.planes;
}

function notToBeGiven(planes: Planes): void {
  for (const { buffer } of planes) (memories ??= new Set()).add(buffer);
}

/**
 * In a task: a sealed vector of zeros, but for what `write` writes into the planes that it is given. What the task returns must not
 * contain them.
 */
export function sealed(
  count: number,
  length: number,
  write: (planes: readonly Uint32Array[]) => void,
): Sealed {
  assert(tasks > 0, 'a vector is sealed outside of a task');
  const planes = newPlanes(count, length);
  notToBeGiven(planes);
  write(planes);
  return sealPlanes(planes);
}

/** How many words stay in the processor's cache between two passes over them. */
const TILE = 2 ** 14;

function measure(plane: Uint32Array): { readonly largest: number; readonly check: number } {
  let [largest, check] = [0, 0];
  for (let start = 0; start < plane.length; start += TILE) {
    const tile = plane.subarray(start, start + TILE);
    check = platform.bytes.crc32(new Uint8Array(tile.buffer, tile.byteOffset, tile.byteLength), check);
    largest = Math.max(largest, largestOf(tile));
  }
  return { largest, check };
}

/** Up to this many words are compared one by one, since creating a view takes longer. */
const FEW_WORDS = 64;

function largestOf(plane: Uint32Array): number {
  if (plane.length < FEW_WORDS) {
    let most = 0;
    for (const word of plane) most = word > most ? word : most;
    return most;
  }
  // As signed numbers and four at a time, which takes a third of the time; numbers from 2^31 on appear as negative.
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
