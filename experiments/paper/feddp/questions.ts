/**
 * Titles of questions at Stack Overflow, as points: what there is of FedDP-KMeans' topics (Appendix G.1). The authors'
 * sentence embeddings cannot be had; here the words of a title are hashed to coordinates with signs, as in feature hashing
 * (Weinberger and others 2009), and the point is scaled to the norm 1, which embeddings have as well.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { Random } from '../../../src/core/base/random.ts';
import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import { type Federation, writeFederation } from './federation.ts';

/** d */
const DIMENSION = 64;
/** How many questions the server has with each of the two tags, and with neither. */
const OWN = { each: 10, other: 1000 } as const;

interface Question {
  readonly owner_user_id: string;
  readonly title: string;
  readonly tags: string;
}

/**
 * Clients are users with a question that has one of two tags, and hold their questions that have; the server has some of
 * these and many others. Writes the files that a scenario reads.
 *
 * @param folder with stackoverflow/
 * @param out a folder for the files
 * @throws CahootsError without it
 */
export function prepareTopics(
  folder: string | undefined,
  out: string,
  tags: readonly [string, string],
): Federation {
  const file = join(folder ?? '', 'stackoverflow', 'questions.csv');
  if (folder === undefined || !existsSync(file)) {
    throw new CahootsError('bad-input', 'expected a folder with stackoverflow/, got none', {
      path: '--data',
    });
  }
  const questions = parse(readFileSync(file), { columns: true }) as Question[];
  const stream = new Random(0).stream('server');
  const shuffled = (wanted: (own: readonly string[]) => boolean): Question[] => {
    const all = questions.filter((question) => wanted(question.tags.split('|')));
    return Array.from(stream.shuffle(Uint32Array.from(all.keys())), (at) => all[at]);
  };
  const [first, second] = tags;
  const withFirst = shuffled((own) => own.includes(first));
  const withSecond = shuffled((own) => own.includes(second) && !own.includes(first));
  const others = shuffled((own) => !own.includes(first) && !own.includes(second));
  const own = [
    ...withFirst.slice(0, OWN.each),
    ...withSecond.slice(0, OWN.each),
    ...others.slice(0, OWN.other),
  ];
  const held = [...withFirst.slice(OWN.each), ...withSecond.slice(OWN.each)];
  return writeFederation(
    out,
    `topics-${tags.join('-')}`,
    held.map((question) => ({ point: pointOf(question), holder: question.owner_user_id })),
    own.map(pointOf),
  );
}

function pointOf({ title }: Question): number[] {
  const point = Array<number>(DIMENSION).fill(0);
  for (const word of title.toLowerCase().match(/[\p{L}\p{N}#+.]+/gu) ?? ['']) {
    const hash = Number.parseInt(sha256(word).slice(0, 8), 16);
    point[(hash >>> 1) % DIMENSION] += (hash & 1) === 0 ? 1 : -1;
  }
  const norm = Math.hypot(...point) || 1;
  return point.map((x) => x / norm);
}
