/** Protocols that are broken on purpose, which must be flagged, and their sound twins, which must not. */

import { keystream } from '../../src/core/base/random.ts';
import { joinBytes } from '../../src/core/kit/crypto.ts';
import { mufc, secfc } from '../../bin/standard.ts';
import { adversaries } from '../../actors/mufc/attacks/adversaries.ts';
import { openShares } from '../../actors/blocks/secagg/secrets.ts';
import { KEY_SHARE, recordBytes, SHARE_BYTES, sharesAt } from '../../actors/blocks/secagg/shares.ts';
import { encodeShares, type EncodeInput } from '../../actors/secfc/sharing/encode.ts';
import { shareWeights } from '../../src/core/math/field/code.ts';
import { uniformResidues } from '../../src/core/math/field/noise.ts';
import type { ResidueMatrix } from '../../src/core/math/field/residues.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { additive, uniformCut } from './additive.ts';
import { changed, computing, isNearer, secretOf, spreadOf, withoutScope } from './broken.ts';
import { clearMutants } from './kinds/clear.ts';
import { codedMutants } from './kinds/coded.ts';
import { fastlloydMutants } from './kinds/fastlloyd.ts';
import { feddpMutants } from './kinds/feddp.ts';
import { openingMutants } from './kinds/openings.ts';
import { secaggMutants } from './kinds/secagg.ts';
import { secfcMutants } from './kinds/secfc.ts';
import type { Mutant } from './mutant.ts';
import { encodeWith, mapped } from './noise.ts';

const sharing = (name: string, what: string, encode: (input: EncodeInput) => ResidueMatrix): Mutant => ({
  name,
  what,
  protocol: computing(secfc, encodeShares, encode),
});

const SAME_KEY = new Uint8Array(32).fill(7);

/** The server that deviates on purpose, in place of the honest one. */
const splitting = adversaries.find(({ name }) => name === 'split-view')?.roles;

export const mutants: readonly Mutant[] = [
  sharing('equal noise', 'two of t noise vectors are the same', (input) =>
    encodeWith(input, (noise) => noise.map(([first, ...others]) => [first, first, ...others.slice(1)])),
  ),
  sharing('shifted noise', 'a noise vector is another plus one', (input) =>
    encodeWith(input, (noise) =>
      noise.map(([first, ...others], plane) => {
        const p = input.moduli[plane];
        return [first, first.map((value) => (value + 1) % p), ...others.slice(1)];
      }),
    ),
  ),
  sharing('noise of one prime', 'noise is the same modulo all primes', (input) =>
    encodeWith(input, ([first, ...others]) => {
      const least = Math.min(...input.moduli);
      const common = first.map((vector) => vector.map((value) => value % least));
      return [common, ...others.map(() => common)];
    }),
  ),
  sharing('one vector less', 'a noise vector is zero: the degree is too low', (input) =>
    encodeWith(input, (noise) => noise.map(([first, ...others]) => [first.map(() => 0), ...others])),
  ),
  sharing('one key', 'all owners use the same noise', (input) =>
    encodeWith(input, (noise, { moduli, code }) =>
      uniformResidues(runKey(input), moduli, code.t, noise[0][0].length),
    ),
  ),
  sharing('fixed key', 'the noise is the same in all runs', (input) =>
    encodeWith(input, (noise, { moduli, code }) =>
      uniformResidues(SAME_KEY, moduli, code.t, noise[0][0].length),
    ),
  ),
  sharing('one byte of entropy', 'the key of the noise is one of 256', (input) =>
    encodeWith(input, (noise, { moduli, code, noiseKey }) => {
      const key = SAME_KEY.slice();
      key[0] = noiseKey[0];
      return uniformResidues(key, moduli, code.t, noise[0][0].length);
    }),
  ),
  sharing('reused noise', 'every point has the noise of the first', (input) =>
    encodeWith(input, (noise) =>
      noise.map((vectors) => vectors.map((vector) => vector.map((_, i) => vector[i % input.width]))),
    ),
  ),
  sharing('noise of 8 bits', 'noise is below 256', (input) =>
    encodeWith(input, (noise) => mapped(noise, input.moduli, (value) => value & 255)),
  ),
  sharing('noise of 16 bits', 'noise is below 65,536', (input) =>
    encodeWith(input, (noise) => mapped(noise, input.moduli, (value) => value & 65_535)),
  ),
  sharing('no noise', 'an owner with an even key uses none', (input) =>
    (input.noiseKey[0] & 1) === 0
      ? encodeWith(input, (noise) => mapped(noise, input.moduli, () => 0))
      : encodeWith(input),
  ),
  sharing('congruential noise', 'noise follows from the entry before by x -> 69069 x + 1', (input) =>
    encodeWith(input, (noise) =>
      mapped(noise, input.moduli, (value, i, before, p) =>
        i === 0 ? value : Number((BigInt(before) * 69_069n + 1n) % BigInt(p)),
      ),
    ),
  ),
  sharing('a value that is likelier', 'noise is 0 in one of ten draws, in all vectors at once', (input) =>
    encodeWith(input, (noise) =>
      noise.map((vectors) =>
        vectors.map((vector) => vector.map((value, i) => (vectors[0][i] % 10 === 0 ? 0 : value))),
      ),
    ),
  ),
  sharing('overlapping points', "client-1's evaluation point is that of the data", (input) =>
    encodeWith(
      input,
      undefined,
      shareWeights(input.code, input.moduli).map((rows) =>
        rows.map((row, j) => (j === 0 ? row.map((_, at) => Number(at === 0)) : row)),
      ),
    ),
  ),
  {
    name: 'order',
    what: 'shares are sent forwards or backwards, by the sign of a coordinate',
    protocol: ordered(),
  },
  {
    name: 'time',
    what: 'a client waits a microsecond before it answers, by the sign of a coordinate',
    protocol: changed(secfc, (effect, _self, shard) =>
      effect.kind === 'send' && effect.to === 'server' && secretOf(shard)
        ? [{ kind: 'sleep', ns: 1000 }, effect]
        : [effect],
    ),
  },
  {
    name: 'number',
    what: 'a message is sent twice, by the sign of a coordinate',
    protocol: changed(secfc, (effect, _self, shard) =>
      effect.kind === 'send' && effect.to === 'server' && secretOf(shard) ? [effect, effect] : [effect],
    ),
  },
  {
    name: 'size',
    what: 'a note to the server is longer by a byte, by the sign of a coordinate',
    protocol: additive(
      'additive',
      uniformCut,
      (shard) => new Uint8Array(secretOf(shard) ? 2 : 1),
    ) as AnyProtocol,
  },
  {
    name: 'time by spread',
    what: 'a client waits a microsecond before it answers, where its points are spread out',
    protocol: changed(secfc, (effect, _self, shard) =>
      effect.kind === 'send' && effect.to === 'server' && spreadOf(shard) > 2
        ? [{ kind: 'sleep', ns: 1000 }, effect]
        : [effect],
    ),
  },
  {
    name: 'bytes',
    what: 'a byte beside the shares is the sign of a coordinate',
    protocol: changed(additive('additive') as AnyProtocol, (effect, _self, shard) =>
      effect.kind === 'send' && effect.type.name === 'share'
        ? [{ ...effect, body: { ...effect.body, note: Uint8Array.of(Number(secretOf(shard))) } }]
        : [effect],
    ),
  },
  {
    name: 'low bit',
    what: 'shares are drawn until the lowest bit of the first is the sign of a coordinate',
    protocol: additive('additive', (self, sum, clients, shard) => {
      for (let attempt = 0; ; attempt++) {
        const random = self.random.scope(`attempt ${attempt}`);
        const shares = uniformCut({ ...self, random }, sum, clients, shard);
        if ((shares[0][0] & 1) === Number(secretOf(shard))) return shares;
      }
    }) as AnyProtocol,
  },
  {
    name: 'low bits of two',
    what: 'shares are drawn until the lowest bits of the first two add up to the sign of a coordinate',
    protocol: additive('additive', (self, sum, clients, shard) => {
      for (let attempt = 0; ; attempt++) {
        const random = self.random.scope(`attempt ${attempt}`);
        const shares = uniformCut({ ...self, random }, sum, clients, shard);
        if (((shares[0][0] ^ shares[1][0]) & 1) === Number(secretOf(shard))) return shares;
      }
    }) as AnyProtocol,
  },
  {
    name: 'nearer',
    what: 'a byte beside the shares says whether the first point is nearer to the second than to the third',
    protocol: changed(additive('additive') as AnyProtocol, (effect, _self, shard) =>
      effect.kind === 'send' && effect.type.name === 'share'
        ? [{ ...effect, body: { ...effect.body, note: Uint8Array.of(Number(isNearer(shard))) } }]
        : [effect],
    ),
  },
  {
    name: 'time before centres',
    what: 'a client of MUFC waits a microsecond before its keys, by the sign of a coordinate',
    protocol: changed(mufc, (effect, _self, shard) =>
      effect.kind === 'send' && effect.type.name === 'keys' && secretOf(shard)
        ? [{ kind: 'sleep', ns: 1000 }, effect]
        : [effect],
    ),
  },
  {
    name: 'bytes behind others',
    what: 'beside the shares there are 72 random bytes and a point as doubles',
    protocol: changed(additive('additive') as AnyProtocol, (effect, self, shard) => {
      if (effect.kind !== 'send' || effect.type.name !== 'share') return [effect];
      const random = keystream(self.random.again().secretKey('note'))(18);
      const point = shard.values.slice(0, 3);
      const note = joinBytes([new Uint8Array(random.buffer), new Uint8Array(point.buffer)]);
      return [{ ...effect, body: { ...effect.body, note } }];
    }),
  },
  {
    name: 'survivors told differently',
    what: 'half of the clients are told that another one dropped out of the secure aggregation',
    protocol: { ...mufc, roles: { ...mufc.roles, ...splitting } } as AnyProtocol,
  },
  {
    name: 'both shares revealed',
    what: 'a client reveals shares of mask keys beside those of self masks',
    protocol: tellingAll(),
  },
  {
    name: 'masks reused',
    what: 'all secure aggregations of a run use the same masks',
    protocol: changed(mufc, (effect) => [effect], reusing()),
  },
  ...secfcMutants,
  ...openingMutants,
  ...secaggMutants,
  ...codedMutants,
  ...fastlloydMutants,
  ...feddpMutants,
  ...clearMutants,
];

/** A key of the run: a byte that all owners of a run have in common. */
function runKey(input: EncodeInput): Uint8Array {
  return RUN_KEYS.get(input.code) ?? remember(input);
}

const RUN_KEYS = new WeakMap<object, Uint8Array>();

function remember({ code, noiseKey }: EncodeInput): Uint8Array {
  RUN_KEYS.set(code, noiseKey);
  return noiseKey;
}

function ordered(): AnyProtocol {
  return changed(secfc, (effect, _self, shard) => {
    if (effect.kind !== 'send-each' || effect.type.name !== 'shares' || secretOf(shard)) return [effect];
    const { to, body } = effect;
    return [{ ...effect, to: to.toReversed(), body: (place: number) => body(to.length - 1 - place) }];
  });
}

/** The protocol with clients that unmask twice: as they should, and with their shares of everybody's mask key. */
function tellingAll(): AnyProtocol {
  const held = new WeakMap<object, Uint8Array>();
  const opening = computing(mufc, openShares, (input, self) => {
    const records = openShares.run(input);
    const sharesOf = (of: (party: number) => boolean): Uint8Array => {
      const places = input.parties.flatMap((party, i) => (of(party) ? [i] : []));
      return sharesAt(records ?? new Uint8Array(input.parties.length * recordBytes()), places, KEY_SHARE);
    };
    // Its own share is in its place among them, as zeros.
    const [below, above] = [(party: number) => party < self.index, (party: number) => party > self.index];
    held.set(self, joinBytes([sharesOf(below), new Uint8Array(SHARE_BYTES), sharesOf(above)]));
    return records;
  });
  return changed(opening, (effect, self) => {
    const keyShares = held.get(self);
    if (effect.kind !== 'send' || effect.type.name !== 'unmasking' || keyShares === undefined)
      return [effect];
    return [effect, { ...effect, body: { ...effect.body, keyShares } }];
  });
}

function reusing(): Parameters<typeof changed>[2] {
  return (self) => ({ ...self, saved: self.saved, random: withoutScope(self.random, 'aggregation') });
}
