/** What the papers and their authors' programs state, beside the same here, with the reason for the difference. */

import { shapeOf } from '../../../actors/blocks/lightsecagg/masks.ts';
import { recoverOperations } from '../../../actors/blocks/lightsecagg/recover.ts';
import { codedModulus, codedParameters, limitsOf } from '../../../actors/blocks/lightsecagg/session.ts';
import { PAIR_BYTES, SEALED_BYTES } from '../../../actors/blocks/flamingo/report.ts';
import { unmaskOperations } from '../../../actors/blocks/secagg/masks.ts';
import { TAG_BYTES } from '../../../actors/blocks/secagg/primitives.ts';
import { SHARE_BYTES } from '../../../actors/blocks/secagg/shares.ts';
import { paragraph } from '../../../src/run/report/table.ts';
import { pairwiseBytes } from './formulas.ts';
import { agreedFor, BELL, neighboursOf } from './protocols.ts';

/** Round trips of a sum, as they were measured. */
export interface Trips {
  /** Until the first sum, and for each further one. */
  readonly first: number;
  readonly further: number;
}

interface Row {
  readonly of: string;
  readonly published: number;
  readonly here: number;
  readonly why: string;
}

/** @param trips by sum */
export function published(trips: ReadonlyMap<string, Trips>): string {
  const rows = [...flamingoRows(trips), ...bonawitzRows(), ...lightSecAggRows()];
  return rows
    .map(({ of, published: theirs, here, why }) => {
      const ratio = (here / theirs).toPrecision(3);
      return `${paragraph(`${of}: published ${shown(theirs)}, here ${shown(here)}, ratio ${ratio}`)}${paragraph(why, '    ', '    ')}`;
    })
    .join('');
}

const shown = (value: number): string =>
  Number.isInteger(value) && value < 1e6
    ? `${value}`
    : value < 1e6
      ? value.toPrecision(4)
      : value.toExponential(2);

/**
 * The authors' program, github.com/eniac/flamingo at commit 00f6bbb, which has 512 clients, 16,000 elements of 32 bits and 60 decryptors
 * (util/param.py). Its bytes are those of what a message holds; the program writes them as text, which takes more.
 */
const FLAMINGO = {
  clients: 512,
  vector: 4 * 16_000,
  decryptors: 60,
  /** agent/flamingo: report, crosscheck, reconstruction. */
  steps: 3,
  /** agent/google_malicious, of Bell et al.: adkey, graph, share, collection, crosscheck, reconstruction. */
  stepsOfBell: 6,
  /** AES-GCM without its tag, and a nonce, for each decryptor. */
  share: 32 + 16,
  /** Two points of P-256 with both coordinates, for each neighbour. */
  pair: 4 * 32,
  answer: 32,
} as const;

function flamingoRows(trips: ReadonlyMap<string, Trips>): Row[] {
  const { clients: n, vector, decryptors, steps, stepsOfBell, share, pair, answer } = FLAMINGO;
  // Each client draws log2 n others, and is drawn by as many.
  const drawn = 2 * Math.log2(n);
  const neighbours = (n - 1) * (1 - (1 - 1 / n) ** drawn);
  const of = `of Flamingo, n = ${n}`;
  return [
    {
      of: 'steps of a sum of Flamingo after its set-up',
      published: steps,
      here: trips.get('flamingo')?.further ?? NaN,
      why: 'The same.',
    },
    {
      of: 'steps of a sum of Bell et al.',
      published: stepsOfBell,
      here: trips.get('bell')?.further ?? NaN,
      why: 'The graph is public here, which saves a step, and there is no cross-check: bell is for servers that follow the protocol.',
    },
    {
      of: `bytes of a report ${of}`,
      published: vector + decryptors * share + neighbours * pair,
      here: vector + TAG_BYTES + decryptors * SEALED_BYTES + neighbours * PAIR_BYTES,
      why: 'Points are compressed here; a check of what is encrypted, a signature of each ciphertext and a tag come on top.',
    },
    {
      of: `bytes that a decryptor is sent ${of}, if nobody vanishes`,
      published: n * (share + 4),
      here: n * (SEALED_BYTES + 4),
      why: 'A share has 33 bytes and a tag of 16 here, there 32 and a nonce of 16.',
    },
    {
      of: `bytes that a decryptor answers ${of}, if nobody vanishes`,
      published: n * answer,
      here: n * SHARE_BYTES,
      why: 'Shares are of any 32 bytes here, so their field is larger.',
    },
  ];
}

/** Bonawitz et al. 2016 (arXiv:1611.04482), abstract: bytes of a client as a multiple of its vector of 16 bits an element. */
const EXPANSIONS = [
  { clients: 2 ** 10, length: 2 ** 20, expansion: 1.73 },
  { clients: 2 ** 14, length: 2 ** 24, expansion: 1.98 },
];

function bonawitzRows(): Row[] {
  return EXPANSIONS.map(({ clients, length, expansion }) => ({
    of: `bytes of a client of Bonawitz et al. in those of its vector, n = 2^${Math.log2(clients)}, 2^${Math.log2(length)} elements`,
    published: expansion,
    here: pairwiseBytes({ clients, length, bits: 16 + Math.log2(clients) }) / clients / (2 * length),
    why: 'Ciphertexts have sender, receiver and a tag here; the numbers of parties are counted, and a key of its own once more.',
  }));
}

/**
 * So et al. 2022, Table 4, from memory and not checked against a copy: seconds of the recovery at the server, for 200 clients of which three tenths vanish, and a network of
 * 1,206,590 parameters.
 */
const RECOVERY = {
  clients: 200,
  length: 1_206_590,
  gone: 0.3,
  lightsecagg: 40.7,
  bonawitz: 1499.2,
  bell: 436.7,
};

function lightSecAggRows(): Row[] {
  const { clients: n, length, gone, lightsecagg, bonawitz, bell } = RECOVERY;
  const dropped = Math.round(gone * n);
  const survivors = n - dropped;
  const bits = 32;
  const pairwise = (neighbours: number, threshold: number): number =>
    unmaskOperations(survivors, Array<number>(dropped).fill(Math.round((1 - gone) * neighbours)), {
      modulus: 1n << BigInt(bits),
      length,
      threshold,
    });
  const limits = limitsOf(codedParameters.parse({}), n);
  const shape = shapeOf({
    protocol: 'lightsecagg',
    number: 0,
    clients: Array<string>(n).fill(''),
    timeoutNs: 0,
    modulus: codedModulus(bits),
    length,
    ...limits,
  });
  const coded = recoverOperations(shape, survivors, survivors);
  const why =
    'Theirs are seconds of a server in Python with what clients send then; ours are operations of the server alone, of which it hardly has any.';
  return [
    {
      of: `recovery by Bonawitz et al. in that of LightSecAgg, n = ${n}, ${length} elements, three tenths gone`,
      published: bonawitz / lightsecagg,
      here: pairwise(n - 1, Math.floor((2 * n) / 3) + 1) / coded,
      why,
    },
    {
      of: 'the same by Bell et al.',
      published: bell / lightsecagg,
      here: pairwise(neighboursOf(n), agreedFor(BELL, { clients: n, length, bits }).threshold) / coded,
      why,
    },
  ];
}
