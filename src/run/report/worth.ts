/** What runs are worth as results: the one rule by which tables, pictures, pages, rankings and comparisons count them. */

/** The columns that say whether there is a clustering, of whom or why it may be wrong, and what did not hold. */
export const WORTH_COLUMNS = [
  'clustered',
  'ending',
  'missing',
  'caveat',
  'violated',
  'notLloyd',
  'idleFaults',
] as const;

/** The cells by which a run is judged: those of its row, or of its outcome, which has the same. */
export type Judged = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * complete: a clustering of everybody. partial: a clustering that lacks parties, or may be wrong for a known reason: it
 * counts, and is marked. failed: no clustering, or the run did not end by itself: none of its numbers are those of a
 * result.
 */
export type Worth = 'complete' | 'partial' | 'failed';

/** Tables of other programs may not say whether there is a clustering; then there is. */
export function worthOf({ clustered, missing, caveat }: Judged): Worth {
  if (clustered === false) return 'failed';
  // Tables of other programs may count what is missing.
  return isText(missing) || isText(caveat) ? 'partial' : 'complete';
}

/** Whether a run's numbers are those of a result. */
export function hasResult(row: Judged): boolean {
  return worthOf(row) !== 'failed';
}

/**
 * Whether something that must hold of it did not: an expectation, an invariant, or the promise to equal Lloyd. Its
 * numbers are those that it had, so it enters means, but it is not the best of anything.
 */
export function isViolated({ violated, notLloyd }: Judged): boolean {
  return isText(violated) || isText(notLloyd);
}

/** Whether some fault of its scenario never happened. */
function isIdle({ idleFaults }: Judged): boolean {
  return isText(idleFaults);
}

/** What a run is worth, and what else must be known where it is counted. */
export function worthWords(row: Judged): readonly string[] {
  return [
    worthOf(row),
    ...(isViolated(row) ? ['violated'] : []),
    ...(isIdle(row) ? ['fault never happened'] : []),
  ];
}

/** The same in one line; undefined for a complete result of which nothing else must be known. */
export function worthText(words: readonly string[]): string | undefined {
  const text = words.join(', ');
  return text === 'complete' ? undefined : text;
}

/** How many of some runs are worth what. */
export interface Standing {
  readonly runs: number;
  /** Those that did not fail. */
  readonly results: number;
  /** Of these, those that are partial. */
  readonly partial: number;
  /** Runs of which something that must hold did not. */
  readonly violated: number;
  /** Runs in which some fault of the scenario never happened. */
  readonly idle: number;
}

/** How many of these runs have a result, how many of these are partial, and of how many runs what must stand beside. */
export function standingOf(rows: readonly Judged[]): Standing {
  return {
    runs: rows.length,
    results: rows.filter(hasResult).length,
    partial: rows.filter((row) => worthOf(row) === 'partial').length,
    violated: rows.filter(isViolated).length,
    idle: rows.filter(isIdle).length,
  };
}

/** What must stand at the place of these runs: `2 of 3`, `3 partial`, `1 violated`, `fault never happened`; nothing if all is well. */
export function standingMarks({ runs, results, partial, violated, idle }: Standing): readonly string[] {
  return [
    ...(results < runs ? [`${results} of ${runs}`] : []),
    ...(partial > 0 ? [`${partial} partial`] : []),
    ...(violated > 0 ? [`${violated} violated`] : []),
    ...(idle > 0 ? [idle < runs ? `fault never happened in ${idle}` : 'fault never happened'] : []),
  ];
}

/** What a {@link countMark} means. */
export const COUNT_MEANING = '"n of m": only n of m runs have a result with this figure';

/** What stands for a figure that no run has: runs with a result may be of a protocol that does not measure it. */
export const UNMEASURED = '–';

/**
 * What must stand at the place of a figure that not all of some runs have, such as `2 of 3`; undefined if all have it.
 * @param having how many have it, in numbers or in words
 */
export function countMark(
  having: number,
  { runs, results }: Pick<Standing, 'runs' | 'results'>,
): string | undefined {
  if (having === 0 && results > 0) return UNMEASURED;
  return having < runs ? `${having} of ${runs}` : undefined;
}

/** What marks such as `3 partial` at the places of some runs mean, each behind a semicolon, for a note below. */
export function marksMeaning(standings: readonly Standing[]): string {
  return [
    ...(standings.some(({ partial }) => partial > 0) ? [PARTIAL] : []),
    ...(standings.some(({ violated }) => violated > 0) ? [VIOLATED] : []),
  ]
    .map((meaning) => `; ${meaning}`)
    .join('');
}

const PARTIAL = '"n partial": n of these results lack parties, or may be wrong';
const VIOLATED = '"n violated": of n runs, something did not hold that must';

function isText(cell: Judged[string]): boolean {
  return typeof cell === 'string' && cell !== '';
}
