/**
 * The two kinds of failure that stop a program. What a real peer could observe (a timeout, a malformed
 * message, a bad share) is neither: it is an outcome that the trace records.
 */

/** What went wrong, as a word that programs can test. */
export type ErrorCode = 'bad-input' | 'cut-off' | 'damaged' | 'not-reproducible';

/** The location of a mistake in the user's input; every part is optional. */
export interface Place {
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** A path inside the document, such as `protocol.privacy`. */
  readonly path?: string;
}

/** The user's mistake: it says where, and is shown without a stack trace. */
export class CahootsError extends Error {
  override readonly name = 'CahootsError';
  readonly code: ErrorCode;
  readonly place: Place;

  constructor(code: ErrorCode, message: string, place: Place = {}) {
    super(formatPlace(place) + message);
    this.code = code;
    this.place = place;
  }
}

/** Several mistakes found in one go, one line each. */
export class CahootsErrors extends CahootsError {
  readonly errors: readonly CahootsError[];

  constructor(errors: readonly [CahootsError, ...CahootsError[]]) {
    super(errors[0].code, errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

/** `file:line:column path: `, without the parts that are unknown; empty when nothing is known. */
function formatPlace({ file, line, column, path }: Place): string {
  const where = [file, line, file === undefined && line === undefined ? undefined : column]
    .filter((part) => part !== undefined)
    .join(':');
  const place = [where, path].filter(Boolean).join(' ');
  return place === '' ? '' : `${place}: `;
}

/** The message of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Our own mistake. Checked in production too: stopping is better than a wrong answer. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** A mistake in the code that runs, ours or a plugin's. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}
