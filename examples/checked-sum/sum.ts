// A sum under pairwise masks of n clients, all of whom must answer, with a check as in Fed-BioMed until 2024: so that the server knows that
// masks cancel, clients mask a number that it told them, and it compares the sum of these with n times the number.
import * as c from 'cahoots';
import type { Aggregate, SumSession } from 'cahoots/blocks';
import { curve25519, hmac, joinBytes } from 'cahoots/crypto';
import { ModularVectors, type Packed } from 'cahoots/field';

const Key = c.message('key', { key: c.binary });
const Roster = c.message('roster', { keys: c.binary, number: c.integer });
const Masked = c.message('masked', { values: c.packed, check: c.packed });

// Whether the number goes under the masks of the vector, or under masks of its own.
export type Masks = 'same' | 'own';

interface MaskInput {
  readonly session: SumSession;
  readonly masks: Masks;
  readonly own: number;
  readonly secret: Uint8Array;
  readonly keys: Uint8Array;
  readonly input: Uint32Array;
  readonly number: number;
}

const publicKey = c.defineTask('checked/key', {
  operations: () => 255 * 10 * 64,
  run: (secret: Uint8Array) => curve25519.publicBytes(curve25519.secretKey('X25519', secret)),
});

const mask = c.defineTask('checked/mask', {
  operations: ({ session: { clients, length } }: MaskInput) =>
    clients.length * (255 * 10 * 64 + 61 * (length + 1)),
  run({ session, masks, own, secret, keys, input, number }): { values: Packed; check: Packed } {
    const vectors = new ModularVectors(session.modulus);
    const key = curve25519.secretKey('X25519', secret);
    const values = input.slice();
    const check = vectors.from([number]);
    for (let j = 0; j < session.clients.length; j++) {
      if (j === own) continue;
      const theirs = curve25519.publicKey('X25519', keys.slice(32 * j, 32 * (j + 1)));
      const shared = curve25519.agree(key, theirs);
      const [seed, checkSeed] = [hmac(shared, 'mask'), hmac(shared, masks === 'same' ? 'mask' : 'check')];
      if (own < j) vectors.addUniform(values, seed);
      else vectors.subtractUniform(values, seed);
      if (own < j) vectors.addUniform(check, checkSeed);
      else vectors.subtractUniform(check, checkSeed);
    }
    return { values: vectors.pack(values), check: vectors.pack(check) };
  },
});

function* contribute(self: c.Self, session: SumSession, masks: Masks, input: Uint32Array) {
  const secret = self.random.secretKey('key');
  yield* c.send('server', Key, { key: yield* c.compute(publicKey, secret) });
  const told = yield* c.receive(Roster, {
    from: 'server',
    timeoutNs: 2 * session.timeoutNs,
    accept: ({ body }) => body.keys.length === 32 * session.clients.length || 'wrong shape',
  });
  if (told === undefined) return yield* c.silent('server');
  const { keys, number } = told.body;
  const own = session.clients.indexOf(self.name);
  yield* c.send(
    'server',
    Masked,
    yield* c.compute(mask, { session, masks, own, secret, keys, input, number }),
  );
}

function* aggregate(self: c.Self, { clients, modulus, length, timeoutNs }: SumSession) {
  const vectors = new ModularVectors(modulus);
  const all = { count: clients.length, from: clients, timeoutNs };
  const keys = yield* c.collect(Key, {
    ...all,
    accept: ({ body }) => body.key.length === 32 || 'wrong shape',
  });
  if (keys.length < clients.length)
    return yield* c.abort(`expected keys of ${clients.length}, got ${keys.length}`);
  const keyOf = new Map(keys.map(({ from, body }) => [from, body.key]));
  const number = self.random.stream('check').integer(2 ** 16);
  yield* c.send(clients, Roster, { keys: joinBytes(clients.map((name) => keyOf.get(name)!)), number });
  const fits = (packed: Packed, elements: number): boolean =>
    packed.length === elements && vectors.unpack(packed) !== undefined;
  const masked = yield* c.collect(Masked, {
    ...all,
    accept: ({ body }) => (fits(body.values, length) && fits(body.check, 1)) || 'wrong shape',
  });
  if (masked.length < clients.length)
    return yield* c.abort(`expected vectors of ${clients.length}, got ${masked.length}`);
  const sum = vectors.zeros(length);
  const check = vectors.zeros(1);
  for (const { body } of masked) {
    vectors.add(sum, vectors.unpack(body.values)!);
    vectors.add(check, vectors.unpack(body.check)!);
  }
  if (check[0] !== number * clients.length) return yield* c.abort('the masks do not cancel');
  const result: Aggregate = { sum, survivors: clients.map((_, i) => i) };
  return result;
}

// The sum, for the checker of cahoots/blocks.
export function validatedSum(name: string, masks: Masks) {
  return {
    block: c.subprotocol({
      name,
      summary: `a sum under pairwise masks, checked with a number under ${masks === 'same' ? 'the same masks' : 'masks of its own'}`,
      messages: [Key, Roster, Masked],
      tasks: [publicKey, mask],
    }),
    contribute: (self: c.Self, session: SumSession, input: Uint32Array) =>
      contribute(self, session, masks, input),
    aggregate,
  };
}
