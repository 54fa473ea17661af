/** The vectors that payloads carry: they stay where they are, and are not part of the bytes written for the payload. */

import { type Carried, type Piece, piecesOf } from '../wire/sealed-residues.ts';

/** Where the written bytes of a payload are. */
interface Written {
  memory(payload: number): Uint8Array;
  start(payload: number): number;
  end(payload: number): number;
}

export class Carrying {
  /** By payload, with the number of bytes written without them. */
  readonly #vectors = new Map<number, { readonly carried: readonly Carried[]; readonly written: number }>();

  add(payload: number, carried: readonly Carried[], written: number): void {
    this.#vectors.set(payload, { carried, written });
  }

  /** @returns whether it carried any */
  delete(payload: number): boolean {
    return this.#vectors.size > 0 && this.#vectors.delete(payload);
  }

  /** The vectors of a payload; undefined if it carries none. */
  of(payload: number): readonly Carried[] | undefined {
    return this.#vectors.size === 0 ? undefined : this.#vectors.get(payload)?.carried;
  }

  /** How many bytes were written without them; undefined if it carries none. */
  written(payload: number): number | undefined {
    return this.#vectors.size === 0 ? undefined : this.#vectors.get(payload)?.written;
  }

  /** All bytes of a payload, each vector at its place. */
  *pieces(payload: number, bytes: Written): Generator<Piece> {
    const memory = bytes.memory(payload);
    let from = bytes.start(payload);
    for (const { at, vector } of this.of(payload) ?? []) {
      yield { bytes: memory.subarray(from, at) };
      yield* piecesOf(vector);
      from = at;
    }
    yield { bytes: memory.subarray(from, bytes.end(payload)) };
  }
}
