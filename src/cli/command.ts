/** What a command of the command line is. */

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CahootsError } from '../base/errors.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { duration } from '../base/units.ts';
import type { ExitCode } from './exit-codes.ts';

export interface Command {
  /** @param plugins what scenarios may name */
  run(args: readonly string[], plugins: readonly Plugin[]): Promise<ExitCode>;
}

/**
 * The flags and the one file of a command.
 * @throws CahootsError for anything that the command does not know
 */
export function parseCommand<O extends Options>(
  usage: string,
  args: readonly string[],
  options: O,
): { values: Values<O>; file: string } {
  const { values, files } = parseFilesCommand(usage, args, options);
  if (files.length > 1) throw wrongUse(usage, `expected one FILE, got ${files.join(' ')}`);
  return { values, file: files[0] };
}

/**
 * The flags and the files, at least one, of a command.
 * @throws CahootsError for anything that the command does not know
 */
export function parseFilesCommand<O extends Options>(
  usage: string,
  args: readonly string[],
  options: O,
): { values: Values<O>; files: string[] } {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if (parsed.positionals.length === 0) throw new TypeError('expected a FILE, got none');
    return { values: parsed.values, files: parsed.positionals };
  } catch (error) {
    throw error instanceof TypeError ? wrongUse(usage, error.message) : error;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

function wrongUse(usage: string, message: string): CahootsError {
  return new CahootsError('bad-input', `${message}\nusage: cahoots ${usage}`);
}

/** A flag's value as a duration in nanoseconds. */
export function durationFlag(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const { success, data, error } = duration().safeParse(value);
  if (success) return data;
  throw new CahootsError('bad-input', `${error.issues[0].message}, got ${value}`, { path: flag });
}

/** A flag's value as an integer. */
export function integerFlag(flag: string, value: string | undefined, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= most)) {
    throw new CahootsError('bad-input', `expected an integer from 0 to ${most}, got ${value}`, {
      path: flag,
    });
  }
  return number;
}
