/** What the parties of a real run put into it, for ideal functionalities. */

import { assert } from '../../base/errors.ts';
import type { Labels } from '../../base/labels.ts';
import type { Random } from '../../base/random.ts';
import type { Member } from '../view.ts';
import type { RealRun } from '../simulator.ts';

/** A client with the points that it holds. */
export type HoldingClient = Member & Required<Pick<Member, 'shard' | 'identifiers'>>;

/** All clients, in their order. */
export function clientsIn({ members }: RealRun): HoldingClient[] {
  return members
    .flatMap((member) => {
      const { shard, identifiers } = member;
      return shard === undefined || identifiers === undefined ? [] : [{ ...member, shard, identifiers }];
    })
    .toSorted((a, b) => a.index - b.index);
}

/** What the party that starts the clustering was given. */
export function startIn({ members }: RealRun): Labels {
  const start = members.find((member) => member.start !== undefined)?.start;
  assert(start !== undefined, 'no party starts the clustering');
  return start;
}

/** A party's random streams, each from its beginning. */
export function randomIn({ members }: RealRun, name: string): Random {
  const party = members.find((member) => member.name === name);
  assert(party !== undefined, `there is no ${name}`);
  return party.random();
}
