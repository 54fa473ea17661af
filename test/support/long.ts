/** How many runs a long test makes, and from which seed on: `RUNS=100 SEED=7 npm run test:long -- test/long/swarm.test.ts`. */

function whole(name: string, absent: number): number {
  const text = process.env[name] ?? `${absent}`;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${name}: expected a whole number from 1 on, got ${text}`);
  return Number(text);
}

export const SEED = whole('SEED', 1);

/** @param usual where `RUNS` does not say how many */
export const runsOr = (usual: number): number => whole('RUNS', usual);

/**
 * What a test of every change tries, and what `npm run test:long` does.
 * @param some a part that would fail first
 */
export const thoroughly = <T>(some: T, all: T): T => (process.env['THOROUGH'] === undefined ? some : all);

/** Writes a line that is no failure, such as a row of a table. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
