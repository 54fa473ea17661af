/** The `collusion` section: who colludes, which attacks they attempt, and whether they are semi-honest. */

import { z } from 'zod';
import type { AnyAttack, Coalitions, Needs } from '../../core/protocol/attack.ts';
import { everyone, namesText, type Parties } from '../../core/protocol/parties.ts';
import type { AnyProtocol, Problem } from '../../core/protocol/protocol.ts';
import { section } from '../../core/base/section.ts';

const tried = {
  attacks: z
    .array(z.string())
    .min(1)
    .optional()
    .meta({ description: 'by name; absent: all that such a coalition can mount' }),
};
const withServer = {
  server: z
    .boolean()
    .default(false)
    .meta({ description: 'whether the party that reports the outcome is one of them' }),
};

export const collusionSection = z
  .array(
    z.union(
      [
        section({
          members: z.array(z.string()).min(1).meta({ description: 'who colludes, by name' }),
          ...tried,
          adversary: z.string().optional().meta({
            description:
              'how malicious members deviate from the protocol, by name; absent: they are semi-honest, follow it and only look',
          }),
        }),
        section({
          any: z.int().min(1).meta({ description: 'this many clients, drawn by the seed' }),
          draws: z
            .int()
            .min(1)
            .max(1_000_000)
            .default(20)
            .meta({ description: 'how many such coalitions are drawn' }),
          ...withServer,
          ...tried,
        }),
        section({
          upTo: z.int().min(1).meta({ description: 'every set of at most this many clients' }),
          ...withServer,
          ...tried,
        }),
      ],
      {
        error: 'expected members: [names], any: a number of clients with draws, or upTo: a number of clients',
      },
    ),
  )
  .default([])
  .meta({ description: 'who colludes, and what they attempt' });

/** One entry of the section. */
export type Collusion = Coalitions & {
  readonly attacks?: readonly string[] | undefined;
  readonly adversary?: string | undefined;
};

/** The members that deviate from the protocol, and how. */
export interface ActiveAdversary {
  readonly name: string;
  readonly members: readonly string[];
}

/** The one active adversary that a run can have. */
export function adversaryOf(collusion: readonly Collusion[]): ActiveAdversary | undefined {
  const [found] = collusion.flatMap((entry) =>
    'members' in entry && entry.adversary !== undefined
      ? [{ name: entry.adversary, members: entry.members }]
      : [],
  );
  return found;
}

/** Every impossible coalition, and every attack that a coalition cannot attempt. */
export function collusionProblems(
  collusion: readonly Collusion[],
  protocol: AnyProtocol,
  parties: Parties,
  heldOut: boolean,
): Problem[] {
  const { attacks = [], adversaries = [] } = protocol.privacy ?? {};
  const problems: Problem[] = [];
  const refuse = (path: string, expected: string, got: string | number): void => {
    problems.push({ path: `collusion.${path}`, expected, got: `${got}` });
  };
  const oneOf = (known: readonly { readonly name: string }[], what: string): string =>
    known.length === 0
      ? `no ${what}: ${protocol.name} has none`
      : `one of ${known.map(({ name }) => name).join(', ')}`;
  collusion.forEach((entry, i) => {
    const size = checkSize(entry, parties, (key, expected, got) => refuse(`${i}.${key}`, expected, got));
    entry.attacks?.forEach((name, j) => {
      const attack = attacks.find((candidate) => candidate.name === name);
      const path = `${i}.attacks.${j}`;
      // Attacks that need certain settings, such as a start, would only make the list long.
      const common = attacks.filter(({ concerns }) => concerns === undefined);
      if (attack === undefined) refuse(path, oneOf(common, 'attack'), name);
      else if (size !== undefined && !hasWhatItNeeds(attack, { ...size, heldOut })) {
        refuse(path, needsText(attack.needs), name);
      }
    });
    const { adversary } = entry;
    if (adversary !== undefined && !adversaries.some(({ name }) => name === adversary))
      refuse(`${i}.adversary`, oneOf(adversaries, 'adversary'), adversary);
    if (adversary !== undefined && collusion.findIndex((other) => other.adversary !== undefined) < i)
      refuse(`${i}.adversary`, 'at most one coalition with an adversary', 'another');
  });
  return problems;
}

/** What a coalition has that attacks may need. */
export interface Means {
  /** Whether it includes a party that holds no data. */
  readonly server: boolean;
  readonly clients: number;
  /** Whether points are held out of the run. */
  readonly heldOut: boolean;
}

/** How many clients are among these members, and whether the server is. */
export function meansOf(members: readonly string[], { clients }: Parties): Omit<Means, 'heldOut'> {
  const holding = members.filter((name) => clients.includes(name)).length;
  return { server: holding < members.length, clients: holding };
}

/** Whether a coalition with these means can carry out an attack. */
export function hasWhatItNeeds({ needs }: AnyAttack, { server, clients, heldOut }: Means): boolean {
  if (needs.server === true && !server) return false;
  return clients >= (needs.clients ?? 0) && (needs.heldOut !== true || heldOut);
}

/** What an attack needs, in words. */
export function needsText({ server, clients = 0, heldOut }: Needs): string {
  const parts = [
    ...(server === true ? ['the server'] : []),
    ...(clients > 0 ? [`at least ${clients} of the clients`] : []),
    ...(heldOut === true ? ['points in data.holdOut'] : []),
  ];
  return `a coalition with ${parts.join(' and ')} for this attack`;
}

/** @returns its largest possible membership; undefined for an impossible coalition */
function checkSize(
  entry: Collusion,
  parties: Parties,
  refuse: (key: string, expected: string, got: string | number) => void,
): Omit<Means, 'heldOut'> | undefined {
  const { clients } = parties;
  const n = clients.length;
  if ('members' in entry) {
    const { members } = entry;
    const unknown = members.findIndex((name) => !everyone(parties).includes(name));
    const repeated = members.findIndex((name, j) => members.indexOf(name) < j);
    if (unknown >= 0) refuse(`members.${unknown}`, namesText(parties), members[unknown]);
    if (repeated >= 0) refuse(`members.${repeated}`, 'every member once', members[repeated]);
    if (unknown >= 0 || repeated >= 0) return undefined;
    return meansOf(members, parties);
  }
  const [key, size] = 'any' in entry ? ['any', entry.any] : ['upTo', entry.upTo];
  if (size > n) {
    refuse(key, `at most ${n} clients`, size);
    return undefined;
  }
  return { server: entry.server, clients: size };
}
