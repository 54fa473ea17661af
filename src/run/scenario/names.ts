/** Unknown parties, roles, messages and kinds that a scenario names. */

import { CahootsError } from '../../core/base/errors.ts';
import type { FaultKind } from '../fault/kind.ts';
import { meantBy, namesText, type Parties } from '../../core/protocol/parties.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { ScenarioFile } from './document.ts';
import { faultProblems } from './faults.ts';
import type { ScenarioDocument } from './schema.ts';

/** In devices and links. */
export function unknownActors(
  document: ScenarioDocument,
  parties: Parties,
  source: ScenarioFile,
): CahootsError[] {
  const named: [string, (string | number)[]][] = [
    ...(['overrides', 'machines'] as const).flatMap((list) =>
      document.devices[list].flatMap(({ actors }, i) =>
        actors.map((actor, j): [string, (string | number)[]] => [actor, ['devices', list, i, 'actors', j]]),
      ),
    ),
    ...(['measured', 'shared'] as const).flatMap((list) =>
      document.network[list].flatMap(({ actors }, i) =>
        actors.map((actor, j): [string, (string | number)[]] => [actor, ['network', list, i, 'actors', j]]),
      ),
    ),
    ...document.network.links.flatMap(({ from, to }, i): [string, (string | number)[]][] => [
      [from, ['network', 'links', i, 'from']],
      [to, ['network', 'links', i, 'to']],
    ]),
  ];
  const { devices, network } = document;
  const byRole = [
    ['devices', 'roles', devices.roles],
    ['devices', 'profiles', devices.profiles],
    ['network', 'roles', network.roles],
  ] as const;
  const roles = byRole.flatMap(([name, table, entries]) =>
    Object.keys(entries)
      .filter((role) => !parties.roles.some((known) => known.role === role))
      .map((role) => {
        const known = parties.roles.map((one) => one.role).join(', ');
        const message = `expected a role of the protocol (${known}), got ${role}`;
        return new CahootsError('bad-input', message, source.place([name, table, role]));
      }),
  );
  const actors = named
    .filter(
      ([actor, [section, list]]) =>
        meantBy(actor, parties) === undefined &&
        !(actor === '*' && (section === 'network' || list === 'machines')),
    )
    .map(([actor, path]) => {
      const message = `expected ${namesText(parties)}, got ${actor}`;
      return new CahootsError('bad-input', message, source.place(path));
    });
  return [...roles, ...actors];
}

/** In faults, and other impossible references in faults. */
export function wrongFaults(
  { faults }: ScenarioDocument,
  kinds: readonly FaultKind[],
  { messages }: AnyProtocol,
  parties: Parties,
  source: ScenarioFile,
): CahootsError[] {
  return faultProblems(faults, kinds, parties, messages).map(({ path, expected, got }) => {
    return new CahootsError('bad-input', `expected ${expected}, got ${got}`, source.place(path));
  });
}
