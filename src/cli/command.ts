/** What a command of the command line is: how it is called, apart from what it does, which is loaded when it is called. */

import type { Plugin } from '../plugin/plugin.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Flags, FlagValues } from './flag.ts';

export interface Command<F extends Flags = Flags> {
  readonly name: string;
  /** Under which heading help lists it. */
  readonly group: string;
  /** One line in the list of commands, in the imperative. */
  readonly summary: string;
  /** What else its own help says: kinds of files, exit codes. */
  readonly details: string;
  /** What it takes besides flags, in order; `...` behind the last where there may be several of it. */
  readonly takes: readonly string[];
  readonly flags: F;
  /** Whole lines that work, each with what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** What it does; reading that loads hundreds of modules. */
  load(): Promise<Action<F>>;
}

export interface Action<F extends Flags = Flags> {
  run(call: Call<F>): Promise<ExitCode>;
}

/** How a command was called. */
export interface Call<F extends Flags = Flags> {
  readonly files: readonly string[];
  readonly values: FlagValues<F>;
  /** What scenarios may name. */
  readonly plugins: readonly Plugin[];
}

/** What is known of a command before it is loaded. */
export type Declaration<F extends Flags = Flags> = Omit<Command<F>, 'load'>;

/** Keeps the types of the flags, so that the action knows its values. */
export function command<F extends Flags>(declared: Declaration<F>): Declaration<F> {
  return declared;
}

/** A command with what it does, which knows its flags by the declaration. */
export function loadedBy<F extends Flags>(
  declared: Declaration<F>,
  load: () => Promise<Action<F>>,
): Command<F> {
  return { ...declared, load };
}
