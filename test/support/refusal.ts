import { CahootsError } from '../../src/core/base/errors.ts';

/** The error with which the user's mistake is refused; fails where nothing is refused or something else is thrown. */
export function refusal(act: () => unknown): CahootsError {
  try {
    act();
  } catch (error) {
    if (error instanceof CahootsError && error.code === 'bad-input') return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** The result, or nothing where the user's mistake is refused; any other error passes through. */
export function unlessRefused<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof CahootsError && error.code === 'bad-input') return undefined;
    throw error;
  }
}
