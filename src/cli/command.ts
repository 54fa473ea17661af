/** What a command of the command line is. */

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CahootsError } from '../errors.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import type { ExitCode } from './exit-codes.ts';

export type Protocols = Readonly<Record<string, AnyProtocol>>;

export interface Command {
  readonly summary: string;
  readonly usage: string;
  run(args: readonly string[], protocols: Protocols): Promise<ExitCode>;
}

/**
 * The flags and the one file of a command.
 * @throws CahootsError for anything that the command does not know
 */
export function parseCommand<O extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  args: readonly string[],
  options: O,
): { values: ReturnType<typeof parseArgs<{ options: O }>>['values']; file: string } {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const [file, ...rest] = parsed.positionals;
    if (file === undefined || rest.length > 0) {
      throw new TypeError(
        `expected one FILE, got ${parsed.positionals.length === 0 ? 'none' : parsed.positionals.join(' ')}`,
      );
    }
    return { values: parsed.values, file };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CahootsError('bad-input', `${error.message}\nusage: cahoots ${usage}`);
  }
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
