/** Private alignment of identifiers, by itself and as the first step of SecFC. */

import { describe, expect, test } from 'vitest';
import { align } from '../../../../actors/blocks/alignment/client.ts';
import { identifierAlignment } from '../../../../actors/blocks/alignment/index.ts';
import { broughtBy } from '../../../../src/core/protocol/subprotocol.ts';
import type { Aborted } from '../../../../src/core/engine/actors/abortion.ts';
import { unite } from '../../../../actors/blocks/alignment/server.ts';
import { type Alignment, alignment, alignmentCost } from '../../../../actors/blocks/alignment/session.ts';
import { secfc } from '../../../../bin/standard.ts';
import type { CodeName } from '../../../../actors/blocks/scma/shape.ts';
import { Random } from '../../../../src/core/base/random.ts';
import type { Scenario } from '../../../../src/run/scenario/load.ts';
import type { Role } from '../../../../src/core/engine/actors/actor.ts';
import { Bus } from '../../../../src/core/engine/messages/bus.ts';
import { finish } from '../../../../src/core/engine/actors/effects.ts';
import { type AnyMessageType, decodeMessage } from '../../../../src/core/engine/wire/message.ts';
import { Ledger } from '../../../../src/run/trace/ledger.ts';
import { actor, actors, play as playCast } from '../../../support/cast.ts';
import { counted, stated } from '../../../support/counts.ts';
import { play, type Played, scenarioFiles } from '../../../support/scenarios.ts';

const load = scenarioFiles();

interface Aligned {
  readonly failure: string | undefined;
  /** What each client got: all identifiers, or why not. */
  readonly unions: readonly (string | readonly number[])[];
  readonly ledger: Ledger;
  readonly agreed: Alignment;
}

async function playAlignment(
  identifiers: readonly (readonly number[])[],
  { universe = 1000, expected = identifiers.flat().length, code = 'exact' as CodeName } = {},
): Promise<Aligned> {
  const clients = identifiers.map((_, j) => `client-${j + 1}`);
  const agreed = alignment({ code, malicious: false }, clients, { universe, identifiers: expected }, 1e12);
  const roles: Role[] = [
    actor('server', function* (self) {
      yield* unite(self, agreed);
    }),
    actors('client', clients.length, function* (self) {
      const union = yield* align(self, agreed, Uint32Array.from(identifiers[self.index]));
      yield* finish([...union]);
    }),
  ];
  const bus = new Bus();
  const ledger = new Ledger(roles);
  ledger.attach(bus);
  const { result } = await playCast(roles, { messages: broughtBy([identifierAlignment]).messages, bus });
  const ends = (name: string) => result.results.get(name) as Aborted | undefined;
  return {
    failure: ends('server')?.reason,
    unions: clients.map((client) => ends(client)?.reason ?? (result.results.get(client) as number[])),
    ledger,
    agreed,
  };
}

describe('an alignment', () => {
  const three = [[17, 3, 999], [0], [5, 6, 7, 8]];

  test.each(['exact', 'hashed', 'integers'] as const)(
    'sends everybody all identifiers, in order: %s',
    async (code) => {
      const { failure, unions } = await playAlignment(three, { code });
      expect(failure).toBeUndefined();
      expect(unions).toEqual([0, 1, 2].map(() => [0, 3, 5, 6, 7, 8, 17, 999]));
    },
  );

  test('works for identifiers of 32 bits, and for a client that has none', async () => {
    const { unions } = await playAlignment([[2 ** 32 - 1, 7], []], { universe: 2 ** 32 });
    expect(unions).toEqual([
      [7, 2 ** 32 - 1],
      [7, 2 ** 32 - 1],
    ]);
  });

  test('refuses an identifier that two clients hold', async () => {
    const { failure, unions } = await playAlignment([[1, 2], [2, 3], [4]]);
    expect(failure).toBe('2 clients have the identifier 2');
    expect(new Set(unions)).toEqual(new Set(['the identifiers cannot be aligned']));
  });

  test('refuses more identifiers than were announced, and fewer', async () => {
    const more = await playAlignment(three, { expected: 7 });
    expect(more.failure).toBe('the sum of 3 clients does not decode to at most 7 cells');
    const fewer = await playAlignment(three, { expected: 9 });
    expect(fewer.failure).toBe('expected 9 identifiers, got 8');
    for (const { unions } of [more, fewer])
      expect(new Set(unions)).toEqual(new Set(['the identifiers cannot be aligned']));
  });

  test('costs what its formulas say, however the identifiers are spread', async () => {
    for (const identifiers of [three, [[1, 2, 3, 4, 5, 6, 7, 8], [], []]]) {
      const { ledger, agreed } = await playAlignment(identifiers);
      expect(counted(ledger)).toEqual(stated(alignmentCost(agreed)));
    }
  });
});

/** Twelve points that three groups of coordinates take apart, with the client of each. */
const POINTS = Array.from({ length: 12 }, (_, i) => [(i % 3) * 10 + i / 100, -i]);

/** In order of first appearance in the file, so a client's number is its name's. */
function scenarioOf(owners: readonly number[], settings: object = {}, seed = 1): Scenario {
  const rows = POINTS.map((point, i) => [`c${owners[i]}`, ...point].join());
  const protocol = { name: 'secfc', clusters: 3, privacy: 1, scale: 100, ...settings };
  return load({ table: ['client,x,y', ...rows].join('\n'), clients: 4, seed, protocol });
}

const playSecFc = (owners: readonly number[], settings?: object, seed?: number): Promise<Played> =>
  play(scenarioOf(owners, settings, seed));

const EVENLY = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];
/** The same, but for one point that another client has. */
const MOVED = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 2];
const ALIGN = { align: { threshold: 3 } };

describe('SecFC with alignment', () => {
  test('clusters as without it, whoever holds which point', async () => {
    const plain = await playSecFc(EVENLY);
    for (const owners of [EVENLY, MOVED, [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3]]) {
      const aligned = await playSecFc(owners, ALIGN);
      expect(aligned.findings).toMatchObject({ equalsLloyd: true, converged: true });
      expect([...(aligned.labels ?? [])]).toEqual([...(plain.labels ?? [])]);
    }
  });

  test('costs what its formulas say', async () => {
    const scenario = scenarioOf(MOVED, ALIGN);
    const { ledger, findings } = await play(scenario);
    const agreed = secfc.agree(scenario.parameters as never, scenario.population);
    expect(counted(ledger)).toEqual(stated(secfc.cost(agreed, scenario.population, findings.iterations)));
  });

  test('looks the same in transit, whoever holds which point: times, sizes, senders, receivers', async () => {
    const traffic = ({ history }: Played): unknown[] =>
      history
        .of('sent')
        .map(({ timeNs, from, to, type, payload }) => [timeNs, from, to, type, payload.byteLength]);
    const [one, two] = [await playSecFc(EVENLY, ALIGN), await playSecFc(MOVED, ALIGN)];
    expect(traffic(two)).toEqual(traffic(one));
    // Without alignment the sizes of shares tell.
    const [open, moved] = [await playSecFc(EVENLY), await playSecFc(MOVED)];
    expect(traffic(moved)).not.toEqual(traffic(open));
  });

  test(
    'lets t clients colluding with the server guess an owner no better than by tossing a coin',
    { timeout: 120_000 },
    async () => {
      const types = new Map<string, AnyMessageType>(secfc.messages.map((type) => [type.name, type]));
      /** What client 1 was sent by clients 3 and 4 of the point in question: the last one. */
      const seen = ({ history }: Played, from: number): number => {
        const sent = history.sent('shares').find((message) => message.from === from && message.to === 1);
        const decoded = decodeMessage((sent as { payload: Uint8Array }).payload, types) as {
          body: { values: Uint32Array[] };
        };
        const [plane] = decoded.body.values;
        return plane[plane.length - 1];
      };
      const coins = new Random(4).stream('coins');
      const wins = { aligned: 0, open: 0 };
      const games = 60;
      for (let game = 0; game < games; game++) {
        const world = coins.integer(2);
        const owners = world === 0 ? EVENLY : MOVED;
        const aligned = await playSecFc(owners, ALIGN, game);
        // Zeros and small coordinates are shared alike: whichever share is smaller is as good a guess as any.
        const guess = seen(aligned, 4) < seen(aligned, 3) ? 0 : 1;
        wins.aligned += guess === world ? 1 : 0;
        const open = await playSecFc(owners, {}, game);
        const bytes = open.history.sent('shares').find(({ from }) => from === 4)?.payload.byteLength ?? 0;
        const other = open.history.sent('shares').find(({ from }) => from === 2)?.payload.byteLength ?? 0;
        wins.open += (bytes === other ? 0 : 1) === world ? 1 : 0;
      }
      expect(wins.open).toBe(games);
      // Four standard deviations of a fair coin.
      expect(Math.abs(wins.aligned - games / 2)).toBeLessThan(2 * Math.sqrt(games));
    },
  );
});
