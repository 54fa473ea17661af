/** Something that a scenario can expect of a run, as a value: how it is written, where it applies, and what breaks it. */

import type { z } from 'zod';
import type { FigureValue } from '../../../core/protocol/figure.ts';
import type { Outcome } from '../../../core/protocol/outcome.ts';
import type { Parties } from '../../../core/protocol/parties.ts';
import type { AnyProtocol, Problem } from '../../../core/protocol/protocol.ts';
import type { Sent } from '../../../core/protocol/sent.ts';

/** An expectation of the scenario that was not met. */
export interface Violation {
  /** As the scenario names it. */
  readonly property: string;
  /** `expected X, got Y`. */
  readonly message: string;
}

/** What a scenario can have expectations about: how a run came out. */
export interface Came {
  readonly protocol: AnyProtocol;
  readonly agreed: unknown;
  readonly outcome: Outcome | undefined;
  /** Why there is no clustering. */
  readonly aborted: string | undefined;
  readonly iterations: number;
  /** Absent if there was nothing to compare. */
  readonly equalsLloyd: boolean | undefined;
  readonly missing: readonly string[];
  readonly blamed: readonly string[];
  readonly figures: readonly FigureValue[];
  readonly rounds: number;
  readonly sent: Sent;
  /** Virtual nanoseconds until the result; without one, until the end. */
  readonly timeNs: number;
  /** The clients that actually sent wrong values. */
  readonly byzantine: readonly string[];
}

/** What a scenario is about. */
export interface Asked {
  readonly protocol: AnyProtocol;
  readonly parties: Parties;
  readonly heldOut: boolean;
}

/** The part of an expectation, as written, that a protocol can be asked for; and the names of the rest. */
export interface Askable {
  /** Absent: nothing. */
  readonly part?: unknown;
  readonly unasked: readonly string[];
}

export interface Expectation<S extends z.ZodType = z.ZodType> {
  /** Of its value in a scenario: optional, with a description. */
  readonly schema: S;
  /** Why this protocol or these parties cannot be asked for it. */
  problems?(wanted: NonNullable<z.output<S>>, asked: Asked): readonly Problem[];
  /**
   * For a protocol on a scenario's `compare` list; absent: any protocol can be asked for all of it.
   * @param written as it stands in the scenario
   */
  askable?(written: unknown, protocol: AnyProtocol): Askable;
  /** How a run breaks it; absent: not the run decides it, but an attack on the run. */
  violations?(wanted: NonNullable<z.output<S>>, came: Came): readonly Violation[];
}

/** Declares something to expect, under the name that it has in the list. */
export function expectation<S extends z.ZodType>(declared: Expectation<S>): Expectation<S> {
  return Object.freeze(declared);
}

/** In the words of every violation. */
export function unmet(property: string, wanted: string | number, got: string | number): readonly Violation[] {
  return [{ property, message: `expected ${wanted}, got ${got}` }];
}
