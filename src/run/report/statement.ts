/**
 * What a note says: words, and the values between them. Statements with the same words are told as one, in which a
 * quantity becomes a range, and parties those of all runs.
 */

import { grouped } from '../../core/base/grouped.ts';
import { firstNames, MOST_NAMES } from '../execute/quality.ts';

export type Statement = readonly Part[];

type Part = Words | Quantity | Parties;

interface Words {
  readonly kind: 'words';
  readonly text: string;
}

interface Quantity {
  readonly kind: 'quantity';
  readonly number: string;
  /** With what separates it from the number; empty if there is none. */
  readonly unit: string;
}

interface Parties {
  readonly kind: 'parties';
  readonly text: string;
  readonly names: readonly string[];
  /** How many more there are, without their names. */
  readonly more: number;
}

/**
 * How the text of a kind of note is read. parties: it is a list of these. named: it begins with a name and a colon,
 * and has values after these. plain: it has no values. Absent: it has values anywhere.
 */
export type Reading = 'parties' | 'named' | 'plain';

const UNITS: Readonly<Record<string, readonly [quantity: string, factor: number]>> = {
  ms: ['time', 1],
  s: ['time', 1e3],
  min: ['time', 60e3],
  B: ['bytes', 1],
  kB: ['bytes', 1e3],
  MB: ['bytes', 1e6],
  GB: ['bytes', 1e9],
  TB: ['bytes', 1e12],
  '%': ['share', 1],
};

/** With the client's own name, if it has one: `client-2 (Bonn)`. */
const PARTY = String.raw`(?<![\w-])[a-z]\w+-\d+(?![\w-])(?: \([^()]*\))?`;
const BETWEEN_PARTIES = /(?:, | and )(?![^(]*\))/;
const PARTIES = String.raw`(?<names>${PARTY}(?:(?:, | and )${PARTY})*)(?: and (?<more>\d+) more)?`;
const NUMBER = String.raw`(?<![\w.-])(?<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)`;
const UNIT = String.raw`(?<unit> ?(?:${Object.keys(UNITS).join('|')})(?!\w))?`;
const VALUE = new RegExp(String.raw`${PARTIES}|${NUMBER}${UNIT}(?![\w-]|\.\w)`, 'g');

/** The words and values of a text: together they are the text. */
export function statementOf(text: string, reading?: Reading): Statement {
  if (reading === 'parties') return [{ kind: 'parties', text, names: text.split(BETWEEN_PARTIES), more: 0 }];
  const parts: Part[] = [];
  const add = (words: string): void => {
    if (words !== '') parts.push({ kind: 'words', text: words });
  };
  const start = reading === 'plain' ? text.length : reading === 'named' ? text.indexOf(': ') + 1 : 0;
  add(text.slice(0, start));
  let at = start;
  for (const found of text.slice(start).matchAll(VALUE)) {
    const { names, more = '0', number, unit = '' } = found.groups ?? {};
    add(text.slice(at, start + found.index));
    parts.push(
      number === undefined
        ? { kind: 'parties', text: found[0], names: names.split(BETWEEN_PARTIES), more: Number(more) }
        : { kind: 'quantity', number, unit },
    );
    at = start + found.index + found[0].length;
  }
  add(text.slice(at));
  return parts;
}

/** The same for statements that differ in their values only. */
export function sayingOf(statement: Statement): string {
  return JSON.stringify(
    statement.map((part, at) => {
      if (part.kind === 'parties') return part.kind;
      if (part.kind === 'quantity') return [UNITS[part.unit.trim()]?.[0]];
      return statement[at - 1]?.kind === 'quantity' ? singular(part.text) : part.text;
    }),
  );
}

/** What is counted by the number before: `1 time`, `2 times`, `3 entries`. */
function singular(text: string): string {
  return text.replace(/^( \w+)ies\b/, '$1y').replace(/^( \w+)s\b/, '$1');
}

/**
 * The text of all of them.
 * @param statements at least one, all with the same {@link sayingOf}
 */
export function toldTogether(statements: readonly Statement[]): string {
  const [first] = statements;
  return first
    .map((own, at) => {
      const all = statements.map((statement) => statement[at]);
      const texts = all.map(textOf);
      if (texts.every((text) => text === texts[0])) return texts[0];
      if (own.kind === 'quantity') return range(all as readonly Quantity[]);
      if (own.kind === 'parties') return allParties(all as readonly Parties[]);
      // The plural.
      return texts.reduce((longest, text) => (text.length > longest.length ? text : longest));
    })
    .join('');
}

/** Texts, those told together that differ in their values only. */
export function textsTogether(texts: readonly string[]): string[] {
  return [
    ...grouped(
      texts.map((text) => statementOf(text)),
      sayingOf,
    ).values(),
  ].map(toldTogether);
}

function textOf(part: Part): string {
  return part.kind === 'quantity' ? `${part.number}${part.unit}` : part.text;
}

function range(all: readonly Quantity[]): string {
  const sizeOf = ({ number, unit }: Quantity): number =>
    Number(number.replaceAll(',', '')) * (UNITS[unit.trim()]?.[1] ?? 1);
  const inOrder = all.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const [least, most] = [inOrder[0], inOrder[inOrder.length - 1]];
  return `${least.number}${least.unit === most.unit ? '' : least.unit} to ${textOf(most)}`;
}

/** Those of all runs, the most frequent first, and how many there are in each run. */
function allParties(all: readonly Parties[]): string {
  const runs = new Map<string, number>();
  for (const { names } of all) for (const name of names) runs.set(name, (runs.get(name) ?? 0) + 1);
  const byNumber = new Intl.Collator('en', { numeric: true });
  const inOrder = [...runs].toSorted(([a, often], [b, rarely]) => rarely - often || byNumber.compare(a, b));
  const counts = all.map(({ names, more }) => names.length + more);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const each = least === most ? `${least}` : `${least} to ${most}`;
  const known = inOrder.map(([name]) => name);
  const isMore = all.some(({ more }) => more > 0);
  const named = isMore ? `${known.slice(0, MOST_NAMES).join(', ')} and others` : firstNames(known);
  return `${named} (${each} in each run)`;
}
