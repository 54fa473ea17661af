/**
 * What a behaviour needs of the protocol that plays it, for the compiler alone: names of parties, message types and tasks, which the
 * protocol must have.
 */

declare const REQUIREMENTS: unique symbol;

/** Is never yielded: it carries what a behaviour needs in the type of its effects. */
export interface Requiring<N> {
  readonly kind?: never;
  readonly [REQUIREMENTS]: N;
}

/** Also fits what has no names at all, which a bare union of names would not. */
type Named<T> = readonly [T];

/** Each a union of names as far as the compiler knows them; `S` is what is saved. */
export interface Requirements<P = never, M = never, T = never, S = never> {
  readonly party?: Named<P>;
  readonly message?: Named<M>;
  readonly task?: Named<T>;
  readonly saves?: Named<S>;
}

/**
 * The needs of a behaviour whose type is written down without them: it may be played anywhere. Since the compiler counts no type as
 * part of one that has an optional property more, they do not hide what is known of the other behaviours that it is played with.
 */
export interface Unchecked extends Fitting {
  readonly unchecked?: true;
}

// oxlint-disable-next-line typescript/no-explicit-any -- it fits everything, and everything fits it
type Fitting = { readonly [K in keyof Requirements]?: any };

/** A name that the compiler knows; never for one that is known at run time only. */
export type Known<N extends string> = string extends N ? never : N;
