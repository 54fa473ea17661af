/** A small scenario that is known line by line, so tests can say where a mistake in it stands. */

import { dirname } from 'node:path';
import { CahootsError, CahootsErrors } from '../../src/core/base/errors.ts';
import { type LoadOptions, loadScenario, type Scenario } from '../../src/run/scenario/load.ts';
import { temporaryFiles } from './temporary-files.ts';
import { plugins } from './plugins.ts';

/** Five clients are just enough: 2(l+t)-1 = 5. */
export const SMALL = `name: small
seed: 1
clients: 5
data:
  source: gaussian-mixture
  points: 40
  dimension: 3
  components: 2
  deviation: 1
  partition: { by: iid }
protocol:
  name: secfc
  clusters: 2
  privacy: 2
network:
  preset: lan
devices:
  server: 2Gop/s
  overrides:
    - { actors: [client-2], rate: 10Mop/s }
limits:
  time: 1h
`;

/** A copy in which each first text became the second. Fails where there is no such text, as nothing would be tested. */
export function edited(text: string, ...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`there is no ${from} to replace`);
    return before.replace(from, () => to);
  }, text);
}

export interface Scenarios {
  /** Writes a file beside the scenarios and returns its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly load: (text: string, options?: Partial<LoadOptions>) => Scenario;
  /** What is said about a scenario, a line for each mistake, without its directory; fails where it is accepted. */
  readonly mistakes: (text: string, options?: Partial<LoadOptions>) => readonly string[];
}

/** Scenarios from texts, in a folder of their own. */
export function scenarios(): Scenarios {
  const write = temporaryFiles();
  const load = (text: string, options: Partial<LoadOptions> = {}): Scenario =>
    loadScenario(write('s.yaml', text), { plugins, ...options });
  return {
    write,
    load,
    mistakes: (text, options) => {
      const errors = refused(() => load(text, options));
      return errors.map(({ message, place }) =>
        place.file === undefined ? message : message.replace(`${dirname(place.file)}/`, ''),
      );
    },
  };
}

/** The mistakes of the user for which something is refused; any other error passes through. */
export function refused(act: () => unknown): readonly CahootsError[] {
  try {
    act();
  } catch (error) {
    if (!(error instanceof CahootsError)) throw error;
    return error instanceof CahootsErrors ? error.errors : [error];
  }
  throw new Error('nothing was refused');
}
