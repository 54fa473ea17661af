/** What the server of an alignment says to clients (everything else is a sparse sum's). */

import { message, numbers } from '../../../src/wire/message.ts';
import { scmaMessages } from '../scma/messages.ts';

/** To every client: the identifiers that somebody has, ascending; none when they cannot be aligned. */
export const Union = message('union', { identifiers: numbers });

export const alignmentMessages = [...scmaMessages, Union] as const;
