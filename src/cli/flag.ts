/** A flag of the command line: its help, and how its value is parsed. */

import { CahootsError } from '../core/base/errors.ts';
import { suggestion } from '../core/base/suggestion.ts';

export interface Flag<T> {
  readonly summary: string;
  /** A letter that stands for it as well. */
  readonly short?: string;
  /** Its value's name in help; a flag without one is a switch. */
  readonly placeholder?: string;
  /** Whether it may be given several times. */
  readonly repeated: boolean;
  /** The values that it accepts, for completion; undefined if there is no such list. */
  readonly choices?: readonly string[];
  /**
   * @param given its value, each time that it was given
   * @throws CahootsError for values that it does not accept
   */
  readonly read: (given: readonly string[], name: string) => T;
}

/** By their names in code; `upTo` is `--up-to` on the command line. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** Does not compile for a name as on the command line, whose value nobody would read. */
export type NamedInCode<F extends Flags> = {
  readonly [K in keyof F]: K extends `${string}-${string}` ? never : F[K];
};

export type FlagValues<F extends Flags> = { readonly [K in keyof F]: ReturnType<F[K]['read']> };

/** `upTo` is `--up-to`. */
export function flagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A flag that has a letter as well. */
export function short<T>(letter: string, flag: Flag<T>): Flag<T> {
  return { ...flag, short: letter };
}

/** True if it is given. */
export function toggle(summary: string): Flag<boolean> {
  return { summary, repeated: false, read: (given) => given.length > 0 };
}

/**
 * A flag with any text.
 * @param placeholder what the help shows for the value
 */
export function text(placeholder: string, summary: string): Flag<string | undefined> {
  return single(placeholder, summary, (given) => given);
}

/** Every value that was given; undefined if none was. */
export function texts(placeholder: string, summary: string): Flag<readonly string[] | undefined> {
  return { placeholder, summary, repeated: true, read: (given) => (given.length > 0 ? given : undefined) };
}

/**
 * A flag with an integer in [`least`, `most`].
 * @param placeholder what the help shows for the value
 */
export function integer(
  placeholder: string,
  summary: string,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): Flag<number | undefined> {
  return single(placeholder, summary, (given, path) => {
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(number <= most))
      throw new CahootsError('bad-input', `expected an integer from ${least} to ${most}, got ${given}`, {
        path,
      });
    if (number < least)
      throw new CahootsError('bad-input', `expected at least ${least}, got ${given}`, { path });
    return number;
  });
}

/** Whole percent up to `most`, as a share of 1. */
export function percent(summary: string, most: number): Flag<number | undefined> {
  const whole = integer('PERCENT', summary, { most });
  return {
    ...whole,
    read(given, path) {
      const number = whole.read(given, path);
      return number === undefined ? undefined : number / 100;
    },
  };
}

/** A fraction from `least` to below 1. */
export function share(placeholder: string, summary: string, least: number): Flag<number | undefined> {
  return single(placeholder, summary, (given, path) => {
    const number = /^0?\.\d+$/.test(given) ? Number(given) : Number.NaN;
    if (number >= least) return number;
    throw new CahootsError('bad-input', `expected a share from ${least} to below 1, got ${given}`, { path });
  });
}

/**
 * A flag with one of several words.
 * @param placeholder what the help shows for the value
 */
export function oneOf<const T extends string>(
  placeholder: string,
  summary: string,
  choices: readonly T[],
): Flag<T | undefined> {
  const flag = single(placeholder, summary, (given, path) => {
    const known = choices.find((choice) => choice === given);
    if (known !== undefined) return known;
    const meant = suggestion(given, choices);
    throw new CahootsError('bad-input', `expected one of ${choices.join(', ')}, got ${given}${meant}`, {
      path,
    });
  });
  return { ...flag, choices };
}

function single<T>(
  placeholder: string,
  summary: string,
  read: (given: string, path: string) => T,
): Flag<T | undefined> {
  return {
    placeholder,
    summary,
    repeated: false,
    read(given, path) {
      if (given.length > 1) {
        throw new CahootsError('bad-input', `expected it once, got ${given.join(' and ')}`, { path });
      }
      return given.length === 0 ? undefined : read(given[0], path);
    },
  };
}
