/** Persons of the American Community Survey, as points: what there is of the census tasks of FedDP-KMeans (Appendix G.1). */

import { Random } from '../../../src/core/base/random.ts';
import { type Federation, readRows, shuffled, writeFederation } from './federation.ts';

type Person = Readonly<Record<string, string>>;

/** One coordinate per value that occurs (one-hot), so every point of 12 features has the norm sqrt(12). */
const CATEGORIES = [
  'SEX',
  'MSP',
  'HISP',
  'RAC1P',
  'NOC',
  'NPF',
  'HOUSING_TYPE',
  'OWN_RENT',
  'EDU',
  'PINCP_DECILE',
  'INDP_CAT',
] as const;

/**
 * NIST's excerpts, split by regions: clients are areas outside the server's state, the server has persons from other states
 * and from the year before. Writes the files that a scenario reads.
 *
 * @param folder with acs-excerpts/
 * @param out a folder for the files
 * @throws CahootsError without them
 */
export function prepareAcs(folder: string | undefined, out: string): Federation {
  const persons = readRows(folder, 'acs-excerpts', 'persons-2019.csv').filter(
    ({ region }) => region !== 'ma',
  );
  const own = readRows(folder, 'acs-excerpts', 'server-2018.csv');
  const pointOf = oneHot([...persons, ...own], (person) => [
    ...CATEGORIES.map((name) => `${name} ${person[name]}`),
    `AGEP ${decadeOf(person.AGEP)}`,
  ]);
  const held = persons.map((person) => ({ point: pointOf(person), holder: person.PUMA }));
  return writeFederation(out, 'acs', held, own.map(pointOf));
}

/** Kinds of income that a person has or has not. */
const INCOMES = ['intp', 'pap', 'retp', 'ssip', 'ssp'] as const;

/** How many points the server has of the clients' kind of person, and of the other kind (Appendix G.1). */
const OWN = { chosen: 20, other: 1000 } as const;

/**
 * Persons of twenty states, which are the clients, with wages or without; the server has a few of the clients' kind and
 * many of the other, in place of the paper's types of employment. Writes the files that a scenario reads.
 *
 * @param folder with acs-20states/
 * @param out a folder for the files
 * @throws CahootsError without it
 */
export function prepareStates(
  folder: string | undefined,
  out: string,
  kind: 'wages' | 'no wages',
): Federation {
  const persons = readRows(folder, 'acs-20states', 'persons.csv');
  const pointOf = oneHot(persons, (person) => [
    ...['mar', 'sex', 'incgroup'].map((name) => `${name} ${person[name]}`),
    `agep ${decadeOf(person.agep)}`,
    ...INCOMES.map((name) => `${name} ${Number(person[name]) !== 0}`),
  ]);
  const hasWages = ({ wagp }: Person): boolean => Number(wagp) > 0;
  const stream = new Random(0).stream('server');
  const drawn = (wages: boolean): Person[] =>
    shuffled(
      persons.filter((person) => hasWages(person) === wages),
      stream,
    );
  const chosen = drawn(kind === 'wages');
  const others = drawn(kind !== 'wages');
  const own = [...chosen.slice(0, OWN.chosen), ...others.slice(0, OWN.other)];
  const held = chosen.slice(OWN.chosen).map((person) => ({ point: pointOf(person), holder: person.stabbr }));
  return writeFederation(out, `states-${kind.replace(' ', '-')}`, held, own.map(pointOf));
}

const decadeOf = (age: string): number => Math.min(9, Math.floor(Number(age) / 10));

/** Points with a coordinate for every value that occurs. */
function oneHot(
  persons: readonly Person[],
  valuesOf: (person: Person) => readonly string[],
): (person: Person) => number[] {
  const features = [...new Set(persons.flatMap(valuesOf))].toSorted();
  const places = new Map(features.map((feature, at) => [feature, at]));
  return (person) => {
    const point = Array<number>(features.length).fill(0);
    for (const value of valuesOf(person)) point[places.get(value) as number] = 1;
    return point;
  };
}
