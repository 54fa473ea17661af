const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Any shorter integer is what a double holds. */
const LONG = 16;

/**
 * Whether a number stands for the integer that a text names, where it names one: what the double holds, or what programs write
 * for it, which is the shortest that it can be told from others by. Of the integers beyond 2^53 a double holds few, and others,
 * such as identifiers, would silently become one of these.
 */
export function isExact(text: string, value: number): boolean {
  if (text.length < LONG || !/^[+-]?\d+$/.test(text) || !Number.isFinite(value)) return true;
  return text === String(value) || BigInt(text) === BigInt(value);
}

/**
 * A finite number in decimal notation, unless it is an integer that no double holds; `Number` alone would also accept `0x10`, `Infinity` and the empty
 * string.
 */
export function parseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && isExact(text, value) ? value : undefined;
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
