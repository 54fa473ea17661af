/** What the server of an alignment says to clients (everything else is a sparse sum's). */

import { message, numbers } from '../../../src/kit/index.ts';

/** To every client: the identifiers that somebody has, ascending; none when they cannot be aligned. */
export const Union = message('union', { identifiers: numbers });
