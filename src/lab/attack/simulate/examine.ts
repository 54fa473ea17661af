/** Compares what one coalition sees with what its simulator makes of what it may learn, over several pairs of runs. */

import { Random } from '../../../core/base/random.ts';
import { Directory } from '../../../core/engine/messages/directory.ts';
import type { AnyProtocol } from '../../../core/protocol/protocol.ts';
import type { AnySimulator } from '../../../core/protocol/simulator.ts';
import type { RunOptions } from '../../../run/execute/run.ts';
import type { Scenario } from '../../../run/scenario/load.ts';
import type { Coalition } from '../../games/coalition.ts';
import { classify } from './classifier.ts';
import { againFeatures, placeFeatures, pooledFeatures } from './features.ts';
import { type Differences, flipTest } from './flips.ts';
import { type Compared, comparePlaces } from './places.ts';
import { plant, type Planted } from './planted.ts';
import { type Relations, relationsAmong } from './relations.ts';
import type { PairTest } from './pair-test.ts';
import { randomnessAmong } from './randomness.ts';
import { compareShapes, type Shape } from './shape.ts';
import { drawnAlike, type Pair, runPair } from './simulated.ts';
import { type Slot, slotsOf } from './slots.ts';
import { worldsFor } from './worlds.ts';

/** What a coalition learnt by asking, and how its real and simulated views compare. */
export interface Examined {
  readonly members: Coalition;
  /** The fault of a party outside under which it was examined, in words; absent: under the scenario's faults alone. */
  readonly says?: string;
  /** How many pairs of runs were compared. */
  readonly pairs: number;
  /** What the functionality was asked for, and how many bytes it answered, in the first pair. */
  readonly learnt: readonly { readonly question: string; readonly bytes: number }[];
  readonly shape: Shape;
  readonly entries: readonly Entry[];
  readonly relations: Relations;
  /** All tests of it. */
  readonly tests: readonly PairTest[];
}

/** A field of a type of message between two roles. Bytes are per run. */
export interface Entry {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly field: string;
  readonly explainedBytes: number;
  readonly testedBytes: number;
  readonly untestedBytes: number;
  /** The entries of the field, from 0, that were tested; absent if none were. */
  readonly range?: readonly [number, number];
  /** How many of the places of {@link range} were tested; absent: all. */
  readonly sampled?: { readonly tested: number; readonly of: number };
  /** Absent if everything is explained. */
  readonly planted?: Planted;
}

/** The p-value of what no perfect simulation shows. */
const CERTAIN = 2 ** -40;

export interface ExamineOptions extends Pick<RunOptions, 'plugins' | 'executor' | 'signal'> {
  /** Called after every pair, with the number of all. */
  readonly onPair?: ((of: number) => void) | undefined;
}

/**
 * Runs pairs, and compares their views.
 * @param pairs how many on the scenario's own points; there is one more on each image of the points of those that
 *   do not collude
 * @param random fresh for every examination
 */
export async function examine(
  scenario: Scenario,
  protocol: AnyProtocol,
  simulator: AnySimulator,
  members: Coalition,
  pairs: number,
  random: Random,
  { onPair, ...options }: ExamineOptions,
): Promise<Examined> {
  const images = worldsFor(scenario, members, random.scope('worlds'));
  const worlds = [...Array.from({ length: pairs }, () => 0), ...images.slice(1).map((_, i) => i + 1)];
  const seeds = random.stream('seeds');
  const alike = drawnAlike(scenario, members);
  const views: Pair[] = [];
  for (const world of worlds) {
    if (options.signal?.aborted === true) break;
    const seed = seeds.integer(2 ** 31);
    views.push(await runPair(images[world], protocol, simulator, members, seed, options, alike));
    onPair?.(worlds.length);
  }
  return compareViews(scenario, protocol, members, views, worlds.slice(0, views.length), random);
}

function compareViews(
  scenario: Scenario,
  protocol: AnyProtocol,
  members: Coalition,
  views: readonly Pair[],
  worlds: readonly number[],
  random: Random,
): Examined {
  const stream = random.stream('flips');
  const slots = slotsOf(views, protocol);
  const shape = compareShapes(views, worlds, protocol.messages, stream);
  const groups = [...groupsOf(slots, new Directory(scenario.parties.roles))].map(([name, own]) => ({
    name,
    own,
    compared: comparePlaces(own, worlds),
  }));
  const tests: PairTest[] = [];
  if (shape.pValue !== undefined)
    tests.push({ test: 'shape', of: 'all messages', where: shape.where ?? '', pValue: shape.pValue });
  // What is the same to the byte and nanosecond in so many pairs is no matter of chance.
  if (shape.onOthers !== undefined)
    tests.push({ test: 'shape', of: 'all messages on other points', where: shape.onOthers, pValue: CERTAIN });
  const onOwnPoints = worlds.filter((world) => world === 0).length;
  const entries = groups.map(({ name, own, compared }) => {
    const { places } = compared;
    if (places.at.length === 0) return entryOf(name, compared, undefined, onOwnPoints);
    const repeated = againFeatures(places, worlds);
    tests.push(...testsOf(name, own, compared, repeated, stream));
    return entryOf(name, compared, plant(places, worlds, repeated, stream), onOwnPoints);
  });
  const open = groups.filter(({ compared }) => compared.places.at.length > 0);
  if (open.length > 0) {
    const places = open.map(({ compared }) => compared.places);
    tests.push({
      test: 'classifier',
      of: 'all fields',
      where: 'all fields',
      pValue: classify(places, stream),
    });
  }
  const slotsOpen = open.flatMap(({ own }) => own);
  tests.push(...randomnessAmong(slotsOpen, worlds));
  const relations = relationsAmong(slotsOpen, worlds, random.stream('relations'));
  return { members, pairs: views.length, learnt: learntIn(views), shape, entries, relations, tests };
}

/** Slots of one field of one type, from one role to another, which differ in some place. */
function groupsOf(slots: readonly Slot[], directory: Directory): Map<string, Slot[]> {
  const roleOf = (name: string): string => directory.role(directory.find(name) as number);
  const groups = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = [roleOf(slot.from), roleOf(slot.to), slot.type, slot.field].join('\n');
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [slot]);
    else own.push(slot);
  }
  return groups;
}

function testsOf(
  name: string,
  slots: readonly Slot[],
  { places }: Compared,
  repeated: Differences,
  stream: ReturnType<Random['stream']>,
): PairTest[] {
  const of = textOf(name);
  const at = (feature: number): string => {
    const place = places.at[feature % places.at.length];
    const { from, to, nth } = slots[place.slot];
    return `${of}, message ${nth + 1} from ${from} to ${to}, entry ${place.entry + 1}`;
  };
  const values = flipTest(placeFeatures(places), stream);
  const again = flipTest(repeated, stream, true);
  const pooled = flipTest(pooledFeatures(places, repeated), stream);
  return [
    { test: 'values', of, where: at(Math.max(0, values.feature)), pValue: values.pValue },
    { test: 'repeats', of, where: at(Math.max(0, again.feature)), pValue: again.pValue },
    { test: 'distribution', of, where: of, pValue: pooled.pValue },
  ];
}

function textOf(name: string): string {
  const [from, to, type, field] = name.split('\n');
  return `${field} of ${type} from ${from} to ${to}`;
}

function entryOf(
  name: string,
  { explainedBytes, otherBytes, unpairedBytes, range, places }: Compared,
  planted: Planted | undefined,
  pairs: number,
): Entry {
  const [from, to, type, field] = name.split('\n');
  const entry = {
    from,
    to,
    type,
    field,
    explainedBytes: explainedBytes / pairs,
    testedBytes: otherBytes / pairs,
    untestedBytes: unpairedBytes / pairs,
  };
  return {
    ...entry,
    ...(range && { range }),
    ...(places.at.length < places.all && { sampled: { tested: places.at.length, of: places.all } }),
    ...(planted && { planted }),
  };
}

function learntIn(views: readonly Pair[]): Examined['learnt'] {
  const sums = new Map<string, number>();
  for (const { question, bytes } of views[0]?.answers ?? [])
    sums.set(question, (sums.get(question) ?? 0) + bytes.length);
  return [...sums].map(([question, bytes]) => ({ question, bytes }));
}
