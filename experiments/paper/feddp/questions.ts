/**
 * Titles of questions at Stack Overflow, as points: what there is of FedDP-KMeans' topics (Appendix G.1). The authors'
 * sentence embeddings cannot be had; here the words of a title are hashed to coordinates with signs, as in feature hashing
 * (Weinberger and others 2009), and the point is scaled to the norm 1, which embeddings have as well.
 */

import { Random } from '../../../src/core/base/random.ts';
import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import { type Federation, readRows, shuffled, writeFederation } from './federation.ts';

/** d */
const DIMENSION = 64;
/** How many questions the server has with each of the two tags, and with neither. */
const OWN = { each: 10, other: 1000 } as const;

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
  const questions = readRows(folder, 'stackoverflow', 'questions.csv');
  const stream = new Random(0).stream('server');
  const drawn = (wanted: (own: readonly string[]) => boolean) =>
    shuffled(
      questions.filter((question) => wanted(question['tags'].split('|'))),
      stream,
    );
  const [first, second] = tags;
  const withFirst = drawn((own) => own.includes(first));
  const withSecond = drawn((own) => own.includes(second) && !own.includes(first));
  const others = drawn((own) => !own.includes(first) && !own.includes(second));
  const own = [
    ...withFirst.slice(0, OWN.each),
    ...withSecond.slice(0, OWN.each),
    ...others.slice(0, OWN.other),
  ];
  const held = [...withFirst.slice(OWN.each), ...withSecond.slice(OWN.each)];
  return writeFederation(
    out,
    `topics-${tags.join('-')}`,
    held.map((question) => ({ point: pointOf(question), holder: question['owner_user_id'] })),
    own.map(pointOf),
  );
}

function pointOf({ title }: Readonly<Record<string, string>>): number[] {
  const point = Array<number>(DIMENSION).fill(0);
  for (const word of title.toLowerCase().match(/[\p{L}\p{N}#+.]+/gu) ?? ['']) {
    const hash = Number.parseInt(sha256(word).slice(0, 8), 16);
    point[(hash >>> 1) % DIMENSION] += (hash & 1) === 0 ? 1 : -1;
  }
  const norm = Math.hypot(...point) || 1;
  return point.map((x) => x / norm);
}
