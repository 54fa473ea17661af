/**
 * Settings of earlier versions of scenarios. Each is rejected with its current name, since a file that is
 * silently read in another sense is worse than one that is rejected.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { Registry } from '../plugin/registry.ts';
import type { ScenarioFile } from './document.ts';

/** The version of scenarios that is read. Version 1 had other names for some settings. */
export const VERSION = 2;

type Path = readonly (string | number)[];
type Names = Readonly<Record<string, string>>;

/** In the sections that every scenario has. */
const SECTIONS: Readonly<Record<string, Names>> = {
  expect: { namesLiars: 'blamesByzantine' },
  swarm: { liars: 'byzantine', lies: 'falsify' },
};
const COLLUSION: Names = { hostile: 'adversary' };

/** One error for each setting, and each kind of fault, that has been renamed. */
export function renamedSettings(
  source: ScenarioFile,
  { protocols, faults: kinds }: Registry,
): CahootsError[] {
  const values = source.values as Readonly<Record<string, unknown>>;
  const refused = (path: Path, now: string): CahootsError => {
    const got = String(path.at(-1));
    return new CahootsError(
      'bad-input',
      `expected ${now}, as it is called now, got ${got}`,
      source.keyPlace(path),
    );
  };
  const keys = (at: Path, names: Names): CahootsError[] =>
    Object.keys(mapping(at.reduce<unknown>((value, key) => Object(value)[key] as unknown, values)))
      .filter((key) => Object.hasOwn(names, key))
      .map((key) => refused([...at, key], names[key]));
  const ofProtocol = (at: Path): CahootsError[] => {
    const { name } = mapping(at.reduce<unknown>((value, key) => Object(value)[key] as unknown, values));
    return keys(at, protocols.find((protocol) => protocol.name === name)?.renamed ?? {});
  };
  const kindNames = new Map(
    kinds.flatMap(({ name, formerly }) => (formerly === undefined ? [] : [[formerly, name]])),
  );
  const kind = (at: Path, name: unknown): CahootsError[] => {
    const now = kindNames.get(name as string);
    if (now === undefined || kinds.some((known) => known.name === name)) return [];
    return [
      new CahootsError(
        'bad-input',
        `expected ${now}, as it is called now, got ${String(name)}`,
        source.place(at),
      ),
    ];
  };
  return [
    ...Object.entries(SECTIONS).flatMap(([section, names]) => keys([section], names)),
    ...list(values['collusion']).flatMap((_, i) => keys(['collusion', i], COLLUSION)),
    ...ofProtocol(['protocol']),
    ...list(values['compare']).flatMap((_, i) => ofProtocol(['compare', i])),
    ...list(values['faults']).flatMap((fault, i) => kind(['faults', i, 'fault'], mapping(fault)['fault'])),
    ...list(mapping(values['swarm'])['families']).flatMap((name, i) => kind(['swarm', 'families', i], name)),
  ];
}

function mapping(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
