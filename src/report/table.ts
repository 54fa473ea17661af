/** Plain tables for a terminal: columns two spaces apart, no lines. */

import Table from 'cli-table3';

/**
 * Ends with a newline.
 * @param left the columns of words; those of numbers stand to the right
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: readonly string[],
): string {
  const plain = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '' };
  const lines = new Table({
    head: [...head],
    colAligns: head.map((name) => (left.includes(name) ? 'left' : 'right')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    chars: {
      ...plain,
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
  });
  lines.push(...rows.map((cells) => [...cells]));
  return `${lines
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}
