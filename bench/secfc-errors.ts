/**
 * What it costs the server of SecFC to correct the errors of 16 Byzantine parties among 100 clients, beside decoding
 * correct answers, in one run.
 */

import { type Answer, decodeLabels, findErrors } from '../actors/secfc/iteration/decode.ts';
import { codedDistances, codedNorms } from '../actors/secfc/iteration/distances.ts';
import { encodeShares, sharesOf } from '../actors/secfc/sharing/encode.ts';
import { sealedCopy } from '../src/core/engine/compute/sealed.ts';
import { planesOf } from '../src/core/engine/wire/sealed-residues.ts';
import { answersNeeded } from '../src/core/math/field/lagrange.ts';
import { largestModuli } from '../src/core/math/field/moduli.ts';
import { zeros } from '../src/core/base/matrix.ts';
import { Random } from '../src/core/base/random.ts';
import { median } from '../src/core/math/statistics/summary.ts';
import { print } from './table.ts';

const CODE = { n: 100, l: 5, t: 20 };
const WRONG = 16;
const POINTS = 1000;
const CLUSTERS = 4;
const DIMENSION = 20;
const MODULI = largestModuli(3);
const RUNS = 25;

export async function secfcErrors(): Promise<void> {
  const needed = answersNeeded(CODE);
  const labels = Uint16Array.from({ length: POINTS }, (_, i) => i % CLUSTERS);
  const right = answersOf(labels, needed + 2 * WRONG);
  const random = new Random(2).stream('lies');
  const lies = right.map((answer, at) =>
    at % 5 !== 0 || at / 5 >= WRONG
      ? answer
      : {
          ...answer,
          values: sealedCopy(
            planesOf(answer.values).map((plane) => plane.map(() => random.integer(2 ** 27))),
          ),
        },
  );
  const key = new Random(3).secretKey('checks');

  const decode = (answers: readonly Answer[]): void => {
    const from = answers.slice(0, needed);
    const disclosure = 'distances' as const;
    const empty = 'keep' as const;
    const input = {
      disclosure,
      empty,
      code: CODE,
      moduli: MODULI,
      labels,
      clusters: CLUSTERS,
      separate: false,
    };
    decodeLabels.run({ answers: from, ...input });
  };
  const check = (answers: readonly Answer[]): void => {
    const byzantine = findErrors.run({ answers, code: CODE, moduli: MODULI, needed, key }) ?? [];
    decode(answers.filter(({ party }) => !byzantine.includes(party)));
  };

  const ways = [() => decode(right), () => check(right), () => check(lies)];
  const times = ways.map((): number[] => []);
  for (let i = 0; i < RUNS + 3; i++) {
    ways.forEach((way, at) => {
      // Processor time, so that other work on this machine does not count.
      const start = process.cpuUsage();
      way();
      const { user, system } = process.cpuUsage(start);
      // The first runs warm up.
      if (i >= 3) times[at].push((user + system) / 1e3);
    });
  }
  const [plain, checked, corrected] = times.map(median);
  print(
    `SecFC, n=100, t=20, l=5, m=1000, k=4: milliseconds of the server's processor, median of ${RUNS} runs`,
    [
      [`decoding ${needed} answers`, plain.toFixed(2)],
      [`the same after a check of ${right.length} answers`, checked.toFixed(2)],
      [`the same with ${WRONG} errors among them`, corrected.toFixed(2)],
      ['correcting them divided by decoding alone', (corrected / plain).toFixed(1)],
      ['correcting them divided by decoding with the check', (corrected / checked).toFixed(1)],
    ],
  );
}

/** The answers of `count` clients about points that one owner shared. */
function answersOf(labels: Uint16Array, count: number): Answer[] {
  const random = new Random(1);
  const stream = random.stream('points');
  const points = zeros(POINTS, DIMENSION);
  points.values.forEach((_, at) => (points.values[at] = stream.uniform() * 20 - 10));
  const width = DIMENSION / CODE.l;
  const noiseKey = random.secretKey('noise');
  const shared = encodeShares.run({ points, scale: 1000, code: CODE, width, moduli: MODULI, noiseKey });
  return Array.from({ length: count }, (_, party) => {
    const planes = MODULI.map((__, plane) => sharesOf(shared, plane, party));
    const shares = { rows: POINTS, columns: width, moduli: MODULI, planes };
    const norms = codedNorms.run({ shares });
    return { party, values: codedDistances.run({ shares, norms, labels, clusters: CLUSTERS }) };
  });
}
