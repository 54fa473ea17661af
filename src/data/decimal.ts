const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A finite number in decimal notation: `Number` alone would also take `0x10`, `Infinity` and the empty string. */
export function parseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export type DecimalMark = '.' | ',';

/** Reads the numbers of one table, in which one decimal mark stands for all. */
export class Decimals {
  #mark: DecimalMark | undefined;

  /** @param mark found in the first number that has one, where it is not given */
  constructor(mark: DecimalMark | undefined) {
    this.#mark = mark;
  }

  /** A finite number in decimal notation, without marks between thousands. */
  parse(text: string): number | undefined {
    const comma = text.includes(',');
    if (this.#mark === undefined && (comma || text.includes('.'))) this.#mark = comma ? ',' : '.';
    if (this.#mark !== ',') return parseDecimal(text);
    return text.includes('.') ? undefined : parseDecimal(text.replace(',', '.'));
  }
}
