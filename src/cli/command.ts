/**
 * A command of the command line: how it is called, separate from what it does, which is loaded only when
 * called.
 */

import type { Plugin } from '../run/plugin/plugin.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Flags, FlagValues, NamedInCode } from './flag.ts';

export interface Command<F extends Flags = Flags> {
  readonly name: string;
  /** The heading under which help lists it. */
  readonly group: string;
  /** One line in the list of commands, in the imperative. */
  readonly summary: string;
  /** What else its own help says: kinds of files, exit codes. */
  readonly details: string;
  /** Its arguments besides flags, in order; `...` after the last if it may be repeated. */
  readonly takes: readonly string[];
  /** Whether these may be traces, so that a run's folder stands for its trace. */
  readonly readsTraces?: boolean;
  /** Whether its own help also lists what {@link Action.listed} says. */
  readonly listsValues?: boolean;
  readonly flags: F;
  /** Complete lines that work, each with what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** What it does; importing that loads hundreds of modules. */
  load(): Promise<Action<F>>;
}

export interface Action<F extends Flags = Flags> {
  run(call: Call<F>): Promise<ExitCode>;
  /** What there is to choose from, for its help: built in and with these plugins. */
  listed?(plugins: readonly Plugin[]): string;
}

/** How a command was called. */
export interface Call<F extends Flags = Flags> {
  readonly files: readonly string[];
  readonly values: FlagValues<F>;
  /** What scenarios may name. */
  readonly plugins: readonly Plugin[];
}

/** What is known about a command before it is loaded. */
export type Declaration<F extends Flags = Flags> = Omit<Command<F>, 'load'>;

/** Keeps the types of the flags, so that the action knows their values. */
export function command<F extends Flags>(
  declared: Declaration<F> & { readonly flags: NamedInCode<F> },
): Declaration<F> {
  return declared;
}

/** A command with what it does, typed by the flags of its declaration. */
export function loadedBy<F extends Flags>(
  declared: Declaration<F>,
  load: () => Promise<Action<F>>,
): Command<F> {
  return { ...declared, load };
}
