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
  readonly #thousands: string | undefined;

  /**
   * @param mark if not given, that of the first number that has one
   * @param thousands what stands between thousands; if not given, nothing does
   */
  constructor(mark: DecimalMark | undefined, thousands?: string) {
    this.#mark = mark;
    this.#thousands = thousands;
  }

  /** A finite number in decimal notation. */
  parse(text: string): number | undefined {
    if (this.#thousands !== undefined && groupedBy(text) === this.#thousands)
      return this.#parse(text.replaceAll(this.#thousands, ''));
    return this.#parse(text);
  }

  #parse(text: string): number | undefined {
    const mark = this.#mark ?? (text.includes(',') ? ',' : '.');
    if (mark === ',' && text.includes('.')) return undefined;
    const value = parseDecimal(mark === ',' ? text.replace(',', '.') : text);
    // A date, with its dots, tells nothing.
    if (value !== undefined && text.includes(mark)) this.#mark = mark;
    return value;
  }
}

/** What may stand between thousands. */
export const THOUSANDS = [',', '.', "'", '’', ' '] as const;

/** What stands between the thousands of a number such as `98,363` or `1'250'000.5`; undefined for any other text. */
export function groupedBy(text: string): string | undefined {
  return /^[+-]?\d{1,3}([,.'’ ])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/.exec(text)?.[1];
}
