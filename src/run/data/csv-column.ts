/** The contents of a column of a table, as far as needed to guess its use. */

import { type Role, roleOf } from './column-role.ts';
import { type Decimals, groupedBy } from './decimal.ts';
import { isWrittenForNone, SENTINELS } from './missing-values.ts';
import { quote } from './quote.ts';

/** A column of more distinct words identifies things rather than kinds of things. */
const MOST_WORDS = 12;
/** Of two, each would learn from a sum what the other has. */
const FEWEST_CLIENTS = 3;
/** Where there are more, or they have fewer rows on average, they are hardly clients. */
const MOST_CLIENTS = 1000;
const FEWEST_ROWS = 5;
/** After so many distinct cells, one more would change no guess. */
const ENOUGH_KINDS = 100_000;
/** Sizes of numbers are guessed from so many of them. */
const ENOUGH_NUMBERS = 10_000;
/** In fewer rows, numbers that count or repeat may do so by chance. */
const FEW_CELLS = 20;
/** How much larger one unit is than another: cm and m, g and kg. */
const UNITS = [10, 100, 1000];

export class Column {
  readonly name: string;
  readonly #role: Role | undefined;
  /** Some distinct words, and in how many cells. */
  readonly #words = new Map<string, number>();
  /** Some distinct cells. */
  readonly #kinds = new Set<string>();
  readonly #values: number[] = [];
  #cells = 0;
  #numbers = 0;
  #dates = 0;
  /** Cells with a number and its unit, and one of them. */
  #measures = 0;
  #measure = '';
  #last = Number.NaN;
  #contents = 0;
  /** Whether all its numbers are whole. */
  #isInteger = true;
  #isAscending = true;
  /** Whether each number is the one before and one more. */
  #counts = true;
  #differ = true;

  constructor(name: string) {
    this.name = name;
    this.#role = roleOf(name);
  }

  /** @param text of a cell with a value */
  add(text: string, decimals: Decimals): void {
    this.#cells++;
    this.#note(text);
    if (isDate(text)) this.#dates++;
    const value = decimals.parse(text);
    if (value === undefined) {
      if (MEASURE.test(text)) {
        this.#measures++;
        this.#measure ||= text;
      }
      if (this.#words.size <= MOST_WORDS || this.#words.has(text))
        this.#words.set(text, (this.#words.get(text) ?? 0) + 1);
      return;
    }
    this.#numbers++;
    if (this.#values.length < ENOUGH_NUMBERS) this.#values.push(value);
    if (!Number.isInteger(value)) this.#isInteger = false;
    if (this.#numbers > 1) {
      if (value <= this.#last) this.#isAscending = false;
      if (value !== this.#last + 1) this.#counts = false;
    }
    this.#last = value;
  }

  #note(text: string): void {
    if (this.#kinds.has(text)) this.#differ = false;
    else if (this.#kinds.size < ENOUGH_KINDS) this.#kinds.add(text);
    for (let at = 0; at < text.length; at++) this.#mix(text.charCodeAt(at));
    this.#mix(-1);
  }

  /** FNV-1a. */
  #mix(code: number): void {
    this.#contents = Math.imul(this.#contents ^ code, 0x01_00_01_93);
  }

  /** Whether the other one has the same cells. */
  repeats(other: Column): boolean {
    return this.#cells > 2 && this.#cells === other.#cells && this.#contents === other.#contents;
  }

  /** Words and numbers that stand for missing values, and in how many cells. */
  get forNone(): ReadonlyMap<string, number> {
    if (this.#numbers <= this.#cells / 2) return new Map();
    const words = [...this.#words].filter(([word]) => isWrittenForNone(word));
    const rest = this.#values.filter((value) => !SENTINELS.has(value));
    const [least, most] = [Math.min(...rest), Math.max(...rest)];
    const far = 3 * Math.max(Math.abs(least), Math.abs(most), 1);
    const sentinels = [...SENTINELS].filter(
      (value) => rest.length > 0 && ((value < 0 && least >= 0) || Math.abs(value) > far),
    );
    const found = sentinels.flatMap((value): [string, number][] => {
      const count = this.#values.filter((one) => one === value).length;
      return count === 0 || count > this.#values.length / 2 ? [] : [[String(value), count]];
    });
    return new Map([...words, ...found]);
  }

  /** What stands between the thousands of its numbers, where it has others that cannot be read without it. */
  get thousands(): string | undefined {
    const words = [...this.#words.keys()].filter((word) => !isWrittenForNone(word));
    const marks = new Set(words.map(groupedBy));
    const [mark] = marks;
    return words.length > 0 && marks.size === 1 ? mark : undefined;
  }

  /** Whether it has words that are no missing values. */
  get hasWords(): boolean {
    return this.#kindsOfWords > 0;
  }

  get #kindsOfWords(): number {
    const { forNone, thousands } = this;
    return thousands === undefined ? [...this.#words.keys()].filter((word) => !forNone.has(word)).length : 0;
  }

  /** Whether it probably says who holds a row: it is named like it, and has few words or whole numbers. */
  get isClient(): boolean {
    const { size } = this.#kinds;
    const isFew = size >= FEWEST_CLIENTS && size <= Math.min(MOST_CLIENTS, this.#cells / FEWEST_ROWS);
    return this.#role === 'holder' && this.#isInteger && isFew;
  }

  /** Why it should perhaps be no coordinate, or another one, and how; undefined if nothing speaks against it. */
  get doubt(): string | undefined {
    const units = this.#units;
    const [word, other] = this.#spelledTwice ?? [];
    if (other !== undefined)
      return `has ${quote(word ?? '')} and ${quote(other)}, which are two kinds: spell them alike to make one of them`;
    if (units !== undefined)
      return `has numbers of two sizes, such as ${units.join(' and ')}: perhaps two units, which nothing here converts`;
    if (!this.#isInteger) return undefined;
    if (this.#role === 'holder')
      return this.#kinds.size < FEWEST_CLIENTS
        ? 'is named like a client, but has too few kinds: a coordinate unless under data.ignore'
        : `is named like a client, but is a coordinate: --client ${this.name} makes clients of it`;
    if (this.#role === 'identifier' && this.#kinds.size > MOST_WORDS)
      return 'is named like an identifier, but repeats: a coordinate unless under data.ignore';
    const isFew = this.#kinds.size > 2 && this.#kinds.size <= 6 && this.#cells >= 5 * FEW_CELLS;
    return isFew && !this.hasWords
      ? `has only ${[...this.#kinds].toSorted().join(', ')}: a coordinate; if these are names of kinds, data.categories makes a coordinate of each`
      : undefined;
  }

  /** Two of its words that differ in capitals only. */
  get #spelledTwice(): readonly [string, string] | undefined {
    const words = [...this.#words.keys()];
    const small = words.map((word) => word.toLowerCase());
    const at = small.findIndex((word, i) => small.indexOf(word) < i);
    return at === -1 ? undefined : [words[small.indexOf(small[at])], words[at]];
  }

  /** Two of its numbers that are far apart by about a unit, with many like each. */
  get #units(): readonly [number, number] | undefined {
    const { forNone } = this;
    const values = this.#values.filter((value) => value > 0 && !forNone.has(String(value)));
    const sorted = values.toSorted((a, b) => a - b);
    if (sorted.length < FEW_CELLS || this.#isInteger) return undefined;
    const steps = sorted.slice(1).map((value, i) => value / sorted[i]);
    const at = 1 + steps.indexOf(Math.max(...steps));
    const [low, high] = [sorted.slice(0, at), sorted.slice(at)];
    const [small = 1, large = 1] = [low, high].map((group) => group[group.length >> 1]);
    const isNarrow = [low, high].every((group) => group[group.length - 1] < 3 * group[0]);
    const isUnit = UNITS.some((unit) => Math.abs(large / small / unit - 1) < 0.3);
    return isNarrow && isUnit && steps[at - 1] > 3 ? [small, large] : undefined;
  }

  /** Why it cannot be a coordinate; undefined if it can. */
  get uselessAs(): string | undefined {
    if (this.#cells === 0) return 'is empty in every row';
    if (this.#kinds.size === 1 && this.#cells > 2) return `is ${quote([...this.#kinds][0])} in every row`;
    if (this.#dates > this.#cells / 2) return 'has dates, which are no coordinates';
    if (this.#identifies) return this.#measured ?? 'identifies the rows';
    if (!this.hasWords) return undefined;
    const { forNone } = this;
    const word = [...this.#words.keys()].find((one) => !forNone.has(one)) ?? '';
    if (this.#numbers > this.#cells / 2)
      return `has words among its numbers, such as ${quote(word)}, which as empty cells would be missing values`;
    return this.#kindsOfWords > MOST_WORDS ? (this.#measured ?? 'is words of too many kinds') : undefined;
  }

  /** Why it is words although most of them are numbers; undefined if they are not. */
  get #measured(): string | undefined {
    if (this.#measures <= this.#cells / 2) return undefined;
    return `has numbers with a unit, such as ${quote(this.#measure)}, and without it would be a coordinate`;
  }

  get #identifies(): boolean {
    if (this.#cells < 3 || !this.#differ) return false;
    if (this.#numbers === 0) return this.thousands === undefined;
    if (this.#counts && this.#cells >= FEW_CELLS && !this.hasWords) return true;
    if (this.#role === 'count') return !this.hasWords && this.#isInteger && this.#isAscending;
    return this.#role !== undefined && this.#isInteger;
  }
}

/** Whether it is a day, as in `2024-03-12`, `12.03.2024` or `3/12/24`, perhaps with a time. */
function isDate(text: string): boolean {
  return /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4}))(?:[ T]\d{1,2}:\d{2}.*)?$/.test(text);
}

const NUMBER = String.raw`[+-]?\d[\d.,'’ ]*`;
/** Units that need no space before them; any word may be one after a space. */
const UNIT = String.raw`[%‰€$£¥]|°[CF]|[kmµ]?g|[kcmµ]?m|m?l|m?s|min|h|mmHg|bpm| \p{L}[\p{L}\d²³/]{0,7}| [%‰€$£¥]| °[CF]`;
/** A number with a unit, as in `72 kg`, `12,5 %` or `€1.200`. */
const MEASURE = new RegExp(`^(?:[€$£¥<>~] ?${NUMBER}|${NUMBER}(?:${UNIT}))$`, 'u');
