/** Messages with fields of all kinds and of sizes around every border, and whether a codec does with one what msgpackr does. */

import { isDeepStrictEqual } from 'node:util';
import { Random, type Stream } from '../../src/core/base/random.ts';
import { unsealed } from '../../src/core/protocol/attacks/messages.ts';
import { NO_CLUSTER } from '../../src/core/base/labels.ts';
import { type Sealed, sealedCopy } from '../../src/core/engine/compute/sealed.ts';
import { Arena } from '../../src/core/engine/wire/bytes.ts';
import { codecOf } from '../../src/core/engine/wire/codec.ts';
import {
  type AnyMessageType,
  binary,
  type ClusterLabels,
  decodeMessage,
  encodeAny,
  type FieldKind,
  flag,
  integer,
  labels,
  message,
  numbers,
  packed,
  packedResidues,
  packedSealedResidues,
  reals,
  residues,
  sealedResidues,
} from '../../src/core/engine/wire/message.ts';

/** Around every size at which a length takes another byte, a copy another way, or memory is shared. */
const LENGTHS = [0, 1, 3, 4, 7, 8, 31, 32, 33, 63, 64, 127, 128, 255, 256, 511, 512, 1024, 2047, 8192];
const COUNTS = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1];
const CLUSTERS = [1, 2, 3, 4, 31, 127, 128, 255, 256, 257, 65_535];
/** Just below these lie residues: those that pack into 28 bits, and others. */
const MODULI = [2 ** 28, 2 ** 28, 2 ** 28 + 1, 2 ** 31];
/** One field in this many is long. */
const LONG = 16;
const MOST_PLANES = 16;

type Draw<T> = (random: Stream, length: number) => T;

const pick = (random: Stream, values: readonly number[]): number => values[random.integer(values.length)];
const word = (random: Stream): number => random.integer(2 ** 31);

const planes: Draw<Uint32Array[]> = (random, length) =>
  Array.from({ length: random.integer(MOST_PLANES) }, () => Uint32Array.from({ length }, () => word(random)));

const smallPlanes: Draw<Uint32Array[]> = (random, length) => {
  const modulus = pick(random, MODULI);
  const residue = (): number => modulus - 1 - random.integer(3);
  return Array.from({ length: random.integer(MOST_PLANES) }, () => Uint32Array.from({ length }, residue));
};

/** Labels of some of this many clusters, every second time with points in none. */
const labelled: Draw<ClusterLabels> = (random, length) => {
  const clusters = pick(random, CLUSTERS);
  const none = random.integer(2) === 0;
  const label = (): number => (none && random.integer(9) === 0 ? NO_CLUSTER : random.integer(clusters));
  return { clusters, values: Uint16Array.from({ length }, label) };
};

interface Drawn {
  readonly kind: FieldKind<unknown>;
  readonly draw: Draw<unknown>;
}

function drawn<T>(kind: FieldKind<T>, draw: Draw<T>): Drawn {
  return { kind: kind as FieldKind<unknown>, draw };
}

/** Every kind of field that codecs are made for, under the name that it has in {@link Everything}, and how a value of it is drawn. */
const FIELDS: Readonly<Record<string, Drawn>> = {
  round: drawn(integer, (random) => pick(random, COUNTS)),
  last: drawn(flag, (random) => random.integer(2) === 1),
  key: drawn(binary, (random, length) => Uint8Array.from({ length }, () => word(random))),
  who: drawn(numbers, (random, length) => Uint32Array.from({ length }, () => word(random))),
  assignment: drawn(labels, labelled),
  points: drawn(reals, (random, length) => Float64Array.from({ length }, () => random.uniform())),
  shares: drawn(residues, planes),
  bare: drawn(packedResidues, smallPlanes),
  sums: drawn(packed, (random, length) => {
    const bits = 1 + random.integer(300);
    const bytes = Uint8Array.from({ length: Math.ceil((bits * length) / 8) }, () => word(random));
    return { bits, length, bytes };
  }),
  answers: drawn(sealedResidues, (random, length): Sealed => sealedCopy(planes(random, length))),
  bareAnswers: drawn(packedSealedResidues, (random, length): Sealed =>
    sealedCopy(smallPlanes(random, length)),
  ),
};
const KINDS = Object.values(FIELDS);

export const Everything = typeOf('everything', Object.entries(FIELDS));

function typeOf(name: string, fields: readonly (readonly [string, Drawn])[]): AnyMessageType {
  const kinds = Object.fromEntries(fields.map(([field, { kind }]) => [field, kind]));
  return message<Record<string, unknown>>(name, kinds) as AnyMessageType;
}

/** As many fields as codecs are made for, or fewer, each of any kind. */
export function randomType(random: Stream): AnyMessageType {
  const name = 'm'.repeat(1 + random.integer(31));
  const fields = Array.from({ length: random.integer(15) }, (_, at) => {
    return [`field${at}`, KINDS[random.integer(KINDS.length)]] as const;
  });
  return typeOf(name, fields);
}

export function randomBody({ fields, fieldNames }: AnyMessageType, random: Stream): object {
  const long = random.integer(Math.max(LONG, fieldNames.length));
  const values = fieldNames.map((name, at) => {
    const of = KINDS.find(({ kind }) => kind === fields[name]);
    return [name, of?.draw(random, at === long ? pick(random, LENGTHS) : random.integer(10))];
  });
  return Object.fromEntries(values) as object;
}

/** A body of {@link Everything}, of its number. */
export function bodyOf(number: number) {
  return randomBody(Everything, new Random(number).stream('body')) as {
    readonly [field: string]: unknown;
    readonly answers: Sealed;
  };
}

/** What a codec does otherwise than msgpackr with a body; undefined where it writes the same bytes, and both read the body out of them. */
export function faultOf(type: AnyMessageType, body: object): string | undefined {
  const codec = codecOf(type);
  if (codec === undefined) return 'there is no codec';
  const expected = encodeAny(type, body);
  const bytes = new Uint8Array(Math.max(0, codec.size(body)));
  if (codec.write(body, bytes, 0) !== bytes.length || Buffer.compare(bytes, expected) !== 0)
    return 'the codec writes other bytes';
  const plain = unsealed(body);
  const read = codec.read(expected, 0, expected.length, new Arena());
  if (read === undefined || !isDeepStrictEqual(unsealed(read), plain)) return 'the codec reads another body';
  const decoded = decodeMessage(bytes, new Map([[type.name, type]]));
  if (!('body' in decoded) || !isDeepStrictEqual(unsealed(decoded.body), plain))
    return 'msgpackr reads another body';
  return undefined;
}
