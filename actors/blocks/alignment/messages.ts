/** The message by which the server of an alignment announces the result (all others are those of a sparse sum). */

import { message, numbers } from '../../../src/core/kit/index.ts';

/** To every client: the union of all identifiers, ascending; empty if they cannot be aligned. */
export const Union = message('union', { identifiers: numbers });
