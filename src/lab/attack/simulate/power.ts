/** What a simulation shows and what it could have shown, in words. */

import { bytes, counted, integer } from '../../../run/report/format.ts';
import type { Entry, Examined } from './examine.ts';
import { suffice } from './flips.ts';
import { areFound } from './planted.ts';
import type { Simulation } from './simulations.ts';

/**
 * What keeps a simulation from showing that nothing leaks under the scenario's faults, or, if it is thorough, while others
 * fail too: unsearched bytes and relations, and tests too weak.
 */
export function missingIn(simulation: Simulation): string[] {
  const { coalitions, provoked, of, without, level, thorough } = simulation;
  if (without.length > 0) return [`the simulator has no stand-in for ${without.join(', ')}`];
  if (of === 0) return ['no coalition of this run is one of the claim'];
  const few =
    coalitions.length < of ? [`${coalitions.length} of ${of} coalitions were compared (--thorough)`] : [];
  return [...few, ...lacksOf(thorough ? [...coalitions, ...provoked] : coalitions, level)];
}

function lacksOf(examined: readonly Examined[], level: number): string[] {
  const lacks = examined.flatMap(({ entries, relations, shape, pairs, says }) =>
    [
      ...(shape.pValue !== undefined && !suffice(pairs, level)
        ? [
            `too weak for the number, size, order and time of messages, which differ in ${pairs - shape.same} of ${counted(pairs, 'pair')}`,
          ]
        : []),
      ...entries.filter(({ untestedBytes }) => untestedBytes > 0).map(untestedText),
      ...entries.flatMap((entry) => weakText(entry, level) ?? []),
      ...relations.untested,
    ].map((text) => `${text}${whileText(says)}`),
  );
  return [...new Set(lacks)];
}

/** The fault under which something was found; empty for the scenario's own. */
export function whileText(says: string | undefined): string {
  return says === undefined ? '' : `, while ${says}`;
}

function untestedText({ untestedBytes, ...entry }: Entry): string {
  return `untested: ${bytes(untestedBytes)} of ${textOf(entry)}, which do not come in both runs of a pair`;
}

/** Undefined if leaks that were planted in a field are found. */
function weakText(entry: Entry, level: number): string | undefined {
  const { planted } = entry;
  if (planted === undefined || areFound(planted, level)) return undefined;
  const found = planted.place.filter((pValue) => pValue <= level).length;
  return found < planted.place.length
    ? `too weak for ${textOf(entry)}: of entries without noise, planted, ${found} of ${planted.place.length} were found`
    : `too weak for ${textOf(entry)}: noise over half of the range, planted, was not found`;
}

/** For example `values of shares from client to client`. */
export function textOf({ from, to, type, field }: Pick<Entry, 'from' | 'to' | 'type' | 'field'>): string {
  return `${field === 'all' ? '' : `${field} of `}${type} from ${from} to ${to}`;
}

/** What was compared, with which power, and what the functionality was asked for. */
export function comparedText({ coalitions, provoked, level, faults, thorough }: Simulation): string[] {
  const shown = `${counted(coalitions.length, 'coalition')}, each in ${pairsText(coalitions, level)}`;
  const own = faults === 0 ? 'without faults' : `under the faults of the scenario (${faults})`;
  // Every schedule is named by who fails and how: without the names these are the ways in which somebody fails.
  const ways = [...new Set(provoked.map(({ says = '' }) => says.slice(says.indexOf(' ') + 1)))];
  return [
    shown,
    provoked.length === 0
      ? `${own}: what depends on ${faults === 0 ? 'somebody late, gone or restarted' : 'others'} was not tried`
      : `${own}; and while a party outside ${ways.join(', or ')}: ${counted(provoked.length, 'schedule')}, each in ${pairsText(provoked, level)}; others were not tried`,
    // Otherwise it is what the claim lacks.
    ...(thorough ? [] : provoked.flatMap((one) => besidesText(one, level))),
    ...sampledText(coalitions),
    ...plantedText(coalitions, level),
    ...steadyText(coalitions),
    ...learntText(coalitions),
  ];
}

/** What could not be tested of a coalition while others fail, where the verdict is not about that: weak tests only by their number. */
function besidesText(one: Examined, level: number): string[] {
  const tested = one.entries.filter(({ planted }) => planted !== undefined);
  const weak = tested.filter((entry) => weakText(entry, level) !== undefined);
  const others = { ...one, entries: one.entries.filter((entry) => !weak.includes(entry)) };
  const lacks = lacksOf([others], level);
  if (weak.length > 0)
    lacks.push(`too weak for ${weak.length} of ${counted(tested.length, 'field')}${whileText(one.says)}`);
  return lacks.map((lack) => `not part of the verdict: ${lack}`);
}

/** How many pairs of each coalition were compared, and what distinguishes them most. */
function pairsText(coalitions: readonly Examined[], level: number): string {
  const pairs = Math.max(0, ...coalitions.map((one) => one.pairs));
  const tests = coalitions.flatMap((one) => one.tests);
  const same = coalitions.every(({ shape, pairs: all }) => shape.same === all);
  const least = Math.min(1, ...tests.map(({ pValue }) => pValue));
  const traffic = `number, size, order and time of messages ${same ? 'the same in all' : 'compared'}`;
  const shown =
    tests.length === 0
      ? ''
      : `; ${counted(tests.length, 'test')}, smallest p ${least.toPrecision(2)}, suspicious below ${level.toPrecision(2)}`;
  return `${counted(pairs, 'pair')} of a real and a simulated run: ${traffic}${shown}`;
}

/** Of which fields only some entries were tested. */
function sampledText(coalitions: readonly Examined[]): string[] {
  const entries = coalitions.flatMap((one) => one.entries);
  const texts = entries.flatMap(({ sampled, ...entry }) =>
    sampled === undefined
      ? []
      : [`tested at ${integer(sampled.tested)} of ${integer(sampled.of)} entries: ${textOf(entry)}`],
  );
  return [...new Set(texts)];
}

function plantedText(coalitions: readonly Examined[], level: number): string[] {
  const planted = coalitions.flatMap(({ entries }) => entries.flatMap((entry) => entry.planted ?? []));
  if (planted.length === 0) return [];
  const places = planted.flatMap(({ place }) => place);
  const isFound = (pValue: number): boolean => pValue <= level;
  const vectors = Math.max(
    0,
    ...coalitions.flatMap(({ relations }) => relations.searched.map((one) => one.vectors)),
  );
  const related = vectors > 0 ? `; any linear relation among ${vectors} vectors` : '';
  return [
    `power: of planted leaks found: one entry without noise ${places.filter(isFound).length} of ${places.length}, half of the range ${planted.filter(({ half }) => isFound(half)).length} of ${planted.length}${related}`,
  ];
}

/** In which fields there are entries without noise that could be missed. */
function steadyText(coalitions: readonly Examined[]): string[] {
  const texts = coalitions.flatMap(({ entries }) =>
    entries.flatMap(({ planted, ...entry }) =>
      planted?.steady === undefined
        ? []
        : [
            `no leak was planted in ${integer(planted.steady.places)} of ${counted(planted.steady.of, 'entry')} of ${textOf(entry)}, the same in both runs of most pairs`,
          ],
    ),
  );
  return [...new Set(texts)];
}

function learntText([first]: readonly Examined[]): string[] {
  if (first === undefined) return [];
  const answers = first.learnt.map(({ question, bytes: size }) => `${question} (${bytes(size)})`);
  return [
    `what ${first.members.join(', ')} may learn: ${answers.length === 0 ? 'nothing' : answers.join(', ')}`,
  ];
}
