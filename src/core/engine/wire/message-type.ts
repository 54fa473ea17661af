/** Declared types of messages. */

import type { FieldKind } from './fields.ts';

export type Fields<B> = { readonly [K in keyof B]: FieldKind<B[K]> };

/** A declared type of message with body `B`. */
export interface MessageType<B = unknown, M extends string = string> {
  readonly name: M;
  readonly fields: Fields<B>;
  /** The fields' names, in declared order. */
  readonly fieldNames: readonly (keyof B & string)[];
  /**
   * Whether its sender may go on before it is answered, so that nothing shows whether it came: parties that retransmit then repeat the
   * last one of the type with whatever they sent later.
   */
  readonly lasting?: boolean | undefined;
}

/** Any declared type, for lists of types. */
// oxlint-disable-next-line typescript/no-explicit-any -- bodies are invariant, and a list mixes them
export type AnyMessageType = MessageType<any>;
