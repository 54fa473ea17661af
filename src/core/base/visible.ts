/** Text from others, such as data files and traces, on its way to a terminal. */

/**
 * Control characters, and those that reverse what follows, as JSON writes them: none colours the screen, moves
 * the cursor, or forges a line.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
