const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A finite number in decimal notation; `Number` alone would also accept `0x10`, `Infinity` and the empty
 * string.
 */
export function parseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export type DecimalMark = '.' | ',';

/** Reads the numbers of one table, which has a single decimal mark. */
export class Decimals {
  #mark: DecimalMark | undefined;

  /** @param mark if not given, that of the first number that has one */
  constructor(mark: DecimalMark | undefined) {
    this.#mark = mark;
  }

  /** A finite number in decimal notation, without thousands separators. */
  parse(text: string): number | undefined {
    const comma = text.includes(',');
    if (this.#mark === undefined && (comma || text.includes('.'))) this.#mark = comma ? ',' : '.';
    if (this.#mark !== ',') return parseDecimal(text);
    return text.includes('.') ? undefined : parseDecimal(text.replace(',', '.'));
  }
}
